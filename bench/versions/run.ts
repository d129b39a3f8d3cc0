/**
 * Import of what publishers say of vulnerabilities, at the size that it has: time beside that of the one thing which cannot be avoided, and the
 * memory that a command takes for it beyond what any takes. Then, with all of it imported, the look-up of a component, and the end of a scan with
 * the data beside one without.
 *
 *   npx node bench/versions/run.ts [rounds]
 *
 * Goals: 150 MB beyond what `versions status` takes; 20 µs a component; the end of a scan at most 2 % slower.
 */

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { Operation, type Resources } from '../../src/core/operation/operation.ts';
import type { SpokenIdentity } from '../../src/engines/service-identification/components/components.ts';
import { verdictsOf } from '../../src/engines/versions/verdicts.ts';
import { createPartner } from '../../src/identity/partners/create-partner.ts';
import { parseConfig } from '../../src/installation/config.ts';
import { openStore } from '../../src/installation/store.ts';
import { applyScanResult } from '../../src/monitoring/port-scans/apply-scan-result.ts';
import type { OpenPort } from '../../src/monitoring/port-scans/observations.ts';
import { judgeServices, versionData } from '../../src/monitoring/versions/index.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { createLogger } from '../../src/platform/telemetry/logger.ts';
import { startService } from '../../src/service/app.ts';
import { ApiClient } from '../../test/support/api-client.ts';
import { enqueueScan, openPort, resultWith, takeScanJob } from '../../test/support/scan-steps.ts';
import { provision } from '../../test/support/scans.ts';
import { type Comparison, median, printComparisons } from '../comparison.ts';
import { settle } from '../settle.ts';
import { writeCatalogue, writeDebianTracker, writeScores, writeUbuntuArchive } from './generate-data.ts';

const ROUNDS = Number(process.argv[2] ?? 60);
const WARM_UP_ROUNDS = 5;
/** Ends of scans in a round, with the data and without. */
const SCANS = 10;
const GOAL_MB = 150;
const GOAL_LOOK_UP_US = 20;
const GOAL_SLOWER = 0.02;
const program = path.join(import.meta.dirname, '../../bin/breakwater');
const directory = mkdtempSync(path.join(tmpdir(), 'versions-'));
const dataDir = path.join(directory, 'data');
const hasXz = spawnSync('xz', ['--version']).status === 0;

interface Run {
  readonly seconds: number;
  /** The most resident memory that its process had. */
  readonly peakMb: number;
  readonly stdout: string;
}

async function run(command: string, args: readonly string[]): Promise<Run> {
  const startedAtMs = performance.now();
  const child = spawn(command, args, {
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let [stdout, peakMb] = ['', 0];
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  const closed = once(child, 'close');
  let hasEnded = false;
  closed.then(() => {
    hasEnded = true;
  });
  while (!hasEnded) {
    peakMb = Math.max(peakMb, peakMbOf(child.pid!));
    await Promise.race([sleep(50), closed]);
  }
  if (child.exitCode !== 0) throw new Error(`${command} ${args.join(' ')} ended with exit code ${child.exitCode}.`);
  return { seconds: (performance.now() - startedAtMs) / 1_000, peakMb, stdout };
}

/** 0 when the process has ended. */
function peakMbOf(pid: number): number {
  try {
    return Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024;
  } catch {
    return 0;
  }
}

const breakwater = (...words: string[]) => run(program, [...words, '--json']);

/** What no import can do without, by the shortest way there is. */
const floors = {
  'JSON.parse of the whole': (file: string) =>
    run(process.execPath, ['-e', `JSON.parse(require('fs').readFileSync(${JSON.stringify(file)}, 'utf8'))`]),
  'xz --decompress': (file: string) => run('sh', ['-c', `xz -dc ${file} | wc -c`]),
  'tar --list': (file: string) => run('sh', ['-c', `tar -tf ${file} | wc -l`]),
  'gzip --decompress': (file: string) => run('sh', ['-c', `gzip -dc ${file} | wc -c`]),
} as const;

interface Publisher {
  readonly source: string;
  readonly file: string;
  readonly write: (file: string) => Promise<void>;
  readonly floor: keyof typeof floors;
}

const publishers: readonly Publisher[] = [
  { source: 'debian', file: 'debian.json', write: writeDebianTracker, floor: 'JSON.parse of the whole' },
  hasXz
    ? { source: 'ubuntu', file: 'osv.tar.xz', write: writePackedArchive, floor: 'xz --decompress' }
    : { source: 'ubuntu', file: 'osv.tar', write: writeUbuntuArchive, floor: 'tar --list' },
  { source: 'kev', file: 'kev.json', write: writeCatalogue, floor: 'JSON.parse of the whole' },
  { source: 'epss', file: 'epss.csv.gz', write: writeScores, floor: 'gzip --decompress' },
];

async function writePackedArchive(file: string): Promise<void> {
  const plain = file.replace(/\.xz$/, '');
  await writeUbuntuArchive(plain);
  console.log(`ubuntu: ${count(statSync(plain).size / 1e6)} MB before xz`);
  await run('xz', ['-0', plain]);
}

async function compareImports(): Promise<Comparison[]> {
  const base = await breakwater('versions', 'status');
  console.log(`versions status: ${base.seconds.toFixed(1)} s, ${count(base.peakMb)} MB`);
  const compared: Comparison[] = [];
  for (const publisher of publishers) compared.push(...(await compareImport(publisher, base)));
  return compared;
}

async function compareImport({ source, file, write, floor }: Publisher, base: Run): Promise<Comparison[]> {
  const written = path.join(directory, file);
  await write(written);
  const mb = statSync(written).size / 1e6;
  const lowest = await floors[floor](written);
  const ours = await breakwater('versions', 'import', '--source', source, written);
  const { entries } = JSON.parse(ours.stdout) as { entries: number };
  const overMb = ours.peakMb - base.peakMb;
  const seconds = Math.max(0.01, ours.seconds - base.seconds);
  console.log(
    `${source}: ${count(mb)} MB, ${count(entries)} entries in ${seconds.toFixed(1)} s (${floor}: ${lowest.seconds.toFixed(1)} s, ${count(lowest.peakMb)} MB); ` +
      `${count(ours.peakMb)} MB at most, ${count(overMb)} MB beyond the base`,
  );
  rmSync(written);
  const correct = entries > 0;
  return [
    {
      ...{ name: `import of ${source}`, unit: 'KB/s', ours: (mb * 1_000) / seconds, correct },
      ...{ peerName: floor, peer: (mb * 1_000) / lowest.seconds, goalRatio: null },
    },
    {
      ...{
        name: `memory of the import of ${source}`,
        unit: 'times in 10 GB',
        ours: 10_000 / Math.max(1, overMb),
        correct,
      },
      ...{ peerName: `${GOAL_MB} MB beyond the base`, peer: 10_000 / GOAL_MB, goalRatio: 1 },
    },
  ];
}

/** Programs of which each vulnerability is mended, as on most servers: what an alert costs is no part of it. */
const spoken: readonly SpokenIdentity[] = [
  { product: 'OpenSSH', version: '9.2p1', banner: 'SSH-2.0-OpenSSH_9.2p1 Debian-2+deb12u9' },
  { product: 'MariaDB', version: '10.11.6', banner: '5.5.5-10.11.6-MariaDB-0+deb12u9' },
  ...['PHP/8.2.20-1+deb12u9', 'PHP/8.2.20', 'PHP/8.4.2'].map((php) => ({
    ...{ product: 'nginx', version: '1.22.1', banner: 'HTTP/1.1 200 OK' },
    stated: { server: 'nginx/1.22.1', 'x-powered-by': php },
  })),
];

async function compareLookUps(resources: Resources): Promise<Comparison> {
  const startedAtMs = performance.now();
  const data = await versionData(resources.db);
  console.log(
    `read by a process that judges: ${(performance.now() - startedAtMs).toFixed(0)} ms, once for each change`,
  );
  const services = spoken.map((identity) => ({ ...identity, operatingSystem: 'debian' }));
  const components = judgeServices(services, data, new Date()).flat();
  const exploited = components.flatMap(({ verdicts }) => verdicts.filter(({ cve }) => cve !== null)).length;
  const [today, perRound] = [new Date().toISOString().slice(0, 10), 2_000];
  const micros: number[] = [];
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1) {
    const roundAtMs = performance.now();
    // What is kept of the last one belongs to its data.
    for (let index = 0; index < perRound; index += 1) verdictsOf(components, { ...data }, today, null);
    if (round >= 0) micros.push(((performance.now() - roundAtMs) * 1_000) / perRound / components.length);
  }
  console.log(
    `first look-up: ${median(micros).toFixed(1)} µs a component, of ${components.length} with ${exploited} vulnerabilities`,
  );
  return {
    ...{ name: 'first look-up of a component', unit: 'per second', ours: 1e6 / median(micros), correct: exploited > 0 },
    ...{ peerName: `the goal of ${GOAL_LOOK_UP_US} µs`, peer: 1e6 / GOAL_LOOK_UP_US, goalRatio: 1 },
  };
}

/** Data is there, or put aside: a process knows by its digests that what it has read is still good. */
async function compareScans(resources: Resources, partnerId: string, endpointId: string): Promise<Comparison> {
  const operation = Operation.bySystem(resources, partnerId);
  const open = spoken.map((identity, index): OpenPort => {
    const port = openPort(8_000 + index);
    return { ...port, identity: { ...port.identity, ...identity } };
  });
  const put = (where: 'there' | 'aside') =>
    sql`UPDATE version_feeds SET name = split_part(name, ' ', 1) || ${where === 'there' ? '' : ' aside'}`.execute(
      resources.db,
    );
  const scan = async () => {
    await enqueueScan(operation, endpointId);
    const job = await takeScanJob(operation);
    const startedAtMs = performance.now();
    await applyScanResult(operation, job, resultWith(open, 1_000));
    return performance.now() - startedAtMs;
  };
  const ms = { there: [] as number[], aside: [] as number[] };
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1) {
    for (const where of round % 2 === 0 ? (['aside', 'there'] as const) : (['there', 'aside'] as const)) {
      await put(where);
      await scan();
      for (let index = 0; index < SCANS; index += 1) {
        const took = await scan();
        if (round >= 0) ms[where].push(took);
      }
    }
  }
  const [withData, without] = [median(ms.there), median(ms.aside)];
  console.log(
    `end of a scan of ${open.length} ports: ${withData.toFixed(2)} ms with the data, ${without.toFixed(2)} ms without: ${((withData / without - 1) * 100).toFixed(1)} % more`,
  );
  return {
    ...{ name: 'end of a scan', unit: 'per second', ours: 1_000 / withData, correct: true },
    ...{ peerName: 'without the data', peer: 1_000 / without, goalRatio: 1 / (1 + GOAL_SLOWER) },
  };
}

function count(value: number): string {
  return Math.round(value).toLocaleString('en');
}

const logger = createLogger('silent');
const config = parseConfig({ DATA_DIR: dataDir, PORT: '0', SCAN_ALLOW: '127.0.0.0/8' });
try {
  const store = await openStore(config, { mode: 'serve', maxConnections: 10, logger });
  const service = await startService({ config, store, role: 'api', clock: systemClock, logger });
  try {
    const portalDomain = 'portal.example.com';
    const { apiKey, partnerId } = await createPartner(service.resources, { name: 'Bench', portalDomain });
    const api = new ApiClient(`http://127.0.0.1:${service.address!.port}`, portalDomain, apiKey);
    const endpointId = await provision(api, '127.1.0.1');
    const imports = await compareImports();
    await settle(store.connection);
    const lookUps = await compareLookUps(service.resources);
    printComparisons([...imports, lookUps, await compareScans(service.resources, partnerId, endpointId)]);
  } finally {
    await service.stop();
    await store.close();
  }
} finally {
  rmSync(directory, { recursive: true, force: true });
}
