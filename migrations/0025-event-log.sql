-- What happened, as partners' systems are told of it: each row is written in the transaction of what it tells. Rows are dropped by whole
-- weeks, so nothing refers to them and they refer to nothing.

CREATE SEQUENCE events_written;
CREATE SEQUENCE events_sequence;

CREATE TABLE events (
  partner_id uuid NOT NULL,
  id uuid NOT NULL,
  written bigint NOT NULL DEFAULT nextval('events_written'),
  sequence bigint,
  is_sandbox boolean NOT NULL,
  customer_id uuid,
  billing_customer_id bigint,
  type text NOT NULL CHECK (type IN ('alert.opened', 'alert.resolved', 'alert.reopened', 'domain_alert.opened', 'domain_alert.resolved',
    'endpoint.created', 'endpoint.paused', 'endpoint.resumed', 'endpoint.terminated',
    'domain.created', 'domain.paused', 'domain.resumed', 'domain.terminated',
    'subscription.changed', 'capacity.enforced', 'scan.completed', 'scan.failed', 'webhook.test')),
  alert_id uuid,
  endpoint_id uuid,
  domain_id uuid,
  occurred_at timestamptz NOT NULL,
  data jsonb NOT NULL,
  PRIMARY KEY (partner_id, id)
) PARTITION BY RANGE (id);
CREATE INDEX events_in_order ON events (partner_id, sequence) WHERE sequence IS NOT NULL;
CREATE INDEX events_waiting ON events (written) WHERE sequence IS NULL;

-- Whatever no week was made for in time.
CREATE TABLE events_other PARTITION OF events DEFAULT;
