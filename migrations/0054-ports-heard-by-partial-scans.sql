-- Programs of schema version 33 run on this.
-- The last scan that saw the port open though it is partial, and so no look that tells when the others were seen.

ALTER TABLE observations ADD COLUMN heard_scan_id uuid;
