-- Nodes say under which key they seal: a change of keys ends when all of them have the new one.

ALTER TABLE nodes ADD COLUMN seals_under text;
