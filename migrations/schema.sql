-- What a fresh database looks like after all migrations, as one readable whole. No program runs this file: a test keeps it
-- and the migrations equal.
--
-- Every key of a partner's data starts with partner_id: one partner's row cannot point at another's, and the tables can be
-- sharded by it.

CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- == Partners and their keys ==

CREATE TABLE partners (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  status text NOT NULL CHECK (status IN ('active', 'suspended')),
  -- The partner that evaluation mode makes on the first start; it gives its portal domains up to a real partner.
  evaluation boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- A sandbox is a partner of its own that belongs to a real one: every rule, key and query is the same, and nothing can cross over.
  sandbox_of uuid UNIQUE REFERENCES partners (id) ON DELETE CASCADE,
  sandbox_enabled boolean NOT NULL DEFAULT false CHECK (NOT sandbox_enabled OR sandbox_of IS NULL),
  -- Whether its customers may add servers themselves: not at all, what they pay for, or as the billing system may.
  customer_additions text NOT NULL DEFAULT 'within_capacity' CHECK (customer_additions IN ('off', 'within_capacity', 'on')),
  -- Null: the installation's ceiling.
  new_addresses_per_day integer CHECK (new_addresses_per_day >= 0),
  -- Whether administrators must have a second factor: by the partner's own will, or by the operator's, which the partner cannot lift.
  second_factor_required boolean NOT NULL DEFAULT false,
  second_factor_required_by_operator boolean NOT NULL DEFAULT false,
  -- Whether its customers get a mail each week in which they heard nothing else.
  weekly_summaries boolean NOT NULL DEFAULT true
);

-- A portal domain serves once its control is proved. Before that several partners may claim it; who proves it first has it.
CREATE TABLE portal_domains (
  partner_id uuid NOT NULL REFERENCES partners (id) ON DELETE CASCADE,
  id uuid NOT NULL,
  domain text NOT NULL,
  created_at timestamptz NOT NULL,
  -- Only a verified one answers. What has lapsed was verified until its record was gone for days.
  status text NOT NULL CHECK (status IN ('pending', 'verified', 'lapsed')),
  -- Who says that the partner controls it. What the operator vouches for is not looked up again.
  verified_by text CHECK (verified_by IN ('operator', 'dns')),
  verified_at timestamptz,
  -- When the records were last looked up; null: never.
  checked_at timestamptz,
  -- When they are looked up again; null: only when somebody asks for it.
  next_check_at timestamptz,
  -- Since when, and how often in a row, they were missing.
  missing_since timestamptz,
  misses integer NOT NULL DEFAULT 0,
  -- What was found when it was last looked whether the name leads here and has a good certificate; null: never looked.
  reach jsonb,
  reach_checked_at timestamptz,
  -- Since when they prove another account, which ends it within hours; null: they do not.
  contested_since timestamptz,
  PRIMARY KEY (partner_id, id),
  UNIQUE (partner_id, domain),
  CONSTRAINT portal_domains_verified_check
    CHECK ((status = 'verified') = (verified_at IS NOT NULL) AND (status = 'verified') = (verified_by IS NOT NULL))
);
CREATE UNIQUE INDEX portal_domains_serving ON portal_domains (domain) WHERE status = 'verified';
CREATE INDEX portal_domains_check_due ON portal_domains (next_check_at) WHERE next_check_at IS NOT NULL;

CREATE TABLE api_keys (
  partner_id uuid NOT NULL REFERENCES partners (id) ON DELETE CASCADE,
  id uuid NOT NULL,
  portal_domain_id uuid NOT NULL,
  name text NOT NULL,
  -- What may be shown of the key, to tell it from others.
  prefix text NOT NULL,
  hash bytea NOT NULL UNIQUE,
  created_at timestamptz NOT NULL,
  -- Null: valid until revoked. A rotation sets it to the end of the overlap.
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  -- A key of the sandbox is in no other world.
  world text NOT NULL DEFAULT 'live' CHECK (world IN ('live', 'sandbox')),
  PRIMARY KEY (partner_id, id),
  FOREIGN KEY (partner_id, portal_domain_id) REFERENCES portal_domains (partner_id, id) ON DELETE CASCADE
);

-- == Customers, what they pay for, and what it costs ==

CREATE TABLE customers (
  partner_id uuid NOT NULL REFERENCES partners (id) ON DELETE CASCADE,
  id uuid NOT NULL,
  -- The billing system's client id.
  billing_customer_id bigint NOT NULL,
  name text,
  email text,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- In which the customer reads (BCP 47); null: the browser's, and in mails the partner's.
  language text CONSTRAINT customers_language_tag CHECK (language ~ '^[A-Za-z0-9-]{2,35}$'),
  -- When its next weekly summary is made. The epoch: that was never planned.
  weekly_summary_due_at timestamptz NOT NULL DEFAULT 'epoch',
  PRIMARY KEY (partner_id, id),
  UNIQUE (partner_id, billing_customer_id)
);
CREATE INDEX customers_weekly_summary_due ON customers (weekly_summary_due_at);

CREATE TABLE services (
  partner_id uuid NOT NULL,
  id uuid NOT NULL,
  customer_id uuid NOT NULL,
  -- The billing system's service id.
  billing_service_id bigint NOT NULL,
  product_slug text,
  plan_slug text,
  mrr numeric(6, 2),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (partner_id, id),
  UNIQUE (partner_id, customer_id, billing_service_id),
  FOREIGN KEY (partner_id, customer_id) REFERENCES customers (partner_id, id) ON DELETE CASCADE
);
-- In the order of a billing system.
CREATE INDEX services_by_number ON services (partner_id, billing_service_id, id);

-- A partner's own plans; a slug without a row falls back to the default catalogue.
CREATE TABLE plans (
  partner_id uuid NOT NULL REFERENCES partners (id) ON DELETE CASCADE,
  product_slug text NOT NULL,
  plan_slug text NOT NULL,
  -- Endpoints that the plan pays for.
  capacity integer NOT NULL CHECK (capacity > 0),
  -- Null: the installation's interval.
  scan_interval_seconds integer CHECK (scan_interval_seconds >= 60),
  -- top-1000, full, or ranges such as 22,80,8000-8010
  ports text NOT NULL DEFAULT 'top-1000',
  updated_at timestamptz NOT NULL,
  protocols text NOT NULL DEFAULT 'tcp' CHECK (protocols IN ('tcp', 'tcp+udp')),
  -- Null: the installation's ceiling per target.
  max_packets_per_second integer CHECK (max_packets_per_second > 0),
  -- From where: the first one scans, the others look again. Empty: any worker scans.
  vantage_points text[] NOT NULL DEFAULT '{}',
  PRIMARY KEY (partner_id, product_slug, plan_slug)
);

CREATE TABLE subscriptions (
  partner_id uuid NOT NULL,
  id uuid NOT NULL,
  customer_id uuid NOT NULL,
  service_id uuid NOT NULL,
  product_slug text NOT NULL CHECK (product_slug IN ('port_monitoring', 'domain_monitoring')),
  -- Per-plan products have a plan, per-unit products a quantity.
  plan_slug text,
  quantity integer CHECK (quantity BETWEEN 1 AND 10000),
  status text NOT NULL CHECK (status IN ('active', 'suspended', 'cancelled')),
  mrr numeric(6, 2),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (partner_id, id),
  UNIQUE (partner_id, service_id, product_slug),
  FOREIGN KEY (partner_id, customer_id) REFERENCES customers (partner_id, id) ON DELETE CASCADE,
  FOREIGN KEY (partner_id, service_id) REFERENCES services (partner_id, id) ON DELETE CASCADE,
  CHECK ((product_slug = 'port_monitoring') = (plan_slug IS NOT NULL)),
  CHECK ((product_slug = 'domain_monitoring') = (quantity IS NOT NULL))
);
CREATE INDEX subscriptions_by_customer ON subscriptions (partner_id, customer_id);
CREATE INDEX subscriptions_newest ON subscriptions (partner_id, created_at DESC, id DESC);

-- Times during which a subscription had one state, plan, quantity and price: what a bill is pro-rated by.
CREATE TABLE pro_rata_windows (
  partner_id uuid NOT NULL,
  id uuid NOT NULL,
  subscription_id uuid NOT NULL,
  state text NOT NULL CHECK (state IN ('active', 'suspended', 'cancelled')),
  plan_slug text,
  quantity integer,
  mrr numeric(6, 2),
  started_at timestamptz NOT NULL,
  ended_at timestamptz CHECK (ended_at >= started_at),
  PRIMARY KEY (partner_id, id),
  FOREIGN KEY (partner_id, subscription_id) REFERENCES subscriptions (partner_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX pro_rata_windows_open ON pro_rata_windows (partner_id, subscription_id) WHERE ended_at IS NULL;
CREATE INDEX pro_rata_windows_by_subscription ON pro_rata_windows (partner_id, subscription_id, started_at);

-- How many resources a customer that never had a subscription to a product may have. No row: any number.
CREATE TABLE unsubscribed_caps (
  partner_id uuid NOT NULL REFERENCES partners (id) ON DELETE CASCADE,
  product_slug text NOT NULL CHECK (product_slug IN ('port_monitoring', 'domain_monitoring')),
  capacity integer NOT NULL CHECK (capacity >= 0),
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (partner_id, product_slug)
);

-- Retail prices that a partner's billing system tells us.
CREATE TABLE prices (
  partner_id uuid NOT NULL REFERENCES partners (id) ON DELETE CASCADE,
  id uuid NOT NULL,
  product_slug text NOT NULL,
  plan_slug text,
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  billing_cycle text NOT NULL CHECK (billing_cycle IN ('monthly', 'quarterly', 'semiannually', 'annually', 'biennially', 'triennially')),
  amount numeric(8, 2) NOT NULL CHECK (amount >= 0),
  setup_fee numeric(8, 2) CHECK (setup_fee >= 0),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (partner_id, id)
);
CREATE UNIQUE INDEX prices_identity ON prices (partner_id, product_slug, plan_slug, currency, billing_cycle) NULLS NOT DISTINCT;

-- == Endpoints, their scans, and what the scans saw ==

CREATE TABLE endpoints (
  partner_id uuid NOT NULL,
  id uuid NOT NULL,
  customer_id uuid NOT NULL,
  service_id uuid,
  -- A single canonical address, never a network.
  ip_address inet NOT NULL CHECK (masklen(ip_address) = CASE family(ip_address) WHEN 4 THEN 32 ELSE 128 END),
  hostname text NOT NULL,
  nickname text NOT NULL,
  platform text,
  status text NOT NULL CHECK (status IN ('active', 'paused', 'terminated')),
  -- Paused by the platform because paid capacity does not cover it.
  quota_paused boolean NOT NULL DEFAULT false CHECK (NOT quota_paused OR status = 'paused'),
  -- Null: paused, terminated, or an address that the scan policy excludes.
  next_scan_at timestamptz,
  last_scan_at timestamptz,
  -- The scan that is pending or running: at most one.
  current_scan_id uuid,
  -- The last two completed scans: new_ports and closed_ports compare them.
  last_scan_id uuid,
  previous_scan_id uuid,
  -- When the last manual scan was queued: the cooldown counts from here.
  manual_scan_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  terminated_at timestamptz,
  -- Why nothing can be said of its ports. Null: nothing stands in the way.
  condition text CHECK (condition IN ('unreachable', 'answers_everything')),
  condition_since timestamptz,
  -- What next_scan_at was when the last scan began: an endpoint that comes back from a pause or termination is not due before.
  scan_not_before timestamptz,
  PRIMARY KEY (partner_id, id),
  UNIQUE (partner_id, customer_id, ip_address),
  FOREIGN KEY (partner_id, customer_id) REFERENCES customers (partner_id, id) ON DELETE CASCADE,
  FOREIGN KEY (partner_id, service_id) REFERENCES services (partner_id, id),
  CHECK ((status = 'terminated') = (terminated_at IS NOT NULL)),
  CHECK (status = 'active' OR next_scan_at IS NULL),
  CHECK ((condition IS NULL) = (condition_since IS NULL))
) WITH (fillfactor = 80);
CREATE INDEX endpoints_by_status ON endpoints (partner_id, status, created_at, id);
CREATE INDEX endpoints_by_customer_and_status ON endpoints (partner_id, customer_id, status, created_at, id);
CREATE INDEX endpoints_by_service ON endpoints (partner_id, service_id) WHERE service_id IS NOT NULL;
-- What a search looks through; the line breaks keep a match within one of the three.
CREATE INDEX endpoints_search ON endpoints
  USING gin (lower(host(ip_address) || E'\n' || hostname || E'\n' || nickname) gin_trgm_ops);
-- Nothing that a scan changes when it begins and ends is in an index, which would be written with each scan once more; the room for the
-- new versions of rows is in their pages.
CREATE INDEX endpoints_due ON endpoints (next_scan_at) WHERE next_scan_at IS NOT NULL;
-- For the schedule's upkeep over all partners: those that a changed policy may let in again.
CREATE INDEX endpoints_unscheduled ON endpoints (id) WHERE status = 'active' AND next_scan_at IS NULL;
-- Those of a customer, counted for its pages.
CREATE INDEX endpoints_of_customer_unscheduled ON endpoints (partner_id, customer_id) WHERE status = 'active' AND next_scan_at IS NULL;

-- New addresses of the last day (UTC) that had any.
CREATE TABLE address_additions (
  partner_id uuid NOT NULL REFERENCES partners (id) ON DELETE CASCADE,
  -- Whose session added them. Null: all of the partner's, by programs that know no shares.
  customer_id uuid,
  day date NOT NULL,
  added integer NOT NULL,
  FOREIGN KEY (partner_id, customer_id) REFERENCES customers (partner_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX address_additions_identity ON address_additions (partner_id, customer_id) NULLS NOT DISTINCT;

-- All of a partner's, in shares of which each addition takes any: additions at once do not wait for one another.
CREATE TABLE address_addition_shares (
  partner_id uuid NOT NULL REFERENCES partners (id) ON DELETE CASCADE,
  share smallint NOT NULL,
  day date NOT NULL,
  added integer NOT NULL,
  PRIMARY KEY (partner_id, share)
);

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

-- One row per scan that is under way, ended without a result, or completed within hours. UUIDv7 ids are ordered by time, so partitions by
-- id are partitions by month: old scans are dropped, not deleted.
CREATE TABLE scans (
  partner_id uuid NOT NULL,
  id uuid NOT NULL,
  endpoint_id uuid NOT NULL,
  trigger text NOT NULL CHECK (trigger IN ('scheduled', 'manual')),
  status text NOT NULL CHECK (status IN ('pending', 'running', 'completed', 'failed', 'cancelled')),
  created_at timestamptz NOT NULL,
  started_at timestamptz,
  finished_at timestamptz,
  duration_ms integer,
  engine text,
  ports_requested integer,
  -- Of a scan that failed: it is partial. Null: nothing is known of any port.
  ports_covered integer,
  host_answered boolean,
  open_ports_count integer,
  error text,
  -- What it looked at: top-1000, full or ranges, and how many ports. Null: it has no result, or was made before this was kept.
  port_set text,
  tcp_ports integer,
  udp_ports integer,
  PRIMARY KEY (partner_id, id)
) PARTITION BY RANGE (id);
CREATE INDEX scans_by_endpoint ON scans (partner_id, endpoint_id, id DESC);

-- Completed scans of customers, hours after they were queued, when nothing changes them any more: no nulls as a rule, and columns in the
-- order of their widths, so that a row takes 116 bytes. When it was queued is the time in its id. An endpoint has one partner, and that is
-- what the index goes by; a single scan is found by the time in its id, in the order of which rows are put here.
CREATE TABLE archived_scans (
  partner_id uuid NOT NULL,
  endpoint_id uuid NOT NULL,
  id uuid NOT NULL,
  -- From when it was queued to when it was started, and from then to when it ended.
  waited_ms integer NOT NULL,
  took_ms integer NOT NULL,
  duration_ms integer,
  ports_requested integer,
  ports_covered integer,
  open_ports_count integer,
  tcp_ports integer,
  udp_ports integer,
  is_manual boolean NOT NULL,
  host_answered boolean,
  -- The first letter of what scans say.
  port_set "char",
  engine text
) PARTITION BY RANGE (id);
CREATE INDEX archived_scans_by_endpoint ON archived_scans (endpoint_id, id DESC);
CREATE INDEX archived_scans_by_id ON archived_scans USING brin (id) WITH (pages_per_range = 32, autosummarize = on);

-- Scans of any age.
CREATE VIEW scan_history AS
  SELECT partner_id, id, endpoint_id, trigger, status, created_at, started_at, finished_at, duration_ms, engine, ports_requested,
    ports_covered, host_answered, open_ports_count, error, port_set, tcp_ports, udp_ports
  FROM scans
  UNION ALL
  SELECT partner_id, id, endpoint_id, CASE WHEN is_manual THEN 'manual' ELSE 'scheduled' END, 'completed',
    to_timestamp(queued_ms / 1000.0), to_timestamp((queued_ms + waited_ms) / 1000.0),
    to_timestamp((queued_ms + waited_ms + took_ms) / 1000.0),
    duration_ms, engine, ports_requested, ports_covered, host_answered, open_ports_count, NULL,
    CASE port_set WHEN 't' THEN 'top-1000' WHEN 'f' THEN 'full' WHEN 'r' THEN 'ranges' END, tcp_ports, udp_ports
  FROM (SELECT *, ('x' || substr(translate(id::text, '-', ''), 1, 12))::bit(48)::bigint AS queued_ms FROM archived_scans) AS archived;

-- What scans saw, as open intervals: a port that stays open with the same service costs nothing, whatever the number of scans.
CREATE TABLE observations (
  partner_id uuid NOT NULL,
  id uuid NOT NULL,
  endpoint_id uuid NOT NULL,
  protocol text NOT NULL CHECK (protocol IN ('tcp', 'udp')),
  port integer NOT NULL CHECK (port BETWEEN 1 AND 65535),
  -- ServiceIdentity as it was when the interval began.
  identity jsonb NOT NULL,
  opened_scan_id uuid NOT NULL,
  opened_at timestamptz NOT NULL,
  closed_scan_id uuid,
  closed_at timestamptz,
  -- The scan in which the open port first stayed silent: it counts as closed when the next scan finds it silent too.
  silent_since_scan_id uuid,
  -- The last scan that saw the port open though it is partial, and so no look that tells when the others were seen.
  heard_scan_id uuid,
  PRIMARY KEY (partner_id, id),
  FOREIGN KEY (partner_id, endpoint_id) REFERENCES endpoints (partner_id, id) ON DELETE CASCADE,
  CHECK ((closed_scan_id IS NULL) = (closed_at IS NULL))
);
CREATE UNIQUE INDEX observations_open ON observations (partner_id, endpoint_id, protocol, port) WHERE closed_at IS NULL;
CREATE INDEX observations_closed ON observations (partner_id, endpoint_id, closed_scan_id) WHERE closed_at IS NOT NULL;
CREATE INDEX observations_closed_at ON observations (closed_at) WHERE closed_at IS NOT NULL;

-- How servers look from other places than where their scans are done.
CREATE TABLE vantage_views (
  partner_id uuid NOT NULL,
  endpoint_id uuid NOT NULL,
  vantage_point text NOT NULL,
  -- The scan whose findings it is compared with.
  scan_id uuid NOT NULL,
  seen_at timestamptz NOT NULL,
  -- False: nothing came back from the host.
  host_answered boolean NOT NULL,
  -- Open from there, and not found open by the scan; the other way round. As port/protocol.
  only_there text[] NOT NULL,
  not_there text[] NOT NULL,
  PRIMARY KEY (partner_id, endpoint_id, vantage_point),
  FOREIGN KEY (partner_id, endpoint_id) REFERENCES endpoints (partner_id, id) ON DELETE CASCADE
);

-- == Domains, the scans that look for their leaks, what was found, and alerts ==

CREATE TYPE severity AS ENUM ('low', 'medium', 'high', 'critical');

CREATE TABLE monitored_domains (
  partner_id uuid NOT NULL,
  id uuid NOT NULL,
  customer_id uuid NOT NULL,
  service_id uuid NOT NULL,
  -- Lower-case LDH labels, as in DNS.
  domain text NOT NULL CHECK (length(domain) <= 253 AND domain = lower(domain)),
  status text NOT NULL CHECK (status IN ('active', 'paused', 'terminated')),
  quota_paused boolean NOT NULL DEFAULT false CHECK (NOT quota_paused OR status = 'paused'),
  -- Null unless active.
  next_scan_at timestamptz,
  last_scan_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  terminated_at timestamptz,
  -- Given up for good: the record is no longer found, and its name may be monitored anew.
  released_at timestamptz,
  -- The scan that is pending or running: at most one.
  current_scan_id uuid,
  -- Sources that are asked again before the next scan is due: they failed, or have new data. Empty: none.
  retry_sources text[] NOT NULL DEFAULT '{}',
  retry_at timestamptz,
  -- Times in a row that a scan ended with a source that failed: the longer, the later it is asked again.
  failed_attempts integer NOT NULL DEFAULT 0,
  findings_count integer NOT NULL DEFAULT 0,
  -- When control of the domain was proved by its TXT record; null: not proved, so identities are masked.
  verified_at timestamptz,
  verification_checked_at timestamptz,
  -- When the record is looked up again; null unless verified.
  next_verification_at timestamptz,
  -- Since when, and how many times in a row, the record of a verified domain was missing.
  verification_missing_since timestamptz,
  verification_misses integer NOT NULL DEFAULT 0,
  -- AskedSource of each source that was asked last, by whichever scan. Empty: there was none that could find anything. Null: nobody was asked
  -- yet under this name.
  sources jsonb,
  -- How often it was transferred to another customer, who proves control by another record.
  transfers integer NOT NULL DEFAULT 0,
  PRIMARY KEY (partner_id, id),
  FOREIGN KEY (partner_id, customer_id) REFERENCES customers (partner_id, id) ON DELETE CASCADE,
  FOREIGN KEY (partner_id, service_id) REFERENCES services (partner_id, id),
  CHECK ((status = 'terminated') = (terminated_at IS NOT NULL)),
  CHECK (released_at IS NULL OR status = 'terminated'),
  CHECK (status = 'active' OR next_scan_at IS NULL),
  CONSTRAINT monitored_domains_retry_check CHECK ((retry_at IS NULL) = (retry_sources = '{}')),
  CONSTRAINT monitored_domains_verification_check CHECK ((verified_at IS NULL) = (next_verification_at IS NULL))
);
CREATE UNIQUE INDEX monitored_domains_of_customer ON monitored_domains (partner_id, customer_id, domain) WHERE released_at IS NULL;
CREATE INDEX monitored_domains_by_customer ON monitored_domains (partner_id, customer_id, created_at DESC, id DESC);
CREATE INDEX monitored_domains_due ON monitored_domains (least(next_scan_at, retry_at))
  WHERE next_scan_at IS NOT NULL AND current_scan_id IS NULL;
CREATE INDEX monitored_domains_scanning ON monitored_domains (current_scan_id) WHERE current_scan_id IS NOT NULL;
CREATE INDEX monitored_domains_verification_due ON monitored_domains (next_verification_at) WHERE next_verification_at IS NOT NULL;
CREATE INDEX monitored_domains_by_name ON monitored_domains (domain) WHERE status = 'active';

-- What metered billing needs: when each server and domain was in which state, and whose service it was. Written by the database, so
-- that no statement that moves a resource can leave it out; a row is only ever ended. Times are those that the statement writes.
CREATE TABLE resource_state_changes (
  partner_id uuid NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  customer_id uuid NOT NULL,
  -- Null: of no service. No foreign key: what was is not undone by what is.
  service_id uuid,
  kind text NOT NULL CHECK (kind IN ('endpoint', 'domain')),
  resource_id uuid NOT NULL,
  state text NOT NULL CHECK (state IN ('active', 'paused', 'quota_paused', 'terminated')),
  at timestamptz NOT NULL,
  -- Of rows that the migration made: until then nobody recorded whether it really was so.
  assumed_until timestamptz,
  -- infinity: it lasts.
  ended_at timestamptz NOT NULL DEFAULT 'infinity',
  PRIMARY KEY (partner_id, id),
  FOREIGN KEY (partner_id, customer_id) REFERENCES customers (partner_id, id) ON DELETE CASCADE,
  CHECK (at <= ended_at)
);
CREATE UNIQUE INDEX resource_state_changes_lasting ON resource_state_changes (partner_id, kind, resource_id) WHERE ended_at = 'infinity';
-- What lasted into a period, without what ended before it.
CREATE INDEX resource_state_changes_by_customer ON resource_state_changes (partner_id, customer_id, ended_at);
-- What lasts is not in them: without statistics they would be taken for as good a way to what lasts of one resource.
CREATE INDEX resource_state_changes_by_end ON resource_state_changes (partner_id, ended_at) WHERE ended_at < 'infinity';
CREATE INDEX resource_state_changes_over ON resource_state_changes (ended_at) WHERE ended_at < 'infinity';

CREATE FUNCTION record_resource_state() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  moved_at CONSTANT timestamptz := CASE TG_OP WHEN 'INSERT' THEN NEW.created_at ELSE NEW.updated_at END;
  since timestamptz;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    -- A clock that was set back must not turn the order round.
    UPDATE resource_state_changes SET ended_at = greatest(at, moved_at)
    WHERE partner_id = NEW.partner_id AND kind = TG_ARGV[0] AND resource_id = NEW.id AND ended_at = 'infinity'
    RETURNING ended_at INTO since;
  END IF;
  INSERT INTO resource_state_changes (partner_id, customer_id, service_id, kind, resource_id, state, at)
  VALUES (NEW.partner_id, NEW.customer_id, NEW.service_id, TG_ARGV[0], NEW.id,
    CASE WHEN NEW.quota_paused THEN 'quota_paused' ELSE NEW.status END, coalesce(since, moved_at));
  RETURN NULL;
END
$$;

CREATE TRIGGER record_new_state AFTER INSERT ON endpoints
  FOR EACH ROW EXECUTE FUNCTION record_resource_state('endpoint');
CREATE TRIGGER record_changed_state AFTER UPDATE OF status, quota_paused, service_id ON endpoints
  FOR EACH ROW WHEN ((OLD.status, OLD.quota_paused, OLD.service_id) IS DISTINCT FROM (NEW.status, NEW.quota_paused, NEW.service_id))
  EXECUTE FUNCTION record_resource_state('endpoint');
CREATE TRIGGER record_new_state AFTER INSERT ON monitored_domains
  FOR EACH ROW EXECUTE FUNCTION record_resource_state('domain');
CREATE TRIGGER record_changed_state AFTER UPDATE OF status, quota_paused, service_id ON monitored_domains
  FOR EACH ROW WHEN ((OLD.status, OLD.quota_paused, OLD.service_id) IS DISTINCT FROM (NEW.status, NEW.quota_paused, NEW.service_id))
  EXECUTE FUNCTION record_resource_state('domain');

-- What everybody can see of a domain: what the last looks saw, and when the next one is due. Triggers make a row with each domain.
CREATE TABLE domain_postures (
  partner_id uuid NOT NULL,
  domain_id uuid NOT NULL,
  -- Null: nobody looks at it. While a look is queued or under way, when that is lost.
  due_at timestamptz,
  -- The look that is queued or under way.
  look_id uuid,
  -- Looks in a row that were answered by nobody.
  failures integer NOT NULL DEFAULT 0,
  -- When a look was last answered. Null: none was yet, under this name.
  looked_at timestamptz,
  -- KeptCheck of each check, as that look left it.
  checks jsonb NOT NULL DEFAULT '[]',
  -- What its registry last said, and when: it is asked less often than the DNS is.
  registration jsonb,
  -- What cannot be seen, and somebody told: selectors that sign its mail, and whether it takes and sends any.
  dkim_selectors text[] NOT NULL DEFAULT '{}',
  expects_mail boolean,
  PRIMARY KEY (partner_id, domain_id),
  FOREIGN KEY (partner_id, domain_id) REFERENCES monitored_domains (partner_id, id) ON DELETE CASCADE
);
CREATE INDEX domain_postures_due ON domain_postures (due_at) WHERE due_at IS NOT NULL;

-- A domain is looked at as long as it is active, whichever statement made it so. What was seen under another name tells nothing.
CREATE FUNCTION schedule_domain_look() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO domain_postures AS kept (partner_id, domain_id, due_at)
  VALUES (NEW.partner_id, NEW.id, CASE WHEN NEW.status = 'active' THEN NEW.updated_at END)
  ON CONFLICT (partner_id, domain_id) DO UPDATE SET due_at = EXCLUDED.due_at, look_id = NULL, failures = 0;
  IF TG_OP = 'UPDATE' AND OLD.domain <> NEW.domain THEN
    UPDATE domain_postures
    SET looked_at = NULL, checks = '[]', registration = NULL, dkim_selectors = '{}', expects_mail = NULL
    WHERE partner_id = NEW.partner_id AND domain_id = NEW.id;
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER schedule_first_look AFTER INSERT ON monitored_domains
  FOR EACH ROW EXECUTE FUNCTION schedule_domain_look();
CREATE TRIGGER schedule_changed_look AFTER UPDATE OF status, domain ON monitored_domains
  FOR EACH ROW WHEN ((OLD.status, OLD.domain) IS DISTINCT FROM (NEW.status, NEW.domain))
  EXECUTE FUNCTION schedule_domain_look();

-- How a partner has the records of its customers' domains written.
CREATE TABLE record_templates (
  partner_id uuid PRIMARY KEY REFERENCES partners (id) ON DELETE CASCADE,
  -- Whose SPF record names all of its servers that send mail.
  spf_include text,
  -- Selectors by which its servers sign mail.
  dkim_selectors text[] NOT NULL DEFAULT '{}',
  -- Where reports of receivers go. Null: to postmaster of each domain.
  report_address text,
  updated_at timestamptz NOT NULL
);

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

-- Every source that ever was asked, with what has to be said of it where its findings are shown.
CREATE TABLE leak_sources (
  name text PRIMARY KEY,
  title text NOT NULL,
  url text,
  licence text,
  updated_at timestamptz NOT NULL
);

CREATE TABLE domain_scans (
  partner_id uuid NOT NULL,
  id uuid NOT NULL,
  domain_id uuid NOT NULL,
  -- The name that was looked for: the record may have another one by now.
  domain text NOT NULL,
  -- Sources to ask; null: all.
  asked text[],
  status text NOT NULL CHECK (status IN ('pending', 'running', 'completed', 'failed', 'cancelled')),
  created_at timestamptz NOT NULL,
  started_at timestamptz,
  finished_at timestamptz,
  -- SourceOutcome of each source that was asked.
  sources jsonb NOT NULL DEFAULT '[]',
  findings_seen integer,
  findings_new integer,
  PRIMARY KEY (partner_id, id),
  FOREIGN KEY (partner_id, domain_id) REFERENCES monitored_domains (partner_id, id) ON DELETE CASCADE
);
CREATE INDEX domain_scans_by_domain ON domain_scans (partner_id, domain_id, id DESC);
CREATE INDEX domain_scans_created_at ON domain_scans (created_at);

-- One per finding group (domain, kind, source or breach) at a time; the explanation is derived from the evidence when it is read.
-- == The leak corpus: the installation's, not a partner's, so without partner_id ==

-- What the operator imported from files of leaked credentials. Only look-ups by domain lead from it to findings.
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

-- == Alerts, and the ports that raise none ==

-- Of every kind; src/wiring/alert-kinds.ts names them.
CREATE TABLE alerts (
  partner_id uuid NOT NULL,
  id uuid NOT NULL,
  endpoint_id uuid,
  customer_id uuid NOT NULL,
  protocol text CHECK (protocol IN ('tcp', 'udp')),
  port integer CHECK (port BETWEEN 1 AND 65535),
  severity severity NOT NULL,
  status text NOT NULL CHECK (status IN ('open', 'acknowledged', 'resolved', 'false_positive')),
  -- What the kind knows of the cause; title and explanation are derived from it when they are read.
  evidence jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  first_detected_at timestamptz NOT NULL,
  last_detected_at timestamptz NOT NULL,
  acknowledged_at timestamptz,
  resolved_at timestamptz,
  resolution text,
  -- When the alert stopped speaking for its cause: at resolution, or when the port of a false positive closed.
  ended_at timestamptz,
  kind text NOT NULL,
  -- Names the cause: of a resource and kind there is one live alert for each.
  key text NOT NULL,
  domain_id uuid,
  -- When an alert that somebody dealt with for a time is open again; null: it stays as it is.
  snoozed_until timestamptz,
  -- Null: not since it was raised, or before this was recorded.
  status_changed_at timestamptz,
  PRIMARY KEY (partner_id, id),
  FOREIGN KEY (partner_id, endpoint_id) REFERENCES endpoints (partner_id, id) ON DELETE CASCADE,
  FOREIGN KEY (partner_id, domain_id) REFERENCES monitored_domains (partner_id, id) ON DELETE CASCADE,
  FOREIGN KEY (partner_id, customer_id) REFERENCES customers (partner_id, id) ON DELETE CASCADE,
  CHECK ((status = 'resolved') = (resolved_at IS NOT NULL)),
  CHECK ((status = 'resolved') = (resolution IS NOT NULL)),
  CHECK (status <> 'resolved' OR ended_at IS NOT NULL),
  CONSTRAINT alerts_resolution_check CHECK
    (resolution IN ('port_closed', 'allowed', 'manual', 'endpoint_terminated', 'domain_terminated', 'cause_ended')),
  CONSTRAINT alerts_subject_check CHECK (num_nonnulls(endpoint_id, domain_id) = 1),
  CONSTRAINT alerts_port_kind_check CHECK (kind <> 'port' OR (protocol IS NOT NULL AND port IS NOT NULL))
);
CREATE UNIQUE INDEX alerts_live ON alerts (partner_id, coalesce(endpoint_id, domain_id), kind, key) WHERE ended_at IS NULL;
-- What a rule covers.
CREATE INDEX alerts_live_ports ON alerts (partner_id, port, endpoint_id) WHERE ended_at IS NULL AND kind = 'port';
-- Each order that a list can have, per status and severity: a list merges those that it is asked for.
CREATE INDEX alerts_by_creation ON alerts (partner_id, status, severity, created_at, id) INCLUDE (kind);
CREATE INDEX alerts_by_detection ON alerts (partner_id, status, severity, last_detected_at, created_at, id) INCLUDE (kind);
CREATE INDEX alerts_of_customer_by_creation ON alerts (partner_id, customer_id, status, severity, created_at, id) INCLUDE (kind);
CREATE INDEX alerts_of_customer_by_detection ON alerts
  (partner_id, customer_id, status, severity, last_detected_at, created_at, id) INCLUDE (kind);
-- A list of one kind does not read its way through those of the common one.
CREATE INDEX alerts_of_rarer_kinds ON alerts (partner_id, kind, status, severity, created_at, id) WHERE kind <> 'port';
-- Alerts of a port, or of a protocol, which are counted.
CREATE INDEX alerts_by_port ON alerts (partner_id, port, protocol, status, severity, created_at, id) INCLUDE (kind) WHERE port IS NOT NULL;
-- The customers that have open alerts of a severity, one after the other, however many alerts each has.
CREATE INDEX alerts_open_by_urgency ON alerts (partner_id, severity, customer_id) WHERE status = 'open';
CREATE INDEX alerts_by_endpoint ON alerts (partner_id, endpoint_id, status, severity, created_at DESC, id DESC)
  WHERE endpoint_id IS NOT NULL;
CREATE INDEX alerts_of_customers_domains ON alerts (partner_id, customer_id, created_at DESC, id DESC) WHERE domain_id IS NOT NULL;
CREATE INDEX alerts_of_customers_domains_by_status ON alerts
  (partner_id, customer_id, status, severity, created_at DESC, id DESC) WHERE domain_id IS NOT NULL;
-- Whose time has come, over all partners.
CREATE INDEX alerts_snoozed ON alerts (snoozed_until, id) WHERE snoozed_until IS NOT NULL;
CREATE INDEX alerts_by_domain ON alerts (partner_id, domain_id, status, created_at DESC, id DESC) WHERE domain_id IS NOT NULL;

-- When each alert was open, as intervals: what reports count. Written by the database, so that no statement that moves an alert can
-- leave it out. Times are those that the statement writes.
CREATE TABLE alert_exposures (
  partner_id uuid NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  alert_id uuid NOT NULL,
  customer_id uuid NOT NULL,
  kind text NOT NULL,
  -- Of the alert's key, which can be too long for an index: the same cause at several resources.
  key_hash bigint NOT NULL,
  severity severity NOT NULL,
  -- A change of severity ends an interval and begins the next one.
  cause text NOT NULL CHECK (cause IN ('raised', 'reopened', 'reassessed')),
  -- When the alert was raised or reopened: the same in all intervals between which it was only reassessed.
  opened_at timestamptz NOT NULL,
  started_at timestamptz NOT NULL,
  -- infinity: it lasts.
  ended_at timestamptz NOT NULL DEFAULT 'infinity',
  -- What ended it: reassessed, false_positive, or the alert's resolution. Null: it lasts.
  outcome text,
  PRIMARY KEY (partner_id, id),
  FOREIGN KEY (partner_id, alert_id) REFERENCES alerts (partner_id, id) ON DELETE CASCADE,
  FOREIGN KEY (partner_id, customer_id) REFERENCES customers (partner_id, id) ON DELETE CASCADE,
  CHECK (opened_at <= started_at AND started_at <= ended_at),
  CHECK ((outcome IS NULL) = (ended_at = 'infinity'))
);
CREATE UNIQUE INDEX alert_exposures_lasting ON alert_exposures (partner_id, alert_id) WHERE ended_at = 'infinity';
CREATE INDEX alert_exposures_by_alert ON alert_exposures (partner_id, alert_id);
-- What lasted into a period, without what ended before it.
CREATE INDEX alert_exposures_of_customer ON alert_exposures
  (partner_id, customer_id, ended_at) INCLUDE (started_at, opened_at, kind, key_hash, severity, cause, outcome, alert_id);
CREATE INDEX alert_exposures_by_end ON alert_exposures
  (partner_id, ended_at) INCLUDE (started_at, opened_at, kind, key_hash, severity, cause, outcome, customer_id, alert_id);

CREATE FUNCTION alert_key_hash(key text) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT ('x' || left(md5(key), 16))::bit(64)::bigint
$$;

-- Alerts are raised many at once. In a sharded database their rows cannot be part of a statement about a distributed table: they are gone through.
CREATE FUNCTION record_raised_alerts() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  alert record;
BEGIN
  FOR alert IN
    SELECT partner_id, id, customer_id, kind, alert_key_hash(key) AS key_hash, severity, created_at,
      CASE WHEN status IN ('open', 'acknowledged') THEN 'infinity'
        ELSE greatest(coalesce(ended_at, status_changed_at, created_at), created_at) END AS ended_at,
      CASE status WHEN 'resolved' THEN resolution WHEN 'false_positive' THEN 'false_positive' END AS outcome
    FROM raised
  LOOP
    INSERT INTO alert_exposures (partner_id, alert_id, customer_id, kind, key_hash, severity, cause, opened_at, started_at, ended_at, outcome)
    VALUES (alert.partner_id, alert.id, alert.customer_id, alert.kind, alert.key_hash, alert.severity, 'raised',
      alert.created_at, alert.created_at, alert.ended_at, alert.outcome);
  END LOOP;
  RETURN NULL;
END
$$;

CREATE FUNCTION record_alert_exposure() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was_open CONSTANT boolean := OLD.status IN ('open', 'acknowledged');
  is_open CONSTANT boolean := NEW.status IN ('open', 'acknowledged');
  -- A node of an older version does not write when the status changed.
  changed_at CONSTANT timestamptz := CASE
    WHEN was_open AND is_open THEN NEW.last_detected_at
    WHEN NEW.status_changed_at IS DISTINCT FROM OLD.status_changed_at THEN NEW.status_changed_at
    WHEN NEW.status = 'resolved' THEN NEW.resolved_at
    ELSE greatest(clock_timestamp(), NEW.status_changed_at) END;
  since timestamptz;
  until timestamptz;
BEGIN
  IF was_open THEN
    UPDATE alert_exposures SET ended_at = greatest(started_at, changed_at),
      outcome = CASE WHEN is_open THEN 'reassessed' WHEN NEW.status = 'resolved' THEN NEW.resolution ELSE NEW.status END
    WHERE partner_id = NEW.partner_id AND alert_id = NEW.id AND ended_at = 'infinity'
    RETURNING opened_at, ended_at INTO since, until;
  END IF;
  IF is_open THEN
    -- A clock that was set back must not have an alert open twice at once.
    IF NOT was_open THEN
      SELECT greatest(changed_at, max(ended_at)) FROM alert_exposures
      WHERE partner_id = NEW.partner_id AND alert_id = NEW.id INTO since;
    END IF;
    INSERT INTO alert_exposures (partner_id, alert_id, customer_id, kind, key_hash, severity, cause, opened_at, started_at)
    VALUES (NEW.partner_id, NEW.id, NEW.customer_id, NEW.kind, alert_key_hash(NEW.key), NEW.severity,
      CASE WHEN was_open THEN 'reassessed' ELSE 'reopened' END, since, coalesce(until, since));
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER record_raised_alerts AFTER INSERT ON alerts
  REFERENCING NEW TABLE AS raised FOR EACH STATEMENT EXECUTE FUNCTION record_raised_alerts();
CREATE TRIGGER record_changed_alert AFTER UPDATE OF status, severity ON alerts
  FOR EACH ROW WHEN ((OLD.status IN ('open', 'acknowledged')) <> (NEW.status IN ('open', 'acknowledged'))
    OR (NEW.status IN ('open', 'acknowledged') AND OLD.severity <> NEW.severity))
  EXECUTE FUNCTION record_alert_exposure();

-- How long lists are, kept beside them: counting a million rows for each page would take longer than the page. Who changes a row adds what
-- it changes of the counts, and waits for nobody; upkeep folds that into the counts. A count is both together, in one snapshot.
CREATE TABLE list_counts (
  partner_id uuid NOT NULL,
  -- Null: of all customers of the partner. No foreign keys: what goes with its customer is taken off when the customer is gone.
  customer_id uuid,
  list text NOT NULL CHECK (list IN ('endpoints', 'alerts')),
  -- Of alerts.
  kind text,
  severity severity,
  status text NOT NULL,
  count bigint NOT NULL
);
CREATE UNIQUE INDEX list_counts_identity ON list_counts (partner_id, list, customer_id, status, severity, kind) NULLS NOT DISTINCT;

CREATE TABLE list_count_changes (
  partner_id uuid NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  -- Null: a correction of what all customers have together.
  customer_id uuid,
  list text NOT NULL CHECK (list IN ('endpoints', 'alerts')),
  kind text,
  severity severity,
  status text NOT NULL,
  change bigint NOT NULL,
  PRIMARY KEY (partner_id, id)
);

CREATE FUNCTION count_endpoint() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO list_count_changes (partner_id, customer_id, list, status, change)
    VALUES (OLD.partner_id, OLD.customer_id, 'endpoints', OLD.status, -1);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO list_count_changes (partner_id, customer_id, list, status, change)
    VALUES (NEW.partner_id, NEW.customer_id, 'endpoints', NEW.status, 1);
  END IF;
  RETURN NULL;
END
$$;

CREATE FUNCTION count_changed_alert() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO list_count_changes (partner_id, customer_id, list, kind, severity, status, change)
  VALUES (OLD.partner_id, OLD.customer_id, 'alerts', OLD.kind, OLD.severity, OLD.status, -1),
    (NEW.partner_id, NEW.customer_id, 'alerts', NEW.kind, NEW.severity, NEW.status, 1);
  RETURN NULL;
END
$$;

-- Alerts come and go many at once. As with record_raised_alerts, what is about a distributed table is written row by row.
CREATE FUNCTION count_alerts() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  alike record;
BEGIN
  FOR alike IN
    SELECT partner_id, customer_id, kind, severity, status, count(*) AS number FROM counted
    GROUP BY partner_id, customer_id, kind, severity, status
  LOOP
    INSERT INTO list_count_changes (partner_id, customer_id, list, kind, severity, status, change)
    VALUES (alike.partner_id, alike.customer_id, 'alerts', alike.kind, alike.severity, alike.status,
      CASE WHEN TG_OP = 'INSERT' THEN alike.number ELSE -alike.number END);
  END LOOP;
  RETURN NULL;
END
$$;

CREATE TRIGGER count_new_or_gone AFTER INSERT OR DELETE ON endpoints FOR EACH ROW EXECUTE FUNCTION count_endpoint();
CREATE TRIGGER count_changed AFTER UPDATE OF status, customer_id ON endpoints
  FOR EACH ROW WHEN ((OLD.status, OLD.customer_id) IS DISTINCT FROM (NEW.status, NEW.customer_id)) EXECUTE FUNCTION count_endpoint();
CREATE TRIGGER count_new AFTER INSERT ON alerts
  REFERENCING NEW TABLE AS counted FOR EACH STATEMENT EXECUTE FUNCTION count_alerts();
CREATE TRIGGER count_gone AFTER DELETE ON alerts
  REFERENCING OLD TABLE AS counted FOR EACH STATEMENT EXECUTE FUNCTION count_alerts();
CREATE TRIGGER count_changed AFTER UPDATE OF status, severity, kind, customer_id ON alerts
  FOR EACH ROW WHEN ((OLD.status, OLD.severity, OLD.kind, OLD.customer_id) IS DISTINCT FROM (NEW.status, NEW.severity, NEW.kind, NEW.customer_id))
  EXECUTE FUNCTION count_changed_alert();

CREATE TABLE allowed_port_rules (
  partner_id uuid NOT NULL REFERENCES partners (id) ON DELETE CASCADE,
  id uuid NOT NULL,
  -- Null: every customer of the partner.
  customer_id uuid,
  -- Null: every endpoint in scope.
  endpoint_id uuid,
  port_start integer NOT NULL CHECK (port_start BETWEEN 1 AND 65535),
  port_end integer NOT NULL CHECK (port_end BETWEEN port_start AND 65535),
  protocol text NOT NULL CHECK (protocol IN ('tcp', 'udp', 'both')),
  description text,
  source text NOT NULL CHECK (source IN ('manual', 'firewall_ingest')),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- From then on the rule covers nothing; null: it has no end.
  expires_at timestamptz,
  -- The end, until what the rule covered is scanned for it.
  rescan_at timestamptz,
  PRIMARY KEY (partner_id, id),
  FOREIGN KEY (partner_id, customer_id) REFERENCES customers (partner_id, id) ON DELETE CASCADE,
  FOREIGN KEY (partner_id, endpoint_id) REFERENCES endpoints (partner_id, id) ON DELETE CASCADE,
  CHECK (endpoint_id IS NULL OR customer_id IS NOT NULL)
);
CREATE UNIQUE INDEX allowed_port_rules_identity ON allowed_port_rules
  (partner_id, customer_id, endpoint_id, port_start, port_end, protocol) NULLS NOT DISTINCT;
CREATE INDEX allowed_port_rules_newest ON allowed_port_rules (partner_id, created_at DESC, id DESC);
CREATE INDEX allowed_port_rules_rescan ON allowed_port_rules (rescan_at, id) WHERE rescan_at IS NOT NULL;

-- Which customers were asked which of their servers are websites or mail servers, and answered or skipped it.
CREATE TABLE public_service_answers (
  partner_id uuid NOT NULL,
  customer_id uuid NOT NULL,
  answered_at timestamptz NOT NULL,
  PRIMARY KEY (partner_id, customer_id),
  FOREIGN KEY (partner_id, customer_id) REFERENCES customers (partner_id, id) ON DELETE CASCADE
);

-- == What was found about domains, each with the alert that speaks for it ==

-- Whose credentials leaked. Identities are readable only masked; in full they are sealed under the secret key. Of secrets nothing
-- is kept but their format: a keyed digest goes into the fingerprint.
CREATE TABLE leaked_credentials (
  partner_id uuid NOT NULL,
  id uuid NOT NULL,
  domain_id uuid NOT NULL,
  customer_id uuid NOT NULL,
  -- The name that was looked for: the record may have another one by now.
  domain text NOT NULL,
  -- Keyed digest of what makes it the same credential, whichever source tells of it and however often.
  fingerprint bytea NOT NULL,
  kind text NOT NULL CHECK (kind IN ('breach', 'stealer_log', 'combolist', 'paste')),
  breach_name text,
  -- Null: the source says how many identities there are, but not which.
  identity_masked text,
  identity_sealed bytea,
  -- Keyed digest of the identity, to count people rather than credentials.
  identity_digest bytea,
  unnamed_identities integer NOT NULL CHECK (unnamed_identities >= 0),
  is_own_mailbox boolean NOT NULL,
  data_classes text[] NOT NULL,
  secret_present boolean NOT NULL,
  secret_format text CHECK (secret_format IN ('clear_text', 'hashed', 'encrypted', 'unknown')),
  malware_family text,
  login_site text,
  occurred_at timestamptz,
  published_at timestamptz,
  first_seen_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  severity severity NOT NULL,
  -- Names of all sources that told of it, in order.
  sources text[] NOT NULL CHECK (sources <> '{}'),
  -- The alert that speaks for it: its status is the finding's.
  alert_id uuid NOT NULL,
  PRIMARY KEY (partner_id, id),
  UNIQUE (partner_id, domain_id, fingerprint),
  FOREIGN KEY (partner_id, domain_id) REFERENCES monitored_domains (partner_id, id) ON DELETE CASCADE,
  FOREIGN KEY (partner_id, customer_id) REFERENCES customers (partner_id, id) ON DELETE CASCADE,
  FOREIGN KEY (partner_id, alert_id) REFERENCES alerts (partner_id, id) ON DELETE CASCADE,
  CHECK ((identity_masked IS NULL) = (identity_sealed IS NULL) AND (identity_masked IS NULL) = (identity_digest IS NULL))
);
CREATE INDEX leaked_credentials_by_customer ON leaked_credentials (partner_id, customer_id, first_seen_at DESC, id DESC);
CREATE INDEX leaked_credentials_by_domain ON leaked_credentials (partner_id, domain_id, first_seen_at DESC, id DESC);
CREATE INDEX leaked_credentials_by_severity ON leaked_credentials (partner_id, customer_id, severity, first_seen_at DESC, id DESC);
CREATE INDEX leaked_credentials_by_alert ON leaked_credentials (partner_id, alert_id);

-- Mentions of a domain where criminals publish and trade.
CREATE TABLE dark_web_findings (
  partner_id uuid NOT NULL,
  id uuid NOT NULL,
  domain_id uuid NOT NULL,
  customer_id uuid NOT NULL,
  domain text NOT NULL,
  fingerprint bytea NOT NULL,
  kind text NOT NULL CHECK (kind IN ('ransomware_claim', 'paste', 'forum', 'market')),
  actor text,
  title text NOT NULL,
  excerpt text,
  -- As the source gives it: it is defanged where it is shown.
  source_url text,
  claimed_at timestamptz,
  published_at timestamptz,
  first_seen_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  match_type text NOT NULL CHECK (match_type IN ('exact_domain', 'keyword')),
  confidence real NOT NULL CHECK (confidence BETWEEN 0 AND 1),
  severity severity NOT NULL,
  sources text[] NOT NULL CHECK (sources <> '{}'),
  alert_id uuid NOT NULL,
  PRIMARY KEY (partner_id, id),
  UNIQUE (partner_id, domain_id, fingerprint),
  FOREIGN KEY (partner_id, domain_id) REFERENCES monitored_domains (partner_id, id) ON DELETE CASCADE,
  FOREIGN KEY (partner_id, customer_id) REFERENCES customers (partner_id, id) ON DELETE CASCADE,
  FOREIGN KEY (partner_id, alert_id) REFERENCES alerts (partner_id, id) ON DELETE CASCADE
);
CREATE INDEX dark_web_findings_by_customer ON dark_web_findings (partner_id, customer_id, first_seen_at DESC, id DESC);
CREATE INDEX dark_web_findings_by_domain ON dark_web_findings (partner_id, domain_id, first_seen_at DESC, id DESC);
CREATE INDEX dark_web_findings_by_severity ON dark_web_findings (partner_id, customer_id, severity, first_seen_at DESC, id DESC);
CREATE INDEX dark_web_findings_by_alert ON dark_web_findings (partner_id, alert_id);

-- == E-mail about new alerts ==

-- No row: the default of the kind.
CREATE TABLE notification_choices (
  partner_id uuid NOT NULL,
  customer_id uuid NOT NULL,
  kind text NOT NULL,
  enabled boolean NOT NULL,
  -- Null: of any severity.
  min_severity severity,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (partner_id, customer_id, kind),
  FOREIGN KEY (partner_id, customer_id) REFERENCES customers (partner_id, id) ON DELETE CASCADE
);

CREATE TABLE notification_recipients (
  partner_id uuid NOT NULL,
  -- Of the address that the billing system tells: the customer's own id, so that it has one before there is a row.
  id uuid NOT NULL,
  customer_id uuid NOT NULL,
  source text NOT NULL CHECK (source IN ('billing', 'added')),
  address text NOT NULL,
  status text NOT NULL CHECK (status IN ('pending', 'active', 'unsubscribed', 'failing')),
  -- What a mail server said when it refused the address for good, or what came back from there.
  failure text,
  -- Alerts that no mail to this address speaks of yet.
  waiting_alerts uuid[] NOT NULL DEFAULT '{}',
  -- When what waits becomes a mail; null: nothing waits.
  mail_due_at timestamptz,
  -- When the last mail about alerts was taken: the pause counts from here.
  last_mail_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- Whether something critical is among what waits: it heeds no pause but the one after the last mail that had any.
  critical_waits boolean NOT NULL DEFAULT false,
  last_critical_at timestamptz,
  -- When the next monthly report goes there; null: none is wanted.
  report_due_at timestamptz,
  delivery text NOT NULL DEFAULT 'immediate'
    CONSTRAINT notification_recipients_delivery_known CHECK (delivery IN ('immediate', 'gathered', 'daily', 'weekly')),
  -- Times of the clock in its zone, as 22:00; null: it has no quiet hours.
  quiet_from text,
  quiet_to text,
  -- Of the IANA database.
  time_zone text NOT NULL DEFAULT 'UTC',
  -- Whether it is told, too, that what it was told of is over. Digests always say so.
  tell_resolved boolean NOT NULL DEFAULT false,
  -- When what waits and is not critical becomes a mail. Null: nothing waits, or a process of the release before let it wait.
  rest_due_at timestamptz,
  -- Mails that came back for reasons that may pass, with less than a month from one to the next; and the last of them.
  soft_bounces smallint NOT NULL DEFAULT 0,
  soft_bounce_at timestamptz,
  -- Of what last made something wait (traceparent), where that was traced.
  trace jsonb,
  -- Whether it gets a mail each week in which it heard nothing else.
  weekly_summary boolean NOT NULL DEFAULT true,
  PRIMARY KEY (partner_id, id),
  FOREIGN KEY (partner_id, customer_id) REFERENCES customers (partner_id, id) ON DELETE CASCADE,
  CHECK ((source = 'billing') = (id = customer_id)),
  CHECK (source = 'added' OR status <> 'pending'),
  CHECK ((status = 'failing') = (failure IS NOT NULL)),
  CHECK ((mail_due_at IS NULL) = (waiting_alerts = '{}')),
  CONSTRAINT notification_recipients_quiet_check CHECK ((quiet_from IS NULL) = (quiet_to IS NULL) AND quiet_from <> quiet_to)
);
CREATE UNIQUE INDEX notification_recipients_added ON notification_recipients (partner_id, customer_id, lower(address))
  WHERE source = 'added';
CREATE INDEX notification_recipients_by_customer ON notification_recipients (partner_id, customer_id);
CREATE INDEX notification_recipients_due ON notification_recipients (mail_due_at) WHERE mail_due_at IS NOT NULL;
CREATE INDEX notification_recipients_reports_due ON notification_recipients (report_due_at) WHERE report_due_at IS NOT NULL;

-- One row per mail, whatever became of it: a mail is sent because of its row, and once.
CREATE TABLE notification_deliveries (
  partner_id uuid NOT NULL,
  id uuid NOT NULL,
  customer_id uuid,
  -- Of a notice, the administrator. No foreign key: the row outlives its recipient, so that removing an address does not lift the
  -- limit on mails to it.
  recipient_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('alerts', 'confirmation', 'notice', 'monthly_report', 'weekly_summary')),
  address text NOT NULL,
  -- What it is about; how those alerts are by then, is read when it is sent.
  alerts uuid[] NOT NULL DEFAULT '{}',
  -- Of the token in a confirmation's link.
  confirmation_hash bytea,
  confirmation_expires_at timestamptz,
  -- handed_over: its text is on the way to the mail server, which has not said yet that it took it. presumed_sent: and the worker died then.
  -- bounced: it was taken, and came back.
  status text NOT NULL
    CHECK (status IN ('pending', 'handed_over', 'sent', 'presumed_sent', 'dropped', 'refused', 'expired', 'bounced')),
  -- Also tells which claim a worker holds: a claim that lapsed has another number.
  attempts integer NOT NULL DEFAULT 0,
  -- While a worker is at it: when its claim lapses. Null: settled.
  next_attempt_at timestamptz,
  -- Why the last attempt failed.
  failure text,
  created_at timestamptz NOT NULL,
  settled_at timestamptz,
  -- What a notice tells: the event, the address and the browser it came from.
  notice jsonb,
  -- Which month a report is of, as 2026-10.
  report_month text,
  -- What a mail about alerts told of each, noted when it was handed over. Null: it was not yet.
  tells jsonb,
  -- Of a digest, over which time it is. Null: it is none.
  digest text CONSTRAINT notification_deliveries_digest_known CHECK (digest IN ('daily', 'weekly')),
  -- Of what made it (traceparent), where that was traced.
  trace jsonb,
  PRIMARY KEY (partner_id, id),
  UNIQUE (partner_id, confirmation_hash),
  FOREIGN KEY (partner_id, customer_id) REFERENCES customers (partner_id, id) ON DELETE CASCADE,
  CHECK ((kind = 'confirmation') = (confirmation_hash IS NOT NULL)),
  CHECK ((confirmation_hash IS NULL) = (confirmation_expires_at IS NULL)),
  CHECK ((status IN ('pending', 'handed_over')) = (next_attempt_at IS NOT NULL)),
  CHECK ((next_attempt_at IS NULL) = (settled_at IS NOT NULL)),
  CONSTRAINT notification_deliveries_customer_check CHECK ((kind = 'notice') = (customer_id IS NULL)),
  CONSTRAINT notification_deliveries_notice_check CHECK ((kind = 'notice') = (notice IS NOT NULL)),
  CONSTRAINT notification_deliveries_report_check CHECK ((kind = 'monthly_report') = (report_month IS NOT NULL))
);
-- While a mail to an address is under way, what is new waits for the next one.
CREATE UNIQUE INDEX notification_deliveries_under_way ON notification_deliveries (partner_id, recipient_id)
  WHERE kind = 'alerts' AND settled_at IS NULL;
CREATE INDEX notification_deliveries_due ON notification_deliveries (next_attempt_at) WHERE next_attempt_at IS NOT NULL;

-- What of a cause (an alert's resource, kind and key) somebody was told last, however often alerts were raised for it.
CREATE TABLE told_alerts (
  partner_id uuid NOT NULL,
  -- Who was told. No foreign key: recipients of several kinds share this memory.
  subject_kind text NOT NULL CHECK (subject_kind IN ('recipient', 'channel')),
  subject_id uuid NOT NULL,
  resource_id uuid NOT NULL,
  kind text NOT NULL,
  -- As in alert_exposures.
  key_hash bigint NOT NULL,
  -- Whose alert it was.
  customer_id uuid NOT NULL,
  alert_id uuid NOT NULL,
  severity severity NOT NULL,
  -- Since when the alert was as it was told.
  opened_at timestamptz NOT NULL,
  -- It was told that it comes and goes, so each time is not.
  flapping boolean NOT NULL,
  -- It was told that it is over.
  is_over boolean NOT NULL,
  -- The message that told of it first: what follows is threaded with it.
  thread_id uuid NOT NULL,
  told_at timestamptz NOT NULL,
  PRIMARY KEY (partner_id, subject_kind, subject_id, resource_id, kind, key_hash),
  FOREIGN KEY (partner_id, customer_id) REFERENCES customers (partner_id, id) ON DELETE CASCADE
);
CREATE INDEX told_alerts_by_customer ON told_alerts (partner_id, customer_id);
CREATE INDEX told_alerts_flapping ON told_alerts (partner_id) WHERE flapping;
CREATE INDEX told_alerts_told ON told_alerts (told_at);

-- Links in mails that a browser has opened, and the session that it has by them. Not among the sessions: to a process of the
-- release before this table, each of those is one of the whole customer.
CREATE TABLE alert_links (
  partner_id uuid NOT NULL,
  mail_id uuid NOT NULL,
  alert_id uuid NOT NULL,
  id uuid NOT NULL,
  customer_id uuid NOT NULL,
  portal_domain_id uuid,
  -- Of the one browser that may open it again. Null: none may.
  device_hash bytea,
  session_hash bytea UNIQUE,
  session_expires_at timestamptz,
  PRIMARY KEY (partner_id, mail_id, alert_id),
  FOREIGN KEY (partner_id, mail_id) REFERENCES notification_deliveries (partner_id, id) ON DELETE CASCADE,
  FOREIGN KEY (partner_id, customer_id) REFERENCES customers (partner_id, id) ON DELETE CASCADE,
  FOREIGN KEY (partner_id, portal_domain_id) REFERENCES portal_domains (partner_id, id)
    ON DELETE SET NULL (portal_domain_id),
  CHECK ((session_hash IS NULL) = (session_expires_at IS NULL))
);
CREATE INDEX alert_links_by_customer ON alert_links (partner_id, customer_id);
CREATE INDEX notification_deliveries_by_customer ON notification_deliveries (partner_id, customer_id, created_at);
CREATE INDEX notification_deliveries_confirmations ON notification_deliveries (partner_id, lower(address), created_at)
  WHERE kind = 'confirmation';
-- What comes back names the mail, and not whose it was.
CREATE INDEX notification_deliveries_by_id ON notification_deliveries (id);
CREATE INDEX notification_deliveries_settled ON notification_deliveries (settled_at) WHERE settled_at IS NOT NULL;

-- == Sign-in of customers by one-time tokens, and their sessions ==

CREATE TABLE sign_in_tokens (
  partner_id uuid NOT NULL,
  id uuid NOT NULL,
  -- Null in a sandbox, which has none.
  portal_domain_id uuid,
  customer_id uuid NOT NULL,
  hash bytea NOT NULL UNIQUE,
  -- A path on the portal.
  redirect_path text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  redeemed_at timestamptz,
  -- In a sandbox: which of the account's portal domains it is for.
  account_portal_domain_id uuid,
  PRIMARY KEY (partner_id, id),
  FOREIGN KEY (partner_id, portal_domain_id) REFERENCES portal_domains (partner_id, id) ON DELETE CASCADE,
  FOREIGN KEY (partner_id, customer_id) REFERENCES customers (partner_id, id) ON DELETE CASCADE,
  CONSTRAINT sign_in_tokens_on_one_portal_domain CHECK (num_nonnulls(portal_domain_id, account_portal_domain_id) = 1)
);
CREATE INDEX sign_in_tokens_expires_at ON sign_in_tokens (expires_at);
CREATE INDEX sign_in_tokens_by_customer ON sign_in_tokens (partner_id, customer_id);

-- A partner's own people, who sign in by password.
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
  -- What the person may do. Who had access before there were roles could do everything.
  role text NOT NULL DEFAULT 'owner' CHECK (role IN ('owner', 'manager', 'support')),
  -- As of customers.
  language text CONSTRAINT administrators_language_tag CHECK (language ~ '^[A-Za-z0-9-]{2,35}$'),
  PRIMARY KEY (partner_id, id),
  UNIQUE (partner_id, email),
  CHECK (totp_confirmed_at IS NULL OR totp_key IS NOT NULL)
);

-- People who were asked by mail to join. The row goes when they do, or when it is taken back.
CREATE TABLE administrator_invitations (
  partner_id uuid NOT NULL REFERENCES partners (id) ON DELETE CASCADE,
  id uuid NOT NULL,
  email text NOT NULL CHECK (email = lower(email)),
  role text NOT NULL CHECK (role IN ('owner', 'manager', 'support')),
  -- Who asked last. No foreign key: one that has ended stays listed when whoever sent it is gone.
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

-- Of a customer or an administrator.
CREATE TABLE sessions (
  partner_id uuid NOT NULL,
  id uuid NOT NULL,
  -- Null in a sandbox, which has none.
  portal_domain_id uuid,
  customer_id uuid,
  hash bytea NOT NULL UNIQUE,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  administrator_id uuid,
  -- What the browser said of itself, for the list of sessions.
  user_agent text,
  last_used_at timestamptz,
  -- A customer whose portal an administrator looks at, read-only: until that ends, it is all that the session is good for.
  viewed_customer_id uuid,
  -- In a sandbox: which of the account's portal domains it is for.
  account_portal_domain_id uuid,
  -- When an administrator showed password or code last; null: by signing in.
  proved_at timestamptz,
  PRIMARY KEY (partner_id, id),
  FOREIGN KEY (partner_id, portal_domain_id) REFERENCES portal_domains (partner_id, id) ON DELETE CASCADE,
  FOREIGN KEY (partner_id, customer_id) REFERENCES customers (partner_id, id) ON DELETE CASCADE,
  CONSTRAINT sessions_viewed_customer_fkey FOREIGN KEY (partner_id, viewed_customer_id)
    REFERENCES customers (partner_id, id) ON DELETE CASCADE,
  CONSTRAINT sessions_view_of_administrator CHECK (viewed_customer_id IS NULL OR administrator_id IS NOT NULL),
  CONSTRAINT sessions_administrator_fkey FOREIGN KEY (partner_id, administrator_id)
    REFERENCES administrators (partner_id, id) ON DELETE CASCADE,
  CONSTRAINT sessions_of_one CHECK (num_nonnulls(customer_id, administrator_id) = 1),
  CONSTRAINT sessions_on_one_portal_domain CHECK (num_nonnulls(portal_domain_id, account_portal_domain_id) = 1)
);
CREATE INDEX sessions_by_administrator ON sessions (partner_id, administrator_id) WHERE administrator_id IS NOT NULL;
CREATE INDEX sessions_by_customer ON sessions (partner_id, customer_id) WHERE customer_id IS NOT NULL;
CREATE INDEX sessions_viewing ON sessions (partner_id, viewed_customer_id) WHERE viewed_customer_id IS NOT NULL;
CREATE INDEX sessions_expires_at ON sessions (expires_at);

-- Browsers in which an administrator has signed in: what strangers do to the account does not slow them down. They sign nobody in.
CREATE TABLE known_devices (
  partner_id uuid NOT NULL,
  id uuid NOT NULL,
  portal_domain_id uuid NOT NULL,
  administrator_id uuid NOT NULL,
  -- Of the secret in the cookie.
  hash bytea NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz NOT NULL,
  PRIMARY KEY (partner_id, id),
  UNIQUE (partner_id, administrator_id, hash),
  FOREIGN KEY (partner_id, portal_domain_id) REFERENCES portal_domains (partner_id, id) ON DELETE CASCADE,
  FOREIGN KEY (partner_id, administrator_id) REFERENCES administrators (partner_id, id) ON DELETE CASCADE
);
CREATE INDEX known_devices_last_used_at ON known_devices (last_used_at);

-- Wrong passwords and codes, by whom they are held against: an account as others try it, a network, a device, a session.
CREATE TABLE sign_in_failures (
  partner_id uuid NOT NULL REFERENCES partners (id) ON DELETE CASCADE,
  subject text NOT NULL,
  failures integer NOT NULL,
  last_failed_at timestamptz NOT NULL,
  -- Until then no attempt is looked at; null: the next one is.
  blocked_until timestamptz,
  PRIMARY KEY (partner_id, subject)
);
CREATE INDEX sign_in_failures_last_failed_at ON sign_in_failures (last_failed_at);

-- == How a portal looks ==

-- No row: the partner's name, without a logo, in the default colour.
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
  -- Where its customers sign in.
  customer_area_url text,
  -- Whether mails may carry links that open one alert without that.
  alert_links boolean NOT NULL DEFAULT false,
  product_name text,
  -- Beside a logo that has the name in it.
  hide_name boolean NOT NULL DEFAULT false,
  imprint_url text,
  privacy_url text,
  terms_url text,
  -- Where a customer orders more.
  order_url text,
  -- Addresses of images carry their hashes, so that browsers keep an image until there is another one.
  logo_hash text GENERATED ALWAYS AS (encode(sha256(logo), 'hex')) STORED,
  dark_logo bytea,
  dark_logo_type text
    CONSTRAINT brandings_dark_logo_type_known CHECK (dark_logo_type IN ('image/png', 'image/jpeg', 'image/webp', 'image/svg+xml')),
  dark_logo_hash text GENERATED ALWAYS AS (encode(sha256(dark_logo), 'hex')) STORED,
  favicon bytea,
  favicon_type text
    CONSTRAINT brandings_favicon_type_known
    CHECK (favicon_type IN ('image/png', 'image/jpeg', 'image/webp', 'image/svg+xml', 'image/x-icon')),
  favicon_hash text GENERATED ALWAYS AS (encode(sha256(favicon), 'hex')) STORED,
  -- Of mails, and of readers whose browser asks for none that there is; null: English.
  language text CONSTRAINT brandings_language_tag CHECK (language ~ '^[A-Za-z0-9-]{2,35}$'),
  -- The logo as reports and mails have it, a bounded PNG, and the hash of the logo that it was drawn of: without a picture, that cannot be drawn.
  drawn_logo bytea,
  drawn_logo_of text,
  CHECK ((logo IS NULL) = (logo_type IS NULL)),
  CONSTRAINT brandings_dark_logo_typed CHECK ((dark_logo IS NULL) = (dark_logo_type IS NULL)),
  CONSTRAINT brandings_favicon_typed CHECK ((favicon IS NULL) = (favicon_type IS NULL))
);

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

-- Where a partner's systems are told of events.
CREATE TABLE webhooks (
  partner_id uuid NOT NULL REFERENCES partners (id) ON DELETE CASCADE,
  id uuid NOT NULL,
  url text NOT NULL,
  description text,
  -- Of events; empty: all.
  types text[] NOT NULL,
  enabled boolean NOT NULL,
  -- Why it is not enabled: a person, an answer that it is gone, days without success.
  disabled_reason text CHECK (disabled_reason IN ('by_hand', 'gone', 'failing')),
  disabled_at timestamptz,
  -- Sealed. For a while after a change requests are signed with the one before, too.
  secret bytea NOT NULL,
  previous_secret bytea,
  previous_secret_until timestamptz,
  -- Of the first failure since the last success.
  failing_since timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (partner_id, id),
  CHECK (enabled = (disabled_reason IS NULL) AND enabled = (disabled_at IS NULL)),
  CHECK ((previous_secret IS NULL) = (previous_secret_until IS NULL))
);

-- An event on its way to a webhook, and what became of it. Events are dropped by whole weeks, so nothing refers to them.
CREATE TABLE webhook_deliveries (
  partner_id uuid NOT NULL,
  webhook_id uuid NOT NULL,
  event_id uuid NOT NULL,
  event_type text NOT NULL,
  status text NOT NULL CHECK (status IN ('pending', 'delivered', 'failed')),
  -- Ever begun: a worker that holds it knows by them whether it still does.
  attempts integer NOT NULL DEFAULT 0,
  -- In a row, since it was queued: they say when the next attempt is.
  failures integer NOT NULL DEFAULT 0,
  -- Of the next attempt, or when the claim of a worker lapses; null: none.
  next_attempt_at timestamptz,
  claimed_until timestamptz,
  created_at timestamptz NOT NULL,
  settled_at timestamptz,
  -- Of the last attempt. The body is the event.
  attempted_at timestamptz,
  request_url text,
  signature text,
  duration_ms integer,
  answer_status integer,
  answer_headers jsonb,
  answer_body text,
  answer_is_cut boolean,
  failure_kind text CHECK (
    failure_kind IN ('denied', 'unresolved', 'timeout', 'tls', 'connection', 'answer', 'suspended', 'expired', 'disabled')
  ),
  failure text,
  PRIMARY KEY (partner_id, webhook_id, event_id),
  FOREIGN KEY (partner_id, webhook_id) REFERENCES webhooks (partner_id, id) ON DELETE CASCADE,
  CHECK ((status = 'pending') = (next_attempt_at IS NOT NULL) AND (status = 'pending') = (settled_at IS NULL))
);
-- Workers go from webhook to webhook by it.
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (partner_id, webhook_id, next_attempt_at, event_id)
  WHERE next_attempt_at IS NOT NULL;
CREATE INDEX webhook_deliveries_claimed ON webhook_deliveries (partner_id, webhook_id) WHERE claimed_until IS NOT NULL;
CREATE INDEX webhook_deliveries_by_status ON webhook_deliveries (partner_id, webhook_id, status, event_id);
CREATE INDEX webhook_deliveries_created ON webhook_deliveries (created_at);

-- == The sandbox ==

-- What scans of a sandbox find: for one endpoint, or without one for all the others.
CREATE TABLE sandbox_scenarios (
  partner_id uuid NOT NULL REFERENCES partners (id) ON DELETE CASCADE,
  endpoint_id uuid,
  scenario text NOT NULL CHECK (scenario IN ('clean', 'warnings', 'critical')),
  updated_at timestamptz NOT NULL,
  UNIQUE NULLS NOT DISTINCT (partner_id, endpoint_id),
  FOREIGN KEY (partner_id, endpoint_id) REFERENCES endpoints (partner_id, id) ON DELETE CASCADE
);

-- == Who did what ==

CREATE TABLE audit_entries (
  partner_id uuid NOT NULL REFERENCES partners (id) ON DELETE CASCADE,
  id uuid NOT NULL,
  at timestamptz NOT NULL,
  actor_kind text NOT NULL CHECK (actor_kind IN ('api_key', 'administrator', 'customer', 'operator', 'system')),
  actor_id uuid,
  -- subject.verb, as in endpoint.suspended
  action text NOT NULL,
  subject_id uuid,
  customer_id uuid,
  request_id text,
  details jsonb NOT NULL,
  PRIMARY KEY (partner_id, id)
);
CREATE INDEX audit_entries_by_subject ON audit_entries (partner_id, subject_id, id);
CREATE INDEX audit_entries_by_action ON audit_entries (partner_id, action text_pattern_ops, id);
CREATE INDEX audit_entries_by_customer ON audit_entries (partner_id, customer_id, id) WHERE customer_id IS NOT NULL;

-- == What happened ==

-- What partners' systems are told of: each row is written in the transaction of what it tells. Rows are dropped by whole weeks, so
-- nothing refers to them and they refer to nothing.
CREATE SEQUENCE events_written;
CREATE SEQUENCE events_sequence;
CREATE TABLE events (
  partner_id uuid NOT NULL,
  -- A UUIDv7, so partitions by id are partitions by week. Webhooks carry it as webhook-id.
  id uuid NOT NULL,
  -- The order in which rows were written: of one subject it is the order of its changes, since they were written behind its lock.
  written bigint NOT NULL DEFAULT nextval('events_written'),
  -- The order in which they became known, given after the commit: whoever has read up to a number has missed none below it. Null: not yet.
  sequence bigint,
  is_sandbox boolean NOT NULL,
  customer_id uuid,
  billing_customer_id bigint,
  type text NOT NULL CHECK (type IN ('alert.opened', 'alert.resolved', 'alert.reopened', 'domain_alert.opened', 'domain_alert.resolved',
    'endpoint.created', 'endpoint.paused', 'endpoint.resumed', 'endpoint.terminated',
    'domain.created', 'domain.paused', 'domain.resumed', 'domain.terminated',
    'subscription.changed', 'capacity.enforced', 'scan.completed', 'scan.failed', 'webhook.test')),
  -- What it is about, as far as it is one of these. Of an alert: its server or domain, too.
  alert_id uuid,
  endpoint_id uuid,
  domain_id uuid,
  occurred_at timestamptz NOT NULL,
  -- As it is told: ids, and the resource as its read showed it at that time.
  data jsonb NOT NULL,
  PRIMARY KEY (partner_id, id)
) PARTITION BY RANGE (id);
CREATE INDEX events_in_order ON events (partner_id, sequence) WHERE sequence IS NOT NULL;
CREATE INDEX events_waiting ON events (written) WHERE sequence IS NULL;

-- Whatever no week was made for in time.
CREATE TABLE events_other PARTITION OF events DEFAULT;

-- == What API keys were answered ==

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

-- == Machinery ==

-- Request counters. Losing them in a crash costs a minute of counting, so they skip the write-ahead log.
CREATE UNLOGGED TABLE rate_limit_windows (
  bucket text PRIMARY KEY,
  started_at timestamptz NOT NULL,
  hits integer NOT NULL
);
CREATE INDEX rate_limit_windows_started_at ON rate_limit_windows (started_at);

-- Counts one request in a window of 60 seconds, and in one that several share, unless either is full: what is refused counts in
-- neither, so a key that is over its limit takes nothing from the others, and a ceiling nothing from a key. Hits that are one more
-- than a limit say which one refused. Everybody locks their own window first, and no statement another one's after the shared one.
CREATE FUNCTION count_request(
  own_bucket text, own_limit integer, shared_bucket text, shared_limit integer, clock_offset interval,
  OUT own_hits integer, OUT own_age double precision, OUT shared_hits integer, OUT shared_age double precision
) LANGUAGE plpgsql AS $$
DECLARE
  span CONSTANT interval := '60 seconds';
BEGIN
  -- A window that seems to begin in the future means that the clock was set back: it starts anew.
  INSERT INTO rate_limit_windows AS w (bucket, started_at, hits) VALUES (own_bucket, clock_timestamp() + clock_offset, 1)
    ON CONFLICT (bucket) DO UPDATE SET
      hits = CASE WHEN w.started_at <= clock_timestamp() + clock_offset - span OR w.started_at > clock_timestamp() + clock_offset
        THEN 1 ELSE least(w.hits, own_limit) + 1 END,
      started_at = CASE WHEN w.started_at <= clock_timestamp() + clock_offset - span OR w.started_at > clock_timestamp() + clock_offset
        THEN clock_timestamp() + clock_offset ELSE w.started_at END
    RETURNING w.hits, extract(epoch FROM clock_timestamp() + clock_offset - w.started_at) INTO own_hits, own_age;
  IF shared_bucket IS NULL OR own_hits > own_limit THEN
    RETURN;
  END IF;
  INSERT INTO rate_limit_windows AS w (bucket, started_at, hits) VALUES (shared_bucket, clock_timestamp() + clock_offset, 1)
    ON CONFLICT (bucket) DO UPDATE SET
      hits = CASE WHEN w.started_at <= clock_timestamp() + clock_offset - span OR w.started_at > clock_timestamp() + clock_offset
        THEN 1 ELSE least(w.hits, shared_limit) + 1 END,
      started_at = CASE WHEN w.started_at <= clock_timestamp() + clock_offset - span OR w.started_at > clock_timestamp() + clock_offset
        THEN clock_timestamp() + clock_offset ELSE w.started_at END
    RETURNING w.hits, extract(epoch FROM clock_timestamp() + clock_offset - w.started_at) INTO shared_hits, shared_age;
  IF shared_hits > shared_limit THEN
    UPDATE rate_limit_windows SET hits = hits - 1 WHERE bucket = own_bucket;
  END IF;
END
$$;

-- Adds hits to a window of 60 seconds, and gives their number and its age; of what was there, no more than the limit counts.
CREATE FUNCTION add_hits(
  of_bucket text, added integer, most integer, clock_offset interval, OUT total integer, OUT age double precision
) LANGUAGE plpgsql AS $$
DECLARE
  span CONSTANT interval := '60 seconds';
BEGIN
  INSERT INTO rate_limit_windows AS w (bucket, started_at, hits) VALUES (of_bucket, clock_timestamp() + clock_offset, added)
    ON CONFLICT (bucket) DO UPDATE SET
      hits = excluded.hits + CASE WHEN w.started_at <= clock_timestamp() + clock_offset - span OR w.started_at > clock_timestamp() + clock_offset
        THEN 0 ELSE least(w.hits, most) END,
      started_at = CASE WHEN w.started_at <= clock_timestamp() + clock_offset - span OR w.started_at > clock_timestamp() + clock_offset
        THEN clock_timestamp() + clock_offset ELSE w.started_at END
    RETURNING w.hits, extract(epoch FROM clock_timestamp() + clock_offset - w.started_at) INTO total, age;
END
$$;

-- The same for requests that are authenticated together, each a place in the arrays, as if they came in this order. All own windows are
-- locked before any shared one, each of both in the order of their names, so that no two statements wait for one another.
CREATE FUNCTION count_requests(
  own_buckets text[], own_limits integer[], shared_buckets text[], shared_limits integer[], clock_offset interval
) RETURNS TABLE (n integer, own_hits integer, own_age double precision, shared_hits integer, shared_age double precision)
LANGUAGE plpgsql AS $$
DECLARE
  size CONSTANT integer := cardinality(own_buckets);
  own_found integer[] := array_fill(NULL::integer, ARRAY[size]);
  own_ages double precision[] := array_fill(NULL::double precision, ARRAY[size]);
  shared_found integer[] := array_fill(NULL::integer, ARRAY[size]);
  shared_ages double precision[] := array_fill(NULL::double precision, ARRAY[size]);
  bucket_of record;
  request integer;
  total integer;
  age double precision;
  place integer;
BEGIN
  FOR bucket_of IN
    SELECT a.own_bucket AS name, max(a.own_limit) AS most, array_agg(a.request ORDER BY a.request) AS requests
    FROM unnest(own_buckets, own_limits) WITH ORDINALITY AS a (own_bucket, own_limit, request) GROUP BY a.own_bucket ORDER BY a.own_bucket
  LOOP
    SELECT * INTO total, age FROM add_hits(bucket_of.name, cardinality(bucket_of.requests), bucket_of.most, clock_offset);
    place := total - cardinality(bucket_of.requests);
    FOREACH request IN ARRAY bucket_of.requests LOOP
      place := place + 1;
      own_found[request] := least(place, bucket_of.most + 1);
      own_ages[request] := age;
    END LOOP;
  END LOOP;
  FOR bucket_of IN
    SELECT a.shared_bucket AS name, max(a.shared_limit) AS most, array_agg(a.request ORDER BY a.request) AS requests
    FROM unnest(shared_buckets, shared_limits, own_found, own_limits) WITH ORDINALITY AS a (shared_bucket, shared_limit, found, own_limit, request)
    WHERE a.shared_bucket IS NOT NULL AND a.found <= a.own_limit GROUP BY a.shared_bucket ORDER BY a.shared_bucket
  LOOP
    SELECT * INTO total, age FROM add_hits(bucket_of.name, cardinality(bucket_of.requests), bucket_of.most, clock_offset);
    place := total - cardinality(bucket_of.requests);
    FOREACH request IN ARRAY bucket_of.requests LOOP
      place := place + 1;
      shared_found[request] := least(place, bucket_of.most + 1);
      shared_ages[request] := age;
    END LOOP;
  END LOOP;
  -- What a full shared window refuses counts in no own one either: who comes behind it there finds the room that it left.
  FOR bucket_of IN
    SELECT a.own_bucket AS name, min(a.found) - 1 AS passed, array_agg(a.request ORDER BY a.request) AS requests
    FROM unnest(own_buckets, own_found, shared_limits, shared_found) WITH ORDINALITY AS a (own_bucket, found, shared_limit, shared, request)
    GROUP BY a.own_bucket HAVING bool_or(a.shared > a.shared_limit)
  LOOP
    total := bucket_of.passed;
    age := NULL;
    FOREACH request IN ARRAY bucket_of.requests LOOP
      own_found[request] := least(total, own_limits[request]) + 1;
      IF shared_found[request] <= shared_limits[request] THEN
        total := total + 1;
        CONTINUE;
      END IF;
      age := coalesce(age, shared_ages[request]);
      IF age IS NOT NULL AND own_found[request] <= own_limits[request] THEN
        shared_found[request] := shared_limits[request] + 1;
        shared_ages[request] := age;
      END IF;
    END LOOP;
    UPDATE rate_limit_windows SET hits = total WHERE bucket = bucket_of.name;
  END LOOP;
  RETURN QUERY SELECT a.request::integer, a.own, a.own_of, a.shared, a.shared_of
    FROM unnest(own_found, own_ages, shared_found, shared_ages) WITH ORDINALITY AS a (own, own_of, shared, shared_of, request);
END
$$;

-- Answers that are replayed when a client sends a request again with the same Idempotency-Key.
CREATE TABLE idempotency_keys (
  partner_id uuid NOT NULL REFERENCES partners (id) ON DELETE CASCADE,
  key text NOT NULL,
  -- SHA-256 of method, path and body: another request under the same key is a mistake.
  request_hash bytea NOT NULL,
  created_at timestamptz NOT NULL,
  -- Null while the first request is under way.
  status integer,
  body text,
  PRIMARY KEY (partner_id, key)
);
CREATE INDEX idempotency_keys_created_at ON idempotency_keys (created_at);

-- Every process that serves says so regularly, whatever its role: for operators.
CREATE TABLE nodes (
  id uuid PRIMARY KEY,
  role text NOT NULL,
  host text NOT NULL,
  pid integer NOT NULL,
  version text NOT NULL,
  -- What /readyz would answer there.
  ready boolean NOT NULL,
  checks jsonb NOT NULL,
  -- By how much its machine's clock is ahead of the database's.
  clock_ahead_ms bigint NOT NULL,
  -- Of a process that scans: engine, how many at once it may, and how many it does. Null: it does not scan.
  scanner jsonb,
  -- The last line of its log that told of an error, without details. Null: there was none since its start.
  last_error jsonb,
  -- By the database's clock.
  started_at timestamptz NOT NULL,
  heartbeat_at timestamptz NOT NULL,
  -- Under which secret key it seals: a name that tells nothing of the key. Null: of a release that does not say so.
  seals_under text
);

-- Workers that are alive: a manual scan is refused when there is none.
CREATE TABLE scan_workers (
  id uuid PRIMARY KEY,
  host text NOT NULL,
  engine text NOT NULL,
  started_at timestamptz NOT NULL,
  heartbeat_at timestamptz NOT NULL,
  -- Millionths of the rate of each network. Those of all that are alive are never more than one.
  network_share integer NOT NULL DEFAULT 0,
  -- From where it looks; null: it does not say.
  vantage_point text
);

-- When the scheduler last ran on any node: several nodes together keep one pace.
CREATE TABLE scheduler_ticks (
  name text PRIMARY KEY,
  ticked_at timestamptz NOT NULL,
  -- The fleet's pace as it was counted last.
  scans_per_second double precision,
  paced_at timestamptz
);

-- Facts about this installation, such as a fingerprint of the secret key that its data depends on.
CREATE TABLE installation_facts (
  name text PRIMARY KEY,
  value text NOT NULL
);

-- The migrations that made this database; migrate() keeps it.
CREATE TABLE schema_migrations (
  version integer PRIMARY KEY,
  name text NOT NULL,
  checksum text NOT NULL,
  applied_at timestamptz NOT NULL DEFAULT now(),
  -- Programs that carry this version or a later one run on the database after this migration; null: those that carry it.
  oldest_program integer
);

CREATE TABLE channels (
  partner_id uuid NOT NULL REFERENCES partners (id) ON DELETE CASCADE,
  id uuid NOT NULL,
  -- Whose it is; null: the partner's own, which hears of all its customers.
  customer_id uuid,
  -- Of src/engines/messengers.
  type text NOT NULL,
  name text NOT NULL,
  -- Where it is and what lets us in, as JSON, sealed.
  target bytea NOT NULL,
  -- What may be shown of it.
  shown text NOT NULL,
  -- What it hears of: empty means of all.
  kinds text[] NOT NULL,
  min_severity severity NOT NULL,
  customers uuid[] NOT NULL,
  endpoints uuid[] NOT NULL,
  -- When it hears of what is not critical.
  urgency text NOT NULL CHECK (urgency IN ('at_once', 'five_minutes', 'daily', 'weekly')),
  -- Minutes of the day in its time zone between which it hears of nothing but what is critical.
  quiet_from smallint CHECK (quiet_from BETWEEN 0 AND 1439),
  quiet_until smallint CHECK (quiet_until BETWEEN 0 AND 1439),
  time_zone text NOT NULL,
  -- disabled: the destination wants no more. removed: it hears of nothing new, and is kept until what it opened elsewhere is closed.
  status text NOT NULL CHECK (status IN ('active', 'paused', 'disabled', 'removed')),
  -- Why the last message did not arrive, and when; null: it did.
  failure text,
  failed_at timestamptz,
  -- Since when none has arrived.
  failing_since timestamptz,
  delivered_at timestamptz,
  tested_at timestamptz,
  -- When the next message goes there, or while a worker is at it, when its claim lapses; null: none waits.
  send_at timestamptz,
  -- Tells which claim a worker holds.
  claims integer NOT NULL DEFAULT 0,
  -- How long the destination is to be spared after the last message.
  free_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (partner_id, id),
  FOREIGN KEY (partner_id, customer_id) REFERENCES customers (partner_id, id) ON DELETE CASCADE,
  CHECK ((quiet_from IS NULL) = (quiet_until IS NULL)),
  CHECK ((failure IS NULL) = (failed_at IS NULL))
);
CREATE INDEX channels_of_owner ON channels (partner_id, customer_id);
CREATE INDEX channels_to_send ON channels (send_at) WHERE send_at IS NOT NULL;

-- What a pager was made to open and is still to close, with the target that it was opened by: it is closed by no other.
CREATE TABLE channel_incidents (
  partner_id uuid NOT NULL,
  id uuid NOT NULL,
  channel_id uuid NOT NULL,
  target bytea NOT NULL,
  -- When the pager took it; null: not yet.
  accepted_at timestamptz,
  PRIMARY KEY (partner_id, id),
  FOREIGN KEY (partner_id, channel_id) REFERENCES channels (partner_id, id) ON DELETE CASCADE
);
CREATE INDEX channel_incidents_of_channel ON channel_incidents (partner_id, channel_id);

-- What a channel was last told of each cause of alerts, whichever alert stands for it.
CREATE TABLE channel_alerts (
  partner_id uuid NOT NULL,
  channel_id uuid NOT NULL,
  resource_id uuid NOT NULL,
  kind text NOT NULL,
  key text NOT NULL,
  customer_id uuid NOT NULL,
  -- The latest.
  alert_id uuid NOT NULL,
  -- Null: nothing yet.
  told text CHECK (told IN ('open', 'over')),
  told_severity severity,
  incident_id uuid,
  -- Of releases that had rules of their own for what channels are told: nothing reads or writes them.
  was_opened boolean NOT NULL DEFAULT false,
  speaks_again boolean NOT NULL DEFAULT false,
  openings integer NOT NULL DEFAULT 0,
  -- When it was raised last.
  opened_at timestamptz,
  -- It was told that it comes and goes, so each time is not.
  flaps boolean NOT NULL DEFAULT false,
  changed_at timestamptz NOT NULL,
  -- When it is looked at what there is to tell; null: nothing has happened since.
  due_at timestamptz,
  -- The alert that was told of, and since when it was as it was told.
  told_alert_id uuid,
  told_since timestamptz,
  PRIMARY KEY (partner_id, channel_id, resource_id, kind, key),
  FOREIGN KEY (partner_id, channel_id) REFERENCES channels (partner_id, id) ON DELETE CASCADE,
  FOREIGN KEY (partner_id, customer_id) REFERENCES customers (partner_id, id) ON DELETE CASCADE,
  FOREIGN KEY (partner_id, incident_id) REFERENCES channel_incidents (partner_id, id)
);
CREATE INDEX channel_alerts_flapping ON channel_alerts (partner_id) WHERE flaps;
CREATE INDEX channel_alerts_due ON channel_alerts (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX channel_alerts_open ON channel_alerts (partner_id, alert_id) WHERE told = 'open';
CREATE INDEX channel_alerts_of_incident ON channel_alerts (partner_id, incident_id) WHERE incident_id IS NOT NULL;

CREATE TABLE channel_messages (
  partner_id uuid NOT NULL,
  id uuid NOT NULL,
  channel_id uuid NOT NULL,
  -- The order in which a channel's messages go out.
  position bigint GENERATED ALWAYS AS IDENTITY,
  -- What it says, whatever the destination makes of it.
  content jsonb NOT NULL,
  incident_id uuid,
  -- Without markup, since the destination did not understand ours.
  plainly boolean NOT NULL DEFAULT false,
  -- sending: a worker is at it, or died at it. presumed_delivered: it died, and the destination would show it twice. failed: it was refused.
  status text NOT NULL CHECK (status IN ('pending', 'sending', 'delivered', 'presumed_delivered', 'failed', 'dropped')),
  attempts integer NOT NULL DEFAULT 0,
  failure text,
  created_at timestamptz NOT NULL,
  settled_at timestamptz,
  PRIMARY KEY (partner_id, id),
  FOREIGN KEY (partner_id, channel_id) REFERENCES channels (partner_id, id) ON DELETE CASCADE,
  CHECK ((status IN ('pending', 'sending')) = (settled_at IS NULL))
);
CREATE INDEX channel_messages_waiting ON channel_messages (partner_id, channel_id, position) WHERE settled_at IS NULL;
CREATE INDEX channel_messages_settled ON channel_messages (settled_at) WHERE settled_at IS NOT NULL;

-- Alerts that changed, until it is noted which addresses and channels want to hear of them.
CREATE TABLE alert_inbox (
  partner_id uuid NOT NULL REFERENCES partners (id) ON DELETE CASCADE,
  id uuid NOT NULL,
  customer_id uuid NOT NULL,
  alert_id uuid NOT NULL,
  -- taken_back: by a person.
  change text NOT NULL CHECK (change IN ('opened', 'reopened', 'taken_back', 'worsened', 'steady', 'resolved', 'dismissed')),
  -- Nobody is told before.
  ready_at timestamptz NOT NULL,
  occurred_at timestamptz NOT NULL,
  -- Of what changed it (traceparent), where that was traced.
  trace jsonb,
  PRIMARY KEY (partner_id, id)
);
CREATE INDEX alert_inbox_ready ON alert_inbox (ready_at);

-- What older programs have in its place for channels. Newer ones take over what they leave there.
CREATE TABLE channel_inbox (
  partner_id uuid NOT NULL REFERENCES partners (id) ON DELETE CASCADE,
  event_id uuid NOT NULL,
  sequence bigint NOT NULL,
  alert_id uuid NOT NULL,
  type text NOT NULL,
  -- Of what was open before: by what it is open again.
  reopened_by text,
  occurred_at timestamptz NOT NULL,
  PRIMARY KEY (partner_id, event_id)
);
CREATE INDEX channel_inbox_in_order ON channel_inbox (partner_id, sequence);

-- == The clock of the sandbox ==

-- Lets time pass in a sandbox: whatever is kept there becomes older by that much, so that what is to happen later is due. Left as they are: the
-- logs of what was done and told (audit_entries, events, webhook_deliveries, idempotency_keys), and when a leak happened in the world.
CREATE FUNCTION age_sandbox(sandbox uuid, passed interval) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  kept record;
BEGIN
  IF NOT EXISTS (SELECT FROM partners WHERE id = sandbox AND sandbox_of IS NOT NULL) THEN
    RAISE EXCEPTION 'Partner % is no sandbox', sandbox;
  END IF;
  -- In the order in which everything else locks.
  PERFORM FROM endpoints WHERE partner_id = sandbox ORDER BY id FOR NO KEY UPDATE;
  PERFORM FROM monitored_domains WHERE partner_id = sandbox ORDER BY id FOR NO KEY UPDATE;
  FOR kept IN
    SELECT * FROM (VALUES
      ('customers', 'created_at updated_at'),
      ('services', 'created_at updated_at'),
      ('prices', 'created_at updated_at'),
      ('subscriptions', 'created_at updated_at'),
      ('pro_rata_windows', 'started_at ended_at'),
      ('endpoints', 'created_at updated_at terminated_at next_scan_at last_scan_at manual_scan_at scan_not_before condition_since'),
      ('monitored_domains',
       'created_at updated_at terminated_at released_at next_scan_at last_scan_at retry_at verified_at '
       'verification_checked_at next_verification_at verification_missing_since'),
      ('domain_postures', 'due_at looked_at'),
      ('record_templates', 'updated_at'),
      ('resource_state_changes', 'at ended_at assumed_until'),
      ('scans', 'created_at started_at finished_at'),
      ('observations', 'opened_at closed_at'),
      ('domain_scans', 'created_at started_at finished_at'),
      ('alerts', 'created_at first_detected_at last_detected_at acknowledged_at resolved_at ended_at snoozed_until status_changed_at'),
      ('alert_exposures', 'opened_at started_at ended_at'),
      ('leaked_credentials', 'first_seen_at last_seen_at'),
      ('dark_web_findings', 'first_seen_at last_seen_at'),
      ('allowed_port_rules', 'created_at updated_at expires_at rescan_at'),
      ('public_service_answers', 'answered_at'),
      ('sandbox_scenarios', 'updated_at'),
      ('notification_choices', 'updated_at'),
      ('notification_recipients',
       'created_at updated_at mail_due_at last_mail_at last_critical_at report_due_at rest_due_at soft_bounce_at'),
      ('notification_deliveries', 'created_at settled_at next_attempt_at confirmation_expires_at'),
      ('webhooks', 'created_at updated_at disabled_at previous_secret_until failing_since')
    ) AS list (name, times)
  LOOP
    -- By UTC, since the days of an interval depend on the time zone, and what changes a distributed table may depend on no setting.
    EXECUTE (
      SELECT format('UPDATE %I SET %s WHERE partner_id = $1', kept.name,
        string_agg(format('%1$I = (%1$I AT TIME ZONE ''UTC'' - $2) AT TIME ZONE ''UTC''', time), ', '))
      FROM regexp_split_to_table(kept.times, ' ') AS time)
    USING sandbox, passed;
  END LOOP;
END $$;
