/**
 * A scanner and a target in network namespaces of their own, joined by a cable. The namespaces end with their processes.
 */

import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import type { HalfOpenReport, HalfOpenTask } from './half-open-task.ts';

const run = promisify(execFile);
const LISTENER = fileURLToPath(new URL('./listening-target.ts', import.meta.url));
const TASK = fileURLToPath(new URL('./half-open-task.ts', import.meta.url));
const TIMEOUT_MS = 55_000;

const SCANNER = '10.98.0.1';
export const TARGET = '10.98.0.2';
export const TARGET_IPV6 = 'fd98::2';
/** Somebody else's address: nobody answers there. */
export const SILENT = '10.98.0.3';

export function canMakeNamespaces(): boolean {
  return spawnSync('unshare', ['--net', 'nft', 'list', 'tables'], { stdio: 'ignore' }).status === 0;
}

export function canKeepOneCapability(): boolean {
  const script = [...ONLY_RAW_SOCKETS, process.execPath, '--check', TASK];
  return spawnSync(script[0]!, script.slice(1), { stdio: 'ignore' }).status === 0;
}

/** Another user, with CAP_NET_RAW and nothing else. */
export const ONLY_RAW_SOCKETS = privilegesOf('+net_raw');
export const NO_PRIVILEGES = privilegesOf();

function privilegesOf(...capabilities: string[]): readonly string[] {
  const kept = ['-all', ...capabilities].join();
  const user = ['--reuid=65534', '--regid=65534', '--clear-groups'];
  return ['setpriv', ...user, `--inh-caps=${kept}`, `--ambient-caps=${kept}`, `--bounding-set=${kept}`];
}

export async function runTask(wrapper: readonly string[], task: HalfOpenTask): Promise<HalfOpenReport> {
  const [command = '', ...words] = [...wrapper, process.execPath, TASK, JSON.stringify(task)];
  const { stdout } = await run(command, words, { timeout: TIMEOUT_MS });
  return JSON.parse(stdout) as HalfOpenReport;
}

/** The target's nftables rules. */
export interface Rules {
  readonly input: readonly string[];
  readonly output?: readonly string[];
  /** Declarations of sets. */
  readonly sets?: readonly string[];
}

export class Target {
  readonly #process: ChildProcess;

  private constructor(process: ChildProcess) {
    this.#process = process;
  }

  /**
   * @param ports Where it listens, on IPv4 and IPv6.
   * @param backlog How many connections may wait to be accepted at each.
   */
  static async start(ports: readonly number[], backlog = 511): Promise<Target> {
    const child = spawn('unshare', ['--net', process.execPath, LISTENER, ...[backlog, ...ports].map(String)], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    if (child.stdout === null) throw new Error('The target has no output');
    await once(child.stdout, 'data');
    return new Target(child);
  }

  scan(rules: Rules, task: HalfOpenTask): Promise<HalfOpenReport> {
    return runTask(this.beside(rules), task);
  }

  /** How to run a program in a namespace that is joined to the target's by a cable. */
  beside(rules: Rules): readonly string[] {
    const inTarget = `nsenter --target ${this.#process.pid} --net`;
    const script = [
      'set -e',
      'ip link set lo up',
      'ip link add scanner type veth peer name target',
      `ip link set target netns ${this.#process.pid}`,
      `ip address add ${SCANNER}/24 dev scanner`,
      'ip address add fd98::1/64 dev scanner nodad',
      'ip link set scanner up',
      `${inTarget} sh -e -c '${TARGET_SETUP}' >&2`,
      `ip neighbour add ${SILENT} lladdr 02:00:00:00:00:03 dev scanner`,
      `printf '%s' '${rulesetOf(rules)}' | ${inTarget} nft -f -`,
      'exec "$@"',
    ].join('\n');
    return ['unshare', '--net', 'sh', '-c', script, 'sh'];
  }

  async stop(): Promise<void> {
    const ended = once(this.#process, 'exit');
    this.#process.stdin?.end();
    await ended;
  }
}

const TARGET_SETUP = [
  'ip link set lo up',
  `ip address add ${TARGET}/24 dev target`,
  `ip address add ${TARGET_IPV6}/64 dev target nodad`,
  'ip link set target up',
  'echo 0 > /proc/sys/net/ipv4/icmp_ratelimit',
  'echo 0 > /proc/sys/net/ipv6/icmp/ratelimit',
].join('; ');

function rulesetOf({ sets = [], ...rules }: Rules): string {
  const chains = Object.entries(rules).map(
    ([hook, lines]) => `chain ${hook} {\n type filter hook ${hook} priority 0;\n ${lines.join('\n ')}\n}`,
  );
  return `table inet target {\n${[...sets, ...chains].join('\n')}\n}`;
}
