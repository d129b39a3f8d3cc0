import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { eventually } from './eventually.ts';

/** What runs for a billing system that a test has installed: its web server and, where it has one, its database. */
export class SitePrograms {
  /** What a billing system asks of the internet by itself is led to where nobody answers. */
  readonly environment: NodeJS.ProcessEnv;
  readonly #started: ChildProcess[] = [];

  constructor(environment: NodeJS.ProcessEnv) {
    const nobody = 'http://127.0.0.1:9';
    this.environment = {
      PATH: process.env.PATH,
      PHP_CLI_SERVER_WORKERS: '3',
      http_proxy: nobody,
      https_proxy: nobody,
      no_proxy: '127.0.0.1,localhost',
      ...environment,
    };
  }

  start(program: string, args: readonly string[], cwd: string): void {
    const options = { cwd, env: this.environment, stdio: 'ignore' as const, detached: true };
    this.#started.push(spawn(program, args, options));
  }

  /** Ends all that still run, and what they started. */
  async stop(): Promise<void> {
    for (const child of this.#started) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const ended = once(child, 'exit');
      process.kill(-child.pid!, 'SIGTERM');
      await ended;
    }
  }
}

export async function untilServed(name: string, url: string): Promise<void> {
  await eventually(`${name} is served`, async () => {
    return fetch(`${url}/robots.txt`).then(
      ({ ok }) => ok,
      () => false,
    );
  });
}

/** Asks a site as a browser does, which keeps cookies; redirects are answers. */
export class SiteBrowser {
  readonly #url: string;
  readonly #cookies = new Map<string, string>();

  constructor(url: string) {
    this.#url = url;
  }

  cookie(name: string): string | undefined {
    return this.#cookies.get(name);
  }

  async fetch(path: string, request: RequestInit = {}): Promise<Response> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...request.headers, cookie };
    const answer = await fetch(new URL(path, this.#url), { ...request, headers, redirect: 'manual' });
    for (const set of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(set)!;
      this.#cookies.set(name!, value!);
    }
    return answer;
  }
}
