-- What the schedule's upkeep looks for, over all partners.

-- Active endpoints without a time: a policy that changed may let them be scanned again.
CREATE INDEX endpoints_unscheduled ON endpoints (id) WHERE status = 'active' AND next_scan_at IS NULL;
-- Scans under way, oldest first: their ids are in the order of time.
CREATE INDEX endpoints_scanning ON endpoints (current_scan_id) WHERE current_scan_id IS NOT NULL;
CREATE INDEX monitored_domains_scanning ON monitored_domains (current_scan_id) WHERE current_scan_id IS NOT NULL;
