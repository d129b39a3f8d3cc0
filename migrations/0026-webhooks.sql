-- Webhooks: where a partner's systems are told of events, and what became of each.

-- Where a partner's systems are told of events.
CREATE TABLE webhooks (
  partner_id uuid NOT NULL REFERENCES partners (id) ON DELETE CASCADE,
  id uuid NOT NULL,
  url text NOT NULL,
  description text,
  -- Of events; empty: all.
  types text[] NOT NULL,
  enabled boolean NOT NULL,
  -- Why it is not enabled: a person, an answer that it is gone, days without success.
  disabled_reason text CHECK (disabled_reason IN ('by_hand', 'gone', 'failing')),
  disabled_at timestamptz,
  -- Sealed. For a while after a change requests are signed with the one before, too.
  secret bytea NOT NULL,
  previous_secret bytea,
  previous_secret_until timestamptz,
  -- Of the first failure since the last success.
  failing_since timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (partner_id, id),
  CHECK (enabled = (disabled_reason IS NULL) AND enabled = (disabled_at IS NULL)),
  CHECK ((previous_secret IS NULL) = (previous_secret_until IS NULL))
);

-- An event on its way to a webhook, and what became of it. Events are dropped by whole weeks, so nothing refers to them.
CREATE TABLE webhook_deliveries (
  partner_id uuid NOT NULL,
  webhook_id uuid NOT NULL,
  event_id uuid NOT NULL,
  event_type text NOT NULL,
  status text NOT NULL CHECK (status IN ('pending', 'delivered', 'failed')),
  -- Ever begun: a worker that holds it knows by them whether it still does.
  attempts integer NOT NULL DEFAULT 0,
  -- In a row, since it was queued: they say when the next attempt is.
  failures integer NOT NULL DEFAULT 0,
  -- Of the next attempt, or when the claim of a worker lapses; null: none.
  next_attempt_at timestamptz,
  claimed_until timestamptz,
  created_at timestamptz NOT NULL,
  settled_at timestamptz,
  -- Of the last attempt. The body is the event.
  attempted_at timestamptz,
  request_url text,
  signature text,
  duration_ms integer,
  answer_status integer,
  answer_headers jsonb,
  answer_body text,
  answer_is_cut boolean,
  failure_kind text CHECK (
    failure_kind IN ('denied', 'unresolved', 'timeout', 'tls', 'connection', 'answer', 'suspended', 'expired', 'disabled')
  ),
  failure text,
  PRIMARY KEY (partner_id, webhook_id, event_id),
  FOREIGN KEY (partner_id, webhook_id) REFERENCES webhooks (partner_id, id) ON DELETE CASCADE,
  CHECK ((status = 'pending') = (next_attempt_at IS NOT NULL) AND (status = 'pending') = (settled_at IS NULL))
);
-- Workers go from webhook to webhook by it.
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (partner_id, webhook_id, next_attempt_at, event_id)
  WHERE next_attempt_at IS NOT NULL;
CREATE INDEX webhook_deliveries_claimed ON webhook_deliveries (partner_id, webhook_id) WHERE claimed_until IS NOT NULL;
CREATE INDEX webhook_deliveries_by_status ON webhook_deliveries (partner_id, webhook_id, status, event_id);
CREATE INDEX webhook_deliveries_created ON webhook_deliveries (created_at);
