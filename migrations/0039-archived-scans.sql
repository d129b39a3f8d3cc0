-- Programs of schema version 33 run on this.
-- Completed scans are put into half the space once they can change no more; what reads scans of any age reads a view.

CREATE TABLE archived_scans (
  partner_id uuid NOT NULL,
  endpoint_id uuid NOT NULL,
  id uuid NOT NULL,
  waited_ms integer NOT NULL,
  took_ms integer NOT NULL,
  duration_ms integer,
  ports_requested integer,
  ports_covered integer,
  open_ports_count integer,
  tcp_ports integer,
  udp_ports integer,
  is_manual boolean NOT NULL,
  host_answered boolean,
  port_set "char",
  engine text
) PARTITION BY RANGE (id);
CREATE INDEX archived_scans_by_endpoint ON archived_scans (endpoint_id, id DESC);
CREATE INDEX archived_scans_by_id ON archived_scans USING brin (id) WITH (pages_per_range = 32, autosummarize = on);

CREATE VIEW scan_history AS
  SELECT partner_id, id, endpoint_id, trigger, status, created_at, started_at, finished_at, duration_ms, engine, ports_requested,
    ports_covered, host_answered, open_ports_count, error, port_set, tcp_ports, udp_ports
  FROM scans
  UNION ALL
  SELECT partner_id, id, endpoint_id, CASE WHEN is_manual THEN 'manual' ELSE 'scheduled' END, 'completed',
    to_timestamp(queued_ms / 1000.0), to_timestamp((queued_ms + waited_ms) / 1000.0),
    to_timestamp((queued_ms + waited_ms + took_ms) / 1000.0),
    duration_ms, engine, ports_requested, ports_covered, host_answered, open_ports_count, NULL,
    CASE port_set WHEN 't' THEN 'top-1000' WHEN 'f' THEN 'full' WHEN 'r' THEN 'ranges' END, tcp_ports, udp_ports
  FROM (SELECT *, ('x' || substr(translate(id::text, '-', ''), 1, 12))::bit(48)::bigint AS queued_ms FROM archived_scans) AS archived;
