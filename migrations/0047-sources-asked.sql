-- Programs of schema version 33 run on this.
-- What may be said of a domain follows from who was asked about it, and what came back.

ALTER TABLE monitored_domains ADD COLUMN sources jsonb;
