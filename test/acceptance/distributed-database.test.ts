import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { distribution } from '../../src/core/operation/distribution.ts';
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

const migrate = (...options: string[]) => runCommand(testEnvironment(databaseName), ['migrate', ...options]);
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
    await runInTestDatabase(
      databaseName,
      `ALTER DATABASE ${databaseName} SET extension_control_path = '${citus.controlPath}'`,
    );
    await runInTestDatabase(databaseName, 'CREATE EXTENSION citus');
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
