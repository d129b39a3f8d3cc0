/**
 * Our service identification beside `nmap -sV`, on real daemons from Debian packages, the same ports in one run.
 *
 *   npx node bench/service-identification/run.ts [--without-nmap]
 *
 * Needs root on Debian 12, nmap for the comparison, and on the first run some minutes and 1.5 GB for the packages. They go
 * into roots of their own (see private-root.ts) and the daemons run in namespaces of their own, with no network but
 * loopback: nothing of the machine is changed or reached, and everything ends with the benchmark.
 *
 * Every port has its right answer written beside it, in the clear and inside TLS, most of them on numbers that suggest
 * nothing. Goal: at least 100 ports, 90 % of them named right, none named wrong, in at most a quarter of nmap's time; and 50
 * mixed ports in at most 5 s.
 */

import { spawnSync } from 'node:child_process';
import { type Comparison, printComparisons } from '../comparison.ts';
import { type Daemon, startDaemon } from './daemon.ts';
import { daemons } from './daemons/index.ts';
import { identifyAll, mistakes, type OurRun } from './identify-all.ts';
import { compareMixedPorts } from './mixed-ports.ts';
import { isNmapInstalled, type NmapRun, runNmap } from './nmap.ts';
import { installPackages, mountRoot, type PrivateRoot, rootsLock } from './private-root.ts';
import { nmapsVerdictOn, verdictOn } from './verdict.ts';

const leastPorts = 100;
const leastShareRight = 0.9;
const goalRatio = 4;
/** Set in the process inside the namespaces: the roots that could be installed. */
const rootsVariable = 'BENCH_DAEMON_ROOTS';

const rootNames = [...new Set(daemons.map(({ root }) => root))];

function privateRoot(name: string): PrivateRoot {
  const packages = daemons.filter(({ root }) => root === name).flatMap((daemon) => daemon.packages);
  return { name, packages: [...new Set(packages)] };
}

/** Installs, then runs this file again in namespaces that end with it. */
function runInNamespaces(): number {
  const installed = rootNames.filter((name) => {
    const problem = installPackages(privateRoot(name));
    if (problem !== null) console.log(`!!! the daemons of the root ${name} are MISSING: ${problem}`);
    return problem === null;
  });
  const namespaces = ['--mount', '--propagation', 'private', '--pid', '--net', '--ipc', '--uts', '--mount-proc'];
  const inNamespaces = ['unshare', ...namespaces, '--fork', '--kill-child=KILL'];
  const { status } = spawnSync(
    'flock',
    ['--nonblock', rootsLock, ...inNamespaces, process.execPath, import.meta.filename, ...process.argv.slice(2)],
    { stdio: 'inherit', env: { ...process.env, [rootsVariable]: installed.join(',') } },
  );
  if (status !== 0) console.log('!!! it failed, or another run of this benchmark holds the daemons');
  return status ?? 1;
}

/** @returns those that run */
async function startDaemons(roots: readonly string[]): Promise<readonly Daemon[]> {
  spawnSync('ip', ['link', 'set', 'lo', 'up']);
  const directories = new Map(roots.map((name) => [name, mountRoot(privateRoot(name))]));
  for (const directory of directories.values()) writeCertificate(`${directory}/tmp/tls`);
  const outcomes = await Promise.all(
    daemons.map(async (daemon) => {
      const directory = directories.get(daemon.root);
      const problem = directory === undefined ? 'not installed' : await startDaemon(daemon, directory);
      if (problem !== null) console.log(`!!! ${daemon.name} could not be started: ${problem}`);
      return problem === null ? [daemon] : [];
    }),
  );
  return outcomes.flat();
}

function writeCertificate(directory: string): void {
  const script = `
    mkdir -p "$1" && cd "$1"
    openssl req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out certificate.pem -days 2 -subj /CN=shop.example.com \\
      -addext subjectAltName=DNS:shop.example.com,DNS:www.example.com 2>/dev/null
    cat certificate.pem key.pem >both.pem
    chmod -R a+rX .`;
  const { status } = spawnSync('sh', ['-euc', script, 'sh', directory], { stdio: 'inherit' });
  if (status !== 0) throw new Error('openssl could not make a certificate');
}

function compareDaemons(running: readonly Daemon[], ours: OurRun, nmap: NmapRun | null): Comparison {
  const rows = [['port', 'daemon', 'ours', '', '', 'is', 'nmap', '', 'is']];
  const count = { ours: { right: 0, wrong: 0, unknown: 0 }, nmap: { right: 0, wrong: 0, unknown: 0 } };
  for (const { name, ports } of running) {
    for (const expected of ports) {
      const { port, truth } = expected;
      const own = ours.identities.get(port)!;
      const nmaps = nmap?.identities.get(port);
      const verdict = verdictOn(own, expected);
      const nmapsVerdict = nmaps ? nmapsVerdictOn(nmaps, expected) : 'unknown';
      count.ours[verdict] += 1;
      count.nmap[nmapsVerdict] += 1;
      const open = own.unauthenticated === true ? ' (no login)' : '';
      const said = own.method === 'probed' ? own.service + open : '–';
      const errors = verdict === 'right' ? mistakes(own, { ...truth, service: own.service }) : [`is ${truth.service}`];
      rows.push([
        ...[
          `${port}`,
          name,
          said,
          own.product ?? '',
          own.version ?? '',
          verdict === 'right' ? '' : verdict.toUpperCase(),
        ],
        ...[nmaps ? nmaps.service : '', nmaps?.product ?? '', nmap ? nmapsVerdict : '', ...errors],
      ]);
    }
  }
  printTable(rows);
  const portCount = rows.length - 1;
  console.log(`\n${running.length} of ${daemons.length} daemons run, ${portCount} ports`);
  console.log(`ours: ${inWords(count.ours)}, ${ours.seconds.toFixed(1)} s`);
  if (nmap) console.log(`nmap -sV: ${inWords(count.nmap)}, ${nmap.seconds.toFixed(1)} s`);
  return {
    name: `identification of ${portCount} ports of ${running.length} real daemons`,
    unit: 'ports/min',
    ours: (portCount / ours.seconds) * 60,
    peerName: 'nmap -sV',
    peer: nmap && (portCount / nmap.seconds) * 60,
    goalRatio,
    correct: count.ours.wrong === 0 && portCount >= leastPorts && count.ours.right >= portCount * leastShareRight,
  };
}

function inWords({ right, wrong, unknown }: Readonly<Record<'right' | 'wrong' | 'unknown', number>>): string {
  return `${right} named right, ${wrong} wrong, ${unknown} unknown`;
}

function printTable(rows: readonly (readonly string[])[]): void {
  const widths = rows[0]!.map((_cell, column) => Math.max(...rows.map((row) => row[column]!.slice(0, 32).length)));
  for (const row of rows)
    console.log(row.map((cell, column) => (column < 9 ? cell.slice(0, 32).padEnd(widths[column]!) : cell)).join('  '));
}

/** Nine that a customer's server may well have on numbers of its own. */
const mixedServices = [
  { port: 20022, service: 'ssh' },
  { port: 20080, service: 'http' },
  { port: 20443, service: 'https' },
  { port: 20306, service: 'mysql' },
  { port: 20432, service: 'postgresql' },
  { port: 20380, service: 'redis' },
  { port: 20211, service: 'memcached' },
  { port: 20143, service: 'imap' },
  { port: 20883, service: 'mqtt' },
];

async function runInside(roots: readonly string[]): Promise<void> {
  const running = await startDaemons(roots);
  const ports = running.flatMap((daemon) => daemon.ports.map(({ port }) => port));
  const hasNmap = isNmapInstalled() && !process.argv.includes('--without-nmap');
  if (!hasNmap) console.log('!!! no nmap: NOTHING WAS COMPARED');
  const ours = await identifyAll(ports);
  const nmap = hasNmap ? await runNmap(ports) : null;
  const comparison = compareDaemons(running, ours, nmap);
  const services = mixedServices.filter(({ port }) => ports.includes(port));
  printComparisons([comparison, ...(await compareMixedPorts(services, hasNmap))]);
}

const roots = process.env[rootsVariable];
if (process.getuid?.() !== 0) {
  console.log('!!! not root: the daemons cannot be installed, NOTHING WAS MEASURED');
  printComparisons([]);
} else if (roots === undefined) process.exitCode = runInNamespaces();
else {
  await runInside(roots.split(',').filter(Boolean));
  // The daemons are our children still; their namespace ends with us.
  process.exit(0);
}
