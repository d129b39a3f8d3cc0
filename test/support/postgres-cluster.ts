import { execFile } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from './free-port.ts';

const run = promisify(execFile);
const programs = '/usr/lib/postgresql/15/bin';

export const hasPostgres15 = existsSync(`${programs}/postgres`);

interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/** PostgreSQL refuses to be root. */
async function owner(): Promise<Owner | null> {
  if (process.getuid?.() !== 0) return null;
  const id = async (flag: string) => Number((await run('id', [flag, 'postgres'])).stdout);
  return { uid: await id('-u'), gid: await id('-g') };
}

/** A PostgreSQL 15 of Debian on a port of its own, as an operator has one: with its log, its archive, and standbys. */
export class PostgresCluster implements AsyncDisposable {
  readonly directory: string;
  readonly port: number;
  readonly #owner: Owner | null;

  private constructor(directory: string, port: number, as: Owner | null) {
    this.directory = directory;
    this.port = port;
    this.#owner = as;
  }

  /** @param settings lines of postgresql.conf */
  static async start(settings: string): Promise<PostgresCluster> {
    const cluster = await PostgresCluster.#prepare();
    await cluster.#program('initdb', [
      ...['--username=breakwater', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'],
      `--pgdata=${cluster.data}`,
    ]);
    cluster.configure(settings);
    await cluster.resume();
    return cluster;
  }

  /** A copy of a running one by pg_basebackup, which is not started. */
  static async copyOf(source: PostgresCluster, options: readonly string[] = []): Promise<PostgresCluster> {
    const cluster = await PostgresCluster.#prepare();
    const from = ['--host=127.0.0.1', `--port=${source.port}`, '--username=breakwater', '--no-sync'];
    await cluster.#program('pg_basebackup', [...from, '--checkpoint=fast', `--pgdata=${cluster.data}`, ...options]);
    return cluster;
  }

  static async #prepare(): Promise<PostgresCluster> {
    const directory = mkdtempSync(join(tmpdir(), 'cluster-'));
    const as = await owner();
    mkdirSync(join(directory, 'archive'));
    if (as !== null) for (const path of [directory, join(directory, 'archive')]) chownSync(path, as.uid, as.gid);
    return new PostgresCluster(directory, await freePort(), as);
  }

  get data(): string {
    return join(this.directory, 'data');
  }

  get archive(): string {
    return join(this.directory, 'archive');
  }

  url(database = 'postgres'): string {
    return `postgresql://breakwater@127.0.0.1:${this.port}/${database}`;
  }

  /** Adds settings, which are in force from the next start on. The last of a name counts. */
  configure(settings: string): void {
    const own = `port = ${this.port}\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = '${this.directory}'\n`;
    writeFileSync(join(this.data, 'postgresql.conf'), `\n${settings}\n${own}`, { flag: 'a' });
  }

  /** An empty file by which PostgreSQL knows what to do at its start, such as `recovery.signal`. */
  signal(name: string): void {
    const file = join(this.data, name);
    writeFileSync(file, '');
    if (this.#owner !== null) chownSync(file, this.#owner.uid, this.#owner.gid);
  }

  async resume(): Promise<void> {
    await this.#program('pg_ctl', [
      'start',
      '--wait',
      '--silent',
      `--pgdata=${this.data}`,
      `--log=${this.directory}/log`,
    ]);
  }

  /** @param mode immediate: as when its machine loses power */
  async halt(mode: 'fast' | 'immediate'): Promise<void> {
    await this.#program('pg_ctl', ['stop', '--wait', '--silent', `--mode=${mode}`, `--pgdata=${this.data}`]);
  }

  async promote(): Promise<void> {
    await this.#program('pg_ctl', ['promote', '--wait', '--silent', `--pgdata=${this.data}`]);
  }

  /** One value, or several lines of them. */
  async ask(statement: string): Promise<string> {
    return (await this.#program('psql', ['-XAtc', statement, this.url()])).trim();
  }

  async #program(name: string, args: readonly string[]): Promise<string> {
    const { stdout } = await run(join(programs, name), args, { cwd: '/', ...(this.#owner ?? {}) });
    return stdout;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.halt('immediate').catch(() => {});
    rmSync(this.directory, { recursive: true, force: true });
  }
}
