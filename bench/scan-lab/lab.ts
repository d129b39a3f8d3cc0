import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Ports that every host of the lab listens on: ten below 1,000, forty above. */
export const LISTENING: readonly number[] = [
  22, 25, 53, 80, 110, 143, 443, 465, 993, 995, 1640, 1740, 1953, 2083, 3306, 5432, 5698, 6141, 6379, 6718, 7297, 8080,
  8443, 9145, 9200, 13032, 14329, 14447, 14629, 15248, 16050, 18025, 18232, 27494, 27652, 29440, 33119, 35714, 35742,
  36782, 38619, 39454, 42591, 45963, 46926, 48541, 49730, 53047, 56971, 58470,
];

/** The ports that the firewall `drop-but-three` lets through. */
export const THREE_LISTENING: readonly number[] = [22, 443, 36782];

/** Refusals a second, beyond which there are none. */
export const ANSWER_LIMITS = [5, 30, 200, 1000] as const;
type AnswerLimit = (typeof ANSWER_LIMITS)[number];

/** What a host's firewall does with SYNs to ports that nobody listens on; `half` and `flapping` with those to all ports. */
export type Firewall =
  | 'off'
  | 'drop'
  | 'drop-but-three'
  | 'reject'
  | 'rate-limit'
  | 'answer-all'
  | 'half'
  | 'flapping'
  | `resets-${AnswerLimit}`
  | `unreachables-${AnswerLimit}`;

/** Above this a rate-limiting firewall drops. */
export const RATE_LIMIT_PER_SECOND = 2000;

/** How long a flapping host is there, and then not. */
const FLAP_MS = 700;

const allowListening = allow(LISTENING);
const dropTheRest = 'meta l4proto tcp drop';
const rejectByIcmp = 'reject with icmpx type port-unreachable';
const RULES: Readonly<Record<Firewall, string>> = {
  off: '',
  flapping: '',
  drop: filter(allowListening, dropTheRest),
  'drop-but-three': filter(allow(THREE_LISTENING), dropTheRest),
  reject: filter(allowListening, `meta l4proto tcp ${rejectByIcmp}`),
  'rate-limit': filter(
    `tcp flags & (syn | ack) == syn limit rate over ${RATE_LIMIT_PER_SECOND}/second burst 100 packets drop`,
  ),
  'answer-all': chain('nat hook prerouting priority -100', 'tcp dport 1-65535 redirect to :443'),
  // A balancer before two machines, of which one runs nothing.
  half: filter('tcp flags & (syn | ack) == syn numgen inc mod 2 0 reject with tcp reset'),
  ...limitedResets(5),
  ...limitedResets(30),
  ...limitedResets(200),
  ...limitedResets(1000),
  ...limitedUnreachables(5),
  ...limitedUnreachables(30),
  ...limitedUnreachables(200),
  ...limitedUnreachables(1000),
};

function allow(ports: readonly number[]): string {
  return `tcp dport { ${ports.join(', ')} } accept`;
}

function limitedResets<Limit extends AnswerLimit>(limit: Limit) {
  const rule = `tcp flags & rst == rst limit rate over ${limit}/second burst 5 packets drop`;
  return { [`resets-${limit}`]: chain('filter hook output priority 0', rule) } as Record<`resets-${Limit}`, string>;
}

function limitedUnreachables<Limit extends AnswerLimit>(limit: Limit) {
  const rule = `meta l4proto tcp limit rate ${limit}/second burst 5 packets ${rejectByIcmp}`;
  return { [`unreachables-${limit}`]: filter(allowListening, rule, dropTheRest) } as Record<
    `unreachables-${Limit}`,
    string
  >;
}

function filter(...rules: readonly string[]): string {
  return chain('filter hook input priority 0', ...rules);
}

function chain(type: string, ...rules: readonly string[]): string {
  return `table inet lab {\nchain lab {\n${[`type ${type}`, ...rules].join('\n')}\n}\n}`;
}

/** A scanner and a host, each in a namespace, and the cable between them. */
export interface Site {
  readonly scanner: string;
  readonly host: string;
  /** Network device of the scanner. */
  readonly device: string;
  readonly scannerAddress: string;
  readonly address: string;
  /** 256 addresses that are all the host's, behind it as its gateway. */
  readonly fleet: readonly string[];
  readonly hostMac: string;
}

export type Wire = 'cable' | 'lossy-link' | 'bad-link';

const PREFIX = 'bwsyn-lab';
const DELAY_MS = 10;
const LOSS: Readonly<Record<Exclude<Wire, 'cable'>, number>> = { 'lossy-link': 0.01, 'bad-link': 0.06 };

/**
 * Network namespaces with a scanner and a host each, once with nothing but a cable in between and twice with a link that
 * delays by 10 ms and loses one packet in a hundred, or six, each way. Nothing leaves the machine. Needs root, cc, iproute2 and
 * nftables.
 */
export class Lab {
  readonly sites: Readonly<Record<Wire, Site>>;
  /** Path of the program that `bare-sender.c` describes. */
  readonly bareSender: string;
  readonly #children: ChildProcess[];
  readonly #directory: string;
  #flapping: NodeJS.Timeout | undefined;

  private constructor(sites: Readonly<Record<Wire, Site>>, children: ChildProcess[], directory: string) {
    this.sites = sites;
    this.bareSender = compiled(directory, 'bare-sender');
    this.#children = children;
    this.#directory = directory;
  }

  static async build(): Promise<Lab> {
    removeNamespaces();
    const directory = mkdtempSync(join(tmpdir(), 'scan-lab-'));
    const children: ChildProcess[] = [];
    try {
      const cable = addNamespaces('cable');
      command('ip', [
        'link',
        'add',
        'cable0',
        'netns',
        cable.scanner,
        'type',
        'veth',
        'peer',
        'cable1',
        'netns',
        cable.host,
      ]);
      const link = addNamespaces('link');
      children.push(await startEmulator(directory, link.scanner, link.host, LOSS['lossy-link']));
      const bad = addNamespaces('bad');
      children.push(await startEmulator(directory, bad.scanner, bad.host, LOSS['bad-link']));
      const sites = {
        cable: configure(cable, { devices: ['cable0', 'cable1'], net: '10.77' }),
        'lossy-link': configure(link, { devices: ['link0', 'link1'], net: '10.78' }),
        'bad-link': configure(bad, { devices: ['link0', 'link1'], net: '10.79' }),
      };
      for (const { host } of [cable, link, bad]) children.push(await startListeners(host));
      return new Lab(sites, children, directory);
    } catch (error) {
      await tearDown(children, directory);
      throw error;
    }
  }

  setFirewall({ host }: Site, firewall: Firewall): void {
    clearInterval(this.#flapping);
    setRules(host, RULES[firewall]);
    if (firewall !== 'flapping') return;
    let isThere = true;
    this.#flapping = setInterval(() => {
      isThere = !isThere;
      setRules(host, isThere ? '' : filter('drop'));
    }, FLAP_MS);
  }

  async tearDown(): Promise<void> {
    clearInterval(this.#flapping);
    await tearDown(this.#children, this.#directory);
  }
}

function setRules(host: string, rules: string): void {
  command('ip', ['netns', 'exec', host, 'nft', 'flush', 'ruleset']);
  if (rules !== '') command('ip', ['netns', 'exec', host, 'nft', rules]);
}

/** Packets that the scanner has sent so far. */
export function packetsSent({ scanner, device }: Site): number {
  const table = command('ip', ['netns', 'exec', scanner, 'cat', '/proc/net/dev']);
  const fields = new RegExp(`^\\s*${device}:\\s*(.*)$`, 'm').exec(table)?.[1]?.split(/\s+/);
  return Number(fields?.[9]);
}

function command(program: string, words: readonly string[]): string {
  return execFileSync(program, words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

function addNamespaces(name: string): { scanner: string; host: string } {
  const namespaces = { scanner: `${PREFIX}-${name}-s`, host: `${PREFIX}-${name}-h` };
  for (const each of Object.values(namespaces)) {
    command('ip', ['netns', 'add', each]);
    command('ip', ['-n', each, 'link', 'set', 'lo', 'up']);
  }
  return namespaces;
}

function configure(
  { scanner, host }: { scanner: string; host: string },
  { devices: [near, far], net }: { devices: readonly [string, string]; net: string },
): Site {
  const address = `${net}.0.2`;
  for (const [namespace, device, own] of [
    [scanner, near, `${net}.0.1`],
    [host, far, address],
  ] as const) {
    command('ip', ['-n', namespace, 'address', 'add', `${own}/24`, 'dev', device]);
    // A device's own short queue would be one more lossy link.
    command('ip', ['-n', namespace, 'link', 'set', device, 'txqueuelen', '20000', 'up']);
  }
  command('ip', ['-n', scanner, 'route', 'add', `${net}.1.0/24`, 'via', address]);
  command('ip', ['-n', host, 'route', 'add', 'local', `${net}.1.0/24`, 'dev', 'lo']);
  for (const setting of ['net.core.somaxconn=4096', 'net.ipv4.tcp_max_syn_backlog=8192']) {
    command('ip', ['netns', 'exec', host, 'sysctl', '-qw', setting]);
  }
  return {
    scanner,
    host,
    device: near,
    scannerAddress: `${net}.0.1`,
    address,
    fleet: Array.from({ length: 256 }, (_, index) => `${net}.1.${index}`),
    hostMac: command('ip', ['netns', 'exec', host, 'cat', `/sys/class/net/${far}/address`]).trim(),
  };
}

async function startEmulator(directory: string, a: string, b: string, loss: number): Promise<ChildProcess> {
  return started(compiled(directory, 'link-emulator'), [a, b, String(DELAY_MS), String(loss)]);
}

/** @returns the path of the program that was made of the source of that name */
function compiled(directory: string, name: string): string {
  const program = join(directory, name);
  command('cc', ['-O2', '-Wall', '-Wextra', '-pthread', '-o', program, join(import.meta.dirname, `${name}.c`)]);
  return program;
}

function startListeners(namespace: string): Promise<ChildProcess> {
  const script = join(import.meta.dirname, 'listening-host.ts');
  return started('ip', ['netns', 'exec', namespace, process.execPath, script, ...LISTENING.map(String)]);
}

/** @returns once the program says that it is ready */
async function started(program: string, words: readonly string[]): Promise<ChildProcess> {
  const child = spawn(program, words, { stdio: ['pipe', 'pipe', 'inherit'] });
  const exited = once(child, 'exit').then(() => Promise.reject(new Error(`${program} ended at once`)));
  await Promise.race([once(child.stdout, 'data'), exited]);
  exited.catch(() => {});
  return child;
}

async function tearDown(children: readonly ChildProcess[], directory: string): Promise<void> {
  for (const child of children) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    await exited;
  }
  removeNamespaces();
  rmSync(directory, { recursive: true, force: true });
}

/** Those of an interrupted run, too. */
function removeNamespaces(): void {
  for (const line of command('ip', ['netns', 'list']).split('\n')) {
    const name = line.split(' ')[0] ?? '';
    if (name.startsWith(PREFIX)) command('ip', ['netns', 'delete', name]);
  }
}

/** What the lab needs and this machine lacks. */
export function missingTools(): string[] {
  const wanted = ['ip', 'nft', 'cc', 'sysctl'];
  const missing = wanted.filter((tool) => !isInstalled(tool));
  return process.getuid?.() === 0 ? missing : ['root', ...missing];
}

export function isInstalled(tool: string): boolean {
  try {
    command('sh', ['-c', 'PATH=$PATH:/usr/sbin:/sbin command -v "$1"', 'sh', tool]);
    return true;
  } catch {
    return false;
  }
}
