-- One table for alerts of every kind. What a kind alone knows is its evidence; the port stays beside it, because rules cover ports.

ALTER TABLE alerts
  ADD COLUMN kind text NOT NULL DEFAULT 'port',
  ADD COLUMN key text,
  ADD COLUMN domain_id uuid,
  ALTER COLUMN endpoint_id DROP NOT NULL,
  ALTER COLUMN protocol DROP NOT NULL,
  ALTER COLUMN port DROP NOT NULL,
  DROP CONSTRAINT alerts_resolution_check;

-- The evidence counts: an alert has one urgency (decisions §6.2). What is derived when it is read is not stored.
UPDATE alerts SET key = protocol || '/' || port, severity = risk_level;
ALTER TABLE alerts DROP COLUMN service, DROP COLUMN title, DROP COLUMN risk_level;

INSERT INTO alerts (partner_id, id, kind, key, domain_id, customer_id, severity, status, evidence, created_at,
  first_detected_at, last_detected_at, acknowledged_at, resolved_at, resolution, ended_at)
SELECT partner_id, id, CASE finding_type WHEN 'dark_web' THEN 'dark_web' ELSE 'leaked_credentials' END,
  domain || ' ' || kind || ' ' || group_key, domain_id, customer_id, severity, status,
  evidence || jsonb_build_object('domain', domain, 'kind', kind), created_at,
  first_detected_at, last_detected_at, acknowledged_at, resolved_at, resolution, resolved_at
FROM domain_alerts;

ALTER TABLE alerts
  ALTER COLUMN kind DROP DEFAULT,
  ALTER COLUMN key SET NOT NULL,
  ADD FOREIGN KEY (partner_id, domain_id) REFERENCES monitored_domains (partner_id, id) ON DELETE CASCADE,
  ADD CONSTRAINT alerts_resolution_check CHECK
    (resolution IN ('port_closed', 'allowed', 'manual', 'endpoint_terminated', 'domain_terminated', 'cause_ended')),
  ADD CONSTRAINT alerts_subject_check CHECK (num_nonnulls(endpoint_id, domain_id) = 1),
  ADD CONSTRAINT alerts_port_kind_check CHECK (kind <> 'port' OR (protocol IS NOT NULL AND port IS NOT NULL));

ALTER TABLE leaked_credentials
  DROP CONSTRAINT leaked_credentials_partner_id_alert_id_fkey,
  ADD FOREIGN KEY (partner_id, alert_id) REFERENCES alerts (partner_id, id) ON DELETE CASCADE;
ALTER TABLE dark_web_findings
  DROP CONSTRAINT dark_web_findings_partner_id_alert_id_fkey,
  ADD FOREIGN KEY (partner_id, alert_id) REFERENCES alerts (partner_id, id) ON DELETE CASCADE;
DROP TABLE domain_alerts;

DROP INDEX alerts_live, alerts_by_creation, alerts_by_detection, alerts_of_customer_by_creation,
  alerts_of_customer_by_detection, alerts_by_endpoint;
CREATE UNIQUE INDEX alerts_live ON alerts (partner_id, coalesce(endpoint_id, domain_id), kind, key) WHERE ended_at IS NULL;
CREATE INDEX alerts_live_ports ON alerts (partner_id, port, endpoint_id) WHERE ended_at IS NULL AND kind = 'port';
CREATE INDEX alerts_by_creation ON alerts (partner_id, status, severity, created_at, id) INCLUDE (kind);
CREATE INDEX alerts_by_detection ON alerts (partner_id, status, severity, last_detected_at, created_at, id) INCLUDE (kind);
CREATE INDEX alerts_of_customer_by_creation ON alerts (partner_id, customer_id, status, severity, created_at, id) INCLUDE (kind);
CREATE INDEX alerts_of_customer_by_detection ON alerts
  (partner_id, customer_id, status, severity, last_detected_at, created_at, id) INCLUDE (kind);
-- A list of one kind does not read its way through those of the common one.
CREATE INDEX alerts_of_rarer_kinds ON alerts (partner_id, kind, status, severity, created_at, id) WHERE kind <> 'port';
CREATE INDEX alerts_by_endpoint ON alerts (partner_id, endpoint_id, status, severity, created_at DESC, id DESC)
  WHERE endpoint_id IS NOT NULL;
CREATE INDEX alerts_of_customers_domains ON alerts (partner_id, customer_id, created_at DESC, id DESC) WHERE domain_id IS NOT NULL;
CREATE INDEX alerts_of_customers_domains_by_status ON alerts
  (partner_id, customer_id, status, severity, created_at DESC, id DESC) WHERE domain_id IS NOT NULL;
CREATE INDEX alerts_by_domain ON alerts (partner_id, domain_id, status, created_at DESC, id DESC) WHERE domain_id IS NOT NULL;

-- Mails speak of alerts of every kind alike, and customers choose by kind.

ALTER TABLE notification_recipients DROP CONSTRAINT notification_recipients_check3;
UPDATE notification_recipients SET waiting_alerts = waiting_alerts || waiting_domain_alerts WHERE waiting_domain_alerts <> '{}';
ALTER TABLE notification_recipients
  DROP COLUMN waiting_domain_alerts,
  ADD CHECK ((mail_due_at IS NULL) = (waiting_alerts = '{}'));
UPDATE notification_deliveries SET alerts = alerts || domain_alerts WHERE domain_alerts <> '{}';
ALTER TABLE notification_deliveries DROP COLUMN domain_alerts;

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
INSERT INTO notification_choices (partner_id, customer_id, kind, enabled, min_severity, updated_at)
SELECT partner_id, customer_id, 'port', port_alerts, port_alerts_min_severity, updated_at FROM notification_settings
UNION ALL SELECT partner_id, customer_id, 'leaked_credentials', domain_alerts, NULL, updated_at FROM notification_settings
UNION ALL SELECT partner_id, customer_id, 'dark_web', domain_alerts, NULL, updated_at FROM notification_settings;
DROP TABLE notification_settings;
