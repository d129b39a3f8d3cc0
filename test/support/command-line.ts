import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { compileCache } from './compile-cache.ts';
import { eventually } from './eventually.ts';

const executable = fileURLToPath(new URL('../../bin/breakwater', import.meta.url));
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
  return {
    exitCode: exitCode ?? -1,
    stdout,
    stderr,
    get json() {
      return JSON.parse(stdout);
    },
  };
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
    const server = new RunningServer(start(environment, ['serve', ...args], prefix, program));
    await eventually(
      'serve announces itself or ends',
      async () => server.stdout.includes('\n') || server.#child.exitCode !== null,
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
  const surroundings = Object.entries(process.env).filter(([name]) => inherited.includes(name));
  const [command, ...rest] = [...prefix, program, ...args];
  return spawn(command!, rest, {
    env: { ...Object.fromEntries(surroundings), ...compileCache, ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}

async function text(stream: NodeJS.ReadableStream): Promise<string> {
  let all = '';
  for await (const chunk of stream) all += String(chunk);
  return all;
}
