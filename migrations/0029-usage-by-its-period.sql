-- When a state ended stands beside when it began, so that what a period had is found without reading what was before it, and what is old
-- can be forgotten.

-- Whoever moves a resource is let finish, and the next one begins with the function below.
LOCK TABLE endpoints, monitored_domains IN SHARE ROW EXCLUSIVE MODE;

ALTER TABLE resource_state_changes
  -- infinity: it lasts.
  ADD COLUMN ended_at timestamptz NOT NULL DEFAULT 'infinity';

-- In the order of writing: a clock that was set back must not turn it round.
UPDATE resource_state_changes changed SET at = spans.at, ended_at = spans.ended_at
FROM (
  SELECT partner_id, id, at, coalesce(lead(at) OVER of_resource, 'infinity') AS ended_at
  FROM (
    SELECT partner_id, kind, resource_id, id, max(at) OVER (PARTITION BY partner_id, kind, resource_id ORDER BY id) AS at
    FROM resource_state_changes
  ) AS begun
  WINDOW of_resource AS (PARTITION BY partner_id, kind, resource_id ORDER BY id)
) AS spans
WHERE changed.partner_id = spans.partner_id AND changed.id = spans.id
  AND (changed.at, changed.ended_at) IS DISTINCT FROM (spans.at, spans.ended_at);

ALTER TABLE resource_state_changes ADD CONSTRAINT resource_state_changes_check CHECK (at <= ended_at);
CREATE UNIQUE INDEX resource_state_changes_lasting ON resource_state_changes (partner_id, kind, resource_id) WHERE ended_at = 'infinity';
-- What lasted into a period, without what ended before it.
DROP INDEX resource_state_changes_by_customer;
CREATE INDEX resource_state_changes_by_customer ON resource_state_changes (partner_id, customer_id, ended_at);
CREATE INDEX resource_state_changes_by_end ON resource_state_changes (partner_id, ended_at);
CREATE INDEX resource_state_changes_over ON resource_state_changes (ended_at);

CREATE OR REPLACE FUNCTION record_resource_state() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  moved_at CONSTANT timestamptz := CASE TG_OP WHEN 'INSERT' THEN NEW.created_at ELSE NEW.updated_at END;
  since timestamptz;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    -- A clock that was set back must not turn the order round.
    UPDATE resource_state_changes SET ended_at = greatest(at, moved_at)
    WHERE partner_id = NEW.partner_id AND kind = TG_ARGV[0] AND resource_id = NEW.id AND ended_at = 'infinity'
    RETURNING ended_at INTO since;
  END IF;
  INSERT INTO resource_state_changes (partner_id, customer_id, service_id, kind, resource_id, state, at)
  VALUES (NEW.partner_id, NEW.customer_id, NEW.service_id, TG_ARGV[0], NEW.id,
    CASE WHEN NEW.quota_paused THEN 'quota_paused' ELSE NEW.status END, coalesce(since, moved_at));
  RETURN NULL;
END
$$;
