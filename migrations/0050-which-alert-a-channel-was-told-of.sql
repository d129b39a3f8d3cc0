-- Programs of schema version 33 run on this.
-- What a channel was told is compared with what is by the rule that mail has: it asks for the alert that was told of, and since when that was as it was told.

ALTER TABLE channel_alerts
  ADD COLUMN told_alert_id uuid,
  ADD COLUMN told_since timestamptz;

-- Of what was raised again since it was told, alert_id is the new one already.
UPDATE channel_alerts told SET
  told_alert_id = CASE WHEN told.was_opened THEN coalesce((
    SELECT before.id FROM alerts before
    WHERE before.partner_id = told.partner_id AND (before.endpoint_id = told.resource_id OR before.domain_id = told.resource_id)
      AND before.kind = told.kind AND before.key = told.key AND before.id < told.alert_id
    ORDER BY before.id DESC LIMIT 1), told.alert_id) ELSE told.alert_id END,
  told_since = CASE WHEN told.speaks_again THEN told.changed_at ELSE coalesce((
    SELECT coalesce(a.status_changed_at, a.created_at) FROM alerts a
    WHERE a.partner_id = told.partner_id AND a.id = told.alert_id), told.changed_at) END
WHERE told.told IS NOT NULL;

-- What comes and goes is looked at again when it has stayed as it is.
CREATE INDEX told_alerts_flapping ON told_alerts (partner_id) WHERE flapping;
CREATE INDEX channel_alerts_flapping ON channel_alerts (partner_id) WHERE flaps;
