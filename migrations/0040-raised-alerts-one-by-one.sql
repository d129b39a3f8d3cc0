-- Programs of schema version 33 run on this.
-- The rows of the statement that raised alerts cannot be part of a statement about a distributed table: they are gone through.

CREATE OR REPLACE FUNCTION record_raised_alerts() RETURNS trigger LANGUAGE plpgsql AS $$
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
