import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type ConnectionSettings, clientSettings } from '../../src/platform/database/database.ts';

const mark = 'end of the statement log';
const markTimeoutMs = 5_000;

/** What PostgreSQL says it executed: each statement that a client sends is one round trip. */
export class StatementLog {
  readonly #lines: string[] = [];

  /** Give this to the embedded database as its `log`. */
  readonly append = (line: string): void => {
    this.#lines.push(line);
  };

  /** The statements that PostgreSQL executes during the work, of all its clients. */
  async during(connection: ConnectionSettings, work: () => Promise<void>): Promise<string[]> {
    const client = new pg.Client(clientSettings(connection));
    await client.connect();
    try {
      await configure(client, "ALTER SYSTEM SET log_statement = 'all'");
      this.#lines.length = 0;
      await work();
      await client.query(`SELECT '${mark}'`);
      await this.#untilMark();
      return this.#statements().slice(0, -1);
    } finally {
      await configure(client, 'ALTER SYSTEM RESET log_statement');
      await client.end();
    }
  }

  /** On one line each: PostgreSQL begins the further lines of a statement with a tab. */
  #statements(): string[] {
    const entries = this.#lines
      .join('\n')
      .replaceAll(/\s*\n\t\s*/g, ' ')
      .split('\n');
    return entries.flatMap((entry) => /LOG: {2}(?:statement|execute [^:]+): (.*)/.exec(entry)?.[1]?.trim() ?? []);
  }

  async #untilMark(): Promise<void> {
    for (const deadline = performance.now() + markTimeoutMs; performance.now() < deadline; await sleep(20)) {
      if (this.#lines.some((line) => line.includes(mark))) return;
    }
    throw new Error('PostgreSQL does not log its statements.');
  }
}

/** Sessions take the setting over when they next wait for a statement. */
async function configure(client: pg.Client, statement: string): Promise<void> {
  await client.query(statement);
  await client.query('SELECT pg_reload_conf()');
  await sleep(200);
}
