/** What loopback can't show: a firewall that drops, and a cable with delay and loss. Everything happens in two namespaces of our own. */

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const SCANNER = 'bwcon-scanner';
const TARGET = 'bwcon-target';
const SCANNER_ADDRESS = '10.98.7.1';
export const TARGET_ADDRESS = '10.98.7.2';
export const LISTENING_PORTS = Array.from({ length: 50 }, (_, index) => 22 + index * 163);
const ONE_WAY_DELAY_MS = 10;
const ONE_WAY_LOSS_PERCENT = 1;

export interface Cell {
  readonly name: string;
  readonly drops: boolean;
  readonly isDelayed: boolean;
  /** Ports 1 to this one are scanned. */
  readonly lastPort: number;
}

export const CELLS: readonly Cell[] = [
  { name: 'closed by RST', drops: false, isDelayed: false, lastPort: 65_535 },
  { name: 'closed by RST, 20 ms, 1 % loss each way', drops: false, isDelayed: true, lastPort: 65_535 },
  { name: 'DROP', drops: true, isDelayed: false, lastPort: 65_535 },
  { name: 'DROP, 20 ms, 1 % loss each way', drops: true, isDelayed: true, lastPort: 8192 },
];

const RULES = `table inet drop_rest {
  chain input {
    type filter hook input priority 0
    ct state established accept
    tcp dport { ${LISTENING_PORTS.join(', ')} } accept
    meta l4proto tcp drop
  }
}
`;

export function canMakeNamespaces(): boolean {
  try {
    execFileSync('ip', ['netns', 'add', SCANNER], { stdio: 'ignore' });
    execFileSync('ip', ['netns', 'del', SCANNER], { stdio: 'ignore' });
    execFileSync('nft', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** The command line that runs a command beside the target. */
export function besideTarget(command: string, ...words: readonly string[]): [string, string[]] {
  return ['ip', ['netns', 'exec', SCANNER, command, ...words]];
}

/** Sets the cell up, does the work and takes everything down again. */
export async function inCell<T>(cell: Cell, work: () => Promise<T>): Promise<T> {
  const children: ChildProcess[] = [];
  ip('netns', 'add', SCANNER);
  ip('netns', 'add', TARGET);
  try {
    if (cell.isDelayed) children.push(await delayedLink());
    else ip('link', 'add', 'cell0', 'netns', SCANNER, 'type', 'veth', 'peer', 'name', 'cell1', 'netns', TARGET);
    for (const [namespace, device, address] of [
      [SCANNER, 'cell0', SCANNER_ADDRESS],
      [TARGET, 'cell1', TARGET_ADDRESS],
    ] as const) {
      ip('-n', namespace, 'address', 'add', `${address}/24`, 'dev', device);
      ip('-n', namespace, 'link', 'set', device, 'txqueuelen', '10000', 'up');
      ip('-n', namespace, 'link', 'set', 'lo', 'up');
    }
    if (cell.drops) execFileSync('ip', ['netns', 'exec', TARGET, 'nft', '-f', '-'], { input: RULES });
    const target = fileURLToPath(
      new URL('../../src/engines/port-scanner/fixtures/namespaced-target.ts', import.meta.url),
    );
    children.push(
      await started('ip', 'netns', 'exec', TARGET, process.execPath, target, ...LISTENING_PORTS.map(String)),
    );
    return await work();
  } finally {
    await Promise.all(children.map(ended));
    ip('netns', 'del', SCANNER);
    ip('netns', 'del', TARGET);
  }
}

function delayedLink(): Promise<ChildProcess> {
  const link = fileURLToPath(new URL('./delayed-link.ts', import.meta.url));
  const quality = [ONE_WAY_DELAY_MS, ONE_WAY_LOSS_PERCENT].map(String);
  return started(process.execPath, link, SCANNER, 'cell0', TARGET, 'cell1', ...quality);
}

function ip(...words: readonly string[]): void {
  execFileSync('ip', words, { stdio: ['ignore', 'ignore', 'inherit'] });
}

/** A child that says something when it is ready and ends with its standard input. */
async function started(command: string, ...words: readonly string[]): Promise<ChildProcess> {
  const child = spawn(command, words, { stdio: ['pipe', 'pipe', 'inherit'] });
  const exited = once(child, 'exit').then(() => {
    throw new Error(`${words.join(' ')} ended at once`);
  });
  await Promise.race([once(child.stdout, 'data'), exited]);
  exited.catch(() => {});
  return child;
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exited = once(child, 'exit');
  child.stdin?.end();
  await exited;
}
