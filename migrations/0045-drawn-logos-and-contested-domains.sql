-- Programs of schema version 33 run on this.
-- A logo is decoded once, apart from everything else, and reports and mails have what was drawn of it: a bounded PNG. The hash says of which
-- logo; without a picture beside it, that logo cannot be drawn. Where it is another hash than the logo's, upkeep draws it.

ALTER TABLE brandings
  ADD COLUMN drawn_logo bytea,
  ADD COLUMN drawn_logo_of text;

-- Since when the records of a portal domain prove another account, and no longer the one that it serves: there are hours then, not days. A
-- program that knows nothing of it goes on with days.
ALTER TABLE portal_domains ADD COLUMN contested_since timestamptz;
