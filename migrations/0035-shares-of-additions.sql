-- Programs of schema version 33 run on this.
-- A partner's count of new addresses in many rows, so that orders at once do not wait for one another. Programs before this go on counting
-- in one, which is added up with these: in the hours of an upgrade a partner may add up to twice as many.

CREATE TABLE address_addition_shares (
  partner_id uuid NOT NULL REFERENCES partners (id) ON DELETE CASCADE,
  share smallint NOT NULL,
  day date NOT NULL,
  added integer NOT NULL,
  PRIMARY KEY (partner_id, share)
);
