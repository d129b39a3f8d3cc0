-- Programs of schema version 33 run on this.
-- Workers share the rate of each network. One that knows nothing of it has no share on record, and goes on with the whole.

ALTER TABLE scan_workers ADD COLUMN network_share integer NOT NULL DEFAULT 0;
