-- The portal and its mail under the partner's own name.

ALTER TABLE brandings
  ADD COLUMN product_name text,
  -- Beside a logo that has the name in it.
  ADD COLUMN hide_name boolean NOT NULL DEFAULT false,
  ADD COLUMN imprint_url text,
  ADD COLUMN privacy_url text,
  ADD COLUMN terms_url text,
  -- Where a customer orders more.
  ADD COLUMN order_url text,
  -- Addresses of images carry their hashes, so that browsers keep an image until there is another one.
  ADD COLUMN logo_hash text GENERATED ALWAYS AS (encode(sha256(logo), 'hex')) STORED,
  ADD COLUMN dark_logo bytea,
  ADD COLUMN dark_logo_type text
    CONSTRAINT brandings_dark_logo_type_known CHECK (dark_logo_type IN ('image/png', 'image/jpeg', 'image/webp', 'image/svg+xml')),
  ADD COLUMN dark_logo_hash text GENERATED ALWAYS AS (encode(sha256(dark_logo), 'hex')) STORED,
  ADD COLUMN favicon bytea,
  ADD COLUMN favicon_type text
    CONSTRAINT brandings_favicon_type_known
    CHECK (favicon_type IN ('image/png', 'image/jpeg', 'image/webp', 'image/svg+xml', 'image/x-icon')),
  ADD COLUMN favicon_hash text GENERATED ALWAYS AS (encode(sha256(favicon), 'hex')) STORED,
  ADD CONSTRAINT brandings_dark_logo_typed CHECK ((dark_logo IS NULL) = (dark_logo_type IS NULL)),
  ADD CONSTRAINT brandings_favicon_typed CHECK ((favicon IS NULL) = (favicon_type IS NULL));

-- What was found when it was last looked whether the name leads here and has a good certificate; null: never looked.
ALTER TABLE portal_domains
  ADD COLUMN reach jsonb,
  ADD COLUMN reach_checked_at timestamptz;

-- The address that a partner's mail comes from, once its domain's records allow it; without a row, or before, the operator's.
CREATE TABLE mail_senders (
  partner_id uuid NOT NULL UNIQUE REFERENCES partners (id) ON DELETE CASCADE,
  id uuid NOT NULL,
  address text NOT NULL,
  dkim_selector text NOT NULL,
  -- Base64 of the DER form, as the DNS record has it.
  dkim_public_key text NOT NULL,
  -- PKCS#8 PEM, sealed.
  dkim_private_key bytea NOT NULL,
  -- Only a verified one is used. What is failing was verified until one of its records was gone.
  status text NOT NULL CHECK (status IN ('pending', 'verified', 'failing')),
  -- What the last look at the records of SPF, DKIM and DMARC found; null: never looked.
  checks jsonb,
  created_at timestamptz NOT NULL,
  verified_at timestamptz,
  checked_at timestamptz,
  -- When they are looked up again; null: only when somebody asks for it.
  next_check_at timestamptz,
  PRIMARY KEY (partner_id, id)
);
CREATE INDEX mail_senders_check_due ON mail_senders (next_check_at) WHERE next_check_at IS NOT NULL;
