-- Programs of schema version 33 run on this.
-- Mail, chats and pagers hear of changed alerts by one inbox. Older programs go on with theirs (the queue new-alerts, channel_inbox), and newer ones take over
-- what they leave there.

CREATE TABLE alert_inbox (
  partner_id uuid NOT NULL REFERENCES partners (id) ON DELETE CASCADE,
  id uuid NOT NULL,
  customer_id uuid NOT NULL,
  alert_id uuid NOT NULL,
  change text NOT NULL CHECK (change IN ('opened', 'reopened', 'taken_back', 'worsened', 'steady', 'resolved', 'dismissed')),
  ready_at timestamptz NOT NULL,
  occurred_at timestamptz NOT NULL,
  trace jsonb,
  PRIMARY KEY (partner_id, id)
);

CREATE INDEX alert_inbox_ready ON alert_inbox (ready_at);
