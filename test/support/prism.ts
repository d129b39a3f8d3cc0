import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ApiAnswer } from './api-client.ts';

const executable = fileURLToPath(new URL('../../node_modules/.bin/prism', import.meta.url));
const startTimeoutMs = 40_000;

/**
 * A proxy of Stoplight's Prism that holds every answer against an OpenAPI document. Requests pass unchecked: the service
 * must answer the wrong ones, too.
 */
export class Prism {
  readonly url: string;
  readonly #child: ChildProcess;
  readonly #directory: string;

  private constructor(url: string, child: ChildProcess, directory: string) {
    this.url = url;
    this.#child = child;
    this.#directory = directory;
  }

  static async start(document: object, upstream: string): Promise<Prism> {
    const directory = mkdtempSync(join(tmpdir(), 'prism-'));
    const file = join(directory, 'openapi.json');
    writeFileSync(file, JSON.stringify(document));
    const port = await freePort();
    const args = ['proxy', file, upstream, '--errors', '--validate-request=false', '--port', String(port)];
    const child = spawn(process.execPath, [executable, ...args, '--host', '127.0.0.1'], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const prism = new Prism(`http://127.0.0.1:${port}`, child, directory);
    try {
      await listening(child);
    } catch (error) {
      await prism.stop();
      throw error;
    }
    return prism;
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) {
      const exited = once(this.#child, 'exit');
      this.#child.kill('SIGKILL');
      await exited;
    }
    rmSync(this.#directory, { recursive: true, force: true });
  }
}

/** What Prism found wrong with an answer that came through it; null: nothing. */
export function violationOf(answer: ApiAnswer): string | null {
  const type = String(answer.headers['content-type']);
  const found = type.includes('problem+json') || answer.headers['sl-violations'] !== undefined;
  return found ? JSON.stringify(answer.headers['sl-violations'] ?? answer.body) : null;
}

async function listening(child: ChildProcess): Promise<void> {
  let output = '';
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`Prism does not listen: ${output}`)), startTimeoutMs);
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      if (!/Prism is listening/.test(output)) return;
      clearTimeout(timer);
      resolve();
    };
    child.stdout!.on('data', read);
    child.stderr!.on('data', read);
    child.once('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`Prism ended with ${code}: ${output}`));
    });
  });
}

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
