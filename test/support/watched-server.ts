import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { BusyStretch } from './event-loop-watch.ts';

const executable = fileURLToPath(new URL('../../bin/breakwater', import.meta.url));
const watch = new URL('./event-loop-watch.ts', import.meta.url).href;
const stopMs = 15_000;

/** An API node as the command line starts it, in a process of its own whose event loop and memory are looked at from outside. */
export class WatchedServer {
  /** Without a trailing slash, on 127.0.0.1. */
  readonly url: string;
  readonly #child: ChildProcess;
  readonly #directory: string;
  readonly #exit: Promise<unknown>;

  private constructor(url: string, child: ChildProcess, directory: string, exit: Promise<unknown>) {
    this.url = url;
    this.#child = child;
    this.#directory = directory;
    this.#exit = exit;
  }

  /** @param environment all that the process gets; it must not let a packet leave the machine */
  static async start(environment: Readonly<Record<string, string>>): Promise<WatchedServer> {
    const directory = mkdtempSync(join(tmpdir(), 'watched-server-'));
    const stretches = join(directory, 'stretches');
    writeFileSync(stretches, '');
    const { PATH, HOME } = process.env;
    const watched = { NODE_OPTIONS: `--import ${watch}`, EVENT_LOOP_FILE: stretches };
    const child = spawn(executable, ['serve', '--role', 'api', '--json'], {
      env: { PATH, HOME, PORT: '0', ...watched, ...environment },
      stdio: ['ignore', 'pipe', openSync(join(directory, 'log'), 'a')],
    });
    const exit = once(child, 'exit');
    const firstLine = once(createInterface({ input: child.stdout! }), 'line').then(([text]) => text as string);
    const line = await Promise.race([firstLine, exit.then(() => null)]);
    if (line === null) throw new Error(`The server did not start: ${readFileSync(join(directory, 'log'), 'utf8')}`);
    const { port } = new URL((JSON.parse(line) as { url: string }).url);
    return new WatchedServer(`http://127.0.0.1:${port}`, child, directory, exit);
  }

  get isAlive(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Memory of the process, in MB, and of those that it has started, in so far as they do not share it. */
  get residentMb(): number {
    const { pid } = this.#child;
    return kilobytesOf(`/proc/${pid}/status`, 'VmRSS') / 1_024 + startedBy(pid!).reduce((sum, mb) => sum + mb, 0);
  }

  /** Stretches of the event loop without a break, of 50 ms of CPU time and more. */
  get stretches(): BusyStretch[] {
    const lines = readFileSync(join(this.#directory, 'stretches'), 'utf8').split('\n').slice(0, -1);
    return lines.map((line) => JSON.parse(line) as BusyStretch);
  }

  /** What it wrote to its log, by lines of JSON. */
  get log(): string {
    return readFileSync(join(this.#directory, 'log'), 'utf8');
  }

  async stop(): Promise<void> {
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), stopMs);
    if (this.isAlive) this.#child.kill('SIGTERM');
    await this.#exit;
    clearTimeout(timer);
    rmSync(this.#directory, { recursive: true, force: true });
  }
}

function kilobytesOf(file: string, name: string): number {
  const [, kilobytes] = new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(readFileSync(file, 'utf8')) ?? [];
  return Number(kilobytes ?? 0);
}

/** MB of each. */
function startedBy(pid: number): number[] {
  const started = readdirSync(`/proc/${pid}/task`).flatMap((thread) => {
    const children = unlessGone(() => readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8')) ?? '';
    return children.split(' ').filter(Boolean);
  });
  return started.map((child) => (unlessGone(() => kilobytesOf(`/proc/${child}/smaps_rollup`, 'Pss')) ?? 0) / 1_024);
}

function unlessGone<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}
