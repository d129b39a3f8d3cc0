-- Limits that a stranger cannot turn against others: an account's keys share a ceiling, wrong passwords and codes slow down only
-- those who may have sent them, and administrators hear by mail of what concerns their sign-in.

-- Counts one request in a window of 60 seconds, and in one that several share, unless either is full: what is refused counts in
-- neither, so a key that is over its limit takes nothing from the others, and a ceiling nothing from a key. Hits that are one more
-- than a limit say which one refused. Everybody locks their own window first, and no statement another one's after the shared one.
CREATE FUNCTION count_request(
  own_bucket text, own_limit integer, shared_bucket text, shared_limit integer, clock_offset interval,
  OUT own_hits integer, OUT own_age double precision, OUT shared_hits integer, OUT shared_age double precision
) LANGUAGE plpgsql AS $$
DECLARE
  span CONSTANT interval := '60 seconds';
BEGIN
  -- A window that seems to begin in the future means that the clock was set back: it starts anew.
  INSERT INTO rate_limit_windows AS w (bucket, started_at, hits) VALUES (own_bucket, clock_timestamp() + clock_offset, 1)
    ON CONFLICT (bucket) DO UPDATE SET
      hits = CASE WHEN w.started_at <= clock_timestamp() + clock_offset - span OR w.started_at > clock_timestamp() + clock_offset
        THEN 1 ELSE least(w.hits, own_limit) + 1 END,
      started_at = CASE WHEN w.started_at <= clock_timestamp() + clock_offset - span OR w.started_at > clock_timestamp() + clock_offset
        THEN clock_timestamp() + clock_offset ELSE w.started_at END
    RETURNING w.hits, extract(epoch FROM clock_timestamp() + clock_offset - w.started_at) INTO own_hits, own_age;
  IF shared_bucket IS NULL OR own_hits > own_limit THEN
    RETURN;
  END IF;
  INSERT INTO rate_limit_windows AS w (bucket, started_at, hits) VALUES (shared_bucket, clock_timestamp() + clock_offset, 1)
    ON CONFLICT (bucket) DO UPDATE SET
      hits = CASE WHEN w.started_at <= clock_timestamp() + clock_offset - span OR w.started_at > clock_timestamp() + clock_offset
        THEN 1 ELSE least(w.hits, shared_limit) + 1 END,
      started_at = CASE WHEN w.started_at <= clock_timestamp() + clock_offset - span OR w.started_at > clock_timestamp() + clock_offset
        THEN clock_timestamp() + clock_offset ELSE w.started_at END
    RETURNING w.hits, extract(epoch FROM clock_timestamp() + clock_offset - w.started_at) INTO shared_hits, shared_age;
  IF shared_hits > shared_limit THEN
    UPDATE rate_limit_windows SET hits = hits - 1 WHERE bucket = own_bucket;
  END IF;
END
$$;

-- Wrong passwords and codes, by whom they are held against: an account as others try it, a network, a device, a session.
CREATE TABLE sign_in_failures (
  partner_id uuid NOT NULL REFERENCES partners (id) ON DELETE CASCADE,
  subject text NOT NULL,
  failures integer NOT NULL,
  last_failed_at timestamptz NOT NULL,
  -- Until then no attempt is looked at; null: the next one is.
  blocked_until timestamptz,
  PRIMARY KEY (partner_id, subject)
);
CREATE INDEX sign_in_failures_last_failed_at ON sign_in_failures (last_failed_at);

-- Browsers in which an administrator has signed in: what strangers do to the account does not slow them down. They sign nobody in.
CREATE TABLE known_devices (
  partner_id uuid NOT NULL,
  id uuid NOT NULL,
  portal_domain_id uuid NOT NULL,
  administrator_id uuid NOT NULL,
  -- Of the secret in the cookie.
  hash bytea NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz NOT NULL,
  PRIMARY KEY (partner_id, id),
  UNIQUE (partner_id, administrator_id, hash),
  FOREIGN KEY (partner_id, portal_domain_id) REFERENCES portal_domains (partner_id, id) ON DELETE CASCADE,
  FOREIGN KEY (partner_id, administrator_id) REFERENCES administrators (partner_id, id) ON DELETE CASCADE
);
CREATE INDEX known_devices_last_used_at ON known_devices (last_used_at);

CREATE INDEX sessions_by_customer ON sessions (partner_id, customer_id) WHERE customer_id IS NOT NULL;
CREATE INDEX sign_in_tokens_by_customer ON sign_in_tokens (partner_id, customer_id);

-- Besides alerts, mails tell administrators what was done to their sign-in. The administrator is the recipient of such a mail.
ALTER TABLE notification_deliveries ALTER COLUMN customer_id DROP NOT NULL;
ALTER TABLE notification_deliveries ADD COLUMN notice jsonb;
ALTER TABLE notification_deliveries DROP CONSTRAINT notification_deliveries_kind_check;
ALTER TABLE notification_deliveries ADD CONSTRAINT notification_deliveries_kind_check
  CHECK (kind IN ('alerts', 'confirmation', 'notice'));
ALTER TABLE notification_deliveries ADD CONSTRAINT notification_deliveries_customer_check
  CHECK ((kind = 'notice') = (customer_id IS NULL));
ALTER TABLE notification_deliveries ADD CONSTRAINT notification_deliveries_notice_check
  CHECK ((kind = 'notice') = (notice IS NOT NULL));
