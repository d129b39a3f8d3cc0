-- The portal: a partner's own people who sign in by password, sessions of both kinds, and how the portal looks.

CREATE TABLE administrators (
  partner_id uuid NOT NULL REFERENCES partners (id) ON DELETE CASCADE,
  id uuid NOT NULL,
  -- Lower case: how it is typed makes no difference.
  email text NOT NULL CHECK (email = lower(email)),
  name text,
  -- Argon2id in PHC notation.
  password_hash text NOT NULL,
  -- The key of the second factor, sealed; null until it is set up. It counts from its confirmation on.
  totp_key bytea,
  totp_confirmed_at timestamptz,
  -- The time step of the last code that was accepted: none is accepted twice.
  totp_last_step bigint,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  last_signed_in_at timestamptz,
  PRIMARY KEY (partner_id, id),
  UNIQUE (partner_id, email),
  CHECK (totp_confirmed_at IS NULL OR totp_key IS NOT NULL)
);

ALTER TABLE sessions ALTER COLUMN customer_id DROP NOT NULL;
ALTER TABLE sessions ADD COLUMN administrator_id uuid;
-- What the browser said of itself, for the list of sessions.
ALTER TABLE sessions ADD COLUMN user_agent text;
ALTER TABLE sessions ADD COLUMN last_used_at timestamptz;
ALTER TABLE sessions ADD CONSTRAINT sessions_administrator_fkey
  FOREIGN KEY (partner_id, administrator_id) REFERENCES administrators (partner_id, id) ON DELETE CASCADE;
ALTER TABLE sessions ADD CONSTRAINT sessions_of_one CHECK (num_nonnulls(customer_id, administrator_id) = 1);
CREATE INDEX sessions_by_administrator ON sessions (partner_id, administrator_id) WHERE administrator_id IS NOT NULL;

ALTER TABLE audit_entries DROP CONSTRAINT audit_entries_actor_kind_check;
ALTER TABLE audit_entries ADD CONSTRAINT audit_entries_actor_kind_check
  CHECK (actor_kind IN ('api_key', 'administrator', 'customer', 'operator', 'system'));

CREATE INDEX audit_entries_by_customer ON audit_entries (partner_id, customer_id, id) WHERE customer_id IS NOT NULL;

-- How the portal looks. No row: the partner's name, without a logo, in the default colour.
CREATE TABLE brandings (
  partner_id uuid PRIMARY KEY REFERENCES partners (id) ON DELETE CASCADE,
  display_name text,
  -- #rrggbb
  accent_colour text CHECK (accent_colour ~ '^#[0-9a-f]{6}$'),
  support_url text,
  support_email text,
  logo bytea,
  logo_type text CHECK (logo_type IN ('image/png', 'image/jpeg', 'image/webp', 'image/svg+xml')),
  updated_at timestamptz NOT NULL,
  CHECK ((logo IS NULL) = (logo_type IS NULL))
);
