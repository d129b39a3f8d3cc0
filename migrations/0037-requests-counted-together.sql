-- Programs of schema version 33 run on this.
-- Requests that are authenticated by one statement are counted by it, too.

-- Adds hits to a window of 60 seconds, and gives their number and its age; of what was there, no more than the limit counts.
CREATE FUNCTION add_hits(
  of_bucket text, added integer, most integer, clock_offset interval, OUT total integer, OUT age double precision
) LANGUAGE plpgsql AS $$
DECLARE
  span CONSTANT interval := '60 seconds';
BEGIN
  INSERT INTO rate_limit_windows AS w (bucket, started_at, hits) VALUES (of_bucket, clock_timestamp() + clock_offset, added)
    ON CONFLICT (bucket) DO UPDATE SET
      hits = excluded.hits + CASE WHEN w.started_at <= clock_timestamp() + clock_offset - span OR w.started_at > clock_timestamp() + clock_offset
        THEN 0 ELSE least(w.hits, most) END,
      started_at = CASE WHEN w.started_at <= clock_timestamp() + clock_offset - span OR w.started_at > clock_timestamp() + clock_offset
        THEN clock_timestamp() + clock_offset ELSE w.started_at END
    RETURNING w.hits, extract(epoch FROM clock_timestamp() + clock_offset - w.started_at) INTO total, age;
END
$$;

-- As if they came one after another, in the order of the arrays. All own windows are locked before any shared one, each of both in the order
-- of their names, so that no two statements wait for one another.
CREATE FUNCTION count_requests(
  own_buckets text[], own_limits integer[], shared_buckets text[], shared_limits integer[], clock_offset interval
) RETURNS TABLE (n integer, own_hits integer, own_age double precision, shared_hits integer, shared_age double precision)
LANGUAGE plpgsql AS $$
DECLARE
  size CONSTANT integer := cardinality(own_buckets);
  own_found integer[] := array_fill(NULL::integer, ARRAY[size]);
  own_ages double precision[] := array_fill(NULL::double precision, ARRAY[size]);
  shared_found integer[] := array_fill(NULL::integer, ARRAY[size]);
  shared_ages double precision[] := array_fill(NULL::double precision, ARRAY[size]);
  bucket_of record;
  request integer;
  total integer;
  age double precision;
  place integer;
BEGIN
  FOR bucket_of IN
    SELECT a.own_bucket AS name, max(a.own_limit) AS most, array_agg(a.request ORDER BY a.request) AS requests
    FROM unnest(own_buckets, own_limits) WITH ORDINALITY AS a (own_bucket, own_limit, request) GROUP BY a.own_bucket ORDER BY a.own_bucket
  LOOP
    SELECT * INTO total, age FROM add_hits(bucket_of.name, cardinality(bucket_of.requests), bucket_of.most, clock_offset);
    place := total - cardinality(bucket_of.requests);
    FOREACH request IN ARRAY bucket_of.requests LOOP
      place := place + 1;
      own_found[request] := least(place, bucket_of.most + 1);
      own_ages[request] := age;
    END LOOP;
  END LOOP;
  FOR bucket_of IN
    SELECT a.shared_bucket AS name, max(a.shared_limit) AS most, array_agg(a.request ORDER BY a.request) AS requests
    FROM unnest(shared_buckets, shared_limits, own_found, own_limits) WITH ORDINALITY AS a (shared_bucket, shared_limit, found, own_limit, request)
    WHERE a.shared_bucket IS NOT NULL AND a.found <= a.own_limit GROUP BY a.shared_bucket ORDER BY a.shared_bucket
  LOOP
    SELECT * INTO total, age FROM add_hits(bucket_of.name, cardinality(bucket_of.requests), bucket_of.most, clock_offset);
    place := total - cardinality(bucket_of.requests);
    FOREACH request IN ARRAY bucket_of.requests LOOP
      place := place + 1;
      shared_found[request] := least(place, bucket_of.most + 1);
      shared_ages[request] := age;
    END LOOP;
  END LOOP;
  -- What a full shared window refuses counts in no own one either: who comes behind it there finds the room that it left.
  FOR bucket_of IN
    SELECT a.own_bucket AS name, min(a.found) - 1 AS passed, array_agg(a.request ORDER BY a.request) AS requests
    FROM unnest(own_buckets, own_found, shared_limits, shared_found) WITH ORDINALITY AS a (own_bucket, found, shared_limit, shared, request)
    GROUP BY a.own_bucket HAVING bool_or(a.shared > a.shared_limit)
  LOOP
    total := bucket_of.passed;
    age := NULL;
    FOREACH request IN ARRAY bucket_of.requests LOOP
      own_found[request] := least(total, own_limits[request]) + 1;
      IF shared_found[request] <= shared_limits[request] THEN
        total := total + 1;
        CONTINUE;
      END IF;
      age := coalesce(age, shared_ages[request]);
      IF age IS NOT NULL AND own_found[request] <= own_limits[request] THEN
        shared_found[request] := shared_limits[request] + 1;
        shared_ages[request] := age;
      END IF;
    END LOOP;
    UPDATE rate_limit_windows SET hits = total WHERE bucket = bucket_of.name;
  END LOOP;
  RETURN QUERY SELECT a.request::integer, a.own, a.own_of, a.shared, a.shared_of
    FROM unnest(own_found, own_ages, shared_found, shared_ages) WITH ORDINALITY AS a (own, own_of, shared, shared_of, request);
END
$$;
