import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import pg from 'pg';
import { type CopyStreamQuery, from as copyFrom } from 'pg-copy-streams';
import { type ConnectionSettings, clientSettings } from '../database.ts';
import { type Migration, migrate, readMigrations } from '../migrate.ts';
import { type CopiedTable, CopyError, type CopySink, type Inventory, type RowCounts } from './copied-database.ts';

export interface CopyInOptions {
  readonly connection: ConnectionSettings;
  /** Makes what the job queue needs, whose tables are not ours. */
  readonly prepareQueue: () => Promise<void>;
  /** Told of each migration that the copy, of an older schema, was brought to this program's by, and what it took. */
  readonly onMigrated?: (migration: Migration, seconds: number) => void;
}

interface ForeignKey {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

/**
 * Fills an empty database with a copy: all of it, in one transaction, or nothing. A copy of an older schema is migrated afterwards.
 * A copy that is not taken to its end has to be given up with `abandon`.
 */
export class CopyIn implements CopySink {
  readonly #options: CopyInOptions;
  readonly #client: pg.Client;
  #inventory: Inventory | undefined;
  #foreignKeys: readonly ForeignKey[] = [];
  #table: CopiedTable | undefined;
  #rows: CopyStreamQuery | undefined;
  readonly #counts: Record<string, number> = {};

  constructor(options: CopyInOptions) {
    this.#options = options;
    this.#client = new pg.Client(clientSettings(options.connection));
    this.#client.on('error', () => {});
  }

  async begin(inventory: Inventory): Promise<void> {
    const migrations = await readMigrations();
    if (inventory.schemaVersion > migrations.length)
      throw new CopyError(
        `The copy has schema version ${inventory.schemaVersion}, newer than this program's ${migrations.length}. Use the newer release.`,
      );
    await this.#client.connect();
    await refuseUsed(this.#client);
    await migrate(this.#options.connection, migrations.slice(0, inventory.schemaVersion));
    await this.#options.prepareQueue();
    this.#inventory = inventory;
    await this.#client.query('BEGIN');
    this.#foreignKeys = await foreignKeys(this.#client);
    for (const { table, name } of this.#foreignKeys)
      await this.#client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${pg.escapeIdentifier(name)}`);
    const names = inventory.tables.map(({ name }) => name);
    for (const name of names) {
      if (name.startsWith('public.')) await this.#client.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`);
      await this.#client.query(`DELETE FROM ${name}`);
    }
    for (const { name, partitions } of inventory.tables)
      for (const partition of partitions)
        await this.#client.query(
          `CREATE TABLE IF NOT EXISTS ${pg.escapeIdentifier(partition.name)} PARTITION OF ${name} ${partition.bound}`,
        );
  }

  async write(table: CopiedTable, piece: Buffer): Promise<void> {
    if (this.#table?.name !== table.name) {
      await this.#endTable();
      const columns = table.columns.map((column) => pg.escapeIdentifier(column)).join(', ');
      this.#table = table;
      this.#rows = this.#client.query(copyFrom(`COPY ${table.name} (${columns}) FROM STDIN`));
      this.#rows.on('error', () => {});
    }
    if (!this.#rows!.write(piece)) await Promise.race([once(this.#rows!, 'drain'), finished(this.#rows!)]);
  }

  async end(counts: RowCounts): Promise<void> {
    await this.#endTable();
    const { tables, sequences } = this.#inventory!;
    for (const { name } of tables)
      if ((this.#counts[name] ?? 0) !== counts[name])
        throw new CopyError(
          `${name} has ${this.#counts[name] ?? 0} rows in the copy, where ${counts[name]} were counted.`,
        );
    // Before keys are checked, which is planned by it, too. Autovacuum would come a minute later at the earliest.
    await this.#client.query(`ANALYZE ${tables.map(({ name }) => name).join(', ')}`);
    for (const { name } of tables)
      if (name.startsWith('public.')) await this.#client.query(`ALTER TABLE ${name} ENABLE TRIGGER USER`);
    for (const { table, name, definition } of this.#foreignKeys)
      await this.#client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${pg.escapeIdentifier(name)} ${definition}`);
    for (const { name, lastValue } of sequences)
      await this.#client.query('SELECT setval($1::regclass, $2)', [pg.escapeIdentifier(name), lastValue]);
    await this.#client.query('COMMIT');
    await this.#client.end();
    await migrate(this.#options.connection, await readMigrations(), { onApplied: this.#options.onMigrated });
  }

  /** Leaves the database as it was, but for its empty tables. */
  async abandon(): Promise<void> {
    this.#rows?.destroy();
    await this.#client.end().catch(() => {});
  }

  async #endTable(): Promise<void> {
    if (this.#rows === undefined) return;
    this.#rows.end();
    await finished(this.#rows);
    this.#counts[this.#table!.name] = this.#rows.rowCount;
    this.#rows = undefined;
  }
}

/** Nobody's data is overwritten: not even that of an installation that was only tried. */
async function refuseUsed(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ used: boolean }>(`SELECT to_regclass('public.partners') IS NOT NULL AS used`);
  if (!rows[0]!.used) return;
  const { rows: partners } = await client.query('SELECT FROM partners LIMIT 1');
  if (partners.length > 0)
    throw new CopyError('The database is in use: it has partners. Name an empty one; nothing was changed.');
}

async function foreignKeys(client: pg.Client): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `SELECT conrelid::regclass::text AS table, conname AS name, pg_get_constraintdef(oid) AS definition FROM pg_constraint
     WHERE contype = 'f' AND connamespace = 'public'::regnamespace AND conparentid = 0`,
  );
  return rows;
}
