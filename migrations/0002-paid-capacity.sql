-- What customers pay for: subscriptions with their billing windows, caps, domains, retail prices; and idempotency keys.

-- How many resources a customer that never had a subscription to a product may have. No row: any number.
CREATE TABLE unsubscribed_caps (
  partner_id uuid NOT NULL REFERENCES partners (id) ON DELETE CASCADE,
  product_slug text NOT NULL CHECK (product_slug IN ('port_monitoring', 'domain_monitoring')),
  capacity integer NOT NULL CHECK (capacity >= 0),
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (partner_id, product_slug)
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
  PRIMARY KEY (partner_id, id),
  FOREIGN KEY (partner_id, customer_id) REFERENCES customers (partner_id, id) ON DELETE CASCADE,
  FOREIGN KEY (partner_id, service_id) REFERENCES services (partner_id, id),
  CHECK ((status = 'terminated') = (terminated_at IS NOT NULL)),
  CHECK (released_at IS NULL OR status = 'terminated'),
  CHECK (status = 'active' OR next_scan_at IS NULL)
);
CREATE UNIQUE INDEX monitored_domains_of_customer ON monitored_domains (partner_id, customer_id, domain) WHERE released_at IS NULL;
CREATE INDEX monitored_domains_by_customer ON monitored_domains (partner_id, customer_id, created_at DESC, id DESC) WHERE released_at IS NULL;
CREATE INDEX monitored_domains_due ON monitored_domains (next_scan_at) WHERE next_scan_at IS NOT NULL;

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
