-- Programs of schema version 33 run on this.
-- A mail each week to addresses that heard nothing else: until they, or the partner for all of them, want none.

ALTER TABLE partners ADD COLUMN weekly_summaries boolean NOT NULL DEFAULT true;

-- When the customer's next one is made. The epoch: that was never planned, which is done by whoever makes them.
ALTER TABLE customers ADD COLUMN weekly_summary_due_at timestamptz NOT NULL DEFAULT 'epoch';
CREATE INDEX customers_weekly_summary_due ON customers (weekly_summary_due_at);

ALTER TABLE notification_recipients ADD COLUMN weekly_summary boolean NOT NULL DEFAULT true;

ALTER TABLE notification_deliveries
  DROP CONSTRAINT notification_deliveries_kind_check,
  ADD CONSTRAINT notification_deliveries_kind_check
    CHECK (kind IN ('alerts', 'confirmation', 'notice', 'monthly_report', 'weekly_summary'));
