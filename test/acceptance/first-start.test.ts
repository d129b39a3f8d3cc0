import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiClient } from '../support/api-client.ts';
import { breakwater, expectFailure, RunningServer, runCommand, withoutRawSockets } from '../support/command-line.ts';
import { eventually } from '../support/eventually.ts';

const apiKey = expect.stringMatching(/^bwk_[0-9A-Za-z]{46}$/);

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

  it('one line of the log says what runs: version, scan engine, and what is set', () => {
    const line = server.stderr.split('\n').find((each) => each.includes('This node runs.'))!;
    expect(JSON.parse(line)).toMatchObject({
      role: 'all',
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      scanner: { engine: expect.stringMatching(/^(syn|connect)/), concurrency: 256 },
      settings: { PORT: '0', DATA_DIR: environment.DATA_DIR },
    });
  });

  it('commands work beside it on the same DATA_DIR', async () => {
    const { partners } = (await runCommand(environment, ['partner', 'list', '--json'])).json;
    expect(partners).toMatchObject([{ name: 'Demo', portal_domains: ['127.0.0.1', 'localhost'] }]);
    const created = await runCommand(environment, [
      'key',
      'create',
      '--partner',
      'Demo',
      '--portal-domain',
      'localhost',
    ]);
    expect(created).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/shown this once: bwk_/) });
    const ambiguous = await runCommand(environment, ['key', 'create', '--partner', 'Demo']);
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
    const { partners } = (await runCommand(asService, ['partner', 'list', '--json'])).json;
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
        backup: 'ok',
        'portal certificates': 'ok',
        'vantage points': 'ok',
        'leak sources': 'ok',
        versions: 'ok',
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
      const accepted = await breakwater({ ...environment, DOCTOR_ACCEPTS: 'mail' }, ['doctor'], namespace);
      expect(accepted.stdout).toMatch(/^mail +ok +none \(SMTP_URL\).*; accepted \(DOCTOR_ACCEPTS\)$/m);
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
