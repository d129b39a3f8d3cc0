-- Roles of a partner's people, invitations and password resets by mail, and what API keys were answered lately.

-- What a person may do. Who had access before could do everything, and what the previous release still adds can, too.
ALTER TABLE administrators ADD COLUMN role text NOT NULL DEFAULT 'owner' CHECK (role IN ('owner', 'manager', 'support'));

-- People who were asked by mail to join. The row goes when they do, or when it is taken back.
CREATE TABLE administrator_invitations (
  partner_id uuid NOT NULL REFERENCES partners (id) ON DELETE CASCADE,
  id uuid NOT NULL,
  email text NOT NULL CHECK (email = lower(email)),
  role text NOT NULL CHECK (role IN ('owner', 'manager', 'support')),
  -- Who asked last. No foreign key: an invitation outlives the access of whoever sent it.
  invited_by uuid,
  -- Of the token in the link that was mailed last.
  hash bytea NOT NULL UNIQUE,
  created_at timestamptz NOT NULL,
  sent_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (partner_id, id),
  UNIQUE (partner_id, email)
);
CREATE INDEX administrator_invitations_expires_at ON administrator_invitations (expires_at);

-- Links by which another password can be chosen. Whoever asks is not told whether the address is anybody's, so there are rows
-- of addresses that nobody has.
CREATE TABLE password_resets (
  partner_id uuid NOT NULL REFERENCES partners (id) ON DELETE CASCADE,
  id uuid NOT NULL,
  email text NOT NULL CHECK (email = lower(email)),
  -- Of the token in the link.
  hash bytea NOT NULL UNIQUE,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (partner_id, id)
);
CREATE INDEX password_resets_by_email ON password_resets (partner_id, email);
CREATE INDEX password_resets_expires_at ON password_resets (expires_at);

-- The latest requests of each API key, without anything that was sent in them but ids. Written in batches behind the answers.
CREATE TABLE api_requests (
  partner_id uuid NOT NULL REFERENCES partners (id) ON DELETE CASCADE,
  id uuid NOT NULL,
  -- No foreign key: a key that goes meanwhile must not fail the batch.
  key_id uuid NOT NULL,
  at timestamptz NOT NULL,
  method text NOT NULL,
  -- With ids, and without other values: those are `…`.
  path text NOT NULL,
  status integer NOT NULL,
  duration_ms double precision NOT NULL,
  request_id text NOT NULL,
  sandbox boolean NOT NULL,
  -- Of an answer that is an error.
  error_code text,
  -- What the request was made of and what the error said.
  details jsonb NOT NULL,
  PRIMARY KEY (partner_id, id)
);
CREATE INDEX api_requests_by_key ON api_requests (partner_id, key_id, id);
CREATE INDEX api_requests_at ON api_requests (at);
