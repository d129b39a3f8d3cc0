-- Programs of schema version 33 run on this.
-- A passkey signs an administrator in on the portal domain that it was made for, and on no other.
CREATE TABLE passkeys (
  partner_id uuid NOT NULL,
  id uuid NOT NULL,
  administrator_id uuid NOT NULL,
  -- No foreign key: a passkey of a portal domain that is gone still keeps the password alone from being enough.
  portal_domain text NOT NULL,
  name text NOT NULL,
  credential_id bytea NOT NULL,
  -- COSE.
  public_key bytea NOT NULL,
  -- Signatures that the authenticator has told of; 0: it does not count.
  signatures bigint NOT NULL,
  transports text[] NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz,
  PRIMARY KEY (partner_id, id),
  UNIQUE (partner_id, credential_id),
  FOREIGN KEY (partner_id, administrator_id) REFERENCES administrators (partner_id, id) ON DELETE CASCADE
);
CREATE INDEX passkeys_by_administrator ON passkeys (partner_id, administrator_id);

-- What a passkey has to sign, once.
CREATE TABLE passkey_challenges (
  partner_id uuid NOT NULL REFERENCES partners (id) ON DELETE CASCADE,
  id uuid NOT NULL,
  hash bytea NOT NULL,
  purpose text NOT NULL CHECK (purpose IN ('registration', 'second_factor', 'sign_in')),
  -- Null: whoever signs in.
  administrator_id uuid,
  portal_domain text NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (partner_id, id),
  UNIQUE (partner_id, hash),
  FOREIGN KEY (partner_id, administrator_id) REFERENCES administrators (partner_id, id) ON DELETE CASCADE,
  CHECK ((purpose = 'sign_in') = (administrator_id IS NULL))
);
CREATE INDEX passkey_challenges_by_administrator ON passkey_challenges (partner_id, administrator_id) WHERE administrator_id IS NOT NULL;
CREATE INDEX passkey_challenges_expires_at ON passkey_challenges (expires_at);

-- Whether administrators must have a second factor: by the partner's own will, or by the operator's, which the partner cannot lift.
ALTER TABLE partners ADD COLUMN second_factor_required boolean NOT NULL DEFAULT false;
ALTER TABLE partners ADD COLUMN second_factor_required_by_operator boolean NOT NULL DEFAULT false;
