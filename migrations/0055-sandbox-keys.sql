-- Programs of schema version 33 run on this.
-- API keys of the sandbox. To an older program none is a key at all, by its form.

ALTER TABLE api_keys ADD COLUMN world text NOT NULL DEFAULT 'live' CHECK (world IN ('live', 'sandbox'));
