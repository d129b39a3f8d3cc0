import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { compileCache } from './compile-cache.ts';

const main = resolve(import.meta.dirname, '../../src/main.ts');

export interface Announcement {
  readonly url: string;
  readonly operations_url?: string;
  readonly keys?: readonly { readonly portal_domain: string; readonly api_key: string }[];
}

/** Names are asked of nobody: of a service, which looks for its portal domains; an evaluation, which a setting more would end, does not. */
export function withoutNames(environment: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return 'SECRET_KEY' in environment ? { DNS_SERVERS: '127.0.0.1:9', ...environment } : environment;
}

/** The environment of a process that knows nothing but what is given. */
function environmentOf(environment: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, HOME: process.env.HOME, ...compileCache, ...withoutNames(environment) };
}

/** Runs one command of the command line with `--json`, and returns what it printed. */
export async function runCommand<T>(
  environment: Readonly<Record<string, string>>,
  args: readonly string[],
): Promise<T> {
  const { stdout } = await promisify(execFile)(process.execPath, [main, ...args, '--json'], {
    env: environmentOf(environment),
  });
  return JSON.parse(stdout) as T;
}

/** `breakwater serve` as its own process and, like a shell's foreground job, its own process group. */
export class ServerProcess {
  readonly child: ChildProcess;
  readonly announcement: Announcement;
  readonly exit: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>;

  private constructor(child: ChildProcess, announcement: Announcement, exit: ServerProcess['exit']) {
    this.child = child;
    this.announcement = announcement;
    this.exit = exit;
  }

  /** Resolves when the service has said that it answers. */
  static async start(
    environment: Readonly<Record<string, string>>,
    args: readonly string[] = [],
  ): Promise<ServerProcess> {
    const child = spawn(process.execPath, [main, 'serve', '--json', ...args], {
      env: environmentOf({ PORT: '0', LOG_LEVEL: 'warn', ...environment }),
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    });
    const exit = once(child, 'exit').then(([code, signal]) => ({ code, signal }));
    const line = await Promise.race([
      once(createInterface({ input: child.stdout }), 'line').then(([text]) => text as string),
      exit.then((end) => {
        throw new Error(`The server ended before it answered: ${JSON.stringify(end)}`);
      }),
    ]);
    return new ServerProcess(child, JSON.parse(line) as Announcement, exit);
  }

  get pid(): number {
    return this.child.pid!;
  }

  /** kill -9, as the kernel's out-of-memory killer does it: nothing is told. */
  async die(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.exit;
  }

  /** What a terminal does on Ctrl-C: the whole group gets the signal. */
  interrupt(): void {
    process.kill(-this.pid, 'SIGINT');
  }
}
