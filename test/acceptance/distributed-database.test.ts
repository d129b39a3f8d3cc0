import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { distribution } from '../../src/core/operation/distribution.ts';
import { distribute } from '../../src/platform/database/distribute.ts';
import { migrate as applyMigrations, type Migration, readMigrations } from '../../src/platform/database/migrate.ts';
import { CitusStandIn } from '../support/citus-stand-in.ts';
import { runCommand } from '../support/command-line.ts';
import { createTestDatabase, dropTestDatabase, runInTestDatabase, testEnvironment } from '../support/test-service.ts';

const citus = new CitusStandIn();
let databaseName: string;

beforeAll(async () => {
  databaseName = await createTestDatabase();
});

afterAll(async () => {
  await dropTestDatabase(databaseName);
  citus.remove();
});

const migrateIn = (name: string, ...options: string[]) => runCommand(testEnvironment(name), ['migrate', ...options]);
const migrate = (...options: string[]) => migrateIn(databaseName, ...options);

async function installCitus(name: string): Promise<void> {
  await runInTestDatabase(name, `ALTER DATABASE ${name} SET extension_control_path = '${citus.controlPath}'`);
  await runInTestDatabase(name, 'CREATE EXTENSION citus');
}

const tablesIn = (placement: string) =>
  Object.entries(distribution)
    .filter(([, each]) => each === placement)
    .map(([table]) => table)
    .toSorted();

describe('migrate --distributed', () => {
  test('is refused by an ordinary PostgreSQL, whose schema it brings up to date', async () => {
    const refused = await migrate('--distributed');
    expect(refused).toMatchObject({ exitCode: 1, stdout: '' });
    expect(refused.stderr).toContain('This is an ordinary PostgreSQL');
    const after = await migrate('--json');
    expect(after.json).toEqual({ applied: [] });
  });

  test('places every table, and drops the keys from the coordinator to the shards', async () => {
    await installCitus(databaseName);
    const done = await migrate('--distributed', '--json');
    expect(done.stderr).toBe('');
    expect(done.json).toEqual({
      applied: [],
      distributed: expect.toSatisfy((tables: string[]) => tables.toSorted().join() === tablesIn('partner').join()),
      reference: expect.toSatisfy((tables: string[]) => tables.toSorted().join() === tablesIn('reference').join()),
      dropped_foreign_keys: [
        'alert_links.alert_links_partner_id_customer_id_fkey',
        'alert_links.alert_links_partner_id_mail_id_fkey',
        'sessions.sessions_partner_id_customer_id_fkey',
        'sessions.sessions_viewed_customer_fkey',
        'sign_in_tokens.sign_in_tokens_partner_id_customer_id_fkey',
      ],
    });
  });

  test('makes those tables of the coordinator known that have keys to what is on every node', async () => {
    const known = await runInTestDatabase(
      databaseName,
      "SELECT table_name::text AS name FROM citus_tables WHERE citus_table_type = 'local' ORDER BY 1",
    );
    expect(known.rows.map(({ name }) => name)).toEqual([
      'administrator_invitations',
      'administrators',
      'alert_links',
      'api_keys',
      'known_devices',
      'passkey_challenges',
      'passkeys',
      'password_resets',
      'sessions',
      'sign_in_failures',
      'sign_in_tokens',
    ]);
  });

  test('goes on where it was interrupted', async () => {
    await runInTestDatabase(
      databaseName,
      "DELETE FROM pg_dist_partition WHERE logicalrelid IN ('alerts'::regclass, 'plans'::regclass)",
    );
    const again = await migrate('--distributed', '--json');
    expect(again.json).toEqual({
      applied: [],
      distributed: ['alerts'],
      reference: ['plans'],
      dropped_foreign_keys: [],
    });
    const idle = await migrate('--distributed');
    expect(idle.stdout).toContain('All tables are distributed.');
  });
});

describe('an upgrade of a database that is distributed', () => {
  /** The last schema before the first release's. Every migration since then has to get along with Citus. */
  const before = 58;

  /** A database that is distributed and has one partner with a domain, on the schema of before. */
  async function distributedBefore() {
    const name = await createTestDatabase();
    onTestFinished(() => dropTestDatabase(name));
    await installCitus(name);
    const connection = { ...inject('databaseServer'), database: name };
    const migrations = await readMigrations();
    await applyMigrations(connection, migrations.slice(0, before));
    await distribute(connection, distribution);
    const [partner, customer, service, domain] = Array.from({ length: 4 }, () => randomUUID());
    await runInTestDatabase(
      name,
      `INSERT INTO partners (id, name, status, created_at, updated_at) VALUES ('${partner}', 'A', 'active', now(), now());
       INSERT INTO customers (partner_id, id, billing_customer_id, name, created_at, updated_at)
         VALUES ('${partner}', '${customer}', 1, 'A', now(), now());
       INSERT INTO services (partner_id, id, customer_id, billing_service_id, created_at, updated_at)
         VALUES ('${partner}', '${service}', '${customer}', 1, now(), now());
       INSERT INTO monitored_domains (partner_id, id, customer_id, service_id, domain, status, created_at, updated_at)
         VALUES ('${partner}', '${domain}', '${customer}', '${service}', 'example.com', 'active', now(), now())`,
    );
    return { name, connection, migrations, domain };
  }

  async function tablesKnown(name: string): Promise<Record<string, string>> {
    const { rows } = await runInTestDatabase(
      name,
      'SELECT table_name::text AS name, citus_table_type AS type FROM citus_tables ORDER BY 1',
    );
    return Object.fromEntries(rows.map((row) => [row.name, row.type]));
  }

  function migration(version: number, sql: string): Migration {
    return { version, name: `step-${version}`, sql, checksum: sql, oldestProgram: version };
  }

  test('gives every new table its place before anything is put into it', async () => {
    const { name, domain } = await distributedBefore();
    const done = await migrateIn(name, '--json');
    expect(done.stderr).toBe('');
    const known = Object.entries(await tablesKnown(name));
    const knownAs = (type: string) => known.filter(([, each]) => each === type).map(([table]) => table);
    expect(knownAs('distributed')).toEqual(tablesIn('partner'));
    expect(knownAs('reference')).toEqual(tablesIn('reference'));
    const { rows } = await runInTestDatabase(name, 'SELECT domain_id FROM domain_postures');
    expect(rows).toEqual([{ domain_id: domain }]);
    expect((await migrateIn(name, '--distributed')).stdout).toContain('All tables are distributed.');
  });

  test('leaves no table of the coordinator a key to the shards, and makes known what has keys to what is on every node', async () => {
    const { name, connection, migrations } = await distributedBefore();
    const next = migration(
      migrations.length + 1,
      `CREATE TABLE visits (partner_id uuid NOT NULL REFERENCES partners (id), customer_id uuid NOT NULL,
         FOREIGN KEY (partner_id, customer_id) REFERENCES customers (partner_id, id));
       CREATE TABLE tickets (partner_id uuid NOT NULL REFERENCES partners (id), customer_id uuid NOT NULL,
         PRIMARY KEY (partner_id, customer_id), FOREIGN KEY (partner_id, customer_id) REFERENCES customers (partner_id, id));
       INSERT INTO tickets SELECT partner_id, id FROM customers`,
    );
    const placements = { ...distribution, visits: 'coordinator', tickets: 'partner' } as const;
    await applyMigrations(connection, [...migrations, next], { placements });
    expect(await tablesKnown(name)).toMatchObject({ visits: 'local', tickets: 'distributed' });
    const { rows } = await runInTestDatabase(
      name,
      `SELECT confrelid::regclass::text AS parent FROM pg_constraint WHERE contype = 'f' AND conrelid = 'visits'::regclass`,
    );
    expect(rows).toEqual([{ parent: 'partners' }]);
  });

  test('leaves nothing of a migration behind that fails, placed or not', async () => {
    const { name, connection, migrations } = await distributedBefore();
    const broken = migration(
      migrations.length + 1,
      'CREATE TABLE tickets (partner_id uuid PRIMARY KEY REFERENCES partners (id)); SELECT 1 / 0',
    );
    const placements = { ...distribution, tickets: 'partner' } as const;
    const failing = applyMigrations(connection, [...migrations, broken], { placements });
    await expect(failing).rejects.toThrow('division by zero');
    expect(await tablesKnown(name)).not.toHaveProperty('tickets');
  });
});
