-- What a scan looked at: top-1000, full or ranges (which can be long themselves, and stand in the plan), and how many ports.

ALTER TABLE scans
  ADD COLUMN port_set text,
  ADD COLUMN tcp_ports integer,
  ADD COLUMN udp_ports integer;
