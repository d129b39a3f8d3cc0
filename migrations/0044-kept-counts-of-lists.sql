-- Programs of schema version 33 run on this.
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

-- From here to the end of the migration nobody changes what is counted below: these take the tables' locks.
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

INSERT INTO list_counts (partner_id, customer_id, list, status, count)
  SELECT partner_id, customer_id, 'endpoints', status, count(*) FROM endpoints
  GROUP BY GROUPING SETS ((partner_id, customer_id, status), (partner_id, status));
INSERT INTO list_counts (partner_id, customer_id, list, kind, severity, status, count)
  SELECT partner_id, customer_id, 'alerts', kind, severity, status, count(*) FROM alerts
  GROUP BY GROUPING SETS ((partner_id, customer_id, kind, severity, status), (partner_id, kind, severity, status));

-- Servers of a customer that no schedule has, counted for its pages.
CREATE INDEX endpoints_of_customer_unscheduled ON endpoints (partner_id, customer_id) WHERE status = 'active' AND next_scan_at IS NULL;
-- Alerts of a port, or of a protocol: they are counted, and nobody reads through the others for them.
CREATE INDEX alerts_by_port ON alerts (partner_id, port, protocol, status, severity, created_at, id) INCLUDE (kind) WHERE port IS NOT NULL;
