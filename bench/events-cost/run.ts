/**
 * What the event log costs: operations with the log beside the same ones without it, by turns in one run, on a real PostgreSQL. The
 * sequencer runs meanwhile, as in a worker.
 *
 *   npx node bench/events-cost/run.ts [rounds]
 *
 * Goal: with the log at least three quarters as many operations a second.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { EventSequencer } from '../../src/core/events/event-sequencer.ts';
import { Operation, type Resources } from '../../src/core/operation/operation.ts';
import { createAddressPolicy } from '../../src/engines/address-policy/address-policy.ts';
import { createPartner } from '../../src/identity/partners/create-partner.ts';
import { parseConfig } from '../../src/installation/config.ts';
import { openStore } from '../../src/installation/store.ts';
import { applyScanResult } from '../../src/monitoring/port-scans/apply-scan-result.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { createLogger } from '../../src/platform/telemetry/logger.ts';
import { lockEndpoint } from '../../src/resources/endpoints/endpoint-record.ts';
import { createEndpointType } from '../../src/resources/endpoints/endpoint-type.ts';
import { changeResourceState } from '../../src/resources/lifecycle/move-resource.ts';
import { startService } from '../../src/service/app.ts';
import { createSignals } from '../../src/service/start-signals.ts';
import { ApiClient } from '../../test/support/api-client.ts';
import { enqueueScan, openPort, resultWith, takeScanJob } from '../../test/support/scan-steps.ts';
import { provision } from '../../test/support/scans.ts';
import { type Comparison, median, printComparisons } from '../comparison.ts';

const ROUNDS = Number(process.argv[2] ?? 15);
const WARM_UP_ROUNDS = 3;
/** One after another in a round. */
const OPERATIONS = 20;
const GOAL_RATIO = 0.75;

const noLog: Resources['events'] = { write: async () => 0, committed: () => {} };

/** @returns operations per second */
async function timed(work: () => Promise<void>): Promise<number> {
  const startedAtMs = performance.now();
  for (let index = 0; index < OPERATIONS; index += 1) await work();
  return (OPERATIONS * 1_000) / (performance.now() - startedAtMs);
}

async function compare(name: string, work: (log: boolean) => () => Promise<void>): Promise<Comparison> {
  const figures = { with: [] as number[], without: [] as number[] };
  const [withLog, withoutLog] = [work(true), work(false)];
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1) {
    const [ours, peer] = [await timed(withLog), await timed(withoutLog)];
    if (round < 0) continue;
    figures.with.push(ours);
    figures.without.push(peer);
  }
  return {
    name,
    unit: 'operations/s',
    ours: median(figures.with),
    peerName: 'without events',
    peer: median(figures.without),
    goalRatio: GOAL_RATIO,
    correct: true,
  };
}

async function measure(resources: Resources, partnerId: string, endpointId: string): Promise<Comparison[]> {
  const endpointType = createEndpointType(createAddressPolicy(['127.0.0.0/8']));
  const operationOf = (log: boolean) =>
    Operation.bySystem(log ? resources : { ...resources, events: noLog }, partnerId);
  const move = await compare('suspend and resume a server', (log) => async () => {
    for (const trigger of ['suspend', 'resume'] as const)
      await changeResourceState(operationOf(log), endpointType, (tx) => lockEndpoint(tx, endpointId), trigger);
  });
  const scan = await compare('write a scan that found what it knew', (log) => async () => {
    const operation = operationOf(log);
    await enqueueScan(operation, endpointId);
    await applyScanResult(operation, await takeScanJob(operation), resultWith([openPort(22), openPort(443)], 1_000));
  });
  return [move, scan];
}

const directory = mkdtempSync(path.join(tmpdir(), 'events-cost-'));
const logger = createLogger('silent');
const config = parseConfig({ DATA_DIR: path.join(directory, 'data'), PORT: '0', SCAN_ALLOW: '127.0.0.0/8' });
try {
  const store = await openStore(config, { mode: 'serve', maxConnections: 10, logger });
  const service = await startService({ config, store, role: 'api', clock: systemClock, logger });
  const { db } = store.database;
  const { signals } = createSignals(db, logger);
  const sequencer = new EventSequencer({ db, signals, onError: (error) => console.error(error) });
  sequencer.start([]);
  try {
    const portalDomain = 'portal.example.com';
    const { apiKey, partnerId } = await createPartner(service.resources, { name: 'Bench', portalDomain });
    const api = new ApiClient(`http://127.0.0.1:${service.address!.port}`, portalDomain, apiKey);
    const endpointId = await provision(api, '127.1.0.1');
    const comparisons = await measure(service.resources, partnerId, endpointId);
    for (const { name, ours, peer } of comparisons)
      console.log(`${name}: ${ours.toFixed(0)} operations/s with events, ${peer!.toFixed(0)} without`);
    printComparisons(comparisons);
  } finally {
    await sequencer.stop();
    await service.stop();
    await store.close();
  }
} finally {
  rmSync(directory, { recursive: true, force: true });
}
