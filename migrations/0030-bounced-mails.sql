-- Mails that came back after a mail server had taken them.

ALTER TABLE notification_deliveries
  DROP CONSTRAINT notification_deliveries_status_check,
  ADD CONSTRAINT notification_deliveries_status_check
    CHECK (status IN ('pending', 'handed_over', 'sent', 'presumed_sent', 'dropped', 'refused', 'expired', 'bounced'));
-- What comes back names the mail, and not whose it was.
CREATE INDEX notification_deliveries_by_id ON notification_deliveries (id);

ALTER TABLE notification_recipients
  -- Mails that came back for reasons that may pass, with less than a month from one to the next; and the last of them.
  ADD COLUMN soft_bounces smallint NOT NULL DEFAULT 0,
  ADD COLUMN soft_bounce_at timestamptz;
