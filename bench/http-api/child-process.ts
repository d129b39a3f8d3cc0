import { type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

export interface RunningServer {
  /** Without a trailing slash. */
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/** Starts a server that prints one line of JSON with its `url` when it answers. */
export async function startServer(
  args: readonly string[],
  options: { env: NodeJS.ProcessEnv; logDescriptor: number },
): Promise<RunningServer> {
  const child = spawn(process.execPath, args, {
    env: options.env,
    stdio: ['ignore', 'pipe', options.logDescriptor],
  } satisfies SpawnOptions);
  const ended = once(child, 'close');
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  const lines = createInterface({ input: child.stdout! });
  for await (const line of lines) return { url: ipv4(JSON.parse(line).url as string), pid: child.pid!, stop };
  throw new Error(`${args[0]} ended before it answered.`);
}

/** A name would be looked up for each connection, and could mean ::1. */
function ipv4(url: string): string {
  return `http://127.0.0.1:${new URL(url).port}`;
}

/** Runs a program that prints one line of JSON. */
export async function runForJson<T>(args: readonly string[]): Promise<T> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [output, [exitCode]] = await Promise.all([child.stdout.toArray(), once(child, 'close')]);
  if (exitCode !== 0) throw new Error(`${args[0]} ended with exit code ${exitCode}.`);
  return JSON.parse(Buffer.concat(output).toString()) as T;
}
