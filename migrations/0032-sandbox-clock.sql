-- Lets time pass in a sandbox: whatever is kept there becomes older by that much, so that what is to happen later is due. Left as they are: the
-- logs of what was done and told (audit_entries, events, webhook_deliveries, idempotency_keys), and when a leak happened in the world.
CREATE FUNCTION age_sandbox(sandbox uuid, passed interval) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM partners WHERE id = sandbox AND sandbox_of IS NOT NULL) THEN
    RAISE EXCEPTION 'Partner % is no sandbox', sandbox;
  END IF;
  -- In the order in which everything else locks.
  PERFORM FROM endpoints WHERE partner_id = sandbox ORDER BY id FOR NO KEY UPDATE;
  PERFORM FROM monitored_domains WHERE partner_id = sandbox ORDER BY id FOR NO KEY UPDATE;
  UPDATE customers SET created_at = created_at - passed, updated_at = updated_at - passed WHERE partner_id = sandbox;
  UPDATE services SET created_at = created_at - passed, updated_at = updated_at - passed WHERE partner_id = sandbox;
  UPDATE prices SET created_at = created_at - passed, updated_at = updated_at - passed WHERE partner_id = sandbox;
  UPDATE subscriptions SET created_at = created_at - passed, updated_at = updated_at - passed WHERE partner_id = sandbox;
  UPDATE pro_rata_windows SET started_at = started_at - passed, ended_at = ended_at - passed WHERE partner_id = sandbox;
  UPDATE endpoints SET created_at = created_at - passed, updated_at = updated_at - passed, terminated_at = terminated_at - passed,
    next_scan_at = next_scan_at - passed, last_scan_at = last_scan_at - passed, manual_scan_at = manual_scan_at - passed,
    scan_not_before = scan_not_before - passed, condition_since = condition_since - passed
    WHERE partner_id = sandbox;
  UPDATE monitored_domains SET created_at = created_at - passed, updated_at = updated_at - passed, terminated_at = terminated_at - passed,
    released_at = released_at - passed, next_scan_at = next_scan_at - passed, last_scan_at = last_scan_at - passed,
    retry_at = retry_at - passed, verified_at = verified_at - passed, verification_checked_at = verification_checked_at - passed,
    next_verification_at = next_verification_at - passed, verification_missing_since = verification_missing_since - passed
    WHERE partner_id = sandbox;
  UPDATE resource_state_changes SET at = at - passed, ended_at = ended_at - passed, assumed_until = assumed_until - passed
    WHERE partner_id = sandbox;
  UPDATE scans SET created_at = created_at - passed, started_at = started_at - passed, finished_at = finished_at - passed
    WHERE partner_id = sandbox;
  UPDATE observations SET opened_at = opened_at - passed, closed_at = closed_at - passed WHERE partner_id = sandbox;
  UPDATE domain_scans SET created_at = created_at - passed, started_at = started_at - passed, finished_at = finished_at - passed
    WHERE partner_id = sandbox;
  UPDATE alerts SET created_at = created_at - passed, first_detected_at = first_detected_at - passed,
    last_detected_at = last_detected_at - passed, acknowledged_at = acknowledged_at - passed, resolved_at = resolved_at - passed,
    ended_at = ended_at - passed, snoozed_until = snoozed_until - passed, status_changed_at = status_changed_at - passed
    WHERE partner_id = sandbox;
  UPDATE alert_exposures SET opened_at = opened_at - passed, started_at = started_at - passed, ended_at = ended_at - passed
    WHERE partner_id = sandbox;
  UPDATE leaked_credentials SET first_seen_at = first_seen_at - passed, last_seen_at = last_seen_at - passed WHERE partner_id = sandbox;
  UPDATE dark_web_findings SET first_seen_at = first_seen_at - passed, last_seen_at = last_seen_at - passed WHERE partner_id = sandbox;
  UPDATE allowed_port_rules SET created_at = created_at - passed, updated_at = updated_at - passed, expires_at = expires_at - passed,
    rescan_at = rescan_at - passed
    WHERE partner_id = sandbox;
  UPDATE public_service_answers SET answered_at = answered_at - passed WHERE partner_id = sandbox;
  UPDATE sandbox_scenarios SET updated_at = updated_at - passed WHERE partner_id = sandbox;
  UPDATE notification_choices SET updated_at = updated_at - passed WHERE partner_id = sandbox;
  UPDATE notification_recipients SET created_at = created_at - passed, updated_at = updated_at - passed, mail_due_at = mail_due_at - passed,
    last_mail_at = last_mail_at - passed, last_critical_at = last_critical_at - passed, report_due_at = report_due_at - passed,
    rest_due_at = rest_due_at - passed, soft_bounce_at = soft_bounce_at - passed
    WHERE partner_id = sandbox;
  UPDATE notification_deliveries SET created_at = created_at - passed, settled_at = settled_at - passed,
    next_attempt_at = next_attempt_at - passed, confirmation_expires_at = confirmation_expires_at - passed
    WHERE partner_id = sandbox;
  UPDATE webhooks SET created_at = created_at - passed, updated_at = updated_at - passed, disabled_at = disabled_at - passed,
    previous_secret_until = previous_secret_until - passed, failing_since = failing_since - passed
    WHERE partner_id = sandbox;
END $$;
