import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { compileCache } from './compile-cache.ts';
import { processesOfGroup } from './processes.ts';

const repository = resolve(import.meta.dirname, '../..');

export interface StartOptions {
  readonly environment: Readonly<Record<string, string>>;
  readonly role: string;
  /** A command that runs it. */
  readonly prefix?: readonly string[];
  /** Where the program lies, with `src/main.ts`; it may be put together from symbolic links. Default: here. */
  readonly home?: string;
}

export interface FailedStart {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stderr: string;
  /** Whether it ended by itself, within the time that every start is given. */
  readonly ended: boolean;
  /** Processes of its group that it left. */
  readonly left: readonly number[];
}

/** A start and its end take seconds, and on a busy machine a minute; a process that is alive after this long hangs. */
const patienceMs = 120_000;

/** `breakwater serve` in a process group of its own, with no more configuration than what is given, until it has ended. */
export class Start {
  readonly outcome: Promise<FailedStart>;
  readonly #pid: number;
  stderr = '';

  constructor({ environment, role, prefix = [], home = repository }: StartOptions) {
    const isLinked = home !== repository;
    const keepLinks = isLinked ? ['--preserve-symlinks', '--preserve-symlinks-main'] : [];
    const program = [process.execPath, ...keepLinks, `${home}/src/main.ts`];
    const [command, ...args] = [...prefix, ...program, 'serve', '--role', role];
    const child = spawn(command!, args, {
      env: { PATH: process.env.PATH, HOME: process.env.HOME, ...compileCache, ...environment },
      stdio: ['ignore', 'ignore', 'pipe'],
      detached: true,
    });
    this.#pid = child.pid!;
    child.stderr.on('data', (chunk: Buffer) => {
      this.stderr += chunk.toString();
    });
    this.outcome = this.#watch(once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>);
  }

  terminate(): void {
    process.kill(this.#pid, 'SIGTERM');
  }

  async #watch(closed: Promise<[number | null, NodeJS.Signals | null]>): Promise<FailedStart> {
    let ended = true;
    const impatience = setTimeout(() => {
      ended = false;
      process.kill(-this.#pid, 'SIGKILL');
    }, patienceMs);
    const [code, signal] = await closed;
    clearTimeout(impatience);
    return { code, signal, stderr: this.stderr, ended, left: processesOfGroup(this.#pid) };
  }
}
