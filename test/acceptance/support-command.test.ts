import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import tar from 'tar-stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { acceptedVariables } from '../../src/installation/config.ts';
import { expectFailure, runCommand } from '../support/command-line.ts';
import { expectSuccess } from '../support/shapes.ts';
import { type TestPartner, TestService, testEnvironment } from '../support/test-service.ts';

const home = mkdtempSync(join(tmpdir(), 'support-'));
const archive = join(home, 'support.tar.gz');
let service: TestService;
let partner: TestPartner;
let webhookSecret: string;

/** Of every kind that the configuration has, each to be known again. */
const password = 'the-password-of-the-mail-server';
const restOfPassword = '-of-the-mail-server';
/** Within the other one. */
const redisPassword = password.slice(0, -restOfPassword.length);
const secretVariables = [...acceptedVariables()].filter(([, { isSecret }]) => isSecret).map(([name]) => name);
const notSet = /_FILE$|^SECRET_KEY(_PREVIOUS)?$|^DATABASE/;
const planted = Object.fromEntries(
  secretVariables
    .filter((name) => !notSet.test(name))
    .map((name) => [name, `planted-${name.toLowerCase().replaceAll('_', '-')}-0123456789abcdef`]),
);

beforeAll(async () => {
  service = await TestService.start();
  partner = await service.partner('Acme Hosting');
  const created = await partner.api.post('/api/v1/webhooks', {
    url: 'https://hooks.example.com/T/the-token-of-a-hook',
    types: [],
  });
  webhookSecret = (expectSuccess(created, 201) as { secret: string }).secret;
  const channel = { type: 'ntfy', name: 'Phone', topic: 'the-topic-of-a-channel' };
  expectSuccess(await partner.api.post('/api/v1/channels', channel), 201);
  await service.store.database.pool.query(
    `INSERT INTO nodes SELECT gen_random_uuid(), 'worker', 'lost.internal', 7, '0.0.9', true, '{}', 0, NULL,
       $1::jsonb, now(), now() - interval '5 minutes'`,
    [JSON.stringify({ message: `mailer was refused with ${password}`, at: '2026-01-01T00:00:00Z' })],
  );
});
afterAll(async () => {
  await service?.stop();
  rmSync(home, { recursive: true, force: true });
});

function environment(): Record<string, string> {
  return {
    ...testEnvironment(service.databaseName),
    ...planted,
    SMTP_URL: `smtp://mailer:${password}@127.0.0.1:1`,
    MAIL_FROM: 'alerts@example.com',
    REDIS_URL: `redis://user:${redisPassword}@127.0.0.1:1`,
    MAIL_BOUNCE_ADDRESS: 'bounces@example.com',
    LOG_LEVEL: 'error',
  };
}

async function filesIn(path: string): Promise<Record<string, string>> {
  const extract = tar.extract();
  extract.end(gunzipSync(readFileSync(path)));
  const files: Record<string, string> = {};
  for await (const entry of extract) files[entry.header.name] = (await buffer(entry)).toString();
  return files;
}

it('one archive says what a report of a fault needs', async () => {
  const outcome = await runCommand(environment(), ['support', archive, '--json']);
  expect(outcome).toMatchObject({ exitCode: 0, stderr: '' });
  expect(statSync(archive).mode & 0o777).toBe(0o600);
  const files = await filesIn(archive);
  const [about, settings, doctor, status, database] = ['about', 'settings', 'doctor', 'status', 'database'].map(
    (name) => JSON.parse(files[`breakwater-support/${name}.json`]!),
  );
  expect(about).toMatchObject({ build: expect.any(String), schema: expect.any(Number) });
  expect(settings.settings).toContainEqual({ name: 'MAIL_FROM', value: 'alerts@example.com', from: 'environment' });
  expect(doctor).toContainEqual(expect.objectContaining({ check: 'mail', state: 'fail' }));
  expect(status.troubles).toContainEqual(expect.stringMatching(/^worker lost\.internal:7 has been silent/));
  expect(status.nodes).toContainEqual(
    expect.objectContaining({ last_error: expect.objectContaining({ message: expect.stringContaining('(secret)') }) }),
  );
  expect(database.migrations).toHaveLength(about.schema);
  expect(database.tables).toContainEqual(expect.objectContaining({ schema: 'public', name: 'partners' }));
  expect(outcome.json.parts).toEqual(Object.keys(files).map((name) => name.replace('breakwater-support/', '')));
});

it('none of the secrets that there are is in it', async () => {
  const text = Object.values(await filesIn(archive)).join('\n');
  const own = Object.values(testEnvironment(service.databaseName)).filter((value) => value.length > 30);
  const databasePassword = new URL(testEnvironment(service.databaseName).DATABASE_URL!).password;
  const secrets = [
    ...Object.values(planted),
    ...[password, redisPassword, 'the-token-of-a-hook', 'the-topic-of-a-channel'],
    ...[partner.apiKey, webhookSecret, service.store.keys.current],
    ...own.filter((value) => !value.includes('://')),
    ...(databasePassword === '' ? [] : [databasePassword]),
  ];
  expect(secrets.length).toBeGreaterThan(8);
  for (const secret of secrets) expect(text.includes(secret), secret).toBe(false);
});

it('of a secret that contains another one nothing is left', async () => {
  const { 'breakwater-support/status.json': status } = await filesIn(archive);
  expect(status).toContain('mailer was refused with (secret)"');
  expect(Object.values(await filesIn(archive)).join('\n')).not.toContain(restOfPassword);
});

it('of a database that is away it says so, and overwrites no file', async () => {
  const away = { ...environment(), DATABASE_URL: 'postgresql://breakwater:the-password-of-postgres@127.0.0.1:1/x' };
  const path = join(home, 'away.tar.gz');
  expect(await runCommand(away, ['support', path])).toMatchObject({ exitCode: 0 });
  const files = await filesIn(path);
  expect(JSON.parse(files['breakwater-support/status.json']!)).toEqual({ error: expect.stringContaining('reached') });
  expect(Object.values(files).join('\n')).not.toContain('the-password-of-postgres');
  writeFileSync(join(home, 'mine'), 'mine');
  expectFailure(
    await runCommand(environment(), ['support', join(home, 'mine')]),
    1,
    /cannot be written: file already exists/,
  );
  expect(readFileSync(join(home, 'mine'), 'utf8')).toBe('mine');
});
