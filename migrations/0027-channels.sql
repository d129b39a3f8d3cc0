-- Chats and pagers that are told of alerts.

CREATE TABLE channels (
  partner_id uuid NOT NULL REFERENCES partners (id) ON DELETE CASCADE,
  id uuid NOT NULL,
  -- Whose it is; null: the partner's own, which hears of all its customers.
  customer_id uuid,
  type text NOT NULL CHECK
    (type IN ('slack', 'teams', 'discord', 'telegram', 'pagerduty', 'opsgenie', 'ntfy', 'mattermost', 'rocketchat')),
  name text NOT NULL,
  -- Where it is and what lets us in, as JSON, sealed.
  target bytea NOT NULL,
  -- What may be shown of it.
  shown text NOT NULL,
  -- What it hears of: empty means of all.
  kinds text[] NOT NULL,
  min_severity severity NOT NULL,
  customers uuid[] NOT NULL,
  endpoints uuid[] NOT NULL,
  -- When it hears of what is not critical.
  urgency text NOT NULL CHECK (urgency IN ('at_once', 'five_minutes', 'daily', 'weekly')),
  -- Minutes of the day in its time zone between which it hears of nothing but what is critical.
  quiet_from smallint CHECK (quiet_from BETWEEN 0 AND 1439),
  quiet_until smallint CHECK (quiet_until BETWEEN 0 AND 1439),
  time_zone text NOT NULL,
  -- disabled: the destination wants no more. removed: it hears of nothing new, and is kept until what it opened elsewhere is closed.
  status text NOT NULL CHECK (status IN ('active', 'paused', 'disabled', 'removed')),
  -- Why the last message did not arrive, and when; null: it did.
  failure text,
  failed_at timestamptz,
  -- Since when none has arrived.
  failing_since timestamptz,
  delivered_at timestamptz,
  tested_at timestamptz,
  -- When the next message goes there, or while a worker is at it, when its claim lapses; null: none waits.
  send_at timestamptz,
  -- Tells which claim a worker holds.
  claims integer NOT NULL DEFAULT 0,
  -- How long the destination is to be spared after the last message.
  free_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (partner_id, id),
  FOREIGN KEY (partner_id, customer_id) REFERENCES customers (partner_id, id) ON DELETE CASCADE,
  CHECK ((quiet_from IS NULL) = (quiet_until IS NULL)),
  CHECK ((failure IS NULL) = (failed_at IS NULL))
);
CREATE INDEX channels_of_owner ON channels (partner_id, customer_id);
CREATE INDEX channels_to_send ON channels (send_at) WHERE send_at IS NOT NULL;

-- What a pager was made to open and is still to close, with the target that it was opened by: it is closed by no other.
CREATE TABLE channel_incidents (
  partner_id uuid NOT NULL,
  id uuid NOT NULL,
  channel_id uuid NOT NULL,
  target bytea NOT NULL,
  -- When the pager took it; null: not yet.
  accepted_at timestamptz,
  PRIMARY KEY (partner_id, id),
  FOREIGN KEY (partner_id, channel_id) REFERENCES channels (partner_id, id) ON DELETE CASCADE
);
CREATE INDEX channel_incidents_of_channel ON channel_incidents (partner_id, channel_id);

-- What a channel was last told of each cause of alerts, whichever alert stands for it.
CREATE TABLE channel_alerts (
  partner_id uuid NOT NULL,
  channel_id uuid NOT NULL,
  resource_id uuid NOT NULL,
  kind text NOT NULL,
  key text NOT NULL,
  customer_id uuid NOT NULL,
  -- The latest.
  alert_id uuid NOT NULL,
  -- Null: nothing yet.
  told text CHECK (told IN ('open', 'over')),
  told_severity severity,
  incident_id uuid,
  -- Since it was told last: whether it was raised, and whether it speaks again after somebody had dealt with it.
  was_opened boolean NOT NULL DEFAULT false,
  speaks_again boolean NOT NULL DEFAULT false,
  -- How often it was raised, each time within days of the time before.
  openings integer NOT NULL DEFAULT 0,
  opened_at timestamptz,
  flaps boolean NOT NULL DEFAULT false,
  changed_at timestamptz NOT NULL,
  -- When it is looked at what there is to tell; null: nothing has happened since.
  due_at timestamptz,
  PRIMARY KEY (partner_id, channel_id, resource_id, kind, key),
  FOREIGN KEY (partner_id, channel_id) REFERENCES channels (partner_id, id) ON DELETE CASCADE,
  FOREIGN KEY (partner_id, customer_id) REFERENCES customers (partner_id, id) ON DELETE CASCADE,
  FOREIGN KEY (partner_id, incident_id) REFERENCES channel_incidents (partner_id, id)
);
CREATE INDEX channel_alerts_due ON channel_alerts (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX channel_alerts_open ON channel_alerts (partner_id, alert_id) WHERE told = 'open';
CREATE INDEX channel_alerts_of_incident ON channel_alerts (partner_id, incident_id) WHERE incident_id IS NOT NULL;

CREATE TABLE channel_messages (
  partner_id uuid NOT NULL,
  id uuid NOT NULL,
  channel_id uuid NOT NULL,
  -- The order in which a channel's messages go out.
  position bigint GENERATED ALWAYS AS IDENTITY,
  -- What it says, whatever the destination makes of it.
  content jsonb NOT NULL,
  incident_id uuid,
  -- Without markup, since the destination did not understand ours.
  plainly boolean NOT NULL DEFAULT false,
  -- sending: a worker is at it, or died at it. presumed_delivered: it died, and the destination would show it twice. failed: it was refused.
  status text NOT NULL CHECK (status IN ('pending', 'sending', 'delivered', 'presumed_delivered', 'failed', 'dropped')),
  attempts integer NOT NULL DEFAULT 0,
  failure text,
  created_at timestamptz NOT NULL,
  settled_at timestamptz,
  PRIMARY KEY (partner_id, id),
  FOREIGN KEY (partner_id, channel_id) REFERENCES channels (partner_id, id) ON DELETE CASCADE,
  CHECK ((status IN ('pending', 'sending')) = (settled_at IS NULL))
);
CREATE INDEX channel_messages_waiting ON channel_messages (partner_id, channel_id, position) WHERE settled_at IS NULL;
CREATE INDEX channel_messages_settled ON channel_messages (settled_at) WHERE settled_at IS NOT NULL;

-- Events about alerts of partners with channels in their order, and before them (0) what got worse while it was open, until it is noted which channels want to hear of them.
CREATE TABLE channel_inbox (
  partner_id uuid NOT NULL REFERENCES partners (id) ON DELETE CASCADE,
  event_id uuid NOT NULL,
  sequence bigint NOT NULL,
  alert_id uuid NOT NULL,
  type text NOT NULL,
  -- Of what was open before: by what it is open again.
  reopened_by text,
  occurred_at timestamptz NOT NULL,
  PRIMARY KEY (partner_id, event_id)
);
CREATE INDEX channel_inbox_in_order ON channel_inbox (partner_id, sequence);
