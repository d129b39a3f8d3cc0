import { execFile } from 'node:child_process';
import { resolve4 } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { canaryAnswers } from './capabilities/scans/canary.ts';
import type { Config } from './config.ts';
import { addressSet } from './engines/address-policy/address-set.ts';
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

const toleratedClockSkewSeconds = 2;

/** Looks at what works on this machine: database, clock, scan engine, canaries, tools, DNS and mail. */
export async function examine(config: Config, logger: Logger): Promise<Finding[]> {
  const database = await examineDatabase(config, logger);
  const machine = [
    examineEngine(config),
    examineCanaries(config),
    examineNmap(),
    examineDescriptors(),
    examineDns(),
    examineMail(config),
  ];
  return [...database, ...(await Promise.all(machine))];
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
