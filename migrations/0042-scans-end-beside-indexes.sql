-- Programs of schema version 33 run on this.
-- Every scan that begins and ends changes its server's row. What changes then is in no index any more, or all indexes of servers would be
-- written with each scan once more, that of their names among them.

DROP INDEX endpoints_scanning;
DROP INDEX endpoints_due;
CREATE INDEX endpoints_due ON endpoints (next_scan_at) WHERE next_scan_at IS NOT NULL;
-- The new version of a row that is in no index anew has to find room beside the old one.
ALTER TABLE endpoints SET (fillfactor = 80);
