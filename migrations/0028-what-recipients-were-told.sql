-- What each recipient was told of last, and when it wants to be told.

ALTER TABLE notification_recipients
  ADD COLUMN delivery text NOT NULL DEFAULT 'immediate'
    CONSTRAINT notification_recipients_delivery_known CHECK (delivery IN ('immediate', 'gathered', 'daily', 'weekly')),
  -- Times of the clock in its zone, as 22:00; null: it has no quiet hours.
  ADD COLUMN quiet_from text,
  ADD COLUMN quiet_to text,
  -- Of the IANA database.
  ADD COLUMN time_zone text NOT NULL DEFAULT 'UTC',
  -- Whether it is told, too, that what it was told of is over. Digests always say so.
  ADD COLUMN tell_resolved boolean NOT NULL DEFAULT false,
  -- When what waits and is not critical becomes a mail. Null: nothing waits, or a process of the release before let it wait.
  ADD COLUMN rest_due_at timestamptz,
  ADD CONSTRAINT notification_recipients_quiet_check CHECK ((quiet_from IS NULL) = (quiet_to IS NULL) AND quiet_from <> quiet_to);

ALTER TABLE notification_deliveries
  -- What a mail about alerts told of each, noted when it was handed over. Null: it was not yet.
  ADD COLUMN tells jsonb,
  -- Of a digest, over which time it is. Null: it is none.
  ADD COLUMN digest text CONSTRAINT notification_deliveries_digest_known CHECK (digest IN ('daily', 'weekly'));

-- What of a cause (an alert's resource, kind and key) somebody was told last, however often alerts were raised for it.
CREATE TABLE told_alerts (
  partner_id uuid NOT NULL,
  -- Who was told. No foreign key: recipients of several kinds share this memory.
  subject_kind text NOT NULL CHECK (subject_kind IN ('recipient', 'channel')),
  subject_id uuid NOT NULL,
  resource_id uuid NOT NULL,
  kind text NOT NULL,
  -- As in alert_exposures.
  key_hash bigint NOT NULL,
  -- Whose alert it was.
  customer_id uuid NOT NULL,
  alert_id uuid NOT NULL,
  severity severity NOT NULL,
  -- Since when the alert was open that was told of.
  opened_at timestamptz NOT NULL,
  -- It was told that it comes and goes, so each time is not.
  flapping boolean NOT NULL,
  -- It was told that it is over.
  is_over boolean NOT NULL,
  -- The message that told of it first: what follows is threaded with it.
  thread_id uuid NOT NULL,
  told_at timestamptz NOT NULL,
  PRIMARY KEY (partner_id, subject_kind, subject_id, resource_id, kind, key_hash),
  FOREIGN KEY (partner_id, customer_id) REFERENCES customers (partner_id, id) ON DELETE CASCADE
);
CREATE INDEX told_alerts_by_customer ON told_alerts (partner_id, customer_id);
CREATE INDEX told_alerts_told ON told_alerts (told_at);

-- What mails told of until now, as far as they are still on record.
INSERT INTO told_alerts (partner_id, subject_kind, subject_id, resource_id, kind, key_hash, customer_id, alert_id, severity, opened_at,
  flapping, is_over, thread_id, told_at)
SELECT DISTINCT ON (d.partner_id, d.recipient_id, coalesce(a.endpoint_id, a.domain_id), a.kind, alert_key_hash(a.key))
  d.partner_id, 'recipient', d.recipient_id, coalesce(a.endpoint_id, a.domain_id), a.kind, alert_key_hash(a.key), a.customer_id, a.id,
  a.severity, least(coalesce(a.status_changed_at, a.created_at), d.settled_at), false, a.ended_at IS NOT NULL, d.id, d.settled_at
FROM notification_deliveries d
CROSS JOIN unnest(d.alerts) AS told (alert_id)
JOIN notification_recipients r ON r.partner_id = d.partner_id AND r.id = d.recipient_id
JOIN alerts a ON a.partner_id = d.partner_id AND a.id = told.alert_id
WHERE d.kind = 'alerts' AND d.status IN ('sent', 'presumed_sent')
ORDER BY d.partner_id, d.recipient_id, coalesce(a.endpoint_id, a.domain_id), a.kind, alert_key_hash(a.key), d.settled_at DESC;
