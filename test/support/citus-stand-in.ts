import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * An extension by the name of Citus, which is in no package archive that tests can reach: its functions and its view as they are
 * documented, its refusals word for word, and nothing behind them. Tables stay where they are, and who calls what is written down.
 */
const script = `
CREATE TABLE pg_dist_partition (logicalrelid regclass PRIMARY KEY, kind text NOT NULL, distribution_column text);
CREATE VIEW citus_tables AS SELECT logicalrelid AS table_name, kind AS citus_table_type,
  coalesce(distribution_column, '<none>') AS distribution_column FROM pg_dist_partition;

CREATE FUNCTION kind_of(regclass) RETURNS text LANGUAGE sql AS 'SELECT kind FROM pg_dist_partition WHERE logicalrelid = $1';

-- What Citus takes over besides, as tables of the coordinator: what has keys to a table that it knows, and what that has keys to.
CREATE FUNCTION take_over_connected(start regclass) RETURNS void LANGUAGE sql AS $$
  WITH RECURSIVE connected AS (
    SELECT start AS id
    UNION
    SELECT CASE c.conrelid WHEN k.id THEN c.confrelid ELSE c.conrelid END::regclass
    FROM connected k JOIN pg_constraint c ON c.contype = 'f' AND k.id IN (c.conrelid, c.confrelid)
    WHERE k.id = start OR kind_of(k.id) IS NULL
  ) INSERT INTO pg_dist_partition SELECT id, 'local' FROM connected WHERE id <> start AND kind_of(id) IS NULL
$$;

CREATE FUNCTION citus_add_local_table_to_metadata(table_name regclass, cascade_via_foreign_keys boolean DEFAULT false)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF kind_of(table_name) IS NOT NULL THEN RAISE 'table "%" is already distributed', table_name; END IF;
  IF NOT cascade_via_foreign_keys AND EXISTS (SELECT FROM pg_constraint WHERE contype = 'f' AND table_name IN (conrelid, confrelid))
  THEN RAISE 'relation % is involved in a foreign key relationship with another table', table_name; END IF;
  PERFORM take_over_connected(table_name);
  INSERT INTO pg_dist_partition VALUES (table_name, 'local');
END $$;

CREATE FUNCTION create_reference_table(table_name regclass) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF kind_of(table_name) IN ('distributed', 'reference') THEN RAISE 'table "%" is already distributed', table_name; END IF;
  DELETE FROM pg_dist_partition WHERE logicalrelid = table_name;
  IF EXISTS (SELECT FROM pg_constraint WHERE contype = 'f' AND conrelid = table_name AND confrelid <> table_name
    AND kind_of(confrelid) IS DISTINCT FROM 'reference')
  THEN RAISE 'cannot create foreign key constraint since foreign keys from reference tables and local tables to distributed tables are not supported'; END IF;
  INSERT INTO pg_dist_partition VALUES (table_name, 'reference');
  IF current_setting('citus.enable_local_reference_table_foreign_keys', true) IS DISTINCT FROM 'off'
  THEN PERFORM take_over_connected(table_name); END IF;
END $$;

CREATE FUNCTION create_distributed_table(table_name regclass, distribution_column text, distribution_type text DEFAULT 'hash',
  colocate_with text DEFAULT 'default', shard_count int DEFAULT NULL) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  number int2 := (SELECT attnum FROM pg_attribute WHERE attrelid = table_name AND attname = distribution_column);
BEGIN
  IF kind_of(table_name) IN ('distributed', 'reference') THEN RAISE 'table "%" is already distributed', table_name; END IF;
  IF EXISTS (SELECT FROM pg_constraint WHERE contype = 'f' AND confrelid = table_name AND conrelid <> table_name
    AND kind_of(conrelid) IN ('reference', 'local'))
  THEN RAISE 'cannot create foreign key constraint since foreign keys from reference tables and local tables to distributed tables are not supported'; END IF;
  DELETE FROM pg_dist_partition WHERE logicalrelid = table_name;
  IF colocate_with NOT IN ('default', 'none') AND kind_of(colocate_with::regclass) IS DISTINCT FROM 'distributed'
  THEN RAISE 'relation % is not distributed', colocate_with; END IF;
  IF (SELECT relispartition FROM pg_class WHERE oid = table_name)
  THEN RAISE 'cannot distribute relation "%" which is a partition of another relation', table_name; END IF;
  IF EXISTS (SELECT FROM pg_index WHERE indrelid = table_name AND indisunique AND NOT number = ANY (indkey))
  THEN RAISE 'cannot create constraint on "%"', table_name
    USING DETAIL = 'Distributed relations cannot have UNIQUE, EXCLUDE, or PRIMARY KEY constraints that do not include the partition column (with an equality operator if EXCLUDE).';
  END IF;
  IF EXISTS (SELECT FROM pg_constraint WHERE contype = 'f' AND conrelid = table_name AND confrelid <> table_name
    AND coalesce(kind_of(confrelid), 'local') = 'local')
  THEN RAISE 'cannot create foreign key constraint since relations are not colocated or not referencing a reference table'; END IF;
  IF EXISTS (SELECT FROM pg_trigger WHERE tgrelid = table_name AND NOT tgisinternal)
    AND current_setting('citus.enable_unsafe_triggers', true) IS DISTINCT FROM 'on'
  THEN RAISE 'cannot distribute relation "%" because it has triggers', table_name
    USING HINT = 'Drop all the triggers on "' || table_name || '" and retry.';
  END IF;
  INSERT INTO pg_dist_partition VALUES (table_name, 'distributed', distribution_column);
END $$;
`;

/** Where a server of PostgreSQL 18 finds the stand-in: the value of extension_control_path. */
export class CitusStandIn {
  readonly #directory = mkdtempSync(join(tmpdir(), 'citus-'));

  constructor() {
    const extensions = join(this.#directory, 'extension');
    mkdirSync(extensions, { recursive: true, mode: 0o755 });
    writeFileSync(
      join(extensions, 'citus.control'),
      "default_version = '13.2'\nrelocatable = false\nschema = public\n",
    );
    writeFileSync(join(extensions, 'citus--13.2.sql'), script);
  }

  get controlPath(): string {
    return `${this.#directory}:$system`;
  }

  remove(): void {
    rmSync(this.#directory, { recursive: true });
  }
}
