-- Sign-in of customers by one-time tokens, their sessions, and the sandbox world of an account.

-- A sandbox is a partner of its own that belongs to a real one: every rule, key and query is the same, and nothing can cross over.
ALTER TABLE partners ADD COLUMN sandbox_of uuid UNIQUE REFERENCES partners (id) ON DELETE CASCADE;
ALTER TABLE partners ADD COLUMN sandbox_enabled boolean NOT NULL DEFAULT false CHECK (NOT sandbox_enabled OR sandbox_of IS NULL);

-- What scans of a sandbox find: for one endpoint, or without one for all the others.
CREATE TABLE sandbox_scenarios (
  partner_id uuid NOT NULL REFERENCES partners (id) ON DELETE CASCADE,
  endpoint_id uuid,
  scenario text NOT NULL CHECK (scenario IN ('clean', 'warnings', 'critical')),
  updated_at timestamptz NOT NULL,
  UNIQUE NULLS NOT DISTINCT (partner_id, endpoint_id),
  FOREIGN KEY (partner_id, endpoint_id) REFERENCES endpoints (partner_id, id) ON DELETE CASCADE
);

CREATE TABLE sign_in_tokens (
  partner_id uuid NOT NULL,
  id uuid NOT NULL,
  portal_domain_id uuid NOT NULL,
  customer_id uuid NOT NULL,
  hash bytea NOT NULL UNIQUE,
  -- A path on the portal.
  redirect_path text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  redeemed_at timestamptz,
  PRIMARY KEY (partner_id, id),
  FOREIGN KEY (partner_id, portal_domain_id) REFERENCES portal_domains (partner_id, id) ON DELETE CASCADE,
  FOREIGN KEY (partner_id, customer_id) REFERENCES customers (partner_id, id) ON DELETE CASCADE
);
CREATE INDEX sign_in_tokens_expires_at ON sign_in_tokens (expires_at);

CREATE TABLE sessions (
  partner_id uuid NOT NULL,
  id uuid NOT NULL,
  portal_domain_id uuid NOT NULL,
  customer_id uuid NOT NULL,
  hash bytea NOT NULL UNIQUE,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (partner_id, id),
  FOREIGN KEY (partner_id, portal_domain_id) REFERENCES portal_domains (partner_id, id) ON DELETE CASCADE,
  FOREIGN KEY (partner_id, customer_id) REFERENCES customers (partner_id, id) ON DELETE CASCADE
);
CREATE INDEX sessions_expires_at ON sessions (expires_at);
