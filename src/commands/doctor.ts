import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { Resolver } from 'node:dns/promises';
import { readFile, statfs } from 'node:fs/promises';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { countNodes, listNodes } from '../core/nodes/nodes.ts';
import type { CrossPartnerDatabase } from '../core/operation/partner-database.ts';
import { addressSet } from '../engines/address-policy/address-set.ts';
import { certificateSoonDays, portalCertificatesEndingBefore } from '../identity/portal-domains/portal-certificates.ts';
import { type Config, misspeltVariables } from '../installation/config.ts';
import { ageSeconds, backupMaxAgeHours, readLastBackup } from '../installation/last-backup.ts';
import { isOfOtherSchema, type OutdatedSchema, withStore } from '../installation/store.ts';
import { StoreError } from '../installation/store-error.ts';
import { build, programSchema } from '../installation/version.ts';
import { hasLeaks } from '../monitoring/leak-imports/look-up.ts';
import { canaryAnswers } from '../monitoring/port-scans/canary.ts';
import { livePoints } from '../monitoring/port-scans/scan-workers.ts';
import { feedStates, feedSummary, feedTroubles } from '../monitoring/versions/feed-states.ts';
import { systemClock } from '../platform/clock.ts';
import { canWrite } from '../platform/database/can-write.ts';
import { DatabaseClock } from '../platform/database/database-clock.ts';
import { serverConnections } from '../platform/database/server-connections.ts';
import { createSmtpMailer } from '../platform/mail/mailer.ts';
import type { Logger } from '../platform/telemetry/logger.ts';
import { failingDeliveries } from '../service/failing-deliveries.ts';
import { nodeTrouble } from '../service/node-trouble.ts';
import { scarceBytes } from '../service/readiness-checks.ts';
import { chooseEngine } from '../wiring/scan-engine.ts';

const run = promisify(execFile);

/** One thing that was looked at. `warn`: the service works without it, with less. */
export interface Diagnosis {
  readonly check: string;
  readonly state: 'ok' | 'warn' | 'fail';
  readonly detail: string;
  /** What to do about it, unless it is ok or the detail says so. */
  readonly cure?: string;
}

const redisAnswerMs = 2_000;

/**
 * Looks at what works on this machine: configuration, database, clock, what waits to be delivered, Redis, scan engine, canaries, tools,
 * DNS and mail.
 * @param mailTo an address that gets a mail; null: none is sent
 */
export async function examine(config: Config, logger: Logger, mailTo: string | null = null): Promise<Diagnosis[]> {
  const database = await examineDatabase(config, logger);
  const machine = [
    examineRedis(config),
    examineEngine(config),
    examineCanaries(config),
    examineNmap(config),
    examineDescriptors(),
    examineDisk(config),
    examineDns(config),
    examineMail(config),
    examineBounces(config),
    ...(mailTo === null ? [] : [examineMailTo(config, mailTo)]),
  ];
  const findings = [examineVariables(), examineProxy(config), ...database, ...(await Promise.all(machine))];
  return findings.map((finding) => (config.doctorAccepts.includes(finding.check) ? accepted(finding) : finding));
}

/** A warning that was decided about; what fails is told all the same. */
function accepted(finding: Diagnosis): Diagnosis {
  const { check, state, detail } = finding;
  return state === 'warn' ? { check, state: 'ok', detail: `${detail}; accepted (DOCTOR_ACCEPTS)` } : finding;
}

function examineVariables(): Diagnosis {
  const check = 'variables';
  const misspelt = misspeltVariables().map(({ name, meant }) => `${name} (${meant}?)`);
  if (misspelt.length === 0) return { check, state: 'ok', detail: 'none looks misspelt' };
  const cure = 'rename them: serve refuses to start with them (unless UNKNOWN_VARIABLES=ignore)';
  return { check, state: 'fail', detail: `nothing reads ${misspelt.join(', ')}`, cure };
}

function examineProxy({ trustProxy, evaluation, host, publicUrl }: Config): Diagnosis {
  const check = 'proxy';
  if (trustProxy.length > 0) return { check, state: 'ok', detail: `X-Forwarded-* count from ${trustProxy.join(', ')}` };
  const isBehindOne = publicUrl?.startsWith('https:') || (!evaluation && isLoopback(host));
  if (!isBehindOne)
    return { check, state: 'ok', detail: 'none (TRUST_PROXY): clients are known by their own addresses' };
  return {
    check,
    state: 'warn',
    detail: 'none (TRUST_PROXY), though this looks like a place behind one: all clients would seem to be the proxy',
    cure: 'set TRUST_PROXY to the addresses that your proxy connects from',
  };
}

function isLoopback(host: string): boolean {
  return /^(127\.|::1$|localhost$)/.test(host);
}

async function examineDatabase(config: Config, logger: Logger): Promise<Diagnosis[]> {
  const kind = config.databaseUrl === null ? `embedded in ${config.dataDir}` : 'DATABASE_URL';
  try {
    return await withStore(
      config,
      { mode: 'read', maxConnections: 1, logger },
      async ({ database: { db }, outdated }) => {
        const clock = await DatabaseClock.start(db, systemClock);
        const { rows } = await sql<{ version: string }>`SELECT current_setting('server_version') AS version`.execute(
          db,
        );
        return [
          { check: 'database', state: 'ok', detail: `PostgreSQL ${rows[0]!.version}, ${kind}` },
          examineSchema(outdated),
          await examineWriting(db),
          ...(await Promise.all([
            examineIfThere('connections', () => examineConnections(db, config)),
            examineClock(clock),
            examineIfThere('nodes', () => examineNodes(db)),
            examineIfThere('backup', () => examineBackup(db, config, clock.now())),
            examineIfThere('portal certificates', () => examineCertificates(db, clock.now())),
            examineIfThere('vantage points', () => examineVantagePoints(db)),
            examineIfThere('leak sources', () => examineLeakSources(db, config)),
            examineIfThere('versions', () => examineVersions(db, clock.now())),
            ...examineDeliveries(db, clock.now()),
          ])),
        ];
      },
    );
  } catch (error) {
    const detail = `${kind}: ${(error as Error).message}`;
    // Its own sentences say what to do.
    if (error instanceof StoreError && error.cause === undefined) return [{ check: 'database', state: 'fail', detail }];
    const cure = 'is it running, does it take connections from this machine, and are user and password right?';
    return [{ check: 'database', state: 'fail', detail, cure }];
  }
}

function examineSchema(outdated: OutdatedSchema | null): Diagnosis {
  const check = 'schema';
  if (outdated === null) return { check, state: 'ok', detail: `version ${programSchema}, this program's` };
  const detail = `version ${outdated.found}, older than this program's ${outdated.ours}`;
  return { check, state: 'warn', detail, cure: 'run "breakwater migrate", or start a server of this release' };
}

/** What a schema does not have yet is not looked at. */
async function examineIfThere(check: string, look: () => Promise<Diagnosis>): Promise<Diagnosis> {
  try {
    return await look();
  } catch (error) {
    if (!isOfOtherSchema(error)) throw error;
    return {
      check,
      state: 'warn',
      detail: `not looked at: ${(error as Error).message}`,
      cure: 'run "breakwater migrate"',
    };
  }
}

async function examineWriting(db: CrossPartnerDatabase): Promise<Diagnosis> {
  const check = 'database disk';
  if (await canWrite(db)) return { check, state: 'ok', detail: 'the database has room to write' };
  return { check, state: 'fail', detail: 'full: nothing is written', cure: 'make room, or shorten the retention' };
}

/** Each process takes up to DATABASE_MAX_CONNECTIONS; the server keeps a few for its administrator. */
async function examineConnections(db: CrossPartnerDatabase, { databaseMaxConnections }: Config): Promise<Diagnosis> {
  const check = 'connections';
  const { most, taken } = await serverConnections(db);
  const alive = await countNodes(db);
  // An installation that does not run yet will have one.
  const nodes = Math.max(
    1,
    [...alive.values()].reduce((sum, count) => sum + count, 0),
  );
  const wanted = nodes * databaseMaxConnections;
  const detail = `${taken} of ${most} taken; ${nodes} nodes of up to ${databaseMaxConnections} (DATABASE_MAX_CONNECTIONS)`;
  if (wanted <= most) return { check, state: 'ok', detail };
  const cure = `raise max_connections of PostgreSQL above ${wanted}, lower DATABASE_MAX_CONNECTIONS, or put a pooler between`;
  return { check, state: 'warn', detail, cure };
}

function examineClock(clock: DatabaseClock): Diagnosis {
  const check = 'clock';
  const skew = `${Math.abs(clock.aheadMs / 1_000).toFixed(1)} s ${clock.aheadMs < 0 ? 'behind' : 'ahead of'} the database's`;
  if (clock.isMachineRight) return { check, state: 'ok', detail: skew };
  return { check, state: 'warn', detail: `${skew}, which counts`, cure: 'have it set by NTP (timedatectl)' };
}

async function examineNodes(db: CrossPartnerDatabase): Promise<Diagnosis> {
  const check = 'nodes';
  const nodes = await listNodes(db);
  const alive = nodes.filter((node) => node.alive);
  const versions = [...new Set(alive.map((node) => node.version))];
  const others = versions.filter((each) => each !== build);
  const detail = `${alive.length} alive; this program is ${build}`;
  const unwell = nodes.flatMap((node) => nodeTrouble(node) ?? []);
  if (unwell.length > 0) {
    const cure = 'look at the logs of these, or wait an hour: what was ended on purpose is forgotten then';
    return { check, state: 'warn', detail: `${detail}; ${unwell.join('; ')}`, cure };
  }
  if (others.length === 0) return { check, state: 'ok', detail };
  const cure = 'end the upgrade: have every node run the same version';
  return { check, state: 'warn', detail: `${detail}, nodes run ${versions.join(', ')}`, cure };
}

async function examineBackup(db: CrossPartnerDatabase, { evaluation }: Config, now: Date): Promise<Diagnosis> {
  const check = 'backup';
  const last = await readLastBackup(db);
  if (last === null) {
    if (evaluation) return { check, state: 'ok', detail: 'none was made of this evaluation' };
    const cure = 'have "breakwater backup" run every day, or see to it that PostgreSQL is backed up by other means';
    return { check, state: 'warn', detail: '"breakwater backup" has never made one', cure };
  }
  const hours = ageSeconds(last, now) / 3_600;
  const verified = last.verified ? 'restored to see that it is whole' : 'not verified';
  const detail = `the last was made ${last.madeAt.toISOString()}, ${Math.round(hours)} hours ago, and ${verified}`;
  if (hours <= backupMaxAgeHours) return { check, state: 'ok', detail };
  return { check, state: 'warn', detail, cure: 'run "breakwater backup", and see why its timer did not' };
}

async function examineCertificates(db: CrossPartnerDatabase, now: Date): Promise<Diagnosis> {
  const check = 'portal certificates';
  const soon = new Date(now.getTime() + certificateSoonDays * 86_400_000);
  const ending = await portalCertificatesEndingBefore(db, soon);
  if (ending.length === 0)
    return { check, state: 'ok', detail: `none that was seen ends within ${certificateSoonDays} days` };
  const words = ending.map(
    ({ domain, end }) => `${domain} ${end <= now ? 'ended' : 'ends'} ${end.toISOString().slice(0, 10)}`,
  );
  const cure = 'renew them where TLS ends, and see why that did not happen by itself; they are looked at once a day';
  return { check, state: 'warn', detail: words.join(', '), cure };
}

/** A plan that wants its servers scanned from where nobody is has them wait. */
async function examineVantagePoints(db: CrossPartnerDatabase): Promise<Diagnosis> {
  const check = 'vantage points';
  const { rows } = await sql<{ point: string }>`
    SELECT DISTINCT unnest(vantage_points) AS point FROM plans ORDER BY point`.execute(db);
  const asked = rows.map(({ point }) => point);
  if (asked.length === 0) return { check, state: 'ok', detail: 'no plan asks for any' };
  const alive = await livePoints(db, asked);
  const missing = asked.filter((point) => !alive.includes(point));
  if (missing.length === 0) return { check, state: 'ok', detail: `workers are alive at ${alive.join(', ')}` };
  const cure = 'start a worker there with that SCAN_VANTAGE, or take the name out of the plans (breakwater plan list)';
  return { check, state: 'warn', detail: `plans ask for ${missing.join(', ')}, where no worker is alive`, cure };
}

/** Domain monitoring that is sold while nobody could find anything: its customers are told that nobody looks. */
async function examineLeakSources(db: CrossPartnerDatabase, { leakSources }: Config): Promise<Diagnosis> {
  const check = 'leak sources';
  const { mispFeedUrls, ...services } = leakSources;
  const configured = Object.entries(services).flatMap(([name, source]) => (source === null ? [] : [name]));
  const feeds = mispFeedUrls.length === 0 ? [] : [`${mispFeedUrls.length} MISP feeds`];
  const sources = [...configured, ...feeds, ...((await hasLeaks(db)) ? ['imported leaks'] : [])];
  if (sources.length > 0) return { check, state: 'ok', detail: `domains are looked for by ${sources.join(', ')}` };
  const { rows } = await sql<{ domains: number }>`
    SELECT count(*)::int AS domains FROM monitored_domains d JOIN partners p ON p.id = d.partner_id
    WHERE d.status = 'active' AND p.sandbox_of IS NULL`.execute(db);
  const { domains } = rows[0]!;
  if (domains === 0) return { check, state: 'ok', detail: 'none, and no domain is monitored' };
  const cure = 'set up a source (docs/leak-sources.md), import leaks, or stop selling domain_monitoring';
  const detail = `none, though domain_monitoring is sold: nobody looks for leaks of ${domains} domains`;
  return { check, state: 'warn', detail, cure };
}

interface Due {
  readonly count: number;
  readonly seconds: number;
}

/** What waits to be delivered: how much of it is due, and for how long the oldest. */
const deliveryQueues = [
  {
    check: 'mails',
    what: 'mails',
    way: 'mail',
    failing: 'mails wait and none was taken',
    failingCure: 'see the check of mail, and the logs of workers for what the mail server says',
    due: sql<Due>`
      SELECT count(*)::int AS count, coalesce(extract(epoch FROM now() - min(next_attempt_at)), 0)::int AS seconds
      FROM notification_deliveries WHERE next_attempt_at <= now()`,
  },
  {
    check: 'webhooks',
    what: 'deliveries',
    way: 'webhook',
    failing: 'webhooks are not answered as they should be',
    failingCure: 'their partners see why in the console; is it all of them, look at how workers reach the internet',
    due: sql<Due>`
      SELECT count(*)::int AS count, coalesce(extract(epoch FROM now() - min(next_attempt_at)), 0)::int AS seconds
      FROM webhook_deliveries WHERE next_attempt_at <= now()`,
  },
  {
    check: 'channels',
    what: 'channels with messages',
    way: 'channel',
    failing: 'channels refuse their messages',
    failingCure: 'their owners see why on their pages; is it all of them, look at how workers reach the internet',
    due: sql<Due>`
      SELECT count(*)::int AS count, coalesce(extract(epoch FROM now() - min(send_at)), 0)::int AS seconds
      FROM channels WHERE send_at <= now() AND status IN ('active', 'removed')`,
  },
] as const;
/** Workers look once a second. */
const latestSeconds = 300;

async function examineVersions(db: CrossPartnerDatabase, now: Date): Promise<Diagnosis> {
  const check = 'versions';
  const states = await feedStates(db, now);
  const troubles = feedTroubles(states);
  if (troubles.length === 0) return { check, state: 'ok', detail: feedSummary(states) };
  const cure = 'have "breakwater versions update" run every day, or import a file of each';
  return { check, state: 'warn', detail: troubles.join('; '), cure };
}

/** What fails is asked for once; on a schema that has no answer, each check says so. */
function examineDeliveries(db: CrossPartnerDatabase, now: Date): Promise<Diagnosis>[] {
  const failing = failingDeliveries(db, now);
  return deliveryQueues.map((queue) => examineIfThere(queue.check, () => examineQueue(db, queue, failing)));
}

async function examineQueue(
  db: CrossPartnerDatabase,
  { check, what, way, failing, failingCure, due }: (typeof deliveryQueues)[number],
  ofAll: ReturnType<typeof failingDeliveries>,
): Promise<Diagnosis> {
  const { [way]: failures } = await ofAll;
  if (failures.count > 0) {
    const detail = `${failures.count} ${failing}, for ${Math.round(failures.seconds)} s`;
    return { check, state: 'warn', detail, cure: failingCure };
  }
  const { rows } = await due.execute(db);
  const { count, seconds } = rows[0]!;
  if (count === 0) return { check, state: 'ok', detail: 'nothing is due, and nothing fails' };
  const detail = `${count} ${what} due, the oldest for ${seconds} s`;
  if (seconds <= latestSeconds) return { check, state: 'ok', detail };
  return { check, state: 'warn', detail: detail, cure: 'see that a worker runs (breakwater workers), and its log' };
}

/** Of REDIS_URL nothing is shown: it can carry a password. */
async function examineRedis({ redisUrl }: Config): Promise<Diagnosis> {
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

async function examineEngine(config: Config): Promise<Diagnosis> {
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

async function examineCanaries({ scanCanaries, scanDeny }: Config): Promise<Diagnosis> {
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

async function examineNmap({ scanNmapPath }: Config): Promise<Diagnosis> {
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

async function examineDescriptors(): Promise<Diagnosis> {
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
async function examineDisk({ databaseUrl, dataDir }: Config): Promise<Diagnosis> {
  const check = 'disk';
  if (databaseUrl !== null) return { check, state: 'ok', detail: 'nothing is kept on this machine (DATABASE_URL)' };
  try {
    const { bavail, bsize } = await statfs(dataDir);
    const free = `${(bavail * bsize) / 1024 ** 3 < 10 ? ((bavail * bsize) / 1024 ** 3).toFixed(1) : Math.round((bavail * bsize) / 1024 ** 3)} GiB`;
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

async function examineDns({ dnsServers }: Config): Promise<Diagnosis> {
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

/** Of the mail server only host and port are named: its address can carry a password. */
async function examineMail({ mail }: Config): Promise<Diagnosis> {
  const check = 'mail';
  if (mail === null)
    return {
      check,
      state: 'warn',
      detail: 'none (SMTP_URL): customers are told of nothing by e-mail',
      cure: 'set SMTP_URL and MAIL_FROM',
    };
  const { host } = new URL(mail.smtpUrl);
  try {
    await createSmtpMailer(mail.smtpUrl).check();
    return { check, state: 'ok', detail: `${host} lets us in; mail is sent as ${mail.fromAddress}` };
  } catch (error) {
    const cure = 'does it listen there, and are user, password and certificate right?';
    return { check, state: 'fail', detail: `${host}: ${(error as Error).message}`, cure };
  }
}

function examineBounces({ mail }: Config): Diagnosis {
  const check = 'bounces';
  if (mail === null) return { check, state: 'ok', detail: 'no mail is sent' };
  if (mail.bounces === null)
    return {
      check,
      state: 'warn',
      detail: 'none are taken in: addresses that died are written to for ever',
      cure: 'set MAIL_BOUNCE_ADDRESS and MAIL_BOUNCE_TOKEN',
    };
  return {
    check,
    state: 'ok',
    detail: `come to ${mail.bounces.address}; it is not known whether they are posted here`,
  };
}

/** Sends a mail by which its reader sees the rest of the way: the spam folder, the signatures, the sender. */
async function examineMailTo({ mail }: Config, to: string): Promise<Diagnosis> {
  const check = 'test mail';
  if (mail === null)
    return { check, state: 'fail', detail: 'there is no mail server', cure: 'set SMTP_URL and MAIL_FROM' };
  const text =
    'If you read this, mails of Breakwater reach you. Look at its headers for what SPF, DKIM and DMARC came to.';
  const mailer = createSmtpMailer(mail.smtpUrl);
  try {
    await mailer.send(
      {
        from: { name: 'Breakwater', address: mail.fromAddress },
        returnPath: null,
        to,
        replyTo: null,
        subject: 'A test mail of Breakwater',
        text,
        html: `<p>${text}</p>`,
        messageId: `${randomUUID()}@${mail.fromAddress.split('@')[1]}`,
        date: systemClock.now(),
        headers: { 'Auto-Submitted': 'auto-generated' },
        images: [],
        dkim: null,
      },
      async () => {},
    );
    return { check, state: 'ok', detail: `the mail server took it for ${to}` };
  } catch (error) {
    const cure = 'see what the mail server has against the sender or the address';
    return { check, state: 'fail', detail: (error as Error).message, cure };
  } finally {
    mailer.close();
  }
}
