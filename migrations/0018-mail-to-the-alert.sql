-- Something critical heeds no pause between mails but the one after the last mail that had any.
ALTER TABLE notification_recipients
  ADD COLUMN critical_waits boolean NOT NULL DEFAULT false,
  ADD COLUMN last_critical_at timestamptz;

-- Where a partner's customers sign in, and whether mails may carry links that open one alert without that.
ALTER TABLE brandings
  ADD COLUMN customer_area_url text,
  ADD COLUMN alert_links boolean NOT NULL DEFAULT false;

-- Links in mails that a browser has opened, and the session that it has by them. A table of its own: to a process of the release
-- before, a session is one of the whole customer.
CREATE TABLE alert_links (
  partner_id uuid NOT NULL,
  mail_id uuid NOT NULL,
  alert_id uuid NOT NULL,
  id uuid NOT NULL,
  customer_id uuid NOT NULL,
  portal_domain_id uuid,
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
