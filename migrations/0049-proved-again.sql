-- Programs of schema version 33 run on this.
-- What outlives a session asks for password or code anew, unless they were shown in the last minutes.

ALTER TABLE sessions ADD COLUMN proved_at timestamptz;
