import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiDocument } from '../support/api-document.ts';
import { compilePrograms, installDownloads } from '../support/client-package.ts';
import {
  differencesFrom,
  examplesIn,
  examplesOf,
  type Language,
  languages,
  type PageExamples,
} from '../support/docs-examples.ts';
import { eventually } from '../support/eventually.ts';
import { ProgramRunner, repository } from '../support/program-runner.ts';
import { checkPythonTypes, hasMypy } from '../support/python-package.ts';
import { type RecordedCall, RecordingProxy } from '../support/recording-proxy.ts';
import { enableSandbox } from '../support/sandbox-client.ts';
import { succeeds } from '../support/succeeds.ts';
import { TestService } from '../support/test-service.ts';
import { WebhookReceiver } from '../support/webhook-receiver.ts';

/** Those that have examples. What is run is what is served under their names. */
const pages = (await readdir(join(repository, 'docs/guide'))).filter(
  (name) => examplesOf(`docs/guide/${name}`).examples.length > 0,
);

const installed: Readonly<Record<Language, boolean>> = {
  sh: succeeds('curl', '--version'),
  php: succeeds('php', '-r', 'exit(function_exists("curl_init") ? 0 : 1);'),
  ts: true,
  python: succeeds('python3', '--version'),
};
/** Debian's packages that an example needs. */
const tools: Readonly<Record<Language, string[]>> = { sh: ['curl'], php: ['php-curl'], ts: [], python: ['python3'] };
const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** A reader takes longer from one example to the next than a scan that is due, of a partner or in its sandbox. */
async function nothingIsScanned({ store }: TestService, partnerId: string): Promise<void> {
  await eventually('nothing of the partner is being scanned', async () => {
    const { rows } = await store.database.pool.query(
      `SELECT 1 FROM endpoints e JOIN partners p ON p.id = e.partner_id
       WHERE $1 IN (p.id, p.sandbox_of) AND e.status = 'active'
         AND (e.current_scan_id IS NOT NULL OR e.next_scan_at <= clock_timestamp() + interval '10 seconds')`,
      [partnerId],
    );
    return rows.length === 0;
  });
}

/** What an integration cannot do without. */
const life = {
  sale: 'POST /api/v1/billing/provision',
  scan: 'POST /api/v1/sandbox/scan',
  signIn: 'POST /api/v1/sso/token',
  sync: 'POST /api/v1/billing/sync-services',
  webhook: 'POST /api/v1/webhooks/{id}/test',
};

/**
 * Each page is read from top to bottom in each language, by a partner of its own who has a portal domain and a key, and has done what Connect
 * says: with nothing but what is served, pages and downloads, on a machine without the repository.
 */
describe('the examples of the documentation', () => {
  let project: string;
  let service: TestService;
  let runner: ProgramRunner;
  let document: ApiDocument;
  let receiver: WebhookReceiver;
  /** By page what is served of it. */
  let served: ReadonlyMap<string, PageExamples>;
  /** Each page builds on what is saved there. */
  let connect: PageExamples;
  /** By language what was done. */
  const done = new Map<Language, Set<string>>(languages.map((language) => [language, new Set()]));

  beforeAll(async () => {
    project = await mkdtemp(join(tmpdir(), 'docs-examples-'));
    service = await TestService.start({ environment: { TRUST_PROXY: '127.0.0.1', WEBHOOK_ALLOW: '127.0.0.0/8' } });
    await installDownloads(project, service.url);
    const node = join(project, 'node');
    await writeFile(node, '');
    runner = new ProgramRunner(node);
    const texts = await Promise.all(
      pages.map(async (page) =>
        (await fetch(`${service.url}/docs/${page}`)).text().then((text) => [page, text] as const),
      ),
    );
    served = new Map(texts.map(([page, text]) => [page, examplesIn(page, text)]));
    connect = served.get('quick-start.md')!;
    receiver = await WebhookReceiver.start();
    document = new ApiDocument((await service.client('127.0.0.1', null).get('/openapi.json')).body);
  });
  afterAll(async () => {
    await runner?.[Symbol.asyncDispose]();
    await service?.stop();
    await receiver?.close();
    if (project) await rm(project, { recursive: true, force: true });
  });

  /** As unpacked, or installed, beside a program. */
  async function provideClients(directory: string): Promise<void> {
    await symlink(join(project, 'breakwater-php-client'), join(directory, 'breakwater-php-client'));
    await symlink(join(project, 'python/breakwater_client'), join(directory, 'breakwater_client'));
  }

  it('there are some, and they are served as they are written', () => {
    expect(pages.length).toBeGreaterThan(10);
    expect([...connect.files.keys()]).toEqual(['breakwater.php', 'breakwater.ts', 'breakwater.py']);
    for (const page of pages) expect(served.get(page)).toEqual(examplesOf(`docs/guide/${page}`));
  });

  it('are run where the repository is not', async ({ skip }) => {
    if (!runner.isElsewhere) skip('There are no namespaces here.');
    const listed = await runner.run('sh', project, `ls -A '${repository}'`, {});
    expect(listed).toBe('');
  });

  describe.each(pages)('of %s', (page) => {
    const recordings = new Map<Language, RecordedCall[][]>();

    for (const language of languages)
      it.skipIf(!installed[language])(`run in ${language}`, { tags: tools[language] }, async () => {
        const partner = await service.partner();
        if (page !== 'quick-start.md') await enableSandbox(service, partner);
        await using proxy = await RecordingProxy.start(service, partner.portalDomain);
        const directory = join(project, `${page}-${language}`);
        await mkdir(directory);
        for (const [name, code] of connect.files) await writeFile(join(directory, name), code);
        await provideClients(directory);
        const WEBHOOK_URL = receiver.url();
        const env = { BREAKWATER_URL: proxy.url, BREAKWATER_API_KEY: partner.apiKey, WEBHOOK_URL };
        if (language === 'sh') await runner.run('sh', directory, connect.examples[0]!.code.sh, env);
        const recorded: RecordedCall[][] = [];
        for (const { code, answer } of served.get(page)!.examples) {
          if (code[language] === undefined) continue;
          await nothingIsScanned(service, partner.partnerId);
          const before = proxy.calls.length;
          await runner.run(language, directory, filledIn(code[language], proxy.calls), env);
          const calls = proxy.calls.slice(before);
          recorded.push(calls);
          if (answer) expect(differencesFrom(answer, calls.at(-1)?.answer), code[language]).toEqual([]);
          const refused = calls.filter(({ status }, index) => status >= 400 && !(answer && index === calls.length - 1));
          expect(refused, code[language]).toEqual([]);
          for (const call of calls) {
            expect(undocumented(document, call), code[language]).toEqual([]);
            const { name } = document.operationAt(call.method, call.path.split('?')[0]!)!;
            if (call.status < 300) done.get(language)!.add(name);
            if (name === life.signIn) expect(await openedBy(call, partner.portalDomain)).toBe(303);
          }
        }
        recordings.set(language, recorded);
      });

    it('ask for the same in every language', () => {
      const asked = [...recordings].map(([, calls]) => calls.flat().map(asAskedFor));
      for (const other of asked.slice(1)) expect(other).toEqual(asked[0]);
      expect(asked[0]?.length).toBeGreaterThan(0);
    });
  });

  it.each(languages.filter((language) => installed[language]))(
    'lead from a sale to a scan, a sign-in, a sync and a webhook in %s',
    (language) => {
      expect([...done.get(language)!]).toEqual(expect.arrayContaining(Object.values(life)));
    },
  );

  /** What the browser of a customer is answered that is led to a link for signing in. */
  async function openedBy({ answer }: RecordedCall, portalDomain: string): Promise<number> {
    const { redirect_url: link } = (answer as { data: { redirect_url: string } }).data;
    const { pathname, search } = new URL(link);
    return (await service.client(portalDomain, null).get(`${pathname}${search}`)).status;
  }

  it.skipIf(!installed.python)(
    'are enough for a program that sells, scans, signs in, syncs and meters',
    { tags: ['python3'] },
    async () => {
      const partner = await service.partner('Northwind Hosting');
      await using proxy = await RecordingProxy.start(service, partner.portalDomain);
      const directory = join(project, 'integrator');
      await mkdir(directory);
      for (const [name, code] of connect.files) await writeFile(join(directory, name), code);
      await provideClients(directory);
      const program = await readFile(join(repository, 'test/support/integrator.py'), 'utf8');
      const env = { BREAKWATER_URL: proxy.url, BREAKWATER_API_KEY: partner.apiKey };
      const printed = await runner.run('python', directory, program, env);
      expect(JSON.parse(printed)).toEqual({
        account: 'Northwind Hosting',
        direction: 'upgrade',
        alerts: ['critical', 'critical', 'critical', 'medium'],
        foreign: 403,
        unknown: 1,
        repaired: 'paused',
        active: 5,
        events: 4,
        signs_in_for: 60,
        link: `https://${partner.portalDomain}/sso?`,
      });
    },
  );

  it('have the types of the client package', async () => {
    await compilePrograms(project);
  });

  it.skipIf(!hasMypy)('have the types of the Python package', { tags: ['mypy'] }, async () => {
    // At once: mypy reads the package for each of its runs.
    const all = join(project, 'typed-python');
    await mkdir(all);
    for (const page of pages) {
      const directory = join(project, `${page}-python`);
      for (const name of (await readdir(directory)).filter((each) => each.endsWith('.py')))
        await cp(join(directory, name), join(all, name));
    }
    await checkPythonTypes(all);
  });
});

/** ENDPOINT_ID and its like become what the last answer that has such an id says. */
function filledIn(code: string, calls: readonly RecordedCall[]): string {
  return code.replaceAll(/\b([A-Z]+)_ID\b|\bCURSOR\b/g, (placeholder, kind?: string) => {
    for (const { path, answer } of calls.toReversed()) {
      const value = idOf(kind ?? 'CURSOR', path, (answer as { data?: unknown } | null)?.data);
      if (value) return value;
    }
    return placeholder;
  });
}

// biome-ignore lint/suspicious/noExplicitAny: an answer, whichever it is
function idOf(kind: string, path: string, data: any): string | undefined {
  if (!data) return undefined;
  switch (kind) {
    case 'ENDPOINT':
      return data.endpoint_id;
    case 'DOMAIN':
      return data.monitored_domain_id;
    case 'SCAN':
      return data.scan_id;
    case 'ALERT':
      return data.alerts?.[0]?.id;
    case 'RULE':
      return path.startsWith('/api/v1/whitelists') ? data.id : undefined;
    case 'WEBHOOK':
      return data.webhook?.id;
    case 'DELIVERY':
      return data.deliveries?.[0]?.id;
    case 'CURSOR':
      return data.next_cursor ?? undefined;
    default:
      return undefined;
  }
}

function undocumented(document: ApiDocument, { method, path, status, headers, answer }: RecordedCall): string[] {
  const operation = document.operationAt(method, path.split('?')[0]!);
  if (operation === undefined) return [`${method} ${path} is no operation`];
  return document.violations(operation.name, { status, headers, body: answer ?? '' });
}

/** A call without what differs from partner to partner. */
function asAskedFor({ method, path, isSandbox, body, status }: RecordedCall): unknown {
  const { pathname, searchParams } = new URL(path, 'http://portal');
  searchParams.sort();
  // A body without fields, and none, ask for the same.
  const call = { method, pathname, query: [...searchParams], isSandbox, body: body ?? {}, status };
  return JSON.parse(JSON.stringify(call).replaceAll(uuid, 'id'));
}
