-- Programs of schema version 33 run on this.
-- What publishers say of releases and vulnerabilities, by which versions of services are judged.

CREATE TABLE version_feeds (
  name text PRIMARY KEY,
  as_of date NOT NULL,
  -- How much was read, to tell a part of a file from a whole one.
  entries integer NOT NULL,
  -- What of it is kept; its digest tells whether another copy of it is the same.
  kept jsonb NOT NULL,
  digest text NOT NULL,
  imported_at timestamptz NOT NULL,
  -- When its publisher had nothing newer.
  checked_at timestamptz NOT NULL,
  -- Where it was fetched, and what that called it. Null: it came as a file.
  url text,
  etag text
);
