import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import { packetsSent, type Site } from './lab.ts';
import type { OurScanReport, OurScanTask } from './our-scan.ts';

/** What is to be scanned. */
export interface Job {
  readonly site: Site;
  readonly bareSender: string;
  readonly addresses: readonly string[];
  readonly firstPort: number;
  readonly lastPort: number;
  /** For the scanner's files. */
  readonly directory: string;
  readonly timeoutSeconds: number;
}

export interface ScanRun {
  readonly seconds: number;
  /** With the start of the program. */
  readonly processSeconds: number;
  readonly packets: number;
  readonly cpuSeconds: number;
  /** Open `address:port` pairs. */
  readonly open: ReadonlySet<string>;
  /** Of the thread that serves the API; ours only. */
  readonly eventLoopDelayP99Ms?: number;
}

/** A scanner with one setting. */
export interface Contestant {
  readonly name: string;
  /** After so long it will not end. Default: the lab's own limit. */
  readonly patienceSeconds?: number;
  /** @throws Error when it fails or takes too long */
  run(job: Job): Promise<ScanRun>;
}

interface Ended {
  readonly output: string;
  readonly seconds: number;
  readonly processSeconds: number;
  readonly packets: number;
  readonly cpuSeconds: number;
}

/** Runs a program in the scanner's namespace. */
async function runThere({ site, timeoutSeconds }: Job, words: readonly string[]): Promise<Ended> {
  const before = packetsSent(site);
  // The shell prints what its children used: Node.js can't tell.
  const script = '"$@" && times >&2';
  const startedAtMs = performance.now();
  const child = spawn('ip', ['netns', 'exec', site.scanner, 'sh', '-c', script, 'sh', ...words], {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  // The whole process group: whoever is left of it would keep the pipes open.
  const timer = setTimeout(() => process.kill(-child.pid!, 'SIGKILL'), timeoutSeconds * 1000);
  const [output, errors, [exitCode]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  clearTimeout(timer);
  const seconds = (performance.now() - startedAtMs) / 1000;
  if (exitCode !== 0)
    throw new Error(`${words[0]} ${exitCode === null ? 'took too long' : `failed: ${exitCode} ${errors.slice(-500)}`}`);
  return {
    output,
    seconds,
    processSeconds: seconds,
    packets: packetsSent(site) - before,
    cpuSeconds: cpuSecondsOf(errors),
  };
}

/** @param errors Ends with the two lines of `times`: the shell itself, its children */
function cpuSecondsOf(errors: string): number {
  const last = errors.trim().split('\n').at(-1) ?? '';
  return [...last.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds),
    0,
  );
}

function targetsOf({ addresses, site }: Job): string {
  return addresses === site.fleet ? `${addresses[0]}/24` : (addresses[0] ?? '');
}

function portsOf({ firstPort, lastPort }: Job): string {
  return `${firstPort}-${lastPort}`;
}

/** @param options Besides what every run has: no name look-ups, no host discovery, which none of the others does. */
export function nmap(scan: '-sS' | '-sT', ...options: readonly string[]): Contestant {
  return {
    name: ['nmap', scan, '-T4', ...options].join(' '),
    run: async (job) => {
      const output = join(job.directory, 'nmap.txt');
      const words = [scan, '-n', '-Pn', '-T4', '-p', portsOf(job), ...options, '-oG', output, targetsOf(job)];
      const ended = await runThere(job, ['nmap', ...words]);
      return { ...ended, open: new Set(grepableFindings(readFileSync(output, 'utf8'))) };
    },
  };
}

function* grepableFindings(output: string): Generator<string> {
  for (const [, address, ports] of output.matchAll(/^Host: (\S+).*Ports: (.*)$/gm)) {
    for (const [, port] of (ports ?? '').matchAll(/(\d+)\/open\/tcp/g)) yield `${address}:${port}`;
  }
}

/** How long masscan is waited for: now and then it sends everything and never ends. */
const MASSCAN_PATIENCE_SECONDS = 45;

/** Waits one second for late answers instead of ten: as short as its whole seconds allow. */
export function masscan(rate: number, retries: number): Contestant {
  return {
    name: `masscan --rate ${rate} --retries ${retries}`,
    patienceSeconds: MASSCAN_PATIENCE_SECONDS,
    run: async (job) => {
      const output = join(job.directory, 'masscan.txt');
      const { device, scannerAddress, hostMac } = job.site;
      const adapter = ['-e', device, '--adapter-ip', scannerAddress, '--router-mac', hostMac.replaceAll(':', '-')];
      const pace = ['--rate', String(rate), '--retries', String(retries), '--wait', '1'];
      const ended = await runThere(job, [
        'masscan',
        ...adapter,
        ...pace,
        ...['-p', portsOf(job), '-oL', output, targetsOf(job)],
      ]);
      const lines = readFileSync(output, 'utf8').matchAll(/^open tcp (\d+) (\S+)/gm);
      return { ...ended, open: new Set([...lines].map(([, port, address]) => `${address}:${port}`)) };
    },
  };
}

/** Debian's zmap probes one port per run. Waits one second for late answers instead of eight. */
export function zmap(rate: number, probes: number): Contestant {
  return {
    name: `zmap --rate ${rate} --probes ${probes}`,
    run: async (job) => {
      const output = join(job.directory, 'zmap.txt');
      const { device, scannerAddress, hostMac } = job.site;
      const way = ['-i', device, '-S', scannerAddress, '-G', hostMac, '-b', '/dev/null'];
      const pace = ['--rate', String(rate), '--probes', String(probes), '--cooldown-time', '1'];
      const words = [...way, ...pace, '-q', '-p', String(job.firstPort), '-o', output, targetsOf(job)];
      const ended = await runThere(job, ['zmap', ...words]);
      const addresses = readFileSync(output, 'utf8').split('\n').filter(Boolean);
      return { ...ended, open: new Set(addresses.map((address) => `${address}:${job.firstPort}`)) };
    },
  };
}

/** No scanner: what the machine, the link and the target take for every SYN once. Its own seconds, as ours are. */
export function bareSender(packetsPerSecond: number): Contestant {
  return {
    name: `bare sender, ${packetsPerSecond}/s`,
    run: async (job) => {
      const { addresses, firstPort, lastPort, site } = job;
      const targets = [addresses[0]!, ...[addresses.length, firstPort, lastPort, packetsPerSecond].map(String)];
      const ended = await runThere(job, [job.bareSender, site.scannerAddress, ...targets]);
      const lines = ended.output.trim().split('\n');
      const seconds = Number(lines.pop()?.split(' ')[1]);
      return { ...ended, seconds, open: new Set(lines) };
    },
  };
}

/** @param packetsPerSecond Null: no limit. */
export function ourEngine(engine: OurScanTask['engine'], packetsPerSecond: number | null = null): Contestant {
  return {
    name: `our ${engine} engine${packetsPerSecond === null ? '' : `, ${packetsPerSecond}/s`}`,
    run: async (job) => {
      const { addresses, firstPort, lastPort } = job;
      const task: OurScanTask = { engine, addresses, firstPort, lastPort, packetsPerSecond };
      const script = join(import.meta.dirname, 'our-scan.ts');
      const { output, packets, processSeconds } = await runThere(job, [process.execPath, script, JSON.stringify(task)]);
      const report = JSON.parse(output) as OurScanReport;
      const asked = addresses.length * (lastPort - firstPort + 1);
      if (report.coveredPorts < asked) throw new Error(`covered ${report.coveredPorts} of ${asked} ports`);
      const { seconds, cpuSeconds, eventLoopDelayP99Ms, open } = report;
      return { seconds, processSeconds, packets, cpuSeconds, eventLoopDelayP99Ms, open: new Set(open) };
    },
  };
}
