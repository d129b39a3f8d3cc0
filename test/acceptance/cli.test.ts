import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  breakwater,
  type CommandOutcome,
  expectFailure,
  runCommand,
  withoutRawSockets,
} from '../support/command-line.ts';
import {
  createTestDatabase,
  dropTestDatabase,
  TestService,
  testDatabaseUrl,
  testEnvironment,
} from '../support/test-service.ts';

const apiKey = expect.stringMatching(/^bwk_[0-9A-Za-z]{46}$/);
const uuid = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);

describe('with DATABASE_URL', () => {
  let databaseName: string;
  let environment: Record<string, string>;
  const run = (...args: string[]): Promise<CommandOutcome> => runCommand(environment, args);

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
    const command = (input: string, ...args: string[]) => runCommand(environment, args, input);
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

  it('the program that is started says and ends as its commands do within this process', async () => {
    for (const args of [
      ['partner', 'list'],
      ['partner', 'resume', 'nobody'],
      ['partner', 'list', '--nonsense'],
    ]) {
      const { exitCode, stdout, stderr } = await breakwater(environment, args);
      expect(await run(...args)).toMatchObject({ exitCode, stdout, stderr });
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
    expect(await run('--version')).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+(\+[0-9a-f]{12})? \(schema \d+\)\n$/),
    });
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
    expectFailure(await runCommand({ ...environment, ...wrong }, ['partner', 'list']), 1, message);
  });

  it('commands work beside a running server, and what they do holds at its next request', async () => {
    const service = await TestService.start({ role: 'api' });
    try {
      const beside = { ...testEnvironment(service.databaseName) };
      const create = ['partner', 'create', '--name', 'Beside', '--portal-domain', 'beside.example.com', '--json'];
      const { api_key: key } = (await runCommand(beside, create)).json;
      const client = service.client('beside.example.com', key);
      expect((await client.get('/api/v1/endpoints')).status).toBe(200);
      await runCommand(beside, ['partner', 'suspend', 'Beside']);
      expect((await client.get('/api/v1/endpoints')).body.error.code).toBe('ACCOUNT_SUSPENDED');
      await runCommand(beside, ['partner', 'resume', 'Beside']);
      expect((await client.get('/api/v1/endpoints')).status).toBe(200);
      const [{ key_id: keyId, last_used_at: lastUsedAt }] = (
        await runCommand(beside, ['key', 'list', '--partner', 'Beside', '--json'])
      ).json.keys;
      expect(lastUsedAt).not.toBeNull();
      await runCommand(beside, ['key', 'revoke', keyId, '--partner', 'Beside']);
      expect((await client.get('/api/v1/endpoints')).status).toBe(401);
    } finally {
      await service.stop();
    }
  });
});
