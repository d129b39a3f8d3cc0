import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compilePrograms, installClientPackage } from '../../../test/support/client-package.ts';
import { checkPythonTypes, hasMypy } from '../../../test/support/python-package.ts';
import { apiDocument } from '../../api-document.ts';
import { repository } from '../pages.ts';
import { operationGroups } from './described-operations.ts';
import { placeholders, type Sample, samplesOf } from './samples.ts';

const run = promisify(execFile);
const operations = operationGroups(await apiDocument()).flatMap((group) => group.operations);
const samples = operations.flatMap((operation) =>
  samplesOf(operation).map((sample) => ({ id: operation.id, operation, ...sample })),
);
/** Each kind of request: with a body, a query, an id in its path, nothing; about one world and about either. */
const tried = [
  ...['getHealth', 'getAccount', 'getUsage', 'listEndpoints', 'provisionEndpoint', 'syncServices'],
  ...['updateEndpoint', 'deleteEndpoint', 'deletePrices'],
];

const commands: Readonly<Record<Sample['language'], readonly [string, ...string[]]>> = {
  sh: ['sh', '-eu'],
  php: ['php', '-d', 'display_errors=stderr', '-d', 'error_reporting=-1'],
  ts: [process.execPath],
  python: ['python3', '-B', '-W', 'error'],
  go: ['go', 'run'],
};
const isThere = async (program: string, ...args: string[]) =>
  await run(program, args).then(
    () => true,
    () => false,
  );
const installed: Readonly<Record<Sample['language'], boolean>> = {
  sh: await isThere('curl', '--version'),
  php: await isThere('php', '-r', 'exit(function_exists("curl_init") ? 0 : 1);'),
  ts: true,
  python: await isThere('python3', '--version'),
  go: await isThere('go', 'version'),
};
const tools: Readonly<Record<Sample['language'], string[]>> = {
  sh: ['curl'],
  php: ['php-curl'],
  ts: [],
  python: ['python3'],
  go: ['golang-go'],
};

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | undefined;
  readonly sandbox: string | undefined;
  readonly fields: Readonly<Record<string, unknown>>;
}

describe('samples of the API reference', () => {
  let project: string;
  let server: Server;
  let asked: Asked[] = [];
  const recorded = new Map<string, Map<Sample['language'], Asked>>();

  beforeAll(async () => {
    project = mkdtempSync(join(tmpdir(), 'samples-'));
    await installClientPackage(project);
    symlinkSync(join(repository, 'integrations/php-client'), join(project, 'breakwater-php-client'));
    symlinkSync(
      join(repository, 'integrations/python-client/src/breakwater_client'),
      join(project, 'breakwater_client'),
    );
    server = createServer(async (request, response) => {
      const { pathname, searchParams } = new URL(request.url!, 'http://portal');
      const body = await text(request);
      asked.push({
        method: request.method!,
        path: pathname,
        authorization: request.headers.authorization,
        sandbox: request.headers['x-service-sandbox'] as string | undefined,
        fields: { ...Object.fromEntries(searchParams), ...(body === '' ? {} : JSON.parse(body)) },
      });
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"success":true,"data":{}}');
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(() => {
    server?.close();
    if (project) rmSync(project, { recursive: true, force: true });
  });

  it('are there for whatever a key can call', () => {
    const without = operations.filter(({ id }) => !samples.some((sample) => sample.id === id));
    expect(new Set(without.map(({ access }) => access))).toEqual(new Set(['session']));
  });

  for (const language of Object.keys(commands) as Sample['language'][])
    it.skipIf(!installed[language])(`run in ${language}`, { tags: tools[language] }, async () => {
      const environment = { PATH: process.env.PATH, HOME: project, GOTOOLCHAIN: 'local' };
      for (const { id, code } of samples.filter(
        (sample) => sample.language === language && tried.includes(sample.id),
      )) {
        asked = [];
        const file = join(project, `${id}.${language}`);
        const { port } = server.address() as AddressInfo;
        writeFileSync(file, filledIn(code, `http://127.0.0.1:${port}`));
        const [program, ...args] = commands[language];
        await run(program, [...args, file], { cwd: project, env: environment });
        expect(asked, id).toHaveLength(1);
        recorded.set(id, (recorded.get(id) ?? new Map()).set(language, asked[0]!));
      }
    });

  it('ask for the same in every language', () => {
    expect([...recorded.keys()].toSorted()).toEqual(tried.toSorted());
    for (const [id, byLanguage] of recorded) {
      const [first, ...others] = [...byLanguage.values()];
      for (const other of others) expect(other, id).toEqual(first);
    }
    expect(recorded.get('provisionEndpoint')!.get('ts')).toEqual({
      method: 'POST',
      path: '/api/v1/billing/provision',
      authorization: 'Bearer bwk_typed',
      sandbox: 'true',
      fields: { client_id: 42, service_id: 1001, ip_address: '203.0.113.10', hostname: 'web1.example.com' },
    });
  });

  it('have the types of the client package, whichever operation', async () => {
    const directory = join(project, 'typed');
    mkdirSync(directory);
    for (const { id, code } of samples.filter(({ language }) => language === 'ts'))
      writeFileSync(join(directory, `${id}.ts`), code);
    await compilePrograms(project);
  });

  it.skipIf(!hasMypy)('have the types of the Python package, whichever operation', { tags: ['mypy'] }, async () => {
    const directory = join(project, 'typed-python');
    mkdirSync(directory);
    for (const { id, code } of samples.filter(({ language }) => language === 'python'))
      writeFileSync(join(directory, `${id}.py`), code);
    await checkPythonTypes(directory);
  });
});

function filledIn(code: string, address: string): string {
  return code.replaceAll(placeholders.address, address).replaceAll(placeholders.key, 'bwk_typed');
}
