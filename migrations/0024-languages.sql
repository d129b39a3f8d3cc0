-- In which language somebody reads; null: their browser's, and in mails the partner's. Which ones there are, the catalogues say.

ALTER TABLE brandings ADD COLUMN language text CONSTRAINT brandings_language_tag CHECK (language ~ '^[A-Za-z0-9-]{2,35}$');
ALTER TABLE customers ADD COLUMN language text CONSTRAINT customers_language_tag CHECK (language ~ '^[A-Za-z0-9-]{2,35}$');
ALTER TABLE administrators
  ADD COLUMN language text CONSTRAINT administrators_language_tag CHECK (language ~ '^[A-Za-z0-9-]{2,35}$');
