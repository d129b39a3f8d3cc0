import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addExclusions } from '../../src/monitoring/exclusions/change-exclusions.ts';
import { eventually } from '../support/eventually.ts';
import { nextScan, provision, scanAgain } from '../support/scans.ts';
import { ScriptedScanner } from '../support/scripted-scanner.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

const countedSeconds = 5;
/**
 * Of three nodes, which have two to five, as their loops happen to fall together, and would have more than twenty if they polled
 * (bench/idle-fleet counts those of five over a minute).
 */
const mostPerSecond = 6;

/** Nodes as they run in production: they sleep for as long as they may. */
const pollIntervalMs = null;
const scanner = new ScriptedScanner();
const nodes: TestService[] = [];
let api: TestService;
let partner: TestPartner;

beforeAll(async () => {
  api = await TestService.start({ role: 'api', pollIntervalMs, environment: { SCAN_COOLDOWN_SECONDS: '0' } });
  nodes.push(api);
  for (const role of ['worker', 'worker'] as const)
    nodes.push(await TestService.start({ role, sharedWith: api, scanner, pollIntervalMs }));
  partner = await api.partner();
});
afterAll(async () => {
  for (const node of nodes.toReversed()) await node.stop();
});

/** Transactions of the database, which are statements where nothing is done; what sessions did is counted when they tell. */
async function statements(): Promise<number> {
  await sleep(1_200);
  const { rows } = await api.store.database.pool.query(
    'SELECT (xact_commit + xact_rollback)::int AS count FROM pg_stat_database WHERE datname = current_database()',
  );
  return rows[0].count;
}

/** What starts and ends things once has ended by then. */
async function becomesIdle(): Promise<void> {
  // Beside other work on the machine what ends by itself takes its time.
  await eventually('the database is left alone', async () => (await perSecond()) <= mostPerSecond, 180_000);
}

async function perSecond(): Promise<number> {
  const before = await statements();
  const startMs = performance.now();
  await sleep(countedSeconds * 1_000);
  return ((await statements()) - before) / ((performance.now() - startMs) / 1_000);
}

const listeners = "query LIKE 'LISTEN %' AND datname = current_database()";

async function listenerPids(): Promise<number[]> {
  const { rows } = await api.store.database.pool.query(
    `SELECT pid FROM pg_stat_activity WHERE ${listeners} ORDER BY pid`,
  );
  return rows.map(({ pid }: { pid: number }) => pid);
}

it('nodes that have nothing to do ask next to nothing of their database, and listen by a connection each', async () => {
  await eventually('every node listens', async () => (await listenerPids()).length === nodes.length);
  await becomesIdle();
  expect((await listenerPids()).length).toBe(nodes.length);
});

it('what is to be done is done when it is told, though nobody looks', async () => {
  const id = await provision(partner.api, '127.0.0.1');
  await nextScan(partner.api, id);
  await scanAgain(partner.api, id);
});

it('nothing is lost while the connections that listen are, and they are there again', async () => {
  const id = await provision(partner.api, '127.0.0.2');
  await nextScan(partner.api, id);
  const before = await listenerPids();
  await api.store.database.pool.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${listeners}`);
  await scanAgain(partner.api, id);
  await eventually('every node listens again', async () => {
    const now = await listenerPids();
    return now.length === nodes.length && now.every((pid) => !before.includes(pid));
  });
  await scanAgain(partner.api, id);
  await becomesIdle();
});

it('an exclusion that nobody could tell of is in force all the same', async () => {
  const id = await provision(partner.api, '127.0.0.3');
  await nextScan(partner.api, id);
  const mute = { ...api.service.resources, signals: undefined };
  await addExclusions(mute, ['127.0.0.3'], { reason: 'a complaint', by: 'a test' });
  const refusal = await eventually('the exclusion is known', async () => {
    const answer = await partner.api.post('/api/v1/billing/scan-endpoint', { client_id: 1, endpoint_id: id });
    return answer.status === 422 && answer;
  });
  expect(refusal.body).toMatchObject({ errors: { endpoint_id: [expect.stringContaining('excluded')] } });
});
