import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { IdentityVault } from '../../src/monitoring/leaks/identity-vault.ts';
import { MailLinks } from '../../src/notifications/mail/mail-links.ts';
import { onlyKey } from '../../src/platform/sealing.ts';
import { sealedTables } from '../../src/wiring/sealed-tables.ts';
import { runCommand } from '../support/command-line.ts';
import { monitorDomain, scanDomain } from '../support/domain-scans.ts';
import { isSharded } from '../support/is-sharded.ts';
import { createAdministrator, openConsole, signInAdministrator } from '../support/portal-browser.ts';
import { leakedCredential } from '../support/scripted-leak-source.ts';
import { expectSuccess } from '../support/shapes.ts';
import { type TestPartner, TestService, type TestServiceOptions, testEnvironment } from '../support/test-service.ts';
import { totpCode } from '../support/totp.ts';

const before = 'a secret key that only tests ever use';
const after = 'another secret key that only tests ever use';
const toNext = { SECRET_KEY: after, SECRET_KEY_PREVIOUS: before };

/** Nothing is sent: without workers mails wait. */
const mail = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'alerts@mail.example.com' };

let first: TestService;
let partner: TestPartner;

beforeEach(async () => {
  first = await TestService.start({ role: 'api', environment: mail });
  partner = await first.partner();
});
afterEach(async () => {
  await first.stop();
});

/** Another process of the same installation, for as long as `use` takes. */
async function node<T>(environment: Record<string, string>, use: (service: TestService) => Promise<T>): Promise<T> {
  const options: TestServiceOptions = { role: 'api', environment, sharedWith: first };
  const service = await TestService.start(options);
  try {
    return await use(service);
  } finally {
    await service.stop();
  }
}

const at = (service: TestService) => service.client(partner.portalDomain, partner.apiKey);
const rotate = (environment: Record<string, string> = toNext) =>
  runCommand({ ...testEnvironment(first.databaseName), ...environment }, ['secret', 'rotate', '--json']);

/** The first service ends, as a node that is restarted; its database stays. */
async function restart(): Promise<void> {
  await first.service.stop();
}

/** Something sealed in every table that has any. */
async function fill() {
  const domain = await monitorDomain(partner.api, 1, 'shop.example');
  await scanDomain(first, domain, [leakedCredential('ann@shop.example'), leakedCredential('bob@shop.example')]);
  const webhook = expectSuccess(
    await partner.api.post('/api/v1/webhooks', { url: 'https://hooks.example.com/x', types: [] }),
    201,
  );
  expectSuccess(await partner.api.post(`/api/v1/webhooks/${webhook.webhook.id}/rotate-secret`));
  const channel = { type: 'ntfy', name: 'Push', url: 'https://ntfy.example.com', topic: 'alerts' };
  expectSuccess(await partner.api.post('/api/v1/channels', channel), 201);
  await createAdministrator(partner, 'ada@example.com');
  const ada = await signInAdministrator(first, partner, 'ada@example.com');
  const { key } = expectSuccess(await ada.post('/api/v1/administrator/second-factor'), 201);
  await ada.post('/api/v1/administrator/second-factor/confirm', { code: totpCode(key, first.clock.now()) });
  expectSuccess(
    await (await openConsole(first, partner)).send('PUT', '/api/v1/mail-sender', { address: 'a@mail.example' }),
  );
  const { pool } = first.store.database;
  const { rows } = await pool.query('SELECT * FROM channels');
  return { domain, key, channel: rows[0] };
}

const sealedColumns = () => sealedTables.flatMap(({ name, columns }) => columns.map((column) => ({ name, column })));

/** How many values there are, and how many of them a service with these keys only could open. */
async function opened(secretKey: string): Promise<{ values: number; opened: number }> {
  const { pool } = first.store.database;
  const counts = { values: 0, opened: 0 };
  for (const { name, columns, sealedFor, reseal } of sealedTables) {
    for (const column of columns) {
      const { rows } = await pool.query(
        `SELECT partner_id, ${sealedFor}::text AS sealed_for, ${column} AS sealed FROM ${name} WHERE ${column} IS NOT NULL`,
      );
      const open = reseal(onlyKey(secretKey));
      for (const row of rows) {
        counts.values += 1;
        try {
          open(row.partner_id, row.sealed_for, row.sealed);
          counts.opened += 1;
        } catch {}
      }
    }
  }
  return counts;
}

describe('another secret key', () => {
  it('opens everything after the change, and the one before opens nothing', async () => {
    const { domain, key } = await fill();
    const proof = expectSuccess(
      await partner.api.post(`/api/v1/domain-monitoring/domains/${domain}/verification`, { billing_customer_id: 1 }),
    );
    const { values } = await opened(before);
    expect(values).toBe(7);
    await restart();

    const rotated = JSON.parse((await rotate()).stdout);
    expect(rotated).toMatchObject({ values, unreadable: 0 });
    expect(Object.keys(rotated.tables)).toEqual(sealedTables.map(({ name }) => name));
    expect(await opened(after)).toEqual({ values, opened: values });
    expect(await opened(before)).toEqual({ values, opened: 0 });

    await node({ SECRET_KEY: after }, async (service) => {
      const credentials = {
        email: 'ada@example.com',
        code: totpCode(key, new Date(service.clock.now().getTime() + 30_000)),
      };
      service.clock.advanceSeconds(30);
      await signInAdministrator(service, partner, credentials.email, { code: credentials.code });
      expect(
        expectSuccess(
          await at(service).post(`/api/v1/domain-monitoring/domains/${domain}/verification`, {
            billing_customer_id: 1,
          }),
        ),
      ).toEqual(proof);
    });
    await expect(node({}, async () => {})).rejects.toThrow(
      /^SECRET_KEY .* has been changed since\. Set the newest key\.$/,
    );
  });

  it('makes the same digests: what was found once is found again, and links in old mails lead on', async () => {
    const { domain } = await fill();
    const digest = (service: TestService) =>
      new IdentityVault(service.store.keys).digester(partner.partnerId)(['ann@shop.example']);
    const token = new MailLinks(first.store.keys.lasting).unsubscribeToken(partner.partnerId, domain);
    const digestBefore = digest(first);
    await restart();
    await rotate();
    await rotate({ SECRET_KEY: `${after}, the third`, SECRET_KEY_PREVIOUS: after });
    await node({ SECRET_KEY: `${after}, the third` }, async (service) => {
      expect(digest(service)).toBe(digestBefore);
      expect(new MailLinks(service.store.keys.lasting).readUnsubscribeToken(partner.partnerId, token)).toBe(domain);
      const found = await scanDomain(service, domain, [leakedCredential('ann@shop.example')]);
      expect(found).toMatchObject({ newFindings: 0 });
    });
  });

  it('is not begun while a node seals under the one before: it is named, and nothing changes', async () => {
    await fill();
    const { values } = await opened(before);
    const refused = await rotate();
    expect(refused).toMatchObject({ exitCode: 1, stdout: '' });
    expect(refused.stderr).toMatch(new RegExp(`api on .* \\(process ${process.pid}\\)`));
    expect(await opened(before)).toEqual({ values, opened: values });
  });

  it('is read by every node that has both, whichever it seals under, until all have changed over', async () => {
    await node({ SECRET_KEY: before, SECRET_KEY_PREVIOUS: after }, async (old) => {
      await node(toNext, async (fresh) => {
        const channel = { type: 'ntfy', name: 'New', url: 'https://ntfy.example.com', topic: 'new' };
        const made = expectSuccess(await at(fresh).post('/api/v1/channels', channel), 201);
        const path = `/api/v1/channels/${made.channel.id}`;
        expectSuccess(await at(old).send('PUT', path, { topic: 'moved' }));
        expectSuccess(await at(fresh).send('PUT', path, { name: 'Moved' }));
      });
    });
  });

  it('that was begun needs both until it has ended: nobody starts who could not read all', async () => {
    await restart();
    await node(toNext, async () => {});
    await expect(node({}, async () => {})).rejects.toThrow(/A change to another key has begun/);
    await expect(node({ SECRET_KEY: after }, async () => {})).rejects.toThrow(/SECRET_KEY_PREVIOUS until/);
    const third = { SECRET_KEY: `${after}, the third`, SECRET_KEY_PREVIOUS: before };
    await expect(node(third, async () => {})).rejects.toThrow(/A change to another key has begun/);
    const directory = mkdtempSync(join(tmpdir(), 'rotation-'));
    const environment = { ...testEnvironment(first.databaseName), ...toNext };
    const backup = await runCommand(environment, ['backup', join(directory, 'b'), '--without-key']);
    expect(backup.stderr).toMatch(/A change of the secret key has begun/);
    rmSync(directory, { recursive: true });
  });

  it.skipIf(isSharded)('goes on from where it was stopped, and back again if that is wished', async () => {
    await fill();
    const { values } = await opened(before);
    await restart();
    const { pool } = first.store.database;
    await pool.query(`CREATE FUNCTION stop_here() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'stopped'; END $$;
      CREATE TRIGGER stop BEFORE UPDATE ON webhooks FOR EACH ROW EXECUTE FUNCTION stop_here()`);
    expect(await rotate()).toMatchObject({ exitCode: 1 });
    await pool.query('DROP TRIGGER stop ON webhooks');
    const [under, left] = [await opened(after), await opened(before)];
    expect(under.opened).toBeGreaterThan(0);
    expect(left.opened).toBeGreaterThan(0);
    expect(under.opened + left.opened).toBe(values);

    expect(JSON.parse((await rotate()).stdout).values).toBe(left.opened);
    expect(await opened(after)).toEqual({ values, opened: values });
    expect(JSON.parse((await rotate()).stdout).values).toBe(0);
    await rotate({ SECRET_KEY: before, SECRET_KEY_PREVIOUS: after });
    expect(await opened(before)).toEqual({ values, opened: values });
    await node({}, async () => {});
  });

  it('is asked for when none is given', async () => {
    await restart();
    const refused = await rotate({});
    expect(refused.exitCode).toBe(1);
    expect(refused.stderr).toMatch(/^\{"error":\{"message":"Set SECRET_KEY to the new key and SECRET_KEY_PREVIOUS/);
  });

  it('leaves what neither key opens as it is, and says how much that is', async () => {
    await fill();
    const { pool } = first.store.database;
    await pool.query(`UPDATE channels SET target = '\\x0102'::bytea`);
    await restart();
    expect(JSON.parse((await rotate()).stdout)).toMatchObject({ unreadable: 1, tables: { channels: 0, webhooks: 2 } });
    expect((await pool.query('SELECT target FROM channels')).rows[0].target).toEqual(Buffer.from([1, 2]));
  });
});

it('every column of bytes is sealed anew, or is a digest, a picture, a public key or a block of the leak corpus', async () => {
  const { pool } = first.store.database;
  const { rows } = await pool.query<{ name: string; column: string }>(
    `SELECT table_name AS name, column_name AS column FROM information_schema.columns
     WHERE table_schema = 'public' AND data_type = 'bytea'`,
  );
  const sealed = sealedColumns();
  const others = rows.filter((row) => !sealed.some(({ name, column }) => name === row.name && column === row.column));
  expect(sealed.every((each) => rows.some(({ name, column }) => name === each.name && column === each.column))).toBe(
    true,
  );
  const unsealed =
    /^(hash|.*_hash|.*_digest|fingerprint|logo|dark_logo|drawn_logo|favicon|last_key|filter|block|credential_id|public_key)$/;
  expect(others.filter(({ column }) => !unsealed.test(column))).toEqual([]);
});

it('of the embedded database is made by the command itself, which keeps the one before until all is sealed anew', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'rotation-'));
  try {
    const run = (...words: string[]) => runCommand({ DATA_DIR: dataDir }, words);
    expect(await run('migrate')).toMatchObject({ exitCode: 0 });
    const file = join(dataDir, 'secret-key');
    const key = readFileSync(file, 'utf8');
    expect(await run('secret', 'rotate')).toMatchObject({ exitCode: 0 });
    const next = readFileSync(file, 'utf8');
    expect(next).toMatch(/^[\da-f]{64}\n$/);
    expect(next).not.toBe(key);
    expect(existsSync(`${file}.previous`)).toBe(false);
    expect(await run('migrate')).toMatchObject({ exitCode: 0 });
    // Killed between the two files: the key before stands twice.
    writeFileSync(`${file}.previous`, next);
    expect(await run('secret', 'rotate')).toMatchObject({ exitCode: 0 });
    expect(readFileSync(file, 'utf8')).not.toBe(next);
    writeFileSync(file, key);
    rmSync(`${file}.previous`, { force: true });
    expect((await run('migrate')).stderr).toMatch(/SECRET_KEY .* has been changed since/);
  } finally {
    rmSync(dataDir, { recursive: true });
  }
});
