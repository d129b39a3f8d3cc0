-- What people silence for a time: alerts that are open again when it has passed, and rules that end.

ALTER TABLE alerts ADD COLUMN snoozed_until timestamptz;
CREATE INDEX alerts_snoozed ON alerts (snoozed_until, id) WHERE snoozed_until IS NOT NULL;

ALTER TABLE allowed_port_rules ADD COLUMN expires_at timestamptz, ADD COLUMN rescan_at timestamptz;
CREATE INDEX allowed_port_rules_rescan ON allowed_port_rules (rescan_at, id) WHERE rescan_at IS NOT NULL;
