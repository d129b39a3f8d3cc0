/**
 * The connect engine beside `nmap -sT`, the same hosts and ports for both, alternating in one run:
 * 256 loopback addresses × 1,000 ports, 50 of them listening; and, where network namespaces can be made (root), one host with
 * 50 listeners behind a plain cable and a delayed, lossy one, with and without a firewall that drops the rest.
 *
 *   npx node bench/connect-scan/run.ts [rounds]
 *
 * Goals: at least 0.8 × nmap's speed on loopback, at least nmap's where there is delay or loss, at least 3 × where packets are dropped;
 * nothing missed, nothing false. Touches loopback addresses and its own namespaces only. Politeness limits are lifted, for nmap too.
 * Needs nmap in the PATH for the comparison. The namespaces' cells run once: nmap takes minutes there.
 */

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { createConnectScanner } from '../../src/engines/port-scanner/connect/connect-scanner.ts';
import { type Comparison, median, printComparisons } from '../comparison.ts';
import {
  besideTarget,
  CELLS,
  type Cell,
  canMakeNamespaces,
  inCell,
  LISTENING_PORTS,
  TARGET_ADDRESS,
} from './namespaced-cells.ts';
import { UNPACED } from './unpaced.ts';

const ROUNDS = Number(process.argv[2] ?? 3);
/** In two networks, because a network stays with one thread. */
const HOSTS = Array.from({ length: 256 }, (_, index) => `127.91.${index % 2}.${index >> 1}`);
/** Below the range that local ports are taken from, so that no probe's own socket looks like a listener. */
const PORTS = Array.from({ length: 1000 }, (_, index) => 20_000 + index);
const LISTENING = Array.from({ length: 50 }, (_, index) => ({
  address: HOSTS[(index * 37) % HOSTS.length] ?? '',
  port: PORTS[(index * 613) % PORTS.length] ?? 0,
}));

/** Open `address:port` pairs, as one scanner found them. */
type Findings = ReadonlySet<string>;

interface Contestant {
  readonly name: string;
  run(): Promise<Findings>;
}

interface Measurement {
  readonly seconds: number;
  readonly missed: number;
  readonly wrong: number;
}

function ourScanner(threads: number): Contestant {
  return {
    name: `connect engine, ${threads} thread${threads === 1 ? '' : 's'}`,
    run: async () => {
      const scanner = createConnectScanner({ ...UNPACED, threads });
      const ports = { tcp: PORTS, udp: [] };
      const results = await Promise.all(HOSTS.map((address) => scanner.scan({ address, ports })));
      await scanner.close();
      return new Set(results.flatMap(({ address, open }) => open.map(({ port }) => `${address}:${port}`)));
    },
  };
}

function nmap(directory: string): Contestant {
  const output = path.join(directory, 'nmap.txt');
  const targets = path.join(directory, 'targets.txt');
  writeFileSync(targets, HOSTS.join('\n'));
  const options = ['-sT', '-n', '-Pn', '-T4', '-p', `${PORTS[0]}-${PORTS.at(-1)}`, '-iL', targets, '-oG', output];
  return {
    name: 'nmap -sT -n -Pn -T4',
    run: async () => {
      const { status, stderr } = spawnSync('nmap', options, { stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8' });
      if (status !== 0) throw new Error(`nmap failed: ${stderr}`);
      return new Set(grepableFindings(readFileSync(output, 'utf8')));
    },
  };
}

/** Whole processes, with their start, for both. */
function namespacedContestants({ lastPort }: Cell): Contestant[] {
  const script = fileURLToPath(new URL('./namespaced-scan.ts', import.meta.url));
  const openPorts = (ports: readonly number[]) => new Set(ports.map((port) => `${TARGET_ADDRESS}:${port}`));
  return [
    {
      name: 'nmap -sT -n -Pn -T4',
      run: async () => {
        const options = ['-sT', '-n', '-Pn', '-T4', '-p', `1-${lastPort}`, '-oG', '-', TARGET_ADDRESS];
        return new Set(grepableFindings(output(...besideTarget('nmap', ...options))));
      },
    },
    {
      name: 'connect engine, 1 thread',
      run: async () => {
        const report = output(...besideTarget(process.execPath, script, TARGET_ADDRESS, String(lastPort)));
        return openPorts(JSON.parse(report) as number[]);
      },
    },
  ];
}

function output(command: string, words: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(command, words, { encoding: 'utf8', maxBuffer: 2 ** 26 });
  if (status !== 0) throw new Error(`${words.join(' ')} failed: ${stderr}`);
  return stdout;
}

function* grepableFindings(text: string): Generator<string> {
  for (const [, address, ports] of text.matchAll(/^Host: (\S+).*Ports: (.*)$/gm)) {
    for (const [, port] of (ports ?? '').matchAll(/(\d+)\/open\/tcp/g)) yield `${address}:${port}`;
  }
}

async function measure(contestant: Contestant, expected: Findings): Promise<Measurement> {
  const startedAtMs = performance.now();
  const found = await contestant.run();
  const seconds = (performance.now() - startedAtMs) / 1000;
  return { seconds, missed: countAbsent(expected, found), wrong: countAbsent(found, expected) };
}

/** How many of the wanted findings are not there. */
function countAbsent(wanted: Findings, there: Findings): number {
  return [...wanted].filter((finding) => !there.has(finding)).length;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function isInstalled(command: string): boolean {
  return spawnSync(command, ['--version'], { stdio: 'ignore' }).error === undefined;
}

async function listen({ address, port }: { address: string; port: number }): Promise<Server> {
  const server = createServer((connection) => connection.on('error', () => connection.destroy()).resume());
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, address, resolve));
  return server;
}

async function compare(
  contestants: readonly Contestant[],
  expected: Findings,
  rounds: number,
): Promise<Map<Contestant, Measurement[]>> {
  const measurements = new Map<Contestant, Measurement[]>(contestants.map((contestant) => [contestant, []]));
  for (let round = 1; round <= rounds; round += 1) {
    for (const contestant of contestants) {
      const measurement = await measure(contestant, expected);
      measurements.get(contestant)?.push(measurement);
      console.log(`round ${round}: ${contestant.name}: ${measurement.seconds.toFixed(2)} s`);
    }
  }
  return measurements;
}

interface Setting {
  readonly name: string;
  readonly probes: number;
  readonly goalRatio: number;
}

/** Prints the figures and returns what there is to compare. */
function summarise(
  setting: Setting,
  measurements: ReadonlyMap<Contestant, readonly Measurement[]>,
  peer: Contestant | undefined,
): Comparison[] {
  const secondsOf = (contestant: Contestant) =>
    median((measurements.get(contestant) ?? []).map(({ seconds }) => seconds));
  console.log(`\n${setting.name}`);
  for (const [contestant, runs] of measurements) {
    const seconds = secondsOf(contestant);
    const ratio = peer && contestant !== peer ? `, ${(secondsOf(peer) / seconds).toFixed(2)} × nmap's speed` : '';
    const missed = sum(runs.map((run) => run.missed));
    const wrong = sum(runs.map((run) => run.wrong));
    const rate = Math.round(setting.probes / seconds);
    console.log(
      `${contestant.name}: ${seconds.toFixed(2)} s, ${rate} ports/s, missed ${missed}, false ${wrong}${ratio}`,
    );
  }
  if (peer === undefined) console.log('!!! nmap is not installed: NOTHING WAS COMPARED. Install it and run again.');
  else console.log(`goal: at least ${setting.goalRatio} × nmap's speed, missed 0, false 0\n`);
  const rateOf = (contestant: Contestant) => setting.probes / secondsOf(contestant);
  return [...measurements]
    .filter(([contestant]) => contestant !== peer)
    .map(([contestant, runs]) => ({
      name: `${setting.name}: ${contestant.name}`,
      unit: 'ports/s',
      ours: rateOf(contestant),
      peerName: 'nmap -sT',
      peer: peer ? rateOf(peer) : null,
      goalRatio: setting.goalRatio,
      correct: runs.every(({ missed, wrong }) => missed === 0 && wrong === 0),
    }));
}

async function compareOnLoopback(directory: string, hasPeer: boolean): Promise<Comparison[]> {
  const servers = await Promise.all(LISTENING.map(listen));
  try {
    const peer = hasPeer ? nmap(directory) : undefined;
    const expected = new Set(LISTENING.map(({ address, port }) => `${address}:${port}`));
    const contestants = [...(peer ? [peer] : []), ourScanner(1), ourScanner(2)];
    const name = `loopback, ${HOSTS.length} hosts × ${PORTS.length} ports`;
    const probes = HOSTS.length * PORTS.length;
    return summarise({ name, probes, goalRatio: 0.8 }, await compare(contestants, expected, ROUNDS), peer);
  } finally {
    for (const server of servers) server.close();
  }
}

async function compareInCell(cell: Cell, hasPeer: boolean): Promise<Comparison[]> {
  return inCell(cell, async () => {
    const [peer, ours] = namespacedContestants(cell);
    const contestants = [...(hasPeer && peer ? [peer] : []), ...(ours ? [ours] : [])];
    const expected = new Set(LISTENING_PORTS.map((port) => `${TARGET_ADDRESS}:${port}`));
    const name = `${cell.lastPort} ports of one host, ${cell.name}`;
    const goalRatio = cell.drops ? 3 : 1;
    const measurements = await compare(contestants, expected, 1);
    return summarise({ name, probes: cell.lastPort, goalRatio }, measurements, hasPeer ? peer : undefined);
  });
}

const directory = mkdtempSync(path.join(tmpdir(), 'connect-scan-'));
try {
  const hasPeer = isInstalled('nmap');
  const comparisons = await compareOnLoopback(directory, hasPeer);
  if (canMakeNamespaces()) for (const cell of CELLS) comparisons.push(...(await compareInCell(cell, hasPeer)));
  else console.log('\n!!! No root, iproute2 or nftables: delay, loss and DROP were NOT measured.');
  printComparisons(comparisons);
} finally {
  rmSync(directory, { recursive: true });
}
