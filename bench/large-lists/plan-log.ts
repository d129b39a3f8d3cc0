import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';

const mark = 'end of the plans';
const markTimeoutMs = 20_000;

/** The plans that PostgreSQL really executed, by its auto_explain module. */
export class PlanLog {
  readonly #lines: string[] = [];

  /** Give this the lines that the embedded database logs. */
  readonly append = (line: string): void => {
    this.#lines.push(line);
  };

  /** Connections that are made from now on can log plans. */
  async prepare(pool: Pool): Promise<void> {
    await configure(pool, "ALTER SYSTEM SET session_preload_libraries = 'auto_explain'");
  }

  /** @returns a plan per statement, one node a line */
  async during(pool: Pool, work: () => Promise<void>): Promise<string[]> {
    await configure(pool, 'ALTER SYSTEM SET auto_explain.log_min_duration = 0');
    try {
      await this.#untilMarked(pool);
      this.#lines.length = 0;
      await work();
      await this.#untilMarked(pool);
    } finally {
      await configure(pool, 'ALTER SYSTEM RESET auto_explain.log_min_duration');
    }
    const text = this.#lines.join('\n').replaceAll(/\n(?!\t)/g, '\n\0');
    return text.split('\0').filter((entry) => entry.includes('plan:') && !entry.includes(mark));
  }

  async #untilMarked(pool: Pool): Promise<void> {
    for (const deadline = performance.now() + markTimeoutMs; performance.now() < deadline; await sleep(50)) {
      await pool.query(`SELECT '${mark}'`);
      if (this.#lines.some((line) => line.includes(mark))) return;
    }
    throw new Error('PostgreSQL does not log its plans.');
  }
}

/** Sessions take the setting over when they next wait for a statement. */
async function configure(pool: Pool, statement: string): Promise<void> {
  await pool.query(statement);
  await pool.query('SELECT pg_reload_conf()');
  await sleep(200);
}
