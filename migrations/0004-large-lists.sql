-- Lists that stay fast at a million endpoints and ten million alerts: each order that a list can have is the order of an index
-- per status (and severity), and the list merges those that it is asked for.

CREATE EXTENSION IF NOT EXISTS pg_trgm;

DROP INDEX endpoints_listed;
DROP INDEX endpoints_listed_by_customer;
CREATE INDEX endpoints_by_status ON endpoints (partner_id, status, created_at, id);
CREATE INDEX endpoints_by_customer_and_status ON endpoints (partner_id, customer_id, status, created_at, id);
-- What a search looks through; the line breaks keep a match within one of the three.
CREATE INDEX endpoints_search ON endpoints
  USING gin (lower(host(ip_address) || E'\n' || hostname || E'\n' || nickname) gin_trgm_ops);

DROP INDEX alerts_newest;
DROP INDEX alerts_by_status;
DROP INDEX alerts_by_customer;
DROP INDEX alerts_by_customer_and_status;
CREATE INDEX alerts_by_creation ON alerts (partner_id, status, severity, created_at, id);
CREATE INDEX alerts_by_detection ON alerts (partner_id, status, severity, last_detected_at, created_at, id);
CREATE INDEX alerts_of_customer_by_creation ON alerts (partner_id, customer_id, status, severity, created_at, id);
CREATE INDEX alerts_of_customer_by_detection ON alerts (partner_id, customer_id, status, severity, last_detected_at, created_at, id);
