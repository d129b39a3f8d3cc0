-- Looking for leaks of monitored domains: scans of sources, what they found, alerts, and proof of control.

ALTER TABLE monitored_domains
  -- The scan that is pending or running: at most one.
  ADD COLUMN current_scan_id uuid,
  -- Sources that are asked again before the next scan is due: they failed, or have new data. Empty: none.
  ADD COLUMN retry_sources text[] NOT NULL DEFAULT '{}',
  ADD COLUMN retry_at timestamptz,
  -- Times in a row that a scan ended with a source that failed: the longer, the later it is asked again.
  ADD COLUMN failed_attempts integer NOT NULL DEFAULT 0,
  ADD COLUMN findings_count integer NOT NULL DEFAULT 0,
  -- When control of the domain was proved by its TXT record; null: not proved, so identities are masked.
  ADD COLUMN verified_at timestamptz,
  ADD COLUMN verification_checked_at timestamptz,
  -- When the record is looked up again; null unless verified.
  ADD COLUMN next_verification_at timestamptz,
  -- Since when, and how many times in a row, the record of a verified domain was missing.
  ADD COLUMN verification_missing_since timestamptz,
  ADD COLUMN verification_misses integer NOT NULL DEFAULT 0,
  ADD CONSTRAINT monitored_domains_retry_check CHECK ((retry_at IS NULL) = (retry_sources = '{}')),
  ADD CONSTRAINT monitored_domains_verification_check CHECK ((verified_at IS NULL) = (next_verification_at IS NULL));

DROP INDEX monitored_domains_due;
CREATE INDEX monitored_domains_due ON monitored_domains (least(next_scan_at, retry_at))
  WHERE next_scan_at IS NOT NULL AND current_scan_id IS NULL;
CREATE INDEX monitored_domains_verification_due ON monitored_domains (next_verification_at) WHERE next_verification_at IS NOT NULL;
CREATE INDEX monitored_domains_by_name ON monitored_domains (domain) WHERE status = 'active';

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
CREATE TABLE domain_alerts (
  partner_id uuid NOT NULL,
  id uuid NOT NULL,
  domain_id uuid NOT NULL,
  customer_id uuid NOT NULL,
  domain text NOT NULL,
  finding_type text NOT NULL CHECK (finding_type IN ('leaked_credential', 'dark_web')),
  kind text NOT NULL CHECK (kind IN ('breach', 'stealer_log', 'combolist', 'paste', 'ransomware_claim', 'forum', 'market')),
  -- What the group is named by, as `breach:…`, `actor:…` or `source:…`.
  group_key text NOT NULL,
  severity severity NOT NULL,
  status text NOT NULL CHECK (status IN ('open', 'acknowledged', 'resolved')),
  -- AlertEvidence: counts and names, never an identity.
  evidence jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  first_detected_at timestamptz NOT NULL,
  last_detected_at timestamptz NOT NULL,
  acknowledged_at timestamptz,
  resolved_at timestamptz,
  resolution text CHECK (resolution IN ('manual', 'domain_terminated')),
  PRIMARY KEY (partner_id, id),
  FOREIGN KEY (partner_id, domain_id) REFERENCES monitored_domains (partner_id, id) ON DELETE CASCADE,
  FOREIGN KEY (partner_id, customer_id) REFERENCES customers (partner_id, id) ON DELETE CASCADE,
  CHECK ((status = 'resolved') = (resolved_at IS NOT NULL)),
  CHECK ((status = 'resolved') = (resolution IS NOT NULL))
);
CREATE UNIQUE INDEX domain_alerts_live ON domain_alerts (partner_id, domain_id, domain, finding_type, kind, group_key)
  WHERE status <> 'resolved';
CREATE INDEX domain_alerts_by_customer ON domain_alerts (partner_id, customer_id, created_at DESC, id DESC);
CREATE INDEX domain_alerts_by_customer_and_status ON domain_alerts (partner_id, customer_id, status, severity, created_at DESC, id DESC);
CREATE INDEX domain_alerts_by_domain ON domain_alerts (partner_id, domain_id, status, created_at DESC, id DESC);

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
  FOREIGN KEY (partner_id, alert_id) REFERENCES domain_alerts (partner_id, id) ON DELETE CASCADE,
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
  FOREIGN KEY (partner_id, alert_id) REFERENCES domain_alerts (partner_id, id) ON DELETE CASCADE
);
CREATE INDEX dark_web_findings_by_customer ON dark_web_findings (partner_id, customer_id, first_seen_at DESC, id DESC);
CREATE INDEX dark_web_findings_by_domain ON dark_web_findings (partner_id, domain_id, first_seen_at DESC, id DESC);
CREATE INDEX dark_web_findings_by_severity ON dark_web_findings (partner_id, customer_id, severity, first_seen_at DESC, id DESC);
CREATE INDEX dark_web_findings_by_alert ON dark_web_findings (partner_id, alert_id);
