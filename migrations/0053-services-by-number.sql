-- Programs of schema version 33 run on this.
-- GET /services lists them in the order of a billing system.

CREATE INDEX services_by_number ON services (partner_id, billing_service_id, id);
