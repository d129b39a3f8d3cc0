/**
 * The connect engine beside `nmap -sT`: 256 loopback addresses × 1,000 ports, 50 of them listening, the same hosts and
 * ports for both, alternating in one run.
 *
 *   node bench/connect-scan/run.ts [rounds]
 *
 * Goal: at least 0.8 × nmap's speed, nothing missed, nothing false. Touches loopback addresses only. Politeness limits are
 * lifted, for nmap too (-T4 knows none on loopback). Needs nmap in the PATH for the comparison.
 */

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { createConnectScanner } from '../../src/engines/port-scanner/connect-scanner.ts';
import { median, printComparisons } from '../comparison.ts';

const ROUNDS = Number(process.argv[2] ?? 3);
const GOAL_RATIO = 0.8;
const HOSTS = Array.from({ length: 256 }, (_, index) => `127.91.1.${index}`);
/** Below the range that local ports are taken from, so that no probe's own socket looks like a listener. */
const PORTS = Array.from({ length: 1000 }, (_, index) => 20_000 + index);
const LISTENING = Array.from({ length: 50 }, (_, index) => ({
  address: HOSTS[(index * 37) % HOSTS.length] ?? '',
  port: PORTS[(index * 613) % PORTS.length] ?? 0,
}));
const PROBES = HOSTS.length * PORTS.length;

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
      const scanner = createConnectScanner({
        threads,
        connectsPerSecondPerHost: 1_000_000,
        connectsPerSecond: 1_000_000,
      });
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

async function compare(contestants: readonly Contestant[]): Promise<Map<Contestant, Measurement[]>> {
  const expected = new Set(LISTENING.map(({ address, port }) => `${address}:${port}`));
  const measurements = new Map<Contestant, Measurement[]>(contestants.map((contestant) => [contestant, []]));
  for (let round = 1; round <= ROUNDS; round += 1) {
    for (const contestant of contestants) {
      const measurement = await measure(contestant, expected);
      measurements.get(contestant)?.push(measurement);
      console.log(`round ${round}: ${contestant.name}: ${measurement.seconds.toFixed(2)} s`);
    }
  }
  return measurements;
}

function print(measurements: ReadonlyMap<Contestant, readonly Measurement[]>, peer: Contestant | undefined): void {
  const secondsOf = (contestant: Contestant) =>
    median((measurements.get(contestant) ?? []).map(({ seconds }) => seconds));
  console.log(`\n${HOSTS.length} hosts × ${PORTS.length} ports, ${LISTENING.length} listening, median of ${ROUNDS}`);
  for (const [contestant, runs] of measurements) {
    const seconds = secondsOf(contestant);
    const ratio = peer && contestant !== peer ? `, ${(secondsOf(peer) / seconds).toFixed(2)} × nmap's speed` : '';
    const missed = sum(runs.map((run) => run.missed));
    const wrong = sum(runs.map((run) => run.wrong));
    const rate = Math.round(PROBES / seconds);
    console.log(
      `${contestant.name}: ${seconds.toFixed(2)} s, ${rate} ports/s, missed ${missed}, false ${wrong}${ratio}`,
    );
  }
  if (peer === undefined) console.log('\n!!! nmap is not installed: NOTHING WAS COMPARED. Install it and run again.');
  else console.log(`goal: at least ${GOAL_RATIO} × nmap's speed, missed 0, false 0`);
  const rateOf = (contestant: Contestant) => PROBES / secondsOf(contestant);
  printComparisons(
    [...measurements]
      .filter(([contestant]) => contestant !== peer)
      .map(([contestant, runs]) => ({
        name: contestant.name,
        unit: 'ports/s',
        ours: rateOf(contestant),
        peerName: 'nmap -sT',
        peer: peer ? rateOf(peer) : null,
        goalRatio: GOAL_RATIO,
        correct: runs.every(({ missed, wrong }) => missed === 0 && wrong === 0),
      })),
  );
}

const directory = mkdtempSync(path.join(tmpdir(), 'connect-scan-'));
const servers = await Promise.all(LISTENING.map(listen));
try {
  const peer = isInstalled('nmap') ? nmap(directory) : undefined;
  print(await compare([...(peer ? [peer] : []), ourScanner(1), ourScanner(2)]), peer);
} finally {
  for (const server of servers) server.close();
  rmSync(directory, { recursive: true });
}
