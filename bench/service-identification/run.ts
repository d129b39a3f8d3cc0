/**
 * Our service identification beside `nmap -sV`, on real daemons from packages of Debian and npm, the same ports in one run.
 *
 *   npx node bench/service-identification/run.ts [--half first|second|third|fourth|fifth|sixth] [--daemons 'NUT,Vite'] [--without-nmap] [--logs] [--record]
 *
 * By the first half the tables of what is recognised are made; the second half is only run, and shows how well they hold.
 * `--daemons` starts these alone, in roots that have nothing else. `--logs` counts what one look leaves in the logs of those
 * that are asked, and what of it fail2ban counts; `--record` keeps the figures for the documentation.
 *
 * Needs root on Debian 12, nmap for the comparison, and on the first run half an hour and 5 GB for the packages. They go
 * into roots of their own (see private-root.ts) and the daemons run in namespaces of their own, with no network but
 * loopback: nothing of the machine is changed or reached, and everything ends with the benchmark.
 *
 * Every port has its right answer written beside it, in the clear and inside TLS, most of them on numbers that suggest
 * nothing. Goal for each half: at least 100 ports, 90 % of them named right, none named wrong or falsely said to ask for no
 * password, in at most a quarter of nmap's time; and 50 mixed ports in at most 5 s.
 */

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Semaphore } from '../../src/common/semaphore.ts';
import { type Comparison, printComparisons } from '../comparison.ts';
import { keepFigures } from '../kept-figures.ts';
import { type Daemon, startDaemon } from './daemon.ts';
import { type Half, halves } from './daemons/index.ts';
import { identifyAll } from './identify-all.ts';
import { figuresOf, type HalfFigures, judgeHalf } from './judge-half.ts';
import { listenToSyslog, reportLogLines } from './log-lines.ts';
import { compareMixedPorts } from './mixed-ports.ts';
import { isNmapInstalled, runNmap } from './nmap.ts';
import { printFigures, printPorts } from './print-half.ts';
import { installPackages, lockOf, mountRoot, type PrivateRoot } from './private-root.ts';

const leastPorts = 100;
const leastShareRight = 0.9;
const goalRatio = 4;
/** All at once they take each other's processor, until the slow ones exceed their time. */
const startsAtOnce = 12;
const fail2banRoot = 'fail2ban';
const recordFile = join(import.meta.dirname, 'accuracy.json');
/** Set in the process inside the namespaces: the roots that could be installed. */
const rootsVariable = 'BENCH_DAEMON_ROOTS';

const { values: options } = parseArgs({
  options: {
    'without-nmap': { type: 'boolean' },
    half: { type: 'string' },
    daemons: { type: 'string' },
    logs: { type: 'boolean' },
    record: { type: 'boolean' },
  },
});
const wantedHalves = (Object.keys(halves) as Half[]).filter(
  (half) => options.half === undefined || options.half === half,
);
const chosen = options.daemons?.split(',').map((name) => name.trim());
const wantedDaemons: readonly Daemon[] = wantedHalves.flatMap(daemonsOf);
const rootNames = [...new Set(wantedDaemons.map(({ root }) => root)), ...(options.logs ? [fail2banRoot] : [])];

/** Chosen ones do not disturb the roots of whole halves. */
function daemonsOf(half: Half): readonly Daemon[] {
  if (chosen === undefined) return halves[half];
  return halves[half]
    .filter(({ name }) => chosen.includes(name))
    .map((daemon) => ({ ...daemon, root: `chosen-${daemon.root}` }));
}

function privateRoot(name: string): PrivateRoot {
  if (name === fail2banRoot) return { name, packages: ['fail2ban'] };
  const packages = wantedDaemons.filter(({ root }) => root === name).flatMap((daemon) => daemon.packages);
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
  const locked = [...(chosen ? ['chosen'] : wantedHalves), ...(options.logs ? [fail2banRoot] : [])];
  const holdingLocks = locked.flatMap((name) => ['flock', '--nonblock', lockOf(name)]);
  const itself = [process.execPath, import.meta.filename, ...process.argv.slice(2)];
  const { status } = spawnSync('env', [...holdingLocks, ...inNamespaces, ...itself], {
    stdio: 'inherit',
    env: { ...process.env, [rootsVariable]: installed.join(',') },
  });
  if (status !== 0) console.log('!!! it failed, or another run of this benchmark holds the daemons');
  return status ?? 1;
}

function rootDirectories(roots: readonly string[]): ReadonlyMap<string, string> {
  const directories = new Map(roots.map((name) => [name, mountRoot(privateRoot(name))]));
  for (const directory of directories.values()) {
    writeCertificate(`${directory}/tmp/tls`);
    if (options.logs) listenToSyslog(directory);
  }
  return directories;
}

/** @returns those that run */
async function startDaemons(directories: ReadonlyMap<string, string>): Promise<readonly Daemon[]> {
  const places = new Semaphore(startsAtOnce);
  const outcomes = await Promise.all(
    wantedDaemons.map(async (daemon) => {
      const directory = directories.get(daemon.root);
      const start = async () => (directory === undefined ? 'not installed' : startDaemon(daemon, directory));
      const problem = await places.run(undefined, start);
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

/** @returns what bench/run.ts sums up */
async function compareHalf(half: Half, running: readonly Daemon[], withNmap: boolean): Promise<Comparison> {
  const ports = portsOf(running);
  const counts = { of: daemonsOf(half).length, running: running.length };
  const ours = await identifyAll(ports);
  // Told before nmap takes its minutes, so that a run that ends in them has said something.
  const alone = judgeHalf(running, ours, null);
  printPorts(alone);
  let figures = figuresOf(alone, counts, ours, null);
  record(half, figures);
  const nmap = withNmap ? await runNmap(ports) : null;
  if (nmap) {
    const beside = judgeHalf(running, ours, nmap);
    printPorts(beside);
    figures = figuresOf(beside, counts, ours, nmap);
    record(half, figures);
  }
  printFigures(half, figures);
  return {
    name: `${half} half: identification of ${ports.length} ports of ${running.length} real daemons`,
    unit: 'ports/min',
    ours: (ports.length / ours.seconds) * 60,
    peerName: 'nmap -sV',
    peer: nmap && (ports.length / nmap.seconds) * 60,
    goalRatio,
    correct: isAsGoodAsWanted(figures),
  };
}

function isAsGoodAsWanted({ ports, right, wrong, falselyOpen }: HalfFigures): boolean {
  return wrong === 0 && falselyOpen === 0 && ports >= leastPorts && right >= ports * leastShareRight;
}

/** Keeps the figures of complete runs, from which docs/service-identification.md has its table. */
function record(half: Half, figures: HalfFigures): void {
  if (!options.record || chosen) return;
  keepFigures(recordFile, half, figures);
}

function portsOf(running: readonly Daemon[]): readonly number[] {
  return running.flatMap((daemon) => daemon.ports.map(({ port }) => port));
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
  const hasNmap = isNmapInstalled() && !options['without-nmap'];
  if (!hasNmap) console.log('!!! no nmap: NOTHING WAS COMPARED');
  spawnSync('ip', ['link', 'set', 'lo', 'up']);
  const directories = rootDirectories(roots);
  const running = await startDaemons(directories);
  const comparisons: Comparison[] = [];
  for (const half of wantedHalves) {
    const ofHalf = running.filter(({ name }) => daemonsOf(half).some((daemon) => daemon.name === name));
    if (ofHalf.length === 0) continue;
    comparisons.push(await compareHalf(half, ofHalf, hasNmap));
    if (options.logs)
      await reportLogLines(ofHalf, ({ root }) => directories.get(root)!, directories.get(fail2banRoot) ?? null);
  }
  const services = mixedServices.filter(({ port }) => portsOf(running).includes(port));
  if (wantedHalves.includes('first') && !chosen) comparisons.push(...(await compareMixedPorts(services, hasNmap)));
  printComparisons(comparisons);
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
