-- What is never scanned, how often an address is scanned whatever becomes of its endpoint, and how many addresses may be added.

-- Networks that the operator excludes from scanning: the installation's, not a partner's. Kept when they are removed.
CREATE TABLE scan_exclusions (
  id uuid PRIMARY KEY,
  network cidr NOT NULL,
  reason text NOT NULL,
  added_by text NOT NULL,
  added_at timestamptz NOT NULL,
  -- Null: in force.
  removed_by text,
  removed_at timestamptz,
  CHECK ((removed_by IS NULL) = (removed_at IS NULL))
);
CREATE UNIQUE INDEX scan_exclusions_in_force ON scan_exclusions (network) WHERE removed_at IS NULL;

-- What next_scan_at was when the last scan began: an endpoint that comes back from a pause or termination is not due before.
ALTER TABLE endpoints ADD COLUMN scan_not_before timestamptz;

ALTER TABLE partners
  -- Whether its customers may add servers themselves: not at all, what they pay for, or as the billing system may.
  ADD COLUMN customer_additions text NOT NULL DEFAULT 'within_capacity'
    CHECK (customer_additions IN ('off', 'within_capacity', 'on')),
  -- Null: the installation's ceiling.
  ADD COLUMN new_addresses_per_day integer CHECK (new_addresses_per_day >= 0);

-- New addresses of the last day (UTC) that had any.
CREATE TABLE address_additions (
  partner_id uuid NOT NULL REFERENCES partners (id) ON DELETE CASCADE,
  -- Whose session added them. Null: all of the partner's, however they were added.
  customer_id uuid,
  day date NOT NULL,
  added integer NOT NULL,
  FOREIGN KEY (partner_id, customer_id) REFERENCES customers (partner_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX address_additions_identity ON address_additions (partner_id, customer_id) NULLS NOT DISTINCT;
