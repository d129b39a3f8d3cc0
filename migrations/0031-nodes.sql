-- Every process that serves says so regularly, whatever its role: for operators.

CREATE TABLE nodes (
  id uuid PRIMARY KEY,
  role text NOT NULL,
  host text NOT NULL,
  pid integer NOT NULL,
  version text NOT NULL,
  -- What /readyz would answer there.
  ready boolean NOT NULL,
  checks jsonb NOT NULL,
  -- By how much its machine's clock is ahead of the database's.
  clock_ahead_ms bigint NOT NULL,
  -- Of a process that scans: engine, how many at once it may, and how many it does. Null: it does not scan.
  scanner jsonb,
  -- The last line of its log that told of an error, without details. Null: there was none since its start.
  last_error jsonb,
  -- By the database's clock.
  started_at timestamptz NOT NULL,
  heartbeat_at timestamptz NOT NULL
);
