-- What metered billing needs: when each server and domain was in which state, and whose service it was. Written by the database, so
-- that no statement that moves a resource can leave it out; never changed. Times are those that the statement writes.
CREATE TABLE resource_state_changes (
  partner_id uuid NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  customer_id uuid NOT NULL,
  -- Null: of no service. No foreign key: what was is not undone by what is.
  service_id uuid,
  kind text NOT NULL CHECK (kind IN ('endpoint', 'domain')),
  resource_id uuid NOT NULL,
  state text NOT NULL CHECK (state IN ('active', 'paused', 'quota_paused', 'terminated')),
  at timestamptz NOT NULL,
  -- Of rows that the migration made: until then nobody recorded whether it really was so.
  assumed_until timestamptz,
  PRIMARY KEY (partner_id, id),
  FOREIGN KEY (partner_id, customer_id) REFERENCES customers (partner_id, id) ON DELETE CASCADE
);
CREATE INDEX resource_state_changes_by_customer ON resource_state_changes (partner_id, customer_id, at);

CREATE FUNCTION record_resource_state() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO resource_state_changes (partner_id, customer_id, service_id, kind, resource_id, state, at)
  VALUES (NEW.partner_id, NEW.customer_id, NEW.service_id, TG_ARGV[0], NEW.id,
    CASE WHEN NEW.quota_paused THEN 'quota_paused' ELSE NEW.status END,
    CASE TG_OP WHEN 'INSERT' THEN NEW.created_at ELSE NEW.updated_at END);
  RETURN NULL;
END
$$;

-- Of the time before only the beginning and, of what was terminated, the end are known: what was paused once counts as active until
-- then, and what is paused now as paused since its last change.
INSERT INTO resource_state_changes (partner_id, customer_id, service_id, kind, resource_id, state, at, assumed_until)
SELECT partner_id, customer_id, service_id, kind, id, 'active', created_at, now()
FROM (
  SELECT partner_id, customer_id, service_id, 'endpoint' AS kind, id, created_at FROM endpoints
  UNION ALL SELECT partner_id, customer_id, service_id, 'domain', id, created_at FROM monitored_domains
) AS resources
ORDER BY created_at;
INSERT INTO resource_state_changes (partner_id, customer_id, service_id, kind, resource_id, state, at, assumed_until)
SELECT partner_id, customer_id, service_id, kind, id, state, at, now()
FROM (
  SELECT partner_id, customer_id, service_id, 'endpoint' AS kind, id,
    CASE WHEN quota_paused THEN 'quota_paused' ELSE status END AS state, coalesce(terminated_at, updated_at) AS at
  FROM endpoints WHERE status <> 'active'
  UNION ALL SELECT partner_id, customer_id, service_id, 'domain', id,
    CASE WHEN quota_paused THEN 'quota_paused' ELSE status END, coalesce(terminated_at, updated_at)
  FROM monitored_domains WHERE status <> 'active'
) AS resources
ORDER BY at;

CREATE TRIGGER record_new_state AFTER INSERT ON endpoints
  FOR EACH ROW EXECUTE FUNCTION record_resource_state('endpoint');
CREATE TRIGGER record_changed_state AFTER UPDATE OF status, quota_paused, service_id ON endpoints
  FOR EACH ROW WHEN ((OLD.status, OLD.quota_paused, OLD.service_id) IS DISTINCT FROM (NEW.status, NEW.quota_paused, NEW.service_id))
  EXECUTE FUNCTION record_resource_state('endpoint');
CREATE TRIGGER record_new_state AFTER INSERT ON monitored_domains
  FOR EACH ROW EXECUTE FUNCTION record_resource_state('domain');
CREATE TRIGGER record_changed_state AFTER UPDATE OF status, quota_paused, service_id ON monitored_domains
  FOR EACH ROW WHEN ((OLD.status, OLD.quota_paused, OLD.service_id) IS DISTINCT FROM (NEW.status, NEW.quota_paused, NEW.service_id))
  EXECUTE FUNCTION record_resource_state('domain');
