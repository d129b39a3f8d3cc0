import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { requestHeaders } from './attempt-delivery.ts';
import { newSecret, signatureHeader } from './sign.ts';

const page = readFileSync(new URL('../../../docs/webhooks.md', import.meta.url), 'utf8');
const directory = mkdtempSync(join(tmpdir(), 'webhook-receivers-'));
const [secret, other] = [newSecret(), newSecret()];
const id = '01990b6e-7a10-7c3e-9f55-2f6b8f0c1a2d';
// What frameworks write anew in another way.
const body = Buffer.from('{"type":"webhook.test","timestamp":"2026-03-20T09:46:40.000Z","data":{"name":"a/b ü"}}');

let child: ChildProcess | undefined;

afterEach(() => {
  child?.kill('SIGKILL');
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const hasProgram = (program: string) => spawnSync(program, ['--version']).error === undefined;

/** The code of docs/webhooks.md in a language, running. */
async function startReceiver(language: string, file: string, command: (path: string, port: number) => string[]) {
  const code = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'ms').exec(page)![1]!;
  const path = join(directory, file);
  writeFileSync(path, code);
  const port = await freePort();
  const [program, ...args] = command(path, port);
  const environment = { PATH: process.env.PATH, WEBHOOK_SECRET: secret, PORT: String(port) };
  child = spawn(program!, args, { env: environment, stdio: 'ignore' });
  return `http://127.0.0.1:${port}/`;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

async function answerOf(
  url: string,
  { secrets = [secret], ageSeconds = 0, sent = body, prefix = '' } = {},
): Promise<number> {
  const timestamp = Math.floor(Date.now() / 1_000) - ageSeconds;
  const signature = `${prefix}${signatureHeader(secrets, { id, timestamp, body })}`;
  const request = { method: 'POST', headers: requestHeaders({ id, timestamp, signature }), body: new Uint8Array(sent) };
  for (let attempt = 0; ; attempt += 1) {
    try {
      return (await fetch(url, request)).status;
    } catch (error) {
      // It is still starting.
      if (attempt === 300) throw error;
      await sleep(100);
    }
  }
}

/** What each of them takes, and what it refuses. */
async function expectToVerify(url: string): Promise<void> {
  expect(await answerOf(url)).toBe(204);
  expect(await answerOf(url, { secrets: [other, secret] })).toBe(204);
  expect(await answerOf(url, { secrets: [secret, other] })).toBe(204);
  expect(await answerOf(url, { prefix: 'v1a,b3RoZXI= ' })).toBe(204);
  expect(await answerOf(url, { ageSeconds: 200 })).toBe(204);
  expect(await answerOf(url, { secrets: [other] })).toBe(401);
  expect(await answerOf(url, { sent: Buffer.concat([body, Buffer.from(' ')]) })).toBe(401);
  for (const ageSeconds of [400, -400]) expect(await answerOf(url, { ageSeconds })).toBe(401);
  expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(401);
}

describe('the receivers of docs/webhooks.md', () => {
  it('verify in Node.js', async () => {
    await expectToVerify(await startReceiver('js', 'receiver.mjs', (path) => [process.execPath, path]));
  });

  it.skipIf(!hasProgram('php'))('verify in PHP', { tags: 'php-cli' }, async () => {
    await expectToVerify(
      await startReceiver('php', 'receiver.php', (path, port) => ['php', '-S', `127.0.0.1:${port}`, path]),
    );
  });

  it.skipIf(!hasProgram('python3'))('verify in Python', { tags: 'python3' }, async () => {
    await expectToVerify(await startReceiver('python', 'receiver.py', (path) => ['python3', path]));
  });
});
