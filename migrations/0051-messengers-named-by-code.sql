-- Programs of schema version 33 run on this.
-- Which messengers there are, the program knows.

ALTER TABLE channels DROP CONSTRAINT channels_type_check;
