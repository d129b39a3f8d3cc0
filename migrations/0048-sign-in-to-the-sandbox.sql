-- Programs of schema version 33 run on this.
-- Customers of a sandbox sign in on a portal domain of the account. Keys lead to rows of the same partner, and a sandbox has no portal
-- domain: its sign-ins name the account's without a key, and every look at them checks that it serves.

ALTER TABLE sign_in_tokens
  ALTER COLUMN portal_domain_id DROP NOT NULL,
  ADD COLUMN account_portal_domain_id uuid,
  ADD CONSTRAINT sign_in_tokens_on_one_portal_domain CHECK (num_nonnulls(portal_domain_id, account_portal_domain_id) = 1);
ALTER TABLE sessions
  ALTER COLUMN portal_domain_id DROP NOT NULL,
  ADD COLUMN account_portal_domain_id uuid,
  ADD CONSTRAINT sessions_on_one_portal_domain CHECK (num_nonnulls(portal_domain_id, account_portal_domain_id) = 1);

-- A sandbox has the prices of its account; what it was told itself is asked for no more.
DELETE FROM prices USING partners WHERE partners.id = prices.partner_id AND partners.sandbox_of IS NOT NULL;
