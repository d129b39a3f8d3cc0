-- What plans say of scans, and what scans may say of an endpoint besides its ports.

ALTER TABLE plans
  ADD COLUMN protocols text NOT NULL DEFAULT 'tcp' CHECK (protocols IN ('tcp', 'tcp+udp')),
  -- Null: the installation's ceiling per target.
  ADD COLUMN max_packets_per_second integer CHECK (max_packets_per_second > 0);

ALTER TABLE endpoints
  -- Why nothing can be said of its ports. Null: nothing stands in the way.
  ADD COLUMN condition text CHECK (condition IN ('unreachable', 'answers_everything')),
  ADD COLUMN condition_since timestamptz,
  ADD CHECK ((condition IS NULL) = (condition_since IS NULL));

-- The scan in which an open port first stayed silent: it counts as closed when the next scan finds it silent too.
ALTER TABLE observations ADD COLUMN silent_since_scan_id uuid;

-- The fleet's pace as it was counted last.
ALTER TABLE scheduler_ticks
  ADD COLUMN scans_per_second double precision,
  ADD COLUMN paced_at timestamptz;
