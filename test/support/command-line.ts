import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { expect, vi } from 'vitest';
import { runCommandLine } from '../../src/commands/run-command-line.ts';
import { compileCache } from './compile-cache.ts';
import { eventually } from './eventually.ts';
import { withoutNames } from './server-process.ts';

const executable = fileURLToPath(new URL('../../bin/breakwater', import.meta.url));
/** A first start makes a database, which takes a busy machine minutes. */
const startTimeoutMs = 200_000;
const inherited = ['PATH', 'HOME', 'TMPDIR'];

export interface CommandOutcome {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Standard output of a command with --json. */
  // biome-ignore lint/suspicious/noExplicitAny: commands print values of many shapes
  readonly json: any;
}

/**
 * Runs bin/breakwater to its end with this configuration and no other. `prefix` is a command that runs it, `input` what it reads
 * from standard input, `program` another release's.
 */
export async function breakwater(
  environment: Readonly<Record<string, string>>,
  args: readonly string[],
  prefix: readonly string[] = [],
  input = '',
  program = executable,
): Promise<CommandOutcome> {
  const child = start(environment, args, prefix, program);
  child.stdin!.end(input);
  const [stdout, stderr, [exitCode]] = await Promise.all([
    text(child.stdout!),
    text(child.stderr!),
    once(child, 'close') as Promise<[number | null]>,
  ]);
  return outcomeOf(exitCode ?? -1, stdout, stderr);
}

/** A command that must have failed as an operator's mistake does: a sentence, no stack, nothing on standard output. */
export function expectFailure(outcome: CommandOutcome, exitCode: number, message: RegExp): void {
  expect(outcome).toMatchObject({ exitCode, stdout: '' });
  expect(outcome.stderr).toMatch(message);
  expect(outcome.stderr).not.toMatch(/^\s+at /m);
}

/** A prefix that runs a command without CAP_NET_RAW; who is not root has none to lose. */
export const withoutRawSockets =
  process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-net_raw', '--inh-caps=-net_raw'] : ['env'];

let commandBefore: Promise<unknown> = Promise.resolve();

/**
 * As `breakwater`, but in this process, which takes a tenth of a start: for what a command says and does. What is about the program as
 * a process (its signals, its end, what it starts with) is started. Commands take turns, since the environment is the process's own.
 */
export function runCommand(
  environment: Readonly<Record<string, string>>,
  args: readonly string[],
  input = '',
): Promise<CommandOutcome> {
  const outcome = commandBefore.then(() => runHere(environment, args, input));
  commandBefore = outcome.catch(() => {});
  return outcome;
}

async function runHere(
  environment: Readonly<Record<string, string>>,
  args: readonly string[],
  input: string,
): Promise<CommandOutcome> {
  const own = {
    env: process.env,
    exitCode: process.exitCode,
    stdin: Object.getOwnPropertyDescriptor(process, 'stdin')!,
  };
  const heard = signals.map((signal) => process.listeners(signal));
  const written = { stdout: '', stderr: '' };
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((text) => {
      written[name] += String(text);
      return true;
    }),
  );
  // The log goes to the file descriptor, past process.stderr.
  const log = { write: (line: string) => process.stderr.write(line) };
  const destination = vi.spyOn(pino, 'destination').mockReturnValue(log as ReturnType<typeof pino.destination>);
  process.env = { ...surroundings(), ...environment };
  process.exitCode = undefined;
  Object.defineProperty(process, 'stdin', { configurable: true, value: Readable.from([Buffer.from(input)]) });
  try {
    await runCommandLine(args);
    return outcomeOf(Number(process.exitCode ?? 0), written.stdout, written.stderr);
  } finally {
    for (const spy of [...spies, destination]) spy.mockRestore();
    for (const [index, signal] of signals.entries())
      for (const listener of process.listeners(signal))
        if (!heard[index]!.includes(listener)) process.off(signal, listener);
    Object.defineProperty(process, 'stdin', own.stdin);
    process.env = own.env;
    process.exitCode = own.exitCode;
  }
}

const signals = ['SIGINT', 'SIGTERM'] as const;

function outcomeOf(exitCode: number, stdout: string, stderr: string): CommandOutcome {
  return {
    exitCode,
    stdout,
    stderr,
    get json() {
      return JSON.parse(stdout);
    },
  };
}

/** What a command has of this process's environment. */
function surroundings(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => inherited.includes(name)));
}

/** A `breakwater serve` that runs until it is stopped. */
export class RunningServer {
  readonly #child: ChildProcess;
  /** Its exit code, once it has ended; -1 after a signal. */
  readonly ended: Promise<number>;
  stdout = '';
  stderr = '';

  private constructor(child: ChildProcess) {
    this.#child = child;
    this.ended = once(child, 'exit').then(([exitCode]) => (exitCode as number | null) ?? -1);
    child.stdout!.on('data', (chunk: Buffer) => {
      this.stdout += chunk.toString();
    });
    child.stderr!.on('data', (chunk: Buffer) => {
      this.stderr += chunk.toString();
    });
  }

  /** Resolves once it has announced where it answers. `program` is another release's bin/breakwater, `prefix` a command that runs it. */
  static async start(
    environment: Readonly<Record<string, string>>,
    args: readonly string[] = [],
    program = executable,
    prefix: readonly string[] = [],
  ): Promise<RunningServer> {
    const server = new RunningServer(start(withoutNames(environment), ['serve', ...args], prefix, program));
    await eventually(
      'serve announces itself or ends',
      async () => server.stdout.includes('\n') || server.#child.exitCode !== null,
      startTimeoutMs,
    );
    if (server.#child.exitCode !== null) throw new Error(`serve ended: ${server.stderr}`);
    return server;
  }

  get pid(): number {
    return this.#child.pid!;
  }

  /** As the kernel does when memory is short: nothing is told. */
  kill(): void {
    this.#child.kill('SIGKILL');
  }

  /** Ends it as Ctrl-C does. @returns its exit code */
  async stop(signal: NodeJS.Signals = 'SIGINT'): Promise<number> {
    this.#child.kill(signal);
    return this.ended;
  }
}

function start(
  environment: Readonly<Record<string, string>>,
  args: readonly string[],
  prefix: readonly string[],
  program: string,
): ChildProcess {
  const [command, ...rest] = [...prefix, program, ...args];
  return spawn(command!, rest, {
    env: { ...surroundings(), ...compileCache, ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}

async function text(stream: NodeJS.ReadableStream): Promise<string> {
  let all = '';
  for await (const chunk of stream) all += String(chunk);
  return all;
}
