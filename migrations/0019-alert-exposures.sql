-- When each alert was open, as intervals: what reports count. An alert keeps its present state only. Written by the database, so that
-- no statement that moves an alert can leave it out. Times are those that the statement writes.

ALTER TABLE alerts ADD COLUMN status_changed_at timestamptz;

CREATE TABLE alert_exposures (
  partner_id uuid NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  alert_id uuid NOT NULL,
  customer_id uuid NOT NULL,
  kind text NOT NULL,
  -- Of the alert's key, which can be too long for an index: the same cause at several resources.
  key_hash bigint NOT NULL,
  severity severity NOT NULL,
  -- A change of severity ends an interval and begins the next one.
  cause text NOT NULL CHECK (cause IN ('raised', 'reopened', 'reassessed')),
  -- When the alert was raised or reopened: the same in all intervals between which it was only reassessed.
  opened_at timestamptz NOT NULL,
  started_at timestamptz NOT NULL,
  -- infinity: it lasts.
  ended_at timestamptz NOT NULL DEFAULT 'infinity',
  -- What ended it: reassessed, false_positive, or the alert's resolution. Null: it lasts.
  outcome text,
  PRIMARY KEY (partner_id, id),
  FOREIGN KEY (partner_id, alert_id) REFERENCES alerts (partner_id, id) ON DELETE CASCADE,
  FOREIGN KEY (partner_id, customer_id) REFERENCES customers (partner_id, id) ON DELETE CASCADE,
  CHECK (opened_at <= started_at AND started_at <= ended_at),
  CHECK ((outcome IS NULL) = (ended_at = 'infinity'))
);
CREATE UNIQUE INDEX alert_exposures_lasting ON alert_exposures (partner_id, alert_id) WHERE ended_at = 'infinity';
CREATE INDEX alert_exposures_by_alert ON alert_exposures (partner_id, alert_id);
-- What lasted into a period, without what ended before it.
CREATE INDEX alert_exposures_of_customer ON alert_exposures
  (partner_id, customer_id, ended_at) INCLUDE (started_at, opened_at, kind, key_hash, severity, cause, outcome, alert_id);
CREATE INDEX alert_exposures_by_end ON alert_exposures
  (partner_id, ended_at) INCLUDE (started_at, opened_at, kind, key_hash, severity, cause, outcome, customer_id, alert_id);

CREATE FUNCTION alert_key_hash(key text) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT ('x' || left(md5(key), 16))::bit(64)::bigint
$$;

-- Alerts are raised many at once.
CREATE FUNCTION record_raised_alerts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO alert_exposures (partner_id, alert_id, customer_id, kind, key_hash, severity, cause, opened_at, started_at, ended_at, outcome)
  SELECT partner_id, id, customer_id, kind, alert_key_hash(key), severity, 'raised', created_at, created_at,
    CASE WHEN status IN ('open', 'acknowledged') THEN 'infinity'
      ELSE greatest(coalesce(ended_at, status_changed_at, created_at), created_at) END,
    CASE status WHEN 'resolved' THEN resolution WHEN 'false_positive' THEN 'false_positive' END
  FROM raised;
  RETURN NULL;
END
$$;

CREATE FUNCTION record_alert_exposure() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was_open CONSTANT boolean := OLD.status IN ('open', 'acknowledged');
  is_open CONSTANT boolean := NEW.status IN ('open', 'acknowledged');
  -- A node of an older version does not write when the status changed.
  changed_at CONSTANT timestamptz := CASE
    WHEN was_open AND is_open THEN NEW.last_detected_at
    WHEN NEW.status_changed_at IS DISTINCT FROM OLD.status_changed_at THEN NEW.status_changed_at
    WHEN NEW.status = 'resolved' THEN NEW.resolved_at
    ELSE greatest(clock_timestamp(), NEW.status_changed_at) END;
  since timestamptz;
  until timestamptz;
BEGIN
  IF was_open THEN
    UPDATE alert_exposures SET ended_at = greatest(started_at, changed_at),
      outcome = CASE WHEN is_open THEN 'reassessed' WHEN NEW.status = 'resolved' THEN NEW.resolution ELSE NEW.status END
    WHERE partner_id = NEW.partner_id AND alert_id = NEW.id AND ended_at = 'infinity'
    RETURNING opened_at, ended_at INTO since, until;
  END IF;
  IF is_open THEN
    -- A clock that was set back must not have an alert open twice at once.
    IF NOT was_open THEN
      SELECT greatest(changed_at, max(ended_at)) FROM alert_exposures
      WHERE partner_id = NEW.partner_id AND alert_id = NEW.id INTO since;
    END IF;
    INSERT INTO alert_exposures (partner_id, alert_id, customer_id, kind, key_hash, severity, cause, opened_at, started_at)
    VALUES (NEW.partner_id, NEW.id, NEW.customer_id, NEW.kind, alert_key_hash(NEW.key), NEW.severity,
      CASE WHEN was_open THEN 'reassessed' ELSE 'reopened' END, since, coalesce(until, since));
  END IF;
  RETURN NULL;
END
$$;

-- Of the time before only the last state is known: what was reopened counts as open from the beginning. When people marked a false
-- positive stands in the audit log.
INSERT INTO alert_exposures (partner_id, alert_id, customer_id, kind, key_hash, severity, cause, opened_at, started_at, ended_at, outcome)
SELECT partner_id, id, customer_id, kind, alert_key_hash(key), severity, 'raised', created_at, created_at,
  CASE WHEN status IN ('open', 'acknowledged') THEN 'infinity'
    WHEN status = 'resolved' THEN greatest(resolved_at, created_at)
    ELSE greatest(created_at, coalesce((
      SELECT max(at) FROM audit_entries a
      WHERE a.partner_id = alerts.partner_id AND a.subject_id = alerts.id AND a.action LIKE '%.marked\_false\_positive'
    ), ended_at)) END,
  CASE status WHEN 'resolved' THEN resolution WHEN 'false_positive' THEN 'false_positive' END
FROM alerts;

CREATE TRIGGER record_raised_alerts AFTER INSERT ON alerts
  REFERENCING NEW TABLE AS raised FOR EACH STATEMENT EXECUTE FUNCTION record_raised_alerts();
CREATE TRIGGER record_changed_alert AFTER UPDATE OF status, severity ON alerts
  FOR EACH ROW WHEN ((OLD.status IN ('open', 'acknowledged')) <> (NEW.status IN ('open', 'acknowledged'))
    OR (NEW.status IN ('open', 'acknowledged') AND OLD.severity <> NEW.severity))
  EXECUTE FUNCTION record_alert_exposure();

-- == The monthly report by mail ==

ALTER TABLE notification_recipients ADD COLUMN report_due_at timestamptz;
CREATE INDEX notification_recipients_reports_due ON notification_recipients (report_due_at) WHERE report_due_at IS NOT NULL;

ALTER TABLE notification_deliveries
  ADD COLUMN report_month text,
  DROP CONSTRAINT notification_deliveries_kind_check,
  ADD CONSTRAINT notification_deliveries_kind_check CHECK (kind IN ('alerts', 'confirmation', 'notice', 'monthly_report')),
  ADD CONSTRAINT notification_deliveries_report_check CHECK ((kind = 'monthly_report') = (report_month IS NOT NULL));
