import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { LeakFinding } from '../../src/engines/leak-sources/leak-source.ts';
import { createCorpusSource } from '../../src/monitoring/leak-imports/corpus-source.ts';
import { withdrawImport } from '../../src/monitoring/leak-imports/delete-import.ts';
import { type ImportResult, importLeak } from '../../src/monitoring/leak-imports/import-leak.ts';
import { listImports } from '../../src/monitoring/leak-imports/list-imports.ts';
import { type CorpusCredential, lookUpDomain } from '../../src/monitoring/leak-imports/look-up.ts';
import { type CommandOutcome, runCommand } from '../support/command-line.ts';
import { monitorDomain, runDueDomainScans } from '../support/domain-scans.ts';
import { expectSuccess } from '../support/shapes.ts';
import { TestService, testEnvironment } from '../support/test-service.ts';

const directory = mkdtempSync(join(tmpdir(), 'leak-corpus-'));
let service: TestService;
let environment: Record<string, string>;
let files = 0;

beforeAll(async () => {
  service = await TestService.start({ role: 'api' });
  environment = testEnvironment(service.databaseName);
});
afterEach(async () => {
  await service.store.database.pool.query('DELETE FROM leak_imports');
});
afterAll(async () => {
  await service?.stop();
  rmSync(directory, { recursive: true });
});

function fileOf(content: string | Uint8Array, name = 'leak.txt'): string {
  files += 1;
  const path = join(directory, `${files}-${name}`);
  writeFileSync(path, content);
  return path;
}

const run = (...args: string[]): Promise<CommandOutcome> => runCommand(environment, ['leaks', ...args]);

const leak = ['--breach', 'Web Shop', '--date', '2024-05-31'];

interface ImportOptions {
  readonly format?: 'ulp';
  readonly kind?: 'stealer_log';
  readonly breachName?: string;
  readonly runRecords?: number;
}

/** Imports as the command does, in this process. */
async function importFile(
  path: string,
  { format, kind, breachName = 'Web Shop', runRecords = 100_000 }: ImportOptions = {},
): Promise<ImportResult> {
  const watcher = { onStart: () => {}, onProgress: () => {}, signal: new AbortController().signal };
  return importLeak(
    service.service.resources,
    { secretKey: service.store.keys.lasting, threads: 2, runRecords },
    { source: path, breachName, occurredOn: '2024-05-31', format: format ?? 'auto', kind },
    watcher,
  );
}

async function lookUp(domain: string): Promise<CorpusCredential[]> {
  const credentials: CorpusCredential[] = [];
  for await (const credential of lookUpDomain(service.store.database.db, domain)) credentials.push(credential);
  return credentials;
}

async function mailAddresses(domain: string): Promise<(string | null)[]> {
  return (await lookUp(domain)).map(({ mailAddress }) => mailAddress);
}

describe('leaks import', () => {
  it('reads what it can and reports every other line by number and reason, never by its text', async () => {
    const lines = [
      'Anna@Example.com:one',
      'broken s3cret-A',
      '',
      'bob@mail.example.com;two\r',
      'carl@example.com:',
      's3cret-B',
    ];
    const outcome = await run('import', fileOf(lines.join('\n')), ...leak, '--json', '--format', 'combo');
    expect(outcome.json).toMatchObject({
      outcome: 'completed',
      breach_name: 'Web Shop',
      occurred_on: '2024-05-31',
      kind: 'combolist',
      format: 'combo',
      lines: 6,
      records: 2,
      stored_records: 2,
      unreadable_lines: 4,
      unreadable: {
        blank: { count: 1, first_lines: [3] },
        no_mail_address: { count: 2, first_lines: [2, 6] },
        no_secret: { count: 1, first_lines: [5] },
      },
    });
    expect(await mailAddresses('example.com')).toEqual(['anna@example.com', 'bob@mail.example.com']);
    const text = await run(
      'import',
      fileOf(`${lines.join('\n')}\n`),
      '--breach',
      'As text',
      '--date',
      '2024-05-31',
      '--format',
      'combo',
    );
    expect(text.stdout).toContain('2: no mail address where one is expected (lines 2, 6)');
    expect(text.stderr).toMatch(/100% \| 6 lines \| [\d,]+ lines\/s \| 0 s left/);
    expect(outcome.stdout + text.stdout + text.stderr).not.toMatch(/s3cret/);
  });

  const combo = 'anna@example.com:one\nbob@example.com:two\n'.repeat(3);
  it.each([
    ['combo', 'leak.gz', gzipSync(combo)],
    ['combo', 'leak.zst', zstdCompressSync(Buffer.from(combo))],
    ['combo', 'leak.txt', Buffer.from(`\ufeff${combo.replaceAll('\n', '\r\n')}`, 'utf16le')],
    ['ulp', 'leak.txt', 'https://shop.example.net/in:anna@example.com:one\nshop.example.net:bob@example.com:two'],
    ['csv', 'leak.csv', 'id,email,password\n1,anna@example.com,one\n2,"bob@example.com","two"\n'],
    ['jsonl', 'leak.jsonl', '{"email":"anna@example.com","password":"one"}\n{"mail":"bob@example.com"}\n'],
  ])('reads %s from %s', async (format, name, content) => {
    expect(await importFile(fileOf(content, name))).toMatchObject({
      outcome: 'completed',
      record: { format, rejected: {}, stored_records: 2 },
    });
    expect(await mailAddresses('example.com')).toEqual(['anna@example.com', 'bob@example.com']);
  });

  it('reads standard input, when it is told the file is -', async () => {
    const child = spawn(
      resolve(import.meta.dirname, '../../bin/breakwater'),
      ['leaks', 'import', '-', ...leak, '--json'],
      {
        env: { PATH: process.env.PATH, ...environment },
        stdio: ['pipe', 'pipe', 'inherit'],
      },
    );
    child.stdin.end(gzipSync('anna@example.com:one\n'));
    let stdout = '';
    child.stdout.on('data', (chunk) => {
      stdout += chunk;
    });
    expect(await once(child, 'close')).toEqual([0, null]);
    expect(JSON.parse(stdout)).toMatchObject({ file_name: 'standard input', lines: 1, stored_records: 1 });
  });

  it('a file of which nothing was read is no import, and can be read in another format', async () => {
    const path = fileOf('john@example.com:hunter2\njane@example.com:qwerty\n');
    const refused = await run('import', path, ...leak, '--format', 'jsonl');
    expect(refused.exitCode).toBe(1);
    expect(refused.stderr).toMatch(
      /Nothing of \S+ could be read as jsonl, so it is no import \(lines: 2, 2 × malformed_json\)/,
    );
    expect(await listImports(service.store.database.db)).toEqual([]);
    expect((await importFile(path)).outcome).toBe('completed');
  });

  it('rows of SQL and objects over lines are records, and are known again', async () => {
    const sql =
      "INSERT INTO `u` (`id`,`email`,`pass_hash`) VALUES (1,'john@example.com','abc'),\n(2,'jane@example.com','def');\n";
    const path = fileOf(sql);
    const imported = await importFile(path);
    expect(imported).toMatchObject({ outcome: 'completed', record: { format: 'jsonl', kind: 'breach', records: 2 } });
    expect(await importFile(path)).toMatchObject({ outcome: 'already_imported' });
    expect((await lookUp('example.com')).map(({ secretFormat }) => secretFormat)).toEqual(['hashed', 'hashed']);
    const json = JSON.stringify({ users: [{ email: 'joe@example.org', password: 'x' }] }, null, 2);
    expect(await importFile(fileOf(json))).toMatchObject({ record: { format: 'jsonl', records: 1 } });
    expect(await mailAddresses('example.org')).toEqual(['joe@example.org']);
  });

  it('imports the same file once, under whatever name, but another with the same beginning is refused', async () => {
    const beginning = 'anna@example.com:one\n'.repeat(4_000);
    await importFile(fileOf(beginning));
    expect(await importFile(fileOf(gzipSync(beginning), 'again.gz'))).toMatchObject({ outcome: 'already_imported' });
    const longer = importFile(fileOf(`${beginning}bob@example.com:two\n`));
    await expect(longer).rejects.toThrow(/same beginning as import \d+, but is not the same text/);
    expect(await mailAddresses('example.com')).toEqual(['anna@example.com']);
  });

  it.each([
    ['a file that is not there', [join(directory, 'none'), ...leak], 1, /there is no such file/],
    ['no date', ['leak.txt', '--breach', 'X'], 2, /--date/],
    ['a day that does not exist', ['leak.txt', '--breach', 'X', '--date', '2024-02-30'], 2, /It must be a day/],
    ['no name of the breach', ['leak.txt', '--date', '2024-05-31'], 2, /--breach/],
  ])('refuses %s', async (_what, args, exitCode, message) => {
    const outcome = await run('import', ...args);
    expect(outcome).toMatchObject({ exitCode, stdout: '' });
    expect(outcome.stderr).toMatch(message);
    expect(outcome.stderr).not.toMatch(/^\s+at /m);
  });

  it('stores what comes before a point at which the compressed data is broken', async () => {
    const compressed = gzipSync(manyLines(120_000));
    const importing = importFile(fileOf(compressed.subarray(0, compressed.length - 1_000)), { runRecords: 1 });
    await expect(importing).rejects.toThrow(/the gzip data is broken or ends early/);
    const imports = await listImports(service.store.database.db);
    expect(imports).toEqual([expect.objectContaining({ status: 'importing', rejected: {} })]);
    expect(imports[0]!.lines).toBeGreaterThan(60_000);
  });
});

/** About 30 bytes each, of 5,000 domains. */
function manyLines(count: number): string {
  return Array.from({ length: count }, (_, line) => `user${line}@firm${line % 5_000}.example.com:secret${line}\n`).join(
    '',
  );
}

describe('a look-up', () => {
  it('finds mailboxes and login sites of the domain and below it in all steps of an import, each once', async () => {
    const some =
      'https://www.firm7.example.com/in:someone@example.org:x\nhttps://firm7.example.com:user7@firm7.example.com:y\n';
    const path = fileOf(`${some}${manyLines(90_000)}${manyLines(60_000)}`);
    const { record } = await importFile(path, { runRecords: 1, format: 'ulp' });
    expect(record).toMatchObject({ lines: 150_002, rejected: {} });
    expect(record.runs).toBeGreaterThan(2);

    const found = await lookUp('firm7.example.com');
    const own = Array.from({ length: 18 }, (_, index) => `user${7 + 5_000 * index}@firm7.example.com`);
    expect(found.map(({ mailAddress }) => mailAddress).sort()).toEqual(
      [...own, 'user7@firm7.example.com', 'someone@example.org'].sort(),
    );
    expect(found.filter(({ isOwnMailbox }) => !isOwnMailbox)).toEqual([
      expect.objectContaining({ mailAddress: 'someone@example.org', site: 'www.firm7.example.com' }),
    ]);
    expect(await lookUp('irm7.example.com')).toEqual([]);
    expect(await lookUp('example.co')).toEqual([]);
    const all = new Set(await mailAddresses('example.com'));
    expect(all.size).toBe(90_001);
  });

  it('masks identities on the command line', async () => {
    await importFile(
      fileOf('https://shop.example.com/:anna.smith@example.org:one\nhttps://shop.example.com/:root:two\n'),
    );
    const outcome = await run('lookup', 'HTTPS://Example.com/', '--json');
    expect(outcome.json).toMatchObject({
      domain: 'example.com',
      truncated: false,
      credentials: expect.arrayContaining([
        expect.objectContaining({ identity: null, login_site: 'shop.example.com', secret_present: true }),
        expect.objectContaining({ identity: 'a***h@example.org', is_own_mailbox: false, breach_name: 'Web Shop' }),
      ]),
    });
    expect((await run('lookup', 'example.com', '--limit', '1')).stdout).toContain('There are more');
    expect((await run('lookup', 'example.org')).stdout).toMatch(/a\*\*\*h@example\.org {2}shop\.example\.com/);
    expect((await run('lookup', 'example.net')).stdout).toBe('The corpus has nothing of example.net.\n');
    expect(await run('lookup', 'com')).toMatchObject({ exitCode: 1 });
  });
});

it('leaks delete takes an import out of the corpus', async () => {
  const { id } = (await importFile(fileOf('anna@example.com:one\n'))).record;
  await importFile(fileOf('bob@example.com:two\n'));
  expect((await run('delete', String(id), '--json')).json).toEqual({ import_id: id, deleted_records: 1 });
  expect(await mailAddresses('example.com')).toEqual(['bob@example.com']);
  expect((await run('list')).stdout).not.toContain(`\n${id} `);
  expect(await run('delete', String(id))).toMatchObject({ exitCode: 1, stderr: `There is no import ${id}.\n` });
  const { rows } = await service.store.database.pool.query('SELECT import_id FROM leak_blocks WHERE import_id = $1', [
    id,
  ]);
  expect(rows).toEqual([]);
});

describe('what a file is read as', () => {
  const spaced = Array.from({ length: 10 }, (_, n) => `spaced${n}@example.com : hunter${n}`);
  const plain = Array.from({ length: 190 }, (_, n) => `plain${n}@example.com:hunter${n}`);

  it('takes no part in a stealer log because of spaces around separators', async () => {
    const { record, reading } = await importFile(fileOf([...spaced, ...plain].join('\n')));
    expect(record).toMatchObject({ kind: 'combolist', stored_records: 200, rejected: {} });
    expect([...reading.layouts.keys()]).toEqual(['mail_secret']);
    expect(new Set(await mailAddresses('example.com')).size).toBe(200);
  });

  it('is told by each record of a stealer log that names a login site, and by no other', async () => {
    const sited = [
      'https://shop.example.net/:url@example.com:x',
      'https://[2001:db8::1]/:v6@example.com:x',
      'http://192.0.2.7/:v4@example.com:x',
    ];
    await importFile(fileOf([...sited, ...plain].join('\n')), { kind: 'stealer_log' });
    const found = await lookUp('example.com');
    const stolen = found.filter(({ leak: { kind } }) => kind === 'stealer_log').map(({ mailAddress }) => mailAddress);
    expect(stolen.sort()).toEqual(['url@example.com', 'v4@example.com', 'v6@example.com']);
    expect(new Set(found.map(({ leak: { kind } }) => kind))).toEqual(new Set(['stealer_log', 'combolist']));
    expect(found).toHaveLength(193);
  });

  it('is shown by a dry run with masked examples, which stores nothing', async () => {
    const lines = ['https://shop.example.com/:anna.smith@example.com:hunter-A', ...spaced, 'broken hunter-B'];
    const path = fileOf(lines.join('\r'));
    const outcome = await run('import', path, ...leak, '--dry-run', '--kind', 'stealer_log', '--json');
    expect(outcome.json).toEqual({
      outcome: 'dry_run',
      kind: 'stealer_log',
      format: 'ulp',
      file_name: expect.any(String),
      lines: 12,
      records: 11,
      unreadable_lines: 1,
      unreadable: { no_login_site: { count: 1, first_lines: [12] } },
      read_as: [
        {
          layout: 'mail_secret',
          records: 10,
          lines: 10,
          kinds: { combolist: 10 },
          examples: [2, 3, 4].map((line) => ({
            line,
            identity: `s***${line - 2}@example.com`,
            login_site: null,
            secret_format: 'clear_text',
          })),
        },
        {
          layout: 'site_login_secret',
          records: 1,
          lines: 1,
          kinds: { stealer_log: 1 },
          examples: [
            { line: 1, identity: 'a***h@example.com', login_site: 'shop.example.com', secret_format: 'clear_text' },
          ],
        },
      ],
      columns: [],
      domains_concerned: 0,
    });
    const text = await run('import', path, ...leak, '--dry-run');
    expect(text.stdout).toContain('mail address, secret: 10 as combolist');
    expect(text.stdout).toContain('Nothing was stored.');
    expect(outcome.stdout + text.stdout + text.stderr).not.toMatch(/hunter|anna|spaced/);
    expect(await listImports(service.store.database.db)).toEqual([]);
  });

  it('is a block of lines wherever the file is cut for the threads', async () => {
    const count = 30_000;
    const block = (n: number) =>
      `URL: https://shop.example.net/${'x'.repeat(n % 50)}\r\nUsername: u${n}@example.com\r\nPassword: p${n}\r\nApplication: Chrome\r\n====\r\n`;
    const path = fileOf(Array.from({ length: count }, (_, n) => block(n)).join(''));
    expect(statSync(path).size).toBeGreaterThan(2.5 * 2 ** 20);
    const { record } = await importFile(path, { runRecords: 1 });
    expect(record).toMatchObject({ kind: 'stealer_log', lines: 5 * count, records: count });
    expect(record.rejected).toMatchObject({ no_credential: { count: 2 * count } });
    expect(new Set(await mailAddresses('example.com')).size).toBe(count);
  });

  it('names the columns of CSV that were read, and those that were not', async () => {
    const path = fileOf('E-Mail;Passwort;Ort\njohn@example.com;hunter2;Ulm\n', 'leak.csv');
    const text = (await run('import', path, ...leak)).stdout;
    expect(text).toContain('Columns: “E-Mail” is mail address, “Passwort” is secret; not read: “Ort”.');
    expect(await lookUp('example.com')).toEqual([expect.objectContaining({ secretFormat: 'clear_text' })]);
  });
});

describe('leaks withdraw', () => {
  it('takes back findings and alerts of an import, and nothing that others tell', async () => {
    const partner = await service.partner();
    const source = createCorpusSource(service.store.database.db);
    const id = await monitorDomain(partner.api, 1, 'example.org');
    const list = async (path: string) => {
      const answer = await partner.api.get(`/api/v1/domain-monitoring/${path}?billing_customer_id=1`);
      expectSuccess(answer, 200);
      return answer.body.data[path === 'alerts' ? 'alerts' : 'leaked_credentials'];
    };
    const lines = 'https://a.example.net/:anna@example.org:one\nbob@example.org:two\n';
    const wrong = await importFile(fileOf(lines), { kind: 'stealer_log' });
    await importFile(fileOf('bob@example.org:two\n'), { breachName: 'web-shop' });
    await importFile(fileOf('carl@example.org:three\n'), { breachName: 'Another' });
    await runDueDomainScans(service, [source]);
    expect(await list('leaked-credentials')).toHaveLength(3);
    expect(await list('alerts')).toHaveLength(3);

    const outcome = await run('withdraw', String(wrong.record.id), '--json');
    expect(outcome.json).toEqual({
      import_id: wrong.record.id,
      deleted_records: 2,
      withdrawn_findings: 1,
      resolved_alerts: 1,
      domains_concerned: 1,
    });
    const left = await list('leaked-credentials');
    expect(left.map(({ identity }: { identity: string }) => identity).sort()).toEqual([
      'b***@example.org',
      'c***l@example.org',
    ]);
    const alerts = await list('alerts');
    expect(
      alerts.map(({ status, resolution }: { status: string; resolution: string }) => `${status} ${resolution}`).sort(),
    ).toEqual(['open null', 'open null', 'resolved cause_ended']);
    const { rows } = await service.store.database.pool.query(
      "SELECT actor_kind, details FROM audit_entries WHERE action = 'domain.findings_withdrawn' AND subject_id = $1",
      [id],
    );
    expect(rows).toEqual([{ actor_kind: 'operator', details: expect.objectContaining({ findings: 1, alerts: 1 }) }]);
    expect(await run('withdraw', String(wrong.record.id))).toMatchObject({ exitCode: 1 });
  });

  it('is ended by running it again after an interruption', async () => {
    const partner = await service.partner();
    await monitorDomain(partner.api, 1, 'interrupted-example.org');
    const path = fileOf('anna@interrupted-example.org:one\n');
    // Findings of other tests are of other breaches.
    const { record } = await importFile(path, { breachName: 'Interrupted' });
    await runDueDomainScans(service, [createCorpusSource(service.store.database.db)]);
    await service.store.database.pool.query("UPDATE leak_imports SET status = 'deleting'");
    const { resources } = service.service;
    const withdrawn = await withdrawImport(resources, service.store.keys, record.id);
    expect(withdrawn).toEqual({ records: 1, findings: 1, alerts: 1, domains: 1 });
    expect(await listImports(resources.db)).toEqual([]);
  });

  it('leaves no finding to a scan that had read the import before', async () => {
    const partner = await service.partner();
    const source = createCorpusSource(service.store.database.db);
    await monitorDomain(partner.api, 1, 'withdrawn.example.org');
    const { record } = await importFile(fileOf('anna@withdrawn.example.org:one\n'));
    const asIfRead: LeakFinding[] = [];
    for await (const finding of source.find('withdrawn.example.org', AbortSignal.timeout(10_000)))
      asIfRead.push(finding);
    expect(asIfRead).toHaveLength(1);
    await withdrawImport(service.service.resources, service.store.keys, record.id);
    const slow = {
      ...source,
      find: async function* () {
        yield* asIfRead;
      },
    };
    expect(await runDueDomainScans(service, [slow])).toContainEqual({ newFindings: 0, raised: [] });
    const answer = await partner.api.get('/api/v1/domain-monitoring/leaked-credentials?billing_customer_id=1');
    expect(answer.body.data.leaked_credentials).toEqual([]);
  });
});

describe('the local corpus as a source', () => {
  it('tells credentials with what leaked, and counts logins that are no mail addresses', async () => {
    const site = 'https://shop.example.com/';
    const lines = [`${site}:anna@example.com:one`, `${site}:root:two`, `${site}:admin:two`, `${site}:root:three`];
    await importFile(fileOf(lines.join('\n')));
    const source = createCorpusSource(service.store.database.db);
    const findings: LeakFinding[] = [];
    for await (const finding of source.find('example.com', AbortSignal.timeout(10_000))) findings.push(finding);
    const common = {
      type: 'leaked_credential',
      kind: 'stealer_log',
      breachName: 'Web Shop',
      loginSite: 'shop.example.com',
    };
    expect(findings).toEqual([
      expect.objectContaining({
        ...common,
        identity: 'anna@example.com',
        secretFormat: 'clear_text',
        secretDigest: expect.stringMatching(/^[0-9a-f]{16}$/),
        isOwnMailbox: true,
        occurredAt: '2024-05-31',
      }),
      expect.objectContaining({
        ...common,
        identity: null,
        unnamedIdentities: 2,
        secretPresent: true,
        isOwnMailbox: false,
      }),
    ]);
  });

  it('raises findings of a new import for domains that are monitored already, and for no other', async () => {
    const partner = await service.partner();
    const source = createCorpusSource(service.store.database.db);
    await monitorDomain(partner.api, 1, 'new-shop.com');
    await monitorDomain(partner.api, 2, 'new-shop.net');
    await runDueDomainScans(service, [source]);
    const query = "SELECT domain, retry_sources FROM monitored_domains WHERE domain LIKE 'new-shop.%' ORDER BY domain";

    const { domainsConcerned } = await importFile(fileOf('anna@mail.new-shop.com:one\nbob@new-shop.org:two\n'));
    expect(domainsConcerned).toBe(1);
    expect((await service.store.database.pool.query(query)).rows).toEqual([
      { domain: 'new-shop.com', retry_sources: ['local_corpus'] },
      { domain: 'new-shop.net', retry_sources: [] },
    ]);
    await runDueDomainScans(service, [source]);
    const answer = await partner.api.get('/api/v1/domain-monitoring/leaked-credentials?billing_customer_id=1');
    expectSuccess(answer, 200);
    expect(answer.body.data.leaked_credentials).toEqual([
      expect.objectContaining({ domain: 'new-shop.com', identity: 'a***a@mail.new-shop.com', breach_name: 'Web Shop' }),
    ]);
  });
});

describe('clear secrets', () => {
  it('are nowhere in the data directory, the write-ahead log included, nor in any output', async () => {
    const dataDir = join(directory, 'data');
    const secrets = Array.from({ length: 10_000 }, (_, number) => `Pl4nt3d-${number.toString(36)}-s3cr3t`);
    const lines = secrets.map((secret, number) => plantedLine(secret, number));
    const environment = { DATA_DIR: dataDir, LOG_LEVEL: 'trace', SCAN_ENGINE: 'off' };
    const outputs = [await runCommand(environment, ['migrate'])];
    for (const format of ['ulp', 'csv', 'jsonl'] as const) {
      const text =
        format === 'csv'
          ? `email,password\n${lines.map((line) => line.csv).join('\n')}`
          : lines.map((line) => line[format]).join('\n');
      const args = ['leaks', 'import', fileOf(text), '--breach', format, '--date', '2024-05-31', '--format', format];
      outputs.push(await runCommand(environment, args));
    }
    expect(outputs.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0, 0]);
    const contents = filesIn(dataDir).map((path) => [path, readFileSync(path)] as const);
    const output = Buffer.from(outputs.map(({ stdout, stderr }) => stdout + stderr).join());
    const marks = ['Pl4nt3d', 's3cr3t'];
    const found = [...contents, ['output', output] as const].filter(([, bytes]) =>
      marks.some((mark) => bytes.includes(mark)),
    );
    expect(found.map(([path]) => path)).toEqual([]);
    // The import did happen, and bytes of the corpus are where they were looked for.
    expect(contents.some(([, bytes]) => bytes.includes('com\0example\0'))).toBe(true);
  });
});

/** The secret in a good line of each format, or one in ten times in a broken one. */
function plantedLine(secret: string, number: number): Record<'ulp' | 'csv' | 'jsonl', string> {
  const address = `user${number}@example.com`;
  if (number % 10 === 0) return { ulp: `${secret}:`, csv: `"${secret}`, jsonl: `{"password":"${secret}"` };
  if (number % 10 === 1)
    return {
      ulp: `https://shop.example.com/:${secret}:${address}`,
      csv: `${secret},${address}`,
      jsonl: `{"username":"${secret}","url":"shop.example.com"}`,
    };
  return {
    ulp: `${address}:${secret}`,
    csv: `${address},${secret}`,
    jsonl: JSON.stringify({ email: address, password: secret }),
  };
}

function filesIn(path: string): string[] {
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .map((name) => join(path, name))
    .filter((name) => statSync(name).isFile());
}
