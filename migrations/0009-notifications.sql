-- E-mail to customers about new alerts: what each wants to hear of, who gets it, and every mail that was to be sent.

-- No row: the defaults.
CREATE TABLE notification_settings (
  partner_id uuid NOT NULL,
  customer_id uuid NOT NULL,
  port_alerts boolean NOT NULL,
  port_alerts_min_severity severity NOT NULL,
  domain_alerts boolean NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (partner_id, customer_id),
  FOREIGN KEY (partner_id, customer_id) REFERENCES customers (partner_id, id) ON DELETE CASCADE
);

CREATE TABLE notification_recipients (
  partner_id uuid NOT NULL,
  -- Of the address that the billing system tells: the customer's own id, so that it has one before there is a row.
  id uuid NOT NULL,
  customer_id uuid NOT NULL,
  source text NOT NULL CHECK (source IN ('billing', 'added')),
  address text NOT NULL,
  status text NOT NULL CHECK (status IN ('pending', 'active', 'unsubscribed', 'failing')),
  -- What the mail server said when it refused the address for good.
  failure text,
  -- Alerts that no mail to this address speaks of yet.
  waiting_alerts uuid[] NOT NULL DEFAULT '{}',
  waiting_domain_alerts uuid[] NOT NULL DEFAULT '{}',
  -- When what waits becomes a mail; null: nothing waits.
  mail_due_at timestamptz,
  -- When the last mail about alerts was taken: the pause counts from here.
  last_mail_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (partner_id, id),
  FOREIGN KEY (partner_id, customer_id) REFERENCES customers (partner_id, id) ON DELETE CASCADE,
  CHECK ((source = 'billing') = (id = customer_id)),
  CHECK (source = 'added' OR status <> 'pending'),
  CHECK ((status = 'failing') = (failure IS NOT NULL)),
  CHECK ((mail_due_at IS NULL) = (waiting_alerts = '{}' AND waiting_domain_alerts = '{}'))
);
CREATE UNIQUE INDEX notification_recipients_added ON notification_recipients (partner_id, customer_id, lower(address))
  WHERE source = 'added';
CREATE INDEX notification_recipients_by_customer ON notification_recipients (partner_id, customer_id);
CREATE INDEX notification_recipients_due ON notification_recipients (mail_due_at) WHERE mail_due_at IS NOT NULL;

-- One row per mail, whatever became of it: a mail is sent because of its row, and once.
CREATE TABLE notification_deliveries (
  partner_id uuid NOT NULL,
  id uuid NOT NULL,
  customer_id uuid NOT NULL,
  -- No foreign key: the row outlives its recipient, so that removing an address does not lift the limit on mails to it.
  recipient_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('alerts', 'confirmation')),
  address text NOT NULL,
  -- What it is about; how those alerts are by then, is read when it is sent.
  alerts uuid[] NOT NULL DEFAULT '{}',
  domain_alerts uuid[] NOT NULL DEFAULT '{}',
  -- Of the token in a confirmation's link.
  confirmation_hash bytea,
  confirmation_expires_at timestamptz,
  -- handed_over: its text is on the way to the mail server, which has not said yet that it took it. presumed_sent: and the worker died then.
  status text NOT NULL CHECK (status IN ('pending', 'handed_over', 'sent', 'presumed_sent', 'dropped', 'refused', 'expired')),
  -- Also tells which claim a worker holds: a claim that lapsed has another number.
  attempts integer NOT NULL DEFAULT 0,
  -- While a worker is at it: when its claim lapses. Null: settled.
  next_attempt_at timestamptz,
  -- Why the last attempt failed.
  failure text,
  created_at timestamptz NOT NULL,
  settled_at timestamptz,
  PRIMARY KEY (partner_id, id),
  UNIQUE (partner_id, confirmation_hash),
  FOREIGN KEY (partner_id, customer_id) REFERENCES customers (partner_id, id) ON DELETE CASCADE,
  CHECK ((kind = 'confirmation') = (confirmation_hash IS NOT NULL)),
  CHECK ((confirmation_hash IS NULL) = (confirmation_expires_at IS NULL)),
  CHECK ((status IN ('pending', 'handed_over')) = (next_attempt_at IS NOT NULL)),
  CHECK ((next_attempt_at IS NULL) = (settled_at IS NOT NULL))
);
-- While a mail to an address is under way, what is new waits for the next one.
CREATE UNIQUE INDEX notification_deliveries_under_way ON notification_deliveries (partner_id, recipient_id)
  WHERE kind = 'alerts' AND settled_at IS NULL;
CREATE INDEX notification_deliveries_due ON notification_deliveries (next_attempt_at) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX notification_deliveries_by_customer ON notification_deliveries (partner_id, customer_id, created_at);
CREATE INDEX notification_deliveries_confirmations ON notification_deliveries (partner_id, lower(address), created_at)
  WHERE kind = 'confirmation';
CREATE INDEX notification_deliveries_settled ON notification_deliveries (settled_at) WHERE settled_at IS NOT NULL;
