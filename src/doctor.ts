import { execFile } from 'node:child_process';
import { resolve4 } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import type { Config } from './config.ts';
import type { Logger } from './platform/telemetry/logger.ts';
import { openStore } from './store.ts';

const run = promisify(execFile);

/** One thing that was looked at. `warn`: the service works without it, with less. */
export interface Finding {
  readonly check: string;
  readonly state: 'ok' | 'warn' | 'fail';
  readonly detail: string;
}

const capabilityNetRaw = 1n << 13n;
const toleratedClockSkewSeconds = 2;

/** Looks at what works on this machine: database, clock, scan privileges, tools and DNS. */
export async function examine(config: Config, logger: Logger): Promise<Finding[]> {
  const database = await examineDatabase(config, logger);
  return [...database, await examineRawSockets(), await examineNmap(), await examineDescriptors(), await examineDns()];
}

async function examineDatabase(config: Config, logger: Logger): Promise<Finding[]> {
  const kind = config.databaseUrl === null ? `embedded in ${config.dataDir}` : 'DATABASE_URL';
  try {
    const store = await openStore(config, { mode: 'command', maxConnections: 1, logger });
    try {
      const { rows } = await sql<{ version: string; now: Date }>`
        SELECT current_setting('server_version') AS version, clock_timestamp() AS now`.execute(store.database.db);
      const skewSeconds = Math.abs(rows[0]!.now.getTime() - Date.now()) / 1_000;
      return [
        { check: 'database', state: 'ok', detail: `PostgreSQL ${rows[0]!.version}, ${kind}` },
        {
          check: 'clock',
          state: skewSeconds <= toleratedClockSkewSeconds ? 'ok' : 'warn',
          detail: `${skewSeconds.toFixed(1)} s apart from the database's`,
        },
      ];
    } finally {
      await store.close();
    }
  } catch (error) {
    return [{ check: 'database', state: 'fail', detail: `${kind}: ${(error as Error).message}` }];
  }
}

async function examineRawSockets(): Promise<Finding> {
  const status = await readFile('/proc/self/status', 'utf8').catch(() => '');
  const effective = /^CapEff:\s*([0-9a-f]+)/m.exec(status)?.[1];
  if (effective === undefined) return { check: 'raw sockets', state: 'warn', detail: 'unknown on this system' };
  const has = (BigInt(`0x${effective}`) & capabilityNetRaw) !== 0n;
  return {
    check: 'raw sockets',
    state: has ? 'ok' : 'warn',
    detail: has ? 'CAP_NET_RAW is there' : 'no CAP_NET_RAW: the connect engine, which needs none, is used',
  };
}

async function examineNmap(): Promise<Finding> {
  try {
    const { stdout } = await run('nmap', ['--version'], { timeout: 5_000 });
    return { check: 'nmap', state: 'ok', detail: stdout.split('\n')[0]!.trim() };
  } catch {
    return { check: 'nmap', state: 'warn', detail: 'not installed; it is optional' };
  }
}

async function examineDescriptors(): Promise<Finding> {
  const limits = await readFile('/proc/self/limits', 'utf8').catch(() => '');
  const soft = Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? 0);
  const enough = soft >= 4_096;
  return {
    check: 'open files',
    state: enough ? 'ok' : 'warn',
    detail: enough ? `limit ${soft}` : `limit ${soft}: scans of silent hosts are slow below 4096 (ulimit -n)`,
  };
}

async function examineDns(): Promise<Finding> {
  try {
    await resolve4('example.com');
    return { check: 'dns', state: 'ok', detail: 'names resolve' };
  } catch (error) {
    return {
      check: 'dns',
      state: 'warn',
      detail: `example.com does not resolve (${(error as { code?: string }).code})`,
    };
  }
}
