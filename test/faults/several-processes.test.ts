import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiClient } from '../support/api-client.ts';
import { breakwater } from '../support/command-line.ts';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/free-port.ts';
import { processesOfGroup } from '../support/processes.ts';
import { ServerProcess } from '../support/server-process.ts';
import { type TestPartner, TestService, testEnvironment } from '../support/test-service.ts';

const processes = 2;
/** So many that chance does not leave one of them out. */
const requests = 20;

let service: TestService;
let partner: TestPartner;
let environment: Record<string, string>;
let operationsPort: number;
let server: ServerProcess | null = null;

beforeAll(async () => {
  service = await TestService.start({ role: 'api' });
  partner = await service.partner();
  operationsPort = await freePort();
  environment = {
    ...testEnvironment(service.databaseName),
    PORT: String(await freePort()),
    OPERATIONS_PORT: String(operationsPort),
  };
});
afterAll(async () => {
  if (server && processesOfGroup(server.pid).length > 0) server.interrupt();
  await service.stop();
});

async function startServer(): Promise<ServerProcess> {
  server = await ServerProcess.start(environment, ['--role', 'api', '--processes', String(processes)]);
  return server;
}

/** Each on a connection of its own. */
async function statusesOf(count: number): Promise<number[]> {
  const api = new ApiClient(server!.announcement.url, partner.portalDomain, partner.apiKey);
  const statuses: number[] = [];
  for (let request = 0; request < count; request += 1)
    statuses.push((await api.get('/api/v1/endpoints', { connection: 'close' })).status);
  return statuses;
}

/** How many requests to the list each process has answered; null for one that does not tell. */
async function answeredByEach(): Promise<(number | null)[]> {
  const answered = Array.from({ length: processes }, async (_, number) => {
    try {
      const metrics = await (await fetch(`http://127.0.0.1:${operationsPort + number}/metrics`)).text();
      const counts = metrics.matchAll(/^breakwater_http_request_seconds_count\{.*\} (\d+)$/gm);
      return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
    } catch {
      return null;
    }
  });
  return Promise.all(answered);
}

/** How many processes the database knows. */
async function nodes(): Promise<number> {
  const { rows } = await service.store.database.pool.query('SELECT count(*)::int AS nodes FROM nodes');
  return rows[0].nodes;
}

/** The processes that answer, without the one that started them. */
const answering = () => processesOfGroup(server!.pid).filter((pid) => pid !== server!.pid);

describe('serve --role api --processes', () => {
  it('answers from all of them on one port, replaces one that is killed while the others answer, and ends in order', async () => {
    const { announcement, pid, exit } = await startServer();
    expect(announcement).toMatchObject({ role: 'api', processes, url: `http://localhost:${environment.PORT}` });
    expect(await statusesOf(requests)).toEqual(Array(requests).fill(200));
    const answered = await answeredByEach();
    expect(answered.reduce<number>((sum, count) => sum + count!, 0)).toBe(requests);
    expect(answered.every((count) => count! > 0)).toBe(true);

    const [killed] = answering();
    process.kill(killed!, 'SIGKILL');
    // Its threads, too: until then the kernel gives it connections.
    await eventually('it is gone', async () => !existsSync(`/proc/${killed}`));
    expect(await statusesOf(requests)).toEqual(Array(requests).fill(200));
    await eventually('another one tells of itself', async () =>
      (await answeredByEach()).every((count) => count !== null),
    );
    expect(answering()).toHaveLength(processes);

    // As a terminal or a supervisor tells all of them at once.
    process.kill(-pid, 'SIGTERM');
    expect(await exit).toEqual({ code: 0, signal: null });
    expect(processesOfGroup(pid)).toEqual([]);
  });

  it('all end in order when the one that started them is told to, and when it is killed', async () => {
    const before = await nodes();
    const told = await startServer();
    process.kill(told.pid, 'SIGINT');
    expect(await told.exit).toEqual({ code: 0, signal: null });
    expect(processesOfGroup(told.pid)).toEqual([]);
    const killed = await startServer();
    await killed.die();
    await eventually('none is left', async () => processesOfGroup(killed.pid).length === 0);
    // They took their leave.
    expect(await nodes()).toBe(before);
  });

  it('what keeps the first from starting is said once, and ends it with 1', async () => {
    const taken = createServer().listen(Number(environment.PORT), '127.0.0.1');
    try {
      const args = ['serve', '--role', 'api', '--processes', String(processes)];
      const { exitCode, stderr } = await breakwater({ ...environment, LOG_LEVEL: 'warn' }, args);
      expect(exitCode).toBe(1);
      expect(stderr.trim().split('\n')).toEqual([expect.stringContaining('another program listens there')]);
    } finally {
      taken.close();
    }
  });

  it.each([
    [['--processes', '2'], {}, 2, '--processes needs --role api'],
    [['--role', 'api', '--processes', '2'], { DATABASE_URL: '' }, 1, 'set DATABASE_URL'],
    [['--role', 'api', '--processes', '2'], { OPERATIONS_PORT: '65535' }, 1, 'OPERATIONS_PORT is too high'],
  ])('%j with %j is refused in a sentence', async (args, changed, exitCode, sentence) => {
    const outcome = await breakwater({ ...environment, ...changed }, ['serve', ...args]);
    expect(outcome).toMatchObject({ exitCode, stderr: expect.stringContaining(sentence) });
  });
});
