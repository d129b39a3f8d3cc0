import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { DatabaseServer } from './database-cluster.ts';
import { eventually } from './eventually.ts';
import { freePort } from './free-port.ts';
import { TcpRelay } from './tcp-relay.ts';

const nobody = 65_534;

interface PoolerParts {
  readonly directory: string;
  readonly child: ChildProcess;
  readonly relay: TcpRelay;
}

/** Debian's PgBouncer in transaction mode in front of the tests' database server: no two transactions share a session. */
export class Pooler implements AsyncDisposable {
  readonly port: number;
  readonly #parts: PoolerParts;

  private constructor(port: number, parts: PoolerParts) {
    this.port = port;
    this.#parts = parts;
  }

  /** @param poolSize connections to the server for each database */
  static async start(database: DatabaseServer, poolSize: number): Promise<Pooler> {
    const { host, port, user: name, password } = database;
    // The socket of the embedded database is its owner's only.
    const relay = await TcpRelay.start(
      host.startsWith('/') ? { path: join(host, `.s.PGSQL.${port}`) } : { host, port },
    );
    const directory = mkdtempSync(join(tmpdir(), 'pgbouncer-'));
    const own = await freePort();
    const file = join(directory, 'pgbouncer.ini');
    writeFileSync(
      file,
      `[databases]
* = host=127.0.0.1 port=${relay.port} user=${name}${password === undefined ? '' : ` password=${password}`}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = any
admin_users = admin
pool_mode = transaction
default_pool_size = ${poolSize}
max_client_conn = 500
`,
    );
    chmodSync(directory, 0o755);
    // It refuses to be root.
    const user = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};
    const child = spawn('pgbouncer', ['-q', file], { stdio: ['ignore', 'ignore', 'inherit'], ...user });
    const pooler = new Pooler(own, { directory, child, relay });
    await eventually('PgBouncer answers', () =>
      pooler.#ask('SHOW VERSION').then(
        () => true,
        () => false,
      ),
    );
    return pooler;
  }

  url(database: string): string {
    return `postgresql://anybody@127.0.0.1:${this.port}/${database}`;
  }

  /** Connections of a database: of clients, and to the server. */
  async connections(database: string): Promise<{ readonly clients: number; readonly servers: number }> {
    const count = async (what: string) => {
      const rows = await this.#ask(`SHOW ${what}`);
      return rows.filter((row) => row.database === database).length;
    };
    return { clients: await count('CLIENTS'), servers: await count('SERVERS') };
  }

  async #ask(statement: string): Promise<Record<string, unknown>[]> {
    const client = new pg.Client({ host: '127.0.0.1', port: this.port, user: 'admin', database: 'pgbouncer' });
    await client.connect();
    try {
      return (await client.query(statement)).rows;
    } finally {
      await client.end();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const { child, directory, relay } = this.#parts;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
    await relay.cut();
    rmSync(directory, { recursive: true, force: true });
  }
}
