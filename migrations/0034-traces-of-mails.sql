-- Programs of schema version 33 run on this.
-- Where a trace is that led to a mail, so that the sending goes on with it. Null where nothing is traced.

ALTER TABLE notification_recipients ADD COLUMN trace jsonb;
ALTER TABLE notification_deliveries ADD COLUMN trace jsonb;
