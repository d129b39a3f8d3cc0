-- Programs of schema version 33 run on this.

-- What everybody can see of a domain: what the last looks saw, and when the next one is due. Triggers make a row with each domain.
CREATE TABLE domain_postures (
  partner_id uuid NOT NULL,
  domain_id uuid NOT NULL,
  -- Null: nobody looks at it. While a look is queued or under way, when that is lost.
  due_at timestamptz,
  -- The look that is queued or under way.
  look_id uuid,
  -- Looks in a row that were answered by nobody.
  failures integer NOT NULL DEFAULT 0,
  -- When a look was last answered. Null: none was yet, under this name.
  looked_at timestamptz,
  -- KeptCheck of each check, as that look left it.
  checks jsonb NOT NULL DEFAULT '[]',
  -- What its registry last said, and when: it is asked less often than the DNS is.
  registration jsonb,
  -- What cannot be seen, and somebody told: selectors that sign its mail, and whether it takes and sends any.
  dkim_selectors text[] NOT NULL DEFAULT '{}',
  expects_mail boolean,
  PRIMARY KEY (partner_id, domain_id),
  FOREIGN KEY (partner_id, domain_id) REFERENCES monitored_domains (partner_id, id) ON DELETE CASCADE
);
CREATE INDEX domain_postures_due ON domain_postures (due_at) WHERE due_at IS NOT NULL;

-- A domain is looked at as long as it is active, whichever statement made it so. What was seen under another name tells nothing.
CREATE FUNCTION schedule_domain_look() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO domain_postures AS kept (partner_id, domain_id, due_at)
  VALUES (NEW.partner_id, NEW.id, CASE WHEN NEW.status = 'active' THEN NEW.updated_at END)
  ON CONFLICT (partner_id, domain_id) DO UPDATE SET due_at = EXCLUDED.due_at, look_id = NULL, failures = 0;
  IF TG_OP = 'UPDATE' AND OLD.domain <> NEW.domain THEN
    UPDATE domain_postures
    SET looked_at = NULL, checks = '[]', registration = NULL, dkim_selectors = '{}', expects_mail = NULL
    WHERE partner_id = NEW.partner_id AND domain_id = NEW.id;
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER schedule_first_look AFTER INSERT ON monitored_domains
  FOR EACH ROW EXECUTE FUNCTION schedule_domain_look();
CREATE TRIGGER schedule_changed_look AFTER UPDATE OF status, domain ON monitored_domains
  FOR EACH ROW WHEN ((OLD.status, OLD.domain) IS DISTINCT FROM (NEW.status, NEW.domain))
  EXECUTE FUNCTION schedule_domain_look();

-- How a partner has the records of its customers' domains written.
CREATE TABLE record_templates (
  partner_id uuid PRIMARY KEY REFERENCES partners (id) ON DELETE CASCADE,
  -- Whose SPF record names all of its servers that send mail.
  spf_include text,
  -- Selectors by which its servers sign mail.
  dkim_selectors text[] NOT NULL DEFAULT '{}',
  -- Where reports of receivers go. Null: to postmaster of each domain.
  report_address text,
  updated_at timestamptz NOT NULL
);

-- Domains that there are get their first look spread over a day.
INSERT INTO domain_postures (partner_id, domain_id, due_at)
SELECT partner_id, id, CASE WHEN status = 'active' THEN now() + random() * interval '1 day' END FROM monitored_domains;

CREATE OR REPLACE FUNCTION age_sandbox(sandbox uuid, passed interval) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  kept record;
BEGIN
  IF NOT EXISTS (SELECT FROM partners WHERE id = sandbox AND sandbox_of IS NOT NULL) THEN
    RAISE EXCEPTION 'Partner % is no sandbox', sandbox;
  END IF;
  -- In the order in which everything else locks.
  PERFORM FROM endpoints WHERE partner_id = sandbox ORDER BY id FOR NO KEY UPDATE;
  PERFORM FROM monitored_domains WHERE partner_id = sandbox ORDER BY id FOR NO KEY UPDATE;
  FOR kept IN
    SELECT * FROM (VALUES
      ('customers', 'created_at updated_at'),
      ('services', 'created_at updated_at'),
      ('prices', 'created_at updated_at'),
      ('subscriptions', 'created_at updated_at'),
      ('pro_rata_windows', 'started_at ended_at'),
      ('endpoints', 'created_at updated_at terminated_at next_scan_at last_scan_at manual_scan_at scan_not_before condition_since'),
      ('monitored_domains',
       'created_at updated_at terminated_at released_at next_scan_at last_scan_at retry_at verified_at '
       'verification_checked_at next_verification_at verification_missing_since'),
      ('domain_postures', 'due_at looked_at'),
      ('record_templates', 'updated_at'),
      ('resource_state_changes', 'at ended_at assumed_until'),
      ('scans', 'created_at started_at finished_at'),
      ('observations', 'opened_at closed_at'),
      ('domain_scans', 'created_at started_at finished_at'),
      ('alerts', 'created_at first_detected_at last_detected_at acknowledged_at resolved_at ended_at snoozed_until status_changed_at'),
      ('alert_exposures', 'opened_at started_at ended_at'),
      ('leaked_credentials', 'first_seen_at last_seen_at'),
      ('dark_web_findings', 'first_seen_at last_seen_at'),
      ('allowed_port_rules', 'created_at updated_at expires_at rescan_at'),
      ('public_service_answers', 'answered_at'),
      ('sandbox_scenarios', 'updated_at'),
      ('notification_choices', 'updated_at'),
      ('notification_recipients',
       'created_at updated_at mail_due_at last_mail_at last_critical_at report_due_at rest_due_at soft_bounce_at'),
      ('notification_deliveries', 'created_at settled_at next_attempt_at confirmation_expires_at'),
      ('webhooks', 'created_at updated_at disabled_at previous_secret_until failing_since')
    ) AS list (name, times)
  LOOP
    -- By UTC, since the days of an interval depend on the time zone, and what changes a distributed table may depend on no setting.
    EXECUTE (
      SELECT format('UPDATE %I SET %s WHERE partner_id = $1', kept.name,
        string_agg(format('%1$I = (%1$I AT TIME ZONE ''UTC'' - $2) AT TIME ZONE ''UTC''', time), ', '))
      FROM regexp_split_to_table(kept.times, ' ') AS time)
    USING sandbox, passed;
  END LOOP;
END $$;
