-- Something critical heeds no pause between mails but the one after the last mail that had any.
ALTER TABLE notification_recipients
  ADD COLUMN critical_waits boolean NOT NULL DEFAULT false,
  ADD COLUMN last_critical_at timestamptz;
