import { execFile } from 'node:child_process';
import { Resolver } from 'node:dns/promises';
import { readFile, statfs } from 'node:fs/promises';
import { promisify } from 'node:util';
import { addressSet } from '../engines/address-policy/address-set.ts';
import type { Config } from '../installation/config.ts';
import { canaryAnswers } from '../monitoring/port-scans/canary.ts';
import { scarceBytes } from '../service/readiness-checks.ts';
import { chooseEngine } from '../wiring/scan-engine.ts';
import type { Diagnosis } from './diagnosis.ts';

const run = promisify(execFile);

const redisAnswerMs = 2_000;

/** Of REDIS_URL nothing is shown: it can carry a password. */
export async function examineRedis({ redisUrl }: Config): Promise<Diagnosis> {
  const check = 'redis';
  if (redisUrl === null) return { check, state: 'ok', detail: 'none (REDIS_URL): requests are counted in PostgreSQL' };
  const { Redis } = await import('ioredis');
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
    return {
      check,
      state: 'warn',
      detail: `${message}: requests are counted in PostgreSQL meanwhile`,
      cure: 'start it, or mend REDIS_URL',
    };
  } finally {
    client.disconnect();
  }
}

export async function examineEngine(config: Config): Promise<Diagnosis> {
  const check = 'scan engine';
  try {
    const { engine, reason } = await chooseEngine(config);
    const slower = engine === 'connect' && config.scanEngine === 'auto';
    const cure = 'grant workers CAP_NET_RAW (systemd: AmbientCapabilities=CAP_NET_RAW), or set SCAN_ENGINE=connect';
    return { check, state: slower ? 'warn' : 'ok', detail: `${engine}: ${reason}`, ...(slower && { cure }) };
  } catch (error) {
    return {
      check,
      state: 'fail',
      detail: (error as Error).message,
      cure: 'grant CAP_NET_RAW, or take another engine',
    };
  }
}

export async function examineCanaries({ scanCanaries, scanDeny }: Config): Promise<Diagnosis> {
  const check = 'canaries';
  if (scanCanaries.length === 0) {
    const detail = 'none (SCAN_CANARIES): a broken uplink is told from closed ports by silence all over the fleet only';
    const cure = 'name services of yours in several networks that are always there';
    return { check, state: 'warn', detail, cure };
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
    cure: 'name others in SCAN_CANARIES, or let this machine reach them',
  };
}

export async function examineNmap({ scanNmapPath }: Config): Promise<Diagnosis> {
  const check = 'nmap';
  if (scanNmapPath === null) return { check, state: 'ok', detail: 'none is asked (SCAN_NMAP_PATH)' };
  try {
    const { stdout } = await run(scanNmapPath, ['--version'], { timeout: 5_000 });
    return { check, state: 'ok', detail: `${stdout.split('\n')[0]!.trim()}, ${scanNmapPath}` };
  } catch (error) {
    const detail = `SCAN_NMAP_PATH=${scanNmapPath}: ${(error as Error).message}`;
    return { check, state: 'fail', detail, cure: 'set it to your nmap, or unset it' };
  }
}

export async function examineDescriptors(): Promise<Diagnosis> {
  const limits = await readFile('/proc/self/limits', 'utf8').catch(() => '');
  const soft = Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? 0);
  const enough = soft >= 4_096;
  return {
    check: 'open files',
    state: enough ? 'ok' : 'warn',
    detail: enough ? `limit ${soft}` : `limit ${soft}: scans of silent hosts are slow below 4096`,
    ...(!enough && { cure: 'raise it (ulimit -n; systemd: LimitNOFILE=65536)' }),
  };
}

/** Of the disk of DATA_DIR, which holds the embedded database. */
export async function examineDisk({ databaseUrl, dataDir }: Config): Promise<Diagnosis> {
  const check = 'disk';
  if (databaseUrl !== null) return { check, state: 'ok', detail: 'nothing is kept on this machine (DATABASE_URL)' };
  try {
    const { bavail, bsize } = await statfs(dataDir);
    const gibibytes = (bavail * bsize) / 1024 ** 3;
    const free = `${gibibytes.toFixed(gibibytes < 10 ? 1 : 0)} GiB`;
    if (bavail * bsize >= scarceBytes) return { check, state: 'ok', detail: `${free} free in ${dataDir}` };
    return {
      check,
      state: 'warn',
      detail: `${free} left in ${dataDir}`,
      cure: 'make room, or move DATA_DIR to a larger disk',
    };
  } catch (error) {
    return { check, state: 'fail', detail: (error as Error).message, cure: 'set DATA_DIR to a directory of this user' };
  }
}

export async function examineDns({ dnsServers }: Config): Promise<Diagnosis> {
  const check = 'dns';
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  if (dnsServers !== null) resolver.setServers(dnsServers);
  const by = dnsServers === null ? "the system's name servers" : dnsServers.join(', ');
  try {
    await resolver.resolve4('example.com');
    return { check, state: 'ok', detail: `names resolve by ${by}` };
  } catch (error) {
    const detail = `example.com does not resolve by ${by} (${(error as { code?: string }).code})`;
    return { check, state: 'warn', detail, cure: 'set DNS_SERVERS to resolvers that answer this machine' };
  }
}
