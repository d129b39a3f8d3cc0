-- Programs of schema version 33 run on this.
-- A sharded database refuses to change a row to a time with an interval added, since that depends on the time zone of whoever asks.

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
