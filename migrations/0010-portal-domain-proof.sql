-- A portal domain serves once its control is proved. Before that several partners may claim it; who proves it first has it.

ALTER TABLE portal_domains
  -- Only a verified one answers. What has lapsed was verified until its record was gone for days.
  ADD COLUMN status text NOT NULL DEFAULT 'verified' CHECK (status IN ('pending', 'verified', 'lapsed')),
  -- Who says that the partner controls it. What the operator vouches for is not looked up again.
  ADD COLUMN verified_by text DEFAULT 'operator' CHECK (verified_by IN ('operator', 'dns')),
  ADD COLUMN verified_at timestamptz,
  -- When the records were last looked up; null: never.
  ADD COLUMN checked_at timestamptz,
  -- When they are looked up again; null: only when somebody asks for it.
  ADD COLUMN next_check_at timestamptz,
  -- Since when, and how often in a row, they were missing.
  ADD COLUMN missing_since timestamptz,
  ADD COLUMN misses integer NOT NULL DEFAULT 0;

-- Those that serve already go on: they were set up under the operator's eyes.
UPDATE portal_domains SET verified_at = created_at;

ALTER TABLE portal_domains
  ALTER COLUMN status DROP DEFAULT,
  ALTER COLUMN verified_by DROP DEFAULT,
  ADD CONSTRAINT portal_domains_verified_check
    CHECK ((status = 'verified') = (verified_at IS NOT NULL) AND (status = 'verified') = (verified_by IS NOT NULL)),
  DROP CONSTRAINT portal_domains_domain_key,
  ADD CONSTRAINT portal_domains_partner_id_domain_key UNIQUE (partner_id, domain);

CREATE UNIQUE INDEX portal_domains_serving ON portal_domains (domain) WHERE status = 'verified';
CREATE INDEX portal_domains_check_due ON portal_domains (next_check_at) WHERE next_check_at IS NOT NULL;
