-- Which customers were asked which of their servers are websites or mail servers, and answered or skipped it.

CREATE TABLE public_service_answers (
  partner_id uuid NOT NULL,
  customer_id uuid NOT NULL,
  answered_at timestamptz NOT NULL,
  PRIMARY KEY (partner_id, customer_id),
  FOREIGN KEY (partner_id, customer_id) REFERENCES customers (partner_id, id) ON DELETE CASCADE
);
