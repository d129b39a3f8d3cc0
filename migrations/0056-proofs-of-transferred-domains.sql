-- Programs of schema version 33 run on this.
-- Which record proves control of a domain depends on how often it was given away. To an older program it does not: it looks for the record
-- of a domain that was given away in vain, and withdraws that proof days later.

ALTER TABLE monitored_domains ADD COLUMN transfers integer NOT NULL DEFAULT 0;
