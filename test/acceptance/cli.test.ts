import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiClient } from '../support/api-client.ts';
import { breakwater, type CommandOutcome, RunningServer } from '../support/command-line.ts';
import { eventually } from '../support/eventually.ts';
import {
  createTestDatabase,
  dropTestDatabase,
  TestService,
  testDatabaseUrl,
  testEnvironment,
} from '../support/test-service.ts';

const apiKey = expect.stringMatching(/^bwk_[0-9A-Za-z]{46}$/);
const uuid = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);

/** A command that must have failed as an operator's mistake does: a sentence, no stack, nothing on standard output. */
function expectFailure(outcome: CommandOutcome, exitCode: number, message: RegExp): void {
  expect(outcome).toMatchObject({ exitCode, stdout: '' });
  expect(outcome.stderr).toMatch(message);
  expect(outcome.stderr).not.toMatch(/^\s+at /m);
}

/** Runs a command without CAP_NET_RAW; who is not root has none to lose. */
const withoutRawSockets =
  process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-net_raw', '--inh-caps=-net_raw'] : ['env'];

describe('with DATABASE_URL', () => {
  let databaseName: string;
  let environment: Record<string, string>;
  const run = (...args: string[]): Promise<CommandOutcome> => breakwater(environment, args);

  beforeAll(async () => {
    databaseName = await createTestDatabase();
    environment = testEnvironment(databaseName);
  });
  afterAll(async () => {
    await dropTestDatabase(databaseName);
  });

  it('migrate brings an empty database to the newest schema, and says so; again there is nothing to do', async () => {
    const first = await run('migrate', '--json');
    expect(first).toMatchObject({ exitCode: 0, stderr: '' });
    expect(first.json.applied.length).toBeGreaterThan(0);
    expect((await run('migrate', '--json')).json).toEqual({ applied: [] });
    expect(await run('migrate')).toMatchObject({ exitCode: 0, stdout: 'The schema is up to date.\n' });
  });

  it('a worker with SCAN_ENGINE=syn and without the capability does not start, and says why', async () => {
    const environmentOfSyn = { ...environment, SCAN_ENGINE: 'syn' };
    const outcome = await breakwater(environmentOfSyn, ['serve', '--role', 'worker'], withoutRawSockets);
    expectFailure(outcome, 1, /^SCAN_ENGINE=syn does not work here: no CAP_NET_RAW\. Grant /);
  });

  it('partners are created, listed, suspended and resumed, by id, portal domain or name', async () => {
    const created = await run('partner', 'create', '--name', 'Acme', '--portal-domain', 'Acme.Example.com.', '--json');
    expect(created.exitCode).toBe(0);
    expect(created.json).toEqual({ partner_id: uuid, portal_domain: 'acme.example.com', api_key: apiKey });
    const partnerId = created.json.partner_id;
    // The last one as it had to be written once.
    for (const [command, args, status, changed] of [
      ['suspend', ['--partner', partnerId], 'suspended', true],
      ['suspend', ['--partner', 'acme.example.com'], 'suspended', false],
      ['resume', ['--partner', 'ACME'], 'active', true],
      ['resume', [partnerId], 'active', false],
    ] as const) {
      const outcome = await run('--json', 'partner', command, ...args);
      expect(outcome.json).toEqual({ partner_id: partnerId, status, changed });
      expect(outcome.exitCode).toBe(0);
    }
    const { partners } = (await run('partner', 'list', '--json')).json;
    expect(partners).toEqual([
      {
        partner_id: partnerId,
        name: 'Acme',
        status: 'active',
        portal_domains: ['acme.example.com'],
        created_at: expect.stringMatching(/Z$/),
      },
    ]);
    const text = (await run('partner', 'list')).stdout;
    expect(text).toMatch(/^partner +name +status +portal domains\n/);
    expect(text).toContain('acme.example.com');
  });

  it('the operator vouches for further portal domains, lists and removes them', async () => {
    const created = await run(
      'partner',
      'create',
      '--name',
      'Voucher',
      '--portal-domain',
      'a.localhost.test',
      '--json',
    );
    const { partner_id } = created.json;
    const portalDomain = (verb: string, ...args: string[]) =>
      run('portal-domain', verb, ...args, '--partner', 'Voucher', '--json');
    const added = await portalDomain('add', '--portal-domain', 'Intranet.');
    expect(added.json).toEqual({ portal_domain_id: uuid, partner_id, domain: 'intranet', status: 'verified' });
    const { portal_domains } = (await portalDomain('list')).json;
    expect(portal_domains).toMatchObject([
      { domain: 'a.localhost.test', status: 'verified', verified_by: 'operator', missing_since: null },
      { domain: 'intranet', portal_domain_id: added.json.portal_domain_id },
    ]);
    const text = await run('portal-domain', 'list', '--partner', 'intranet');
    expect(text.stdout).toMatch(/^domain +status +verified by +verified +missing since\n/);
    expectFailure(await portalDomain('add', 'no domain'), 1, /is not a domain name/);
    expectFailure(await portalDomain('add', 'acme.example.com'), 1, /belongs to an account already/);
    expect((await portalDomain('remove', 'INTRANET')).json).toMatchObject({ domain: 'intranet' });
    expectFailure(await portalDomain('remove', 'intranet'), 1, /has no portal domain intranet/);
    expectFailure(await portalDomain('remove', 'a.localhost.test'), 1, /last portal domain/);
  });

  it('what customers without a subscription may have is capped, shown and lifted', async () => {
    const created = await run('partner', 'create', '--name', 'Capped', '--portal-domain', 'capped.example', '--json');
    const { partner_id } = created.json;
    const caps = (...args: string[]) => run('partner', 'caps', '--partner', 'Capped', ...args, '--json');
    const product = ['--product', 'port_monitoring'];
    const both = (capacity: number | null) => [
      { product_slug: 'port_monitoring', capacity },
      { product_slug: 'domain_monitoring', capacity: null },
    ];
    expect((await caps()).json).toEqual({ caps: both(null) });
    const set = { partner_id, product_slug: 'port_monitoring', newly_paused: [], unpaused: [] };
    expect((await caps(...product, '--capacity', '3')).json).toEqual({ ...set, capacity: 3, changed: true });
    expect((await caps(...product, '--capacity', '3')).json).toMatchObject({ changed: false });
    expect((await caps()).json).toEqual({ caps: both(3) });
    expect((await caps(...product, '--capacity', '0')).json).toMatchObject({ capacity: 0, changed: true });
    expect((await caps(...product, '--capacity', 'none')).json).toMatchObject({ capacity: null, changed: true });
    expect((await run('partner', 'caps', '--partner', 'Capped')).stdout).toMatch(/port_monitoring +any number/);
    for (const wrong of [
      product,
      [...product, '--capacity', '-1'],
      [...product, '--capacity', 'x'],
      ['--capacity', '1'],
    ])
      expect((await caps(...wrong)).exitCode).toBe(2);
  });

  it('an administrator is created with a password that is shown once, listed, and reset', async () => {
    const partner = ['--partner', 'acme.example.com'];
    const ada = [...partner, '--email', 'Ada@Example.com'];
    const created = await run('partner', 'admin', 'create', ...ada, '--name', 'Ada', '--json');
    expect(created.json).toEqual({
      administrator_id: uuid,
      partner_id: uuid,
      email: 'ada@example.com',
      role: 'owner',
      password: expect.stringMatching(/^\w{20}$/),
    });
    expectFailure(await run('partner', 'admin', 'create', ...ada), 1, /has an administrator with that e-mail address/);
    const nobody = [...partner, '--email', 'nobody'];
    expectFailure(await run('partner', 'admin', 'create', ...nobody), 1, /"nobody" is not an e-mail address/);
    const list = async () => (await run('partner', 'admin', 'list', ...partner, '--json')).json.administrators;
    const listed = {
      email: 'ada@example.com',
      name: 'Ada',
      role: 'owner',
      second_factor: false,
      last_signed_in_at: null,
    };
    expect(await list()).toEqual([{ administrator_id: created.json.administrator_id, ...listed }]);
    expect((await run('partner', 'admin', 'list', ...partner)).stdout).toMatch(
      /ada@example\.com +Ada +owner +no +never\n/,
    );
    const joan = [...partner, '--email', 'joan@example.com', '--role'];
    expect((await run('partner', 'admin', 'create', ...joan, 'admin')).exitCode).toBe(2);
    for (const role of ['manager', 'support']) {
      const made = [...partner, '--email', `${role}@example.com`, '--role', role, '--json'];
      expect((await run('partner', 'admin', 'create', ...made)).json).toMatchObject({ role });
    }

    const reset = await run('partner', 'admin', 'reset', ...ada);
    const [, password] = /Password, shown this once: (\w{20})\n$/.exec(reset.stdout)!;
    expect(password).not.toBe(created.json.password);
    const stranger = [...partner, '--email', 'stranger@example.com'];
    expectFailure(await run('partner', 'admin', 'reset', ...stranger), 1, /no administrator stranger@example\.com/);
  });

  it('a second factor is demanded of all administrators of a partner, and left to it again', async () => {
    const { partner_id } = (
      await run('partner', 'create', '--name', 'Guarded', '--portal-domain', 'guarded.example.com', '--json')
    ).json;
    const ada = ['--partner', 'Guarded', '--email', 'ada@example.com'];
    expect((await run('partner', 'admin', 'create', ...ada)).exitCode).toBe(0);
    const demand = (...more: string[]) => run('partner', 'require-second-factor', 'Guarded', ...more);
    const demanded = { partner_id, second_factor_required: true, without_second_factor: ['ada@example.com'] };
    expect((await demand('--json')).json).toEqual({ ...demanded, changed: true });
    expect((await demand('--json')).json).toEqual({ ...demanded, changed: false });
    expect((await demand()).stdout).toMatch(/set one up until they have it: ada@example\.com\./);
    expect((await demand('--off', '--json')).json).toMatchObject({ second_factor_required: false, changed: true });
    expectFailure(await run('partner', 'require-second-factor', 'Nobody'), 1, /There is no partner "Nobody"/);
  });

  it('a password comes from standard input, with blanks around it or not, and is not shown', async () => {
    const grace = ['--partner', 'acme.example.com', '--email', 'grace@example.com', '--password-stdin'];
    const command = (input: string, ...args: string[]) => breakwater(environment, args, [], input);
    const created = await command(' a password of words \r\n', 'partner', 'admin', 'create', ...grace, '--json');
    expect(created.json).toEqual({
      administrator_id: uuid,
      partner_id: uuid,
      email: 'grace@example.com',
      role: 'owner',
    });
    const service = await TestService.start({ role: 'api', environment: { DATABASE_URL: environment.DATABASE_URL! } });
    try {
      const signIn = (password: string) =>
        service
          .client('acme.example.com', null)
          .post('/api/v1/session', { email: 'grace@example.com', password }, { origin: 'https://acme.example.com' });
      const { headers, status } = await signIn('a password of words');
      expect(status).toBe(200);
      const short = await command('short', 'partner', 'admin', 'reset', ...grace);
      expectFailure(short, 1, /12 to 256 characters/);
      const reset = await command('another password of words', 'partner', 'admin', 'reset', ...grace);
      expect(reset.stdout).not.toContain('of words');
      expect((await signIn('a password of words')).status).toBe(401);
      expect((await signIn('another password of words')).status).toBe(200);
      const cookie = { cookie: String(headers['set-cookie']).split(';')[0]! };
      const ended = await service.client('acme.example.com', null).get('/api/v1/administrator', cookie);
      expect(ended.status).toBe(401);
    } finally {
      await service.stop();
    }
  });

  it('a key is rotated with an overlap and revoked; lists never show a key', async () => {
    const partner = ['--partner', 'acme.example.com'];
    const before = (await run('key', 'list', ...partner, '--json')).json.keys;
    expect(before).toHaveLength(1);
    const replaces = ['--replaces', before[0].key_id, '--overlap-hours', '2'];
    const created = await run('key', 'create', ...partner, '--name', 'module', ...replaces, '--json');
    expect(created.json).toEqual({
      key_id: uuid,
      partner_id: uuid,
      portal_domain: 'acme.example.com',
      api_key: apiKey,
    });
    const listed = await run('key', 'list', ...partner, '--json');
    expect(listed.stdout).not.toContain(created.json.api_key);
    expect(listed.json.keys).toMatchObject([
      { key_id: created.json.key_id, name: 'module', status: 'valid', expires_at: null, last_used_at: null },
      { key_id: before[0].key_id, status: 'valid', expires_at: expect.any(String) },
    ]);
    const overlapMs = Date.parse(listed.json.keys[1].expires_at) - Date.parse(listed.json.keys[0].created_at);
    expect(Math.round(overlapMs / 1_000)).toBe(7_200);
    for (const [changed, key] of [
      [true, ['--key', before[0].key_id]],
      [false, [before[0].key_id]],
    ] as const) {
      const revoked = await run('key', 'revoke', ...key, ...partner, '--json');
      expect(revoked.json).toEqual({ key_id: before[0].key_id, changed });
    }
    const text = (await run('key', 'list', ...partner)).stdout;
    expect(text).toMatch(/revoked/);
    expect(text).not.toMatch(/bwk_[0-9A-Za-z]{10}/);
  });

  it('an overlap of zero ends the replaced key at once', async () => {
    const partner = ['--partner', 'acme.example.com'];
    const [current] = (await run('key', 'list', ...partner, '--json')).json.keys;
    await run('key', 'create', ...partner, '--replaces', current.key_id, '--overlap-hours', '0');
    const { keys } = (await run('key', 'list', ...partner, '--json')).json;
    const replaced = keys.find((key: { key_id: string }) => key.key_id === current.key_id);
    expect(replaced).toMatchObject({ status: 'expired' });
  });

  it.concurrent.each([
    ['an unknown partner', ['partner', 'suspend', 'nobody'], /There is no partner "nobody"/],
    ['an unknown key', ['key', 'revoke', randomUUID(), '--partner', 'acme'], /no key/],
    ['a key id that is none', ['key', 'revoke', 'nonsense', '--partner', 'acme'], /no key nonsense/],
    ['a replaced key that is none', ['key', 'create', '--partner', 'acme', '--replaces', 'nonsense'], /no valid key/],
    [
      'a foreign portal domain',
      ['key', 'create', '--partner', 'acme', '--portal-domain', 'x.example'],
      /acme\.example/,
    ],
    ['a domain that is none', ['partner', 'create', '--name', 'x', '--portal-domain', 'a b'], /not a domain name/],
    ['a domain that is taken', ['partner', 'create', '--name', 'x', '--portal-domain', 'acme.example.com'], /another/],
    ['an empty name', ['partner', 'create', '--name', ' ', '--portal-domain', 'y.example'], /name/],
  ])('%s is exit code 1 and one sentence', async (_what, args, message) => {
    const outcome = await run(...args, '--json');
    expectFailure(outcome, 1, /^\{.*\}\n$/);
    expect(JSON.parse(outcome.stderr)).toEqual({ error: { message: expect.stringMatching(message) } });
  });

  it('what names carry from of old steers no terminal and forges no line, in text or JSON', async () => {
    const hostile = 'Acme\u001b[31m\u009b5m\u202e\nCustomer 8: fine';
    const args = ['partner', 'create', '--name', hostile, '--portal-domain', 'escape.example.com', '--json'];
    const { partner_id: partnerId } = (await run(...args)).json;
    const client = new pg.Client({ connectionString: testDatabaseUrl(databaseName) });
    await client.connect();
    await client.query(
      `INSERT INTO customers (partner_id, id, billing_customer_id, name, created_at, updated_at)
       VALUES ($1, gen_random_uuid(), 7, $2, now(), now())`,
      [partnerId, hostile],
    );
    await client.end();
    for (const command of [
      ['partner', 'list'],
      ['customer', 'show', '--client-id', '7', '--partner', 'escape.example.com'],
    ]) {
      for (const form of [[], ['--json']]) {
        const { exitCode, stdout } = await run(...command, ...form);
        expect(exitCode).toBe(0);
        expect(stdout).toContain('Acme');
        expect(stdout.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u);
        expect(stdout).not.toMatch(/^Customer 8/m);
      }
    }
  });

  it('without --json the sentence stands alone', async () => {
    expectFailure(await run('partner', 'resume', 'nobody'), 1, /^There is no partner "nobody"\. .+\.\n$/);
  });

  it.concurrent.each([
    ['an unknown option', ['partner', 'list', '--nonsense'], /unknown option/],
    ['a missing option', ['partner', 'create', '--name', 'x'], /--portal-domain/],
    ['a missing argument', ['leaks', 'delete'], /missing required argument/],
    ['nothing to act on', ['key', 'revoke', '--partner', 'acme'], /required option '--key <key>' not specified/],
    ['more than one', ['partner', 'suspend', 'acme', '--partner', 'other'], /too many arguments: --partner names one/],
    ['an overlap that is no number', ['key', 'create', '--partner', 'a', '--overlap-hours', '-1'], /hours/],
    ['a role that is none', ['serve', '--role', 'king'], /api, worker, all/],
  ])('%s is exit code 2 and shows how it is done', async (_what, args, message) => {
    const outcome = await run(...args);
    expectFailure(outcome, 2, message);
    expect(outcome.stderr).toMatch(/Usage: breakwater/);
  });

  it('help and version are exit code 0', async () => {
    const help = await run('key', 'revoke', '--help');
    const usage = 'Usage: breakwater key revoke --partner <partner> --key <key> [options]\n';
    expect(help).toMatchObject({ exitCode: 0, stdout: expect.stringContaining(usage) });
    const all = (await run('--help')).stdout;
    for (const command of ['serve', 'migrate', 'partner', 'key', 'doctor'])
      expect(all).toMatch(new RegExp(` ${command} `));
    expect(await run('--version')).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
  });

  it.concurrent.each([
    ['PORT', { PORT: 'http' }, /PORT must be an integer/],
    ['SCAN_ALLOW', { SCAN_ALLOW: '10.0.0.0/33' }, /SCAN_ALLOW/],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://root:hunter2@db/x' }, /^(?!.*hunter2).*DATABASE_URL must be a URL/s],
    ['SMTP_URL', { SMTP_URL: 'http://me:hunter2@mail' }, /^(?!.*hunter2).*SMTP_URL must be a URL/s],
    ['a missing MAIL_FROM', { SMTP_URL: 'smtp://mail.example.com' }, /MAIL_FROM must be .* required with SMTP_URL/],
    ['MAIL_FROM', { SMTP_URL: 'smtp://mail.example.com', MAIL_FROM: 'Acme <a@b>' }, /MAIL_FROM must be an e-mail/],
    ['a missing SECRET_KEY', { SECRET_KEY: '' }, /SECRET_KEY is required/],
    ['another SECRET_KEY than before', { SECRET_KEY: 'x'.repeat(32) }, /SECRET_KEY is not the one/],
    ['a database that is down', { DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none' }, /database cannot be reached/],
  ])('a wrong configuration (%s) is exit code 1 and says what to set', async (_what, wrong, message) => {
    expectFailure(await breakwater({ ...environment, ...wrong }, ['partner', 'list']), 1, message);
  });

  it('commands work beside a running server, and what they do holds at its next request', async () => {
    const service = await TestService.start({ role: 'api' });
    try {
      const beside = { ...testEnvironment(service.databaseName) };
      const create = ['partner', 'create', '--name', 'Beside', '--portal-domain', 'beside.example.com', '--json'];
      const { api_key: key } = (await breakwater(beside, create)).json;
      const client = service.client('beside.example.com', key);
      expect((await client.get('/api/v1/endpoints')).status).toBe(200);
      await breakwater(beside, ['partner', 'suspend', 'Beside']);
      expect((await client.get('/api/v1/endpoints')).body.error.code).toBe('ACCOUNT_SUSPENDED');
      await breakwater(beside, ['partner', 'resume', 'Beside']);
      expect((await client.get('/api/v1/endpoints')).status).toBe(200);
      const [{ key_id: keyId, last_used_at: lastUsedAt }] = (
        await breakwater(beside, ['key', 'list', '--partner', 'Beside', '--json'])
      ).json.keys;
      expect(lastUsedAt).not.toBeNull();
      await breakwater(beside, ['key', 'revoke', keyId, '--partner', 'Beside']);
      expect((await client.get('/api/v1/endpoints')).status).toBe(401);
    } finally {
      await service.stop();
    }
  });
});

describe('with nothing configured but where to run: evaluation mode', () => {
  const directory = mkdtempSync(join(tmpdir(), 'evaluation-'));
  const environment = { PORT: '0', DATA_DIR: join(directory, 'data') };
  let server: RunningServer;

  beforeAll(async () => {
    server = await RunningServer.start(environment);
  });
  afterAll(async () => {
    await server?.stop();
    rmSync(directory, { recursive: true, force: true });
  });

  it('the first start makes a demo partner and prints its keys, which work; the log does not carry them', async () => {
    const keys = [...server.stdout.matchAll(/^ {2}(\S+) +(bwk_\w+)$/gm)].map(([, domain, key]) => ({ domain, key }));
    expect(keys.map(({ domain }) => domain)).toEqual(['localhost', '127.0.0.1']);
    const url = /http:\/\/localhost:\d+/.exec(server.stdout)![0].replace('localhost', '127.0.0.1');
    for (const { domain, key } of keys) {
      expect((await new ApiClient(url, domain!, key!).get('/api/v1/endpoints')).status).toBe(200);
      expect(server.stderr).not.toContain(key);
    }
    const crossed = await new ApiClient(url, 'localhost', keys[1]!.key!).get('/api/v1/endpoints');
    expect(crossed.body.error.code).toBe('TENANT_MISMATCH');
  });

  it('the first start makes an administrator of the demo partner and prints the password, which signs in', async () => {
    const [, email, password] = /Sign in as (\S+) .*\n {2}(\S+)$/m.exec(server.stdout) ?? [];
    expect(server.stderr).not.toContain(password);
    const url = /http:\/\/localhost:\d+/.exec(server.stdout)![0];
    expect(server.stdout).toContain(`${url}/console.`);
    const signIn = () =>
      new ApiClient(url.replace('localhost', '127.0.0.1'), new URL(url).host, null).post(
        '/api/v1/session',
        { email, password },
        { origin: url },
      );
    expect((await signIn()).body.data.signed_in).toMatchObject({ kind: 'administrator', email });
  });

  it('commands work beside it on the same DATA_DIR', async () => {
    const { partners } = (await breakwater(environment, ['partner', 'list', '--json'])).json;
    expect(partners).toMatchObject([{ name: 'Demo', portal_domains: ['127.0.0.1', 'localhost'] }]);
    const created = await breakwater(environment, [
      'key',
      'create',
      '--partner',
      'Demo',
      '--portal-domain',
      'localhost',
    ]);
    expect(created).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/shown this once: bwk_/) });
    const ambiguous = await breakwater(environment, ['key', 'create', '--partner', 'Demo']);
    expectFailure(ambiguous, 1, /127\.0\.0\.1, localhost/);
  });

  it('a second server on the same DATA_DIR is refused', async () => {
    const outcome = await breakwater(environment, ['serve']);
    expectFailure(outcome, 1, /DATA_DIR|already|another/i);
    expect(outcome.stderr).toContain(environment.DATA_DIR);
  });

  /** The last processes of PostgreSQL are gone a moment after it has said that it ended. */
  const nothingRuns = () =>
    eventually('nothing of it runs', async () => {
      const { stdout } = spawnSync('pgrep', ['-f', environment.DATA_DIR]);
      return stdout.toString() === '';
    });

  it('Ctrl-C ends it with exit code 0, and the database with it; commands work while none runs', async () => {
    expect(await server.stop('SIGINT')).toBe(0);
    await nothingRuns();
    const listed = await breakwater(environment, ['key', 'list', '--partner', 'Demo', '--json']);
    expect(listed).toMatchObject({ exitCode: 0 });
    expect(listed.json.keys).toHaveLength(3);
    await nothingRuns();
  });

  it('the second start prints no keys, in text or JSON', async () => {
    server = await RunningServer.start(environment, ['--json']);
    expect(JSON.parse(server.stdout)).toEqual({ role: 'all', url: expect.stringMatching(/^http:\/\/localhost:\d+$/) });
    expect(await server.stop('SIGTERM')).toBe(0);
    server = await RunningServer.start(environment, ['--role', 'api']);
    expect(server.stdout).not.toContain('bwk_');
    expect(server.stdout).toMatch(/key create --partner Demo/);
    expect(server.stdout).toMatch(/partner admin reset --partner Demo --email admin@demo\.example/);
    await server.stop();
  });

  it('its data is no service by mistake: a start with other settings asks for a word, once', async () => {
    const asService = { ...environment, SCAN_ALLOW: '127.0.0.0/8' };
    const refused = await breakwater(asService, ['serve']);
    expectFailure(refused, 1, /made in evaluation mode, with the partner "Demo".*EVALUATION_DATA=keep/);
    server = await RunningServer.start({ ...asService, EVALUATION_DATA: 'keep' }, ['--role', 'api']);
    await server.stop();
    server = await RunningServer.start(asService, ['--role', 'api']);
    const { partners } = (await breakwater(asService, ['partner', 'list', '--json'])).json;
    expect(partners).toMatchObject([{ name: 'Demo', portal_domains: ['127.0.0.1', 'localhost'] }]);
  });
});

describe('serve --json on a fresh DATA_DIR', () => {
  it('prints one JSON value with the keys and the administrator', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'evaluation-'));
    const environment = { PORT: '0', DATA_DIR: join(directory, 'deep', 'data') };
    const server = await RunningServer.start(environment, ['--json']);
    try {
      expect(JSON.parse(server.stdout)).toEqual({
        role: 'all',
        url: expect.stringMatching(/^http:\/\/localhost:\d+$/),
        keys: [
          { portal_domain: 'localhost', api_key: apiKey },
          { portal_domain: '127.0.0.1', api_key: apiKey },
        ],
        administrator: { email: 'admin@demo.example', password: expect.stringMatching(/^\w{20}$/) },
      });
    } finally {
      await server.stop();
      rmSync(directory, { recursive: true, force: true });
    }
  });
});

// Doctor asks DNS for a name: only where nothing can leave the machine.
const namespace = process.getuid?.() === 0 ? ['unshare', '--net'] : ['unshare', '--user', '--map-root-user', '--net'];
const canIsolate = spawnSync(namespace[0]!, [...namespace.slice(1), 'true']).status === 0;

describe.skipIf(!canIsolate)('doctor, in a network namespace of its own', () => {
  it('tells what works, is healthy without DNS, and fails when the database does', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'doctor-'));
    try {
      const environment = { DATA_DIR: join(directory, 'data') };
      const before = await breakwater(environment, ['doctor'], namespace);
      expect(before).toMatchObject({
        exitCode: 1,
        stdout: expect.stringMatching(/database +fail .*no installation in/),
      });
      expect(await breakwater(environment, ['migrate'])).toMatchObject({ exitCode: 0 });
      const outcome = await breakwater(environment, ['doctor', '--json'], namespace);
      expect(outcome).toMatchObject({ exitCode: 0 });
      expect(outcome.json.healthy).toBe(true);
      const states = Object.fromEntries(
        outcome.json.findings.map((finding: { check: string; state: string }) => [finding.check, finding.state]),
      );
      expect(states).toEqual({
        variables: 'ok',
        proxy: 'ok',
        redis: 'ok',
        database: 'ok',
        schema: 'ok',
        'database disk': 'ok',
        connections: 'ok',
        clock: 'ok',
        nodes: 'ok',
        'vantage points': 'ok',
        'leak sources': 'ok',
        'scan engine': expect.stringMatching(/ok|warn/),
        canaries: 'warn',
        nmap: 'ok',
        'open files': expect.stringMatching(/ok|warn/),
        disk: expect.stringMatching(/ok|warn/),
        dns: 'warn',
        mail: 'warn',
        bounces: 'ok',
        mails: 'ok',
        webhooks: 'ok',
        channels: 'ok',
      });
      for (const { state, cure } of outcome.json.findings) expect(cure === undefined).toBe(state === 'ok');
      const mailed = await breakwater(environment, ['doctor', '--mail-to', 'me@example.org'], namespace);
      expect(mailed).toMatchObject({ exitCode: 1, stdout: expect.stringMatching(/test mail +fail +there is no mail/) });
      const broken = { DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none', SECRET_KEY: 'x'.repeat(32) };
      const failed = await breakwater(broken, ['doctor'], namespace);
      expect(failed).toMatchObject({ exitCode: 1, stdout: expect.stringMatching(/database +fail/) });
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  });

  it('says which engine scans and why, which canaries are silent, what Redis and the mail server say, and what is misspelt', async () => {
    const database = { DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none', SECRET_KEY: 'x'.repeat(32) };
    const unprivileged = [...namespace, ...withoutRawSockets];
    const finding = async (check: string, environment: Record<string, string>, prefix = namespace) => {
      const { json } = await breakwater({ ...database, ...environment }, ['doctor', '--json'], prefix);
      return json.findings.find((each: { check: string }) => each.check === check);
    };
    expect(await finding('scan engine', { SCAN_ENGINE: 'connect' })).toMatchObject({ state: 'ok' });
    expect(await finding('scan engine', { SCAN_ENGINE: 'auto' }, unprivileged)).toEqual({
      check: 'scan engine',
      state: 'warn',
      detail: expect.stringMatching(/^connect: .*CAP_NET_RAW/),
      cure: expect.stringContaining('CAP_NET_RAW'),
    });
    expect(await finding('scan engine', { SCAN_ENGINE: 'syn' }, unprivileged)).toMatchObject({
      state: 'fail',
      detail: expect.stringMatching(/SCAN_ENGINE=syn .*CAP_NET_RAW/),
    });
    expect(await finding('redis', { REDIS_URL: 'redis://:hunter2@127.0.0.1:9' })).toEqual({
      check: 'redis',
      state: 'warn',
      detail: expect.stringMatching(/^(?!.*hunter2).*(ECONNREFUSED|ENETUNREACH)/),
      cure: expect.any(String),
    });
    expect(await finding('variables', { SCAN_ALOW: 'public' })).toEqual({
      check: 'variables',
      state: 'fail',
      detail: 'nothing reads SCAN_ALOW (SCAN_ALLOW?)',
      cure: expect.stringContaining('rename'),
    });
    expect(await finding('nmap', { SCAN_NMAP_PATH: '/nonexistent/nmap' })).toMatchObject({ state: 'fail' });
    expect(await finding('canaries', { SCAN_CANARIES: '192.0.2.1:443' })).toMatchObject({
      state: 'fail',
      detail: expect.stringContaining('192.0.2.1 port 443 did not answer'),
    });
    const mail = { SMTP_URL: 'smtp://me:hunter2@127.0.0.1:9', MAIL_FROM: 'alerts@mail.example.com' };
    expect(await finding('mail', mail)).toEqual({
      check: 'mail',
      state: 'fail',
      detail: expect.stringMatching(/^(?!.*hunter2)127\.0\.0\.1:9: .*(ECONNREFUSED|ENETUNREACH)/),
      cure: expect.any(String),
    });
  });
});
