-- A customer whose portal an administrator looks at, read-only: until that ends, it is all that the session is good for.
ALTER TABLE sessions ADD COLUMN viewed_customer_id uuid;
ALTER TABLE sessions ADD CONSTRAINT sessions_viewed_customer_fkey FOREIGN KEY (partner_id, viewed_customer_id)
  REFERENCES customers (partner_id, id) ON DELETE CASCADE;
ALTER TABLE sessions ADD CONSTRAINT sessions_view_of_administrator CHECK (viewed_customer_id IS NULL OR administrator_id IS NOT NULL);
CREATE INDEX sessions_viewing ON sessions (partner_id, viewed_customer_id) WHERE viewed_customer_id IS NOT NULL;

-- The customers that have open alerts of a severity, one after the other, however many alerts each has.
CREATE INDEX alerts_open_by_urgency ON alerts (partner_id, severity, customer_id) WHERE status = 'open';
