import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * An extension by the name of Citus, which is in no package archive that tests can reach: its functions, its catalog and its view as they
 * are documented, its refusals word for word, and nothing behind them. Tables stay where they are, and who calls what is written down.
 */
const script = `
CREATE TABLE pg_dist_partition (logicalrelid regclass PRIMARY KEY, partmethod "char" NOT NULL, partkey text, repmodel "char" NOT NULL);
CREATE VIEW citus_tables AS SELECT logicalrelid AS table_name,
  CASE WHEN partkey IS NOT NULL THEN 'distributed' WHEN repmodel = 't' THEN 'reference' ELSE 'local' END AS citus_table_type,
  coalesce(partkey, '<none>') AS distribution_column FROM pg_dist_partition;

CREATE FUNCTION kind_of(regclass) RETURNS text LANGUAGE sql AS 'SELECT citus_table_type FROM citus_tables WHERE table_name = $1';

-- What Citus takes over besides, as tables of the coordinator: what has keys to a table that it knows, and what that has keys to.
CREATE FUNCTION take_over_connected(start regclass) RETURNS void LANGUAGE sql AS $$
  WITH RECURSIVE connected AS (
    SELECT start AS id
    UNION
    SELECT CASE c.conrelid WHEN k.id THEN c.confrelid ELSE c.conrelid END::regclass
    FROM connected k JOIN pg_constraint c ON c.contype = 'f' AND k.id IN (c.conrelid, c.confrelid)
    WHERE k.id = start OR kind_of(k.id) IS NULL
  ) INSERT INTO pg_dist_partition SELECT id, 'n', NULL, 's' FROM connected WHERE id <> start AND kind_of(id) IS NULL
$$;

CREATE FUNCTION citus_add_local_table_to_metadata(table_name regclass, cascade_via_foreign_keys boolean DEFAULT false)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF kind_of(table_name) IS NOT NULL THEN RAISE 'table "%" is already distributed', table_name; END IF;
  IF NOT cascade_via_foreign_keys AND EXISTS (SELECT FROM pg_constraint WHERE contype = 'f' AND table_name IN (conrelid, confrelid))
  THEN RAISE 'relation % is involved in a foreign key relationship with another table', table_name; END IF;
  PERFORM take_over_connected(table_name);
  INSERT INTO pg_dist_partition VALUES (table_name, 'n', NULL, 's');
END $$;

CREATE FUNCTION create_reference_table(table_name regclass) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF kind_of(table_name) IN ('distributed', 'reference') THEN RAISE 'table "%" is already distributed', table_name; END IF;
  DELETE FROM pg_dist_partition WHERE logicalrelid = table_name;
  IF EXISTS (SELECT FROM pg_constraint WHERE contype = 'f' AND conrelid = table_name AND confrelid <> table_name
    AND kind_of(confrelid) IS DISTINCT FROM 'reference')
  THEN RAISE 'cannot create foreign key constraint since foreign keys from reference tables and local tables to distributed tables are not supported'; END IF;
  INSERT INTO pg_dist_partition VALUES (table_name, 'n', NULL, 't');
  IF current_setting('citus.enable_local_reference_table_foreign_keys', true) IS DISTINCT FROM 'off'
  THEN PERFORM take_over_connected(table_name); END IF;
END $$;

CREATE FUNCTION create_distributed_table(table_name regclass, distribution_column text, distribution_type text DEFAULT 'hash',
  colocate_with text DEFAULT 'default', shard_count int DEFAULT NULL) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  own name;
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
  FOR own IN SELECT tgname FROM pg_trigger WHERE tgrelid = table_name AND tgfoid = 'find_no_parent'::regproc LOOP
    EXECUTE format('DROP TRIGGER %I ON %s', own, table_name);
  END LOOP;
  IF EXISTS (SELECT FROM pg_trigger WHERE tgrelid = table_name AND NOT tgisinternal)
    AND current_setting('citus.enable_unsafe_triggers', true) IS DISTINCT FROM 'on'
  THEN RAISE 'cannot distribute relation "%" because it has triggers', table_name
    USING HINT = 'Drop all the triggers on "' || table_name || '" and retry.';
  END IF;
  INSERT INTO pg_dist_partition VALUES (table_name, 'h', distribution_column, 's');
END $$;

-- A key of a table that Citus does not know looks for rows of shards in the table of that name on the coordinator, which is empty.
CREATE FUNCTION find_no_parent() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE foreign_key_violation USING MESSAGE =
    format('insert or update on table "%s" violates foreign key constraint "%s"', TG_TABLE_NAME, TG_ARGV[0]);
END $$;

CREATE FUNCTION watch_new_table(made regclass) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  key name;
  leads_to_shards boolean := false;
BEGIN
  IF (SELECT relispartition FROM pg_class WHERE oid = made) THEN RETURN; END IF;
  FOR key IN SELECT conname FROM pg_constraint WHERE contype = 'f' AND conrelid = made AND kind_of(confrelid) = 'distributed' LOOP
    leads_to_shards := true;
    EXECUTE format('CREATE TRIGGER %I BEFORE INSERT ON %s FOR EACH ROW EXECUTE FUNCTION find_no_parent(%L)',
      'to_shards_' || key, made, key);
  END LOOP;
  IF current_setting('citus.enable_local_reference_table_foreign_keys', true) IS DISTINCT FROM 'off'
    AND EXISTS (SELECT FROM pg_constraint WHERE contype = 'f' AND conrelid = made AND kind_of(confrelid) IN ('reference', 'local'))
  THEN
    IF leads_to_shards
    THEN RAISE 'cannot create foreign key constraint since foreign keys from reference tables and local tables to distributed tables are not supported'; END IF;
    INSERT INTO pg_dist_partition VALUES (made, 'n', NULL, 's');
  END IF;
END $$;

-- Citus hands on what concerns a table that it knows in the words that came, and those have to be one statement.
CREATE FUNCTION watch_commands() RETURNS event_trigger LANGUAGE plpgsql AS $$
DECLARE
  command record;
  concerned oid;
  words text := regexp_replace(regexp_replace(regexp_replace(current_query(),
    '\\$\\$.*?\\$\\$', '', 'g'), '--[^\\n]*', '', 'g'), '''[^'']*''', '', 'g');
BEGIN
  FOR command IN SELECT * FROM pg_event_trigger_ddl_commands() LOOP
    IF command.command_tag = 'CREATE TABLE' THEN PERFORM watch_new_table(command.objid); END IF;
    concerned := CASE command.command_tag WHEN 'ALTER TABLE' THEN command.objid
      WHEN 'CREATE TRIGGER' THEN (SELECT tgrelid FROM pg_trigger WHERE oid = command.objid) END;
    CONTINUE WHEN kind_of(concerned) IS NULL;
    IF words ~ ';\\s*\\S' THEN RAISE 'cannot execute multiple utility events'; END IF;
    IF command.command_tag = 'CREATE TRIGGER' AND kind_of(concerned) = 'distributed'
      AND current_setting('citus.enable_unsafe_triggers', true) IS DISTINCT FROM 'on'
    THEN RAISE 'triggers are not supported on distributed tables'; END IF;
    WHILE words ~ '\\([^()]*\\)' LOOP words := regexp_replace(words, '\\([^()]*\\)', '', 'g'); END LOOP;
    IF command.command_tag = 'ALTER TABLE' AND words ~* 'ADD CONSTRAINT' AND words ~ ','
    THEN RAISE 'cannot execute ADD CONSTRAINT command with other subcommands'; END IF;
  END LOOP;
END $$;

CREATE EVENT TRIGGER watch_commands ON ddl_command_end WHEN TAG IN ('CREATE TABLE', 'ALTER TABLE', 'CREATE TRIGGER')
  EXECUTE FUNCTION watch_commands();
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
