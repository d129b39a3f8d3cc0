import { execFile } from 'node:child_process';
import { resolve4 } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { Redis } from 'ioredis';
import { sql } from 'kysely';
import { type Config, misspeltVariables } from './config.ts';
import { addressSet } from './engines/address-policy/address-set.ts';
import { canaryAnswers } from './monitoring/port-scans/canary.ts';
import { systemClock } from './platform/clock.ts';
import { DatabaseClock } from './platform/database/database-clock.ts';
import { createSmtpMailer } from './platform/mail/mailer.ts';
import type { Logger } from './platform/telemetry/logger.ts';
import { chooseEngine } from './scan-engine.ts';
import { openStore } from './store.ts';

const run = promisify(execFile);

/** One thing that was looked at. `warn`: the service works without it, with less. */
export interface Finding {
  readonly check: string;
  readonly state: 'ok' | 'warn' | 'fail';
  readonly detail: string;
}

const redisAnswerMs = 2_000;

/** Looks at what works on this machine: configuration, database, clock, Redis, scan engine, canaries, tools, DNS and mail. */
export async function examine(config: Config, logger: Logger): Promise<Finding[]> {
  const database = await examineDatabase(config, logger);
  const machine = [
    examineRedis(config),
    examineEngine(config),
    examineCanaries(config),
    examineNmap(config),
    examineDescriptors(),
    examineDns(),
    examineMail(config),
  ];
  return [examineVariables(), ...database, ...(await Promise.all(machine))];
}

function examineVariables(): Finding {
  const check = 'variables';
  const misspelt = misspeltVariables().map(({ name, meant }) => `${name} (${meant}?)`);
  if (misspelt.length === 0) return { check, state: 'ok', detail: 'none looks misspelt' };
  return { check, state: 'warn', detail: `nothing reads ${misspelt.join(', ')}` };
}

async function examineDatabase(config: Config, logger: Logger): Promise<Finding[]> {
  const kind = config.databaseUrl === null ? `embedded in ${config.dataDir}` : 'DATABASE_URL';
  try {
    const store = await openStore(config, { mode: 'command', maxConnections: 1, logger });
    try {
      const { db } = store.database;
      const { rows } = await sql<{ version: string }>`SELECT current_setting('server_version') AS version`.execute(db);
      const clock = await DatabaseClock.start(db, systemClock);
      const skew = `${Math.abs(clock.aheadMs / 1_000).toFixed(1)} s ${clock.aheadMs < 0 ? 'behind' : 'ahead of'} the database's`;
      return [
        { check: 'database', state: 'ok', detail: `PostgreSQL ${rows[0]!.version}, ${kind}` },
        {
          check: 'clock',
          state: clock.isMachineRight ? 'ok' : 'warn',
          detail: clock.isMachineRight ? skew : `${skew}, which counts`,
        },
      ];
    } finally {
      await store.close();
    }
  } catch (error) {
    return [{ check: 'database', state: 'fail', detail: `${kind}: ${(error as Error).message}` }];
  }
}

/** Of REDIS_URL nothing is shown: it can carry a password. */
async function examineRedis({ redisUrl }: Config): Promise<Finding> {
  const check = 'redis';
  if (redisUrl === null) return { check, state: 'ok', detail: 'none (REDIS_URL): requests are counted in PostgreSQL' };
  const client = new Redis(redisUrl, {
    lazyConnect: true,
    connectTimeout: redisAnswerMs,
    commandTimeout: redisAnswerMs,
    retryStrategy: () => null,
  });
  let trouble: Error | undefined;
  client.on('error', (error: Error) => {
    trouble ??= error;
  });
  try {
    await client.ping();
    return { check, state: 'ok', detail: 'answers' };
  } catch (error) {
    const { message } = trouble ?? (error as Error);
    return { check, state: 'warn', detail: `${message}: requests are counted in PostgreSQL meanwhile` };
  } finally {
    client.disconnect();
  }
}

async function examineEngine(config: Config): Promise<Finding> {
  const check = 'scan engine';
  try {
    const { engine, reason } = await chooseEngine(config);
    const slower = engine === 'connect' && config.scanEngine === 'auto';
    return { check, state: slower ? 'warn' : 'ok', detail: `${engine}: ${reason}` };
  } catch (error) {
    return { check, state: 'fail', detail: (error as Error).message };
  }
}

async function examineCanaries({ scanCanaries, scanDeny }: Config): Promise<Finding> {
  const check = 'canaries';
  if (scanCanaries.length === 0) {
    const detail = 'none (SCAN_CANARIES): a broken uplink is told from closed ports by silence all over the fleet only';
    return { check, state: 'warn', detail };
  }
  const denied = addressSet(scanDeny);
  const answers = await Promise.all(scanCanaries.map((canary) => canaryAnswers(canary, denied.has)));
  const silent = scanCanaries.filter((_, index) => !answers[index]).map(({ host, port }) => `${host} port ${port}`);
  if (silent.length === 0) return { check, state: 'ok', detail: `${scanCanaries.length} answered` };
  const allSilent = silent.length === scanCanaries.length;
  return {
    check,
    state: allSilent ? 'fail' : 'warn',
    detail: `${silent.join(', ')} did not answer${allSilent ? ': scans from here resolve no alert' : ''}`,
  };
}

async function examineNmap({ scanNmapPath }: Config): Promise<Finding> {
  const check = 'nmap';
  try {
    const { stdout } = await run(scanNmapPath ?? 'nmap', ['--version'], { timeout: 5_000 });
    return { check, state: 'ok', detail: stdout.split('\n')[0]!.trim() };
  } catch (error) {
    if (scanNmapPath === null) return { check, state: 'warn', detail: 'not installed; it is optional' };
    return { check, state: 'fail', detail: `SCAN_NMAP_PATH=${scanNmapPath}: ${(error as Error).message}` };
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

/** Of the mail server only host and port are named: its address can carry a password. */
async function examineMail({ mail }: Config): Promise<Finding> {
  const check = 'mail';
  if (mail === null)
    return { check, state: 'warn', detail: 'none (SMTP_URL): customers are told of nothing by e-mail' };
  const { host } = new URL(mail.smtpUrl);
  try {
    await createSmtpMailer(mail.smtpUrl).check();
    return { check, state: 'ok', detail: `${host} lets us in; mail is sent as ${mail.fromAddress}` };
  } catch (error) {
    return { check, state: 'fail', detail: `${host}: ${(error as Error).message}` };
  }
}
