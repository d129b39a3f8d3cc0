-- Programs of schema version 33 run on this.
-- Workers say from where they look at servers, and plans from where they want it done.

ALTER TABLE scan_workers ADD COLUMN vantage_point text;
ALTER TABLE plans ADD COLUMN vantage_points text[] NOT NULL DEFAULT '{}';

CREATE TABLE vantage_views (
  partner_id uuid NOT NULL,
  endpoint_id uuid NOT NULL,
  vantage_point text NOT NULL,
  -- The scan whose findings it is compared with.
  scan_id uuid NOT NULL,
  seen_at timestamptz NOT NULL,
  -- False: nothing came back from the host.
  host_answered boolean NOT NULL,
  -- Open from there, and not found open by the scan; the other way round. As port/protocol.
  only_there text[] NOT NULL,
  not_there text[] NOT NULL,
  PRIMARY KEY (partner_id, endpoint_id, vantage_point),
  FOREIGN KEY (partner_id, endpoint_id) REFERENCES endpoints (partner_id, id) ON DELETE CASCADE
);
