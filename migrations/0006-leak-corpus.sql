-- The leak corpus: what the operator imported from files of leaked credentials. It is the installation's, not a partner's: its
-- tables have no partner_id, and only look-ups by domain lead from it to findings.

CREATE TABLE leak_imports (
  id integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  breach_name text NOT NULL,
  occurred_on date NOT NULL,
  kind text NOT NULL CHECK (kind IN ('breach', 'stealer_log', 'combolist', 'paste')),
  file_name text NOT NULL,
  format text NOT NULL CHECK (format IN ('combo', 'ulp', 'csv', 'jsonl')),
  status text NOT NULL CHECK (status IN ('importing', 'completed', 'deleting')),
  -- Keyed digest of the text's beginning: with breach and date it tells whether a file was imported before.
  head_digest bytea NOT NULL,
  -- How far the text was read: bytes of it after decompression, with a keyed digest of them. Null before the first step.
  text_bytes bigint NOT NULL DEFAULT 0,
  text_digest bytea,
  lines bigint NOT NULL DEFAULT 0,
  -- Lines that were read, and what they tell without repetition within a run.
  records bigint NOT NULL DEFAULT 0,
  stored_records bigint NOT NULL DEFAULT 0,
  -- By reason: count and numbers of the first lines. Never their text, which can hold a secret.
  rejected jsonb NOT NULL DEFAULT '{}',
  -- Sorted lists in leak_blocks, numbered from 1.
  runs integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  completed_at timestamptz,
  UNIQUE (head_digest, breach_name, occurred_on),
  CHECK ((status = 'importing') = (completed_at IS NULL) OR status = 'deleting')
);

-- Sorted records by the thousand, compressed. Secrets are in them as keyed digests only.
CREATE TABLE leak_blocks (
  import_id integer NOT NULL REFERENCES leak_imports (id) ON DELETE CASCADE,
  -- Records are told twice: sorted by the domain of the mail address, and by that of the login site.
  sorted_by text NOT NULL CHECK (sorted_by IN ('mail', 'site')),
  run integer NOT NULL,
  -- Labels of the last record's domain from the top-level domain down, each with a zero byte behind it.
  last_key bytea NOT NULL,
  -- Place in the run: blocks of a large domain have the same key.
  position integer NOT NULL,
  records integer NOT NULL,
  -- Bloom filter of the domains in it: see src/engines/leak-corpus/key-filter.ts.
  filter bytea NOT NULL,
  block bytea NOT NULL,
  PRIMARY KEY (import_id, sorted_by, run, last_key, position)
);
-- It is compressed already.
ALTER TABLE leak_blocks ALTER COLUMN block SET STORAGE EXTERNAL;
