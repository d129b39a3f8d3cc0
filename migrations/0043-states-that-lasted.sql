-- Programs of schema version 33 run on this.
-- What lasts is found by its resource. While it was in the indexes by end, too, a database without statistics took one of them for as good a
-- way, and read all that lasts of the partner for each server that moved.

DROP INDEX resource_state_changes_by_end;
CREATE INDEX resource_state_changes_by_end ON resource_state_changes (partner_id, ended_at) WHERE ended_at < 'infinity';
DROP INDEX resource_state_changes_over;
CREATE INDEX resource_state_changes_over ON resource_state_changes (ended_at) WHERE ended_at < 'infinity';
