import { execFile, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountOf } from '../support/billing-module.ts';
import { compilePrograms, installClientPackage } from '../support/client-package.ts';
import { TestService } from '../support/test-service.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));
const secret = 'whsec_AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=';

describe('the client package', () => {
  let project: string;
  let service: TestService;
  let environment: NodeJS.ProcessEnv;

  /** As somebody would have it who installed the package. */
  beforeAll(async () => {
    project = await mkdtemp(join(tmpdir(), 'client-package-'));
    await installClientPackage(project);
    const readme = await readFile(join(root, 'client/README.md'), 'utf8');
    const examples = [...readme.matchAll(/```ts\n(.*?)```/gs)].map(([, code]) => code!);
    expect(examples.length).toBe(6);
    for (const [index, code] of examples.entries()) await writeFile(join(project, `example-${index}.ts`), code);

    service = await TestService.start({ role: 'api' });
    const { url, apiKey } = await accountOf(service);
    environment = {
      ...process.env,
      BREAKWATER_URL: url,
      BREAKWATER_API_KEY: apiKey,
      BREAKWATER_WEBHOOK_SECRET: secret,
      PORT: '0',
    };
  });
  afterAll(async () => {
    await service?.stop();
    if (project) await rm(project, { recursive: true, force: true });
  });

  const example = (index: number) => [join(project, `example-${index}.ts`)];
  const output = async (index: number) =>
    (await run(process.execPath, example(index), { env: environment, cwd: project })).stdout;

  it('has types by which every example of its README compiles', async () => {
    await compilePrograms(project);
  });

  it('is found by resolvers that know no `exports`, at the same files', async () => {
    const read = await readFile(join(project, 'node_modules/@breakwater/client/package.json'), 'utf8');
    const { main, types, exports, typesVersions } = JSON.parse(read);
    expect({ default: main, types }).toEqual(exports['.']);
    expect(typesVersions['*'].session).toEqual([exports['./session'].types]);
  });

  it('offers a key what a key can call, and a session the rest besides', async () => {
    const offers = (client: string, path: string) => `void (() => ${client}.GET('${path}'));`;
    const program = [
      "import { createClient } from '@breakwater/client';",
      "import { createSessionClient, type ApiKey } from '@breakwater/client/session';",
      'const key = createClient();',
      'const session = createSessionClient();',
      'export const name = ({ name }: ApiKey) => name;',
      ...['/api/v1/account', '/api/v1/health'].flatMap((path) => [offers('key', path), offers('session', path)]),
      offers('session', '/api/v1/keys'),
      '// @ts-expect-error A key is refused there.',
      offers('key', '/api/v1/keys'),
    ];
    await writeFile(join(project, 'entries.ts'), program.join('\n'));
    await compilePrograms(project);
  });

  it('calls an operation, and tells a refusal by its status, code and sentence', async () => {
    expect(await output(0)).toBe(
      'Connected to Northwind Hosting\n404 ENDPOINT_NOT_FOUND No endpoint with that ID is in the account.\n',
    );
  });

  it('provisions a server under a key of the caller’s, which finds it again', async () => {
    const first = await output(1);
    expect(first).toMatch(/^Monitored as [0-9a-f-]{36}\n$/);
    expect(await output(1)).toBe(first);
  });

  it('goes through lists, and tells what is left of the rate limit', async () => {
    expect(await output(2)).toMatch(/^Requests left in this minute: \d+\n$/);
  });

  it('works in the sandbox', async () => {
    expect(await output(3)).toContain('critical');
  });

  it('receives what is signed as Standard Webhooks says, and nothing else', async () => {
    const receiver = spawn(process.execPath, example(4), { env: environment, stdio: ['ignore', 'pipe', 'inherit'] });
    const lines = createInterface(receiver.stdout)[Symbol.asyncIterator]();
    try {
      const [, port] = /^Listening on (\d+)$/.exec(String((await lines.next()).value)) ?? [];
      const alertData = { alert: { severity: 'critical', title: 'Redis is open' } };
      const body = JSON.stringify({ type: 'alert.opened', timestamp: new Date().toISOString(), data: alertData });
      const timestamp = String(Math.floor(Date.now() / 1_000));
      const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
      const signature = createHmac('sha256', key).update(`event-1.${timestamp}.${body}`).digest('base64');
      const headers = {
        'webhook-id': 'event-1',
        'webhook-timestamp': timestamp,
        'webhook-signature': `v1,${signature}`,
      };
      const url = `http://127.0.0.1:${port}/`;
      expect((await fetch(url, { method: 'POST', body, headers })).status).toBe(204);
      expect((await lines.next()).value).toBe('event-1 critical Redis is open');
      expect((await fetch(url, { method: 'POST', body: `${body} `, headers })).status).toBe(400);
    } finally {
      receiver.kill();
      await once(receiver, 'exit');
    }
  });
});
