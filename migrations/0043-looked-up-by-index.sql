-- Programs of schema version 33 run on this.
-- What lasts is found by its resource. While it was in the indexes by end, too, a database without statistics took one of them for as good a
-- way, and read all that lasts of the partner for each server that moved.

DROP INDEX resource_state_changes_by_end;
CREATE INDEX resource_state_changes_by_end ON resource_state_changes (partner_id, ended_at) WHERE ended_at < 'infinity';
DROP INDEX resource_state_changes_over;
CREATE INDEX resource_state_changes_over ON resource_state_changes (ended_at) WHERE ended_at < 'infinity';

-- What takes a place is asked for by its status, which says nothing of released records: without them the index was none for it.
DROP INDEX monitored_domains_by_customer;
CREATE INDEX monitored_domains_by_customer ON monitored_domains (partner_id, customer_id, created_at DESC, id DESC);

-- An action that was seldom done, or a subject of which little was done: the whole log was gone through for it.
CREATE INDEX audit_entries_by_action ON audit_entries (partner_id, action text_pattern_ops, id);

-- A page of a partner's rules, newest first: all of them were sorted for it.
CREATE INDEX allowed_port_rules_newest ON allowed_port_rules (partner_id, created_at DESC, id DESC);
