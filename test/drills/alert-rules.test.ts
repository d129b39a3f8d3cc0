import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LeakFinding, LeakSource } from '../../src/engines/leak-sources/leak-source.ts';
import { ScanEngineError } from '../../src/engines/port-scanner/port-scanner.ts';
import { recordBackup } from '../../src/installation/last-backup.ts';
import { openStore } from '../../src/installation/store.ts';
import { addExclusions, removeExclusions } from '../../src/monitoring/exclusions/change-exclusions.ts';
import { createLogger } from '../../src/platform/telemetry/logger.ts';
import { startService } from '../../src/service/app.ts';
import { AlertDrill } from '../support/alert-drill.ts';
import { RunningServer, runCommand } from '../support/command-line.ts';
import { withClient } from '../support/database-cluster.ts';
import { monitorDomain } from '../support/domain-scans.ts';
import { createPartner, environmentFor } from '../support/drill.ts';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/free-port.ts';
import { loopbackAddress } from '../support/listeners.ts';
import { MailServer } from '../support/mail-server.ts';
import { FakeProviders } from '../support/messengers/fake-providers.ts';
import { goodTargets } from '../support/messengers/providers.ts';
import { exposeServer, mailIsQuiet, newClientId } from '../support/notifications.ts';
import { OtherRelease } from '../support/other-release.ts';
import { hasPostgres15, PostgresCluster } from '../support/postgres-cluster.ts';
import { RedisServer } from '../support/redis-server.ts';
import { provision, scanAgain } from '../support/scans.ts';
import { ScriptedLeakSource } from '../support/scripted-leak-source.ts';
import { type HostScript, host, ScriptedScanner, silentHost } from '../support/scripted-scanner.ts';
import { ServerProcess } from '../support/server-process.ts';
import { expectSuccess } from '../support/shapes.ts';
import { canMountDisks, SmallDisk } from '../support/small-disk.ts';
import { succeeds } from '../support/succeeds.ts';
import { type TestPartner, TestService, testDatabaseUrl, testEnvironment } from '../support/test-service.ts';
import { WebhookReceiver } from '../support/webhook-receiver.ts';

const hasPrometheus = spawnSync('promtool', ['--version']).status === 0;
const hasRedis = succeeds('redis-server', '--version');
const canary = '127.9.9.9';

/** A source that knows nothing, and may take its time for it. */
class SlowLeakSource implements LeakSource {
  readonly name = 'slow';
  readonly attribution = { name: 'Slow', url: null, licence: null };
  isSlow = false;

  async *find(_domain: string, signal: AbortSignal): AsyncIterable<LeakFinding> {
    while (this.isSlow && !signal.aborted) await sleep(100);
    yield* [];
  }
}

describe.skipIf(!hasPrometheus || !hasRedis)(
  'one node that does everything, in trouble',
  { tags: ['prometheus', 'redis-server'] },
  () => {
    const scanner = new ScriptedScanner();
    const leaks = new ScriptedLeakSource('leaks');
    const slowLeaks = new SlowLeakSource();
    let canaries: Server;
    let mailServer: MailServer;
    let redis: RedisServer;
    let providers: FakeProviders;
    let receiver: WebhookReceiver;
    let service: TestService;
    let partner: TestPartner;

    beforeAll(async () => {
      canaries = createServer((socket) => socket.on('error', () => {}).end()).listen(0, canary);
      await once(canaries, 'listening');
      const { port } = canaries.address() as { port: number };
      mailServer = await MailServer.start();
      redis = await RedisServer.start();
      providers = await FakeProviders.start();
      receiver = await WebhookReceiver.start();
      service = await TestService.start({
        scanner,
        leakSources: [leaks, slowLeaks],
        sendToChannels: (request) => providers.send(request),
        environment: {
          ...mailServer.environment,
          REDIS_URL: redis.url,
          SCAN_CANARIES: `${canary}:${port}`,
          SCAN_CONCURRENCY: '2',
          // Nothing becomes due while the clock is moved.
          SCAN_INTERVAL_SECONDS: '2592000',
          DOMAIN_SCAN_INTERVAL_SECONDS: '2592000',
          SCAN_COOLDOWN_SECONDS: '0',
          WEBHOOK_ALLOW: '127.0.0.0/8',
        },
      });
      partner = await service.partner();
    });
    afterAll(async () => {
      await service?.stop();
      await receiver?.close();
      await providers?.[Symbol.asyncDispose]();
      await redis?.dispose();
      await mailServer?.close();
      canaries?.close();
    });

    const metrics = () => `${service.url}/metrics`;
    const daysAgo = (days: number) => new Date(service.clock.now().getTime() - days * 86_400_000);
    const begin = (what: string) => AlertDrill.begin(what, () => ({ node: metrics() }));
    const inDatabase = <T>(use: (client: pg.Client) => Promise<T>) =>
      withClient({ connectionString: testDatabaseUrl(service.databaseName) }, use);
    const change = (statement: string, values: unknown[] = []) =>
      inDatabase((client) => client.query(statement, values));

    /** The value of a series, as it is told now. */
    async function told(series: string): Promise<number> {
      const text = await (await fetch(metrics())).text();
      const line = text.split('\n').find((each) => each.startsWith(`${series} `));
      return Number(line?.slice(series.length + 1) ?? Number.NaN);
    }
    const tells = (series: string, isSo: (value: number) => boolean) =>
      eventually(`${series} is as it has to be`, async () => isSo(await told(series)));

    /** Something else keeps what a statement locks until it is let go. */
    async function holding(statement: string): Promise<() => Promise<void>> {
      const client = new pg.Client({ connectionString: testDatabaseUrl(service.databaseName) });
      await client.connect();
      await client.query('BEGIN');
      await client.query(statement);
      return () => client.end();
    }

    it('Redis away is told', async () => {
      const drill = await begin('Redis is away');
      await redis.halt();
      await tells('breakwater_redis_up', (value) => value === 0);
      await drill.during();
      await redis.resume();
      await tells('breakwater_redis_up', (value) => value === 1);
      await drill.end('BreakwaterRedisAway');
    });

    it('a canary that no longer answers is told', async () => {
      const drill = await begin('no canary answers the worker');
      const { resources } = service.service;
      await addExclusions(resources, [`${canary}/32`], { reason: 'a drill', by: 'operator' });
      await tells('breakwater_check_status{check="uplink"}', (value) => value === 1);
      await drill.during();
      await removeExclusions(resources, [`${canary}/32`], 'operator');
      await tells('breakwater_check_status{check="uplink"}', (value) => value === 0);
      await drill.end('BreakwaterUplinkDown');
    });

    it('a machine that cannot scan is told', async () => {
      const drill = await begin('a worker has no descriptors left');
      const address = loopbackAddress();
      scanner.script(address, () => {
        throw new ScanEngineError('no descriptors');
      });
      await provision(partner.api, address);
      await tells('breakwater_check_status{check="scanner"}', (value) => value === 1);
      await drill.during();
      scanner.script(address, host());
      await exposeServer(partner, scanner, newClientId(), []);
      await tells('breakwater_check_status{check="scanner"}', (value) => value === 0);
      await tells('breakwater_queue_oldest_seconds{queue="scan"}', (value) => value === 0);
      await drill.end('BreakwaterScannerTrouble');
    });

    it('hosts that answer nothing are told', async () => {
      const drill = await begin('hosts with open ports answer nothing');
      const failed = async () => {
        const text = await (await fetch(metrics())).text();
        const counts = [...text.matchAll(/^breakwater_scans_total\{outcome="failed",.*\} (\d+)$/gm)];
        return counts.reduce((sum, [, count]) => sum + Number(count), 0);
      };
      const fail = async () => {
        const before = await failed();
        const clientId = newClientId();
        const { endpointId, address } = await exposeServer(partner, scanner, clientId, [22]);
        scanner.script(address, silentHost);
        await partner.api.post('/api/v1/billing/scan-endpoint', { client_id: clientId, endpoint_id: endpointId });
        await eventually('its scan fails', async () => (await failed()) > before);
      };
      for (let round = 0; round < 2; round += 1) {
        await fail();
        await drill.during();
      }
      await drill.end('BreakwaterScansFailing');
    });

    it('a scheduler that somebody keeps waiting is told', async () => {
      const { endpointId } = await exposeServer(partner, scanner, newClientId(), []);
      const drill = await begin('a transaction keeps the scheduler waiting');
      const letGo = await holding("SELECT FROM scheduler_ticks WHERE name = 'dispatch' FOR UPDATE");
      await change('UPDATE endpoints SET next_scan_at = $2 WHERE id = $1', [endpointId, service.clock.now()]);
      service.clock.advanceSeconds(1_000);
      await tells('breakwater_schedule_lag_seconds', (value) => value > 900);
      await drill.during();
      await letGo();
      await tells('breakwater_schedule_lag_seconds', (value) => value === 0);
      await drill.end('BreakwaterScheduleLate');
    });

    it('scans that wait for a worker are told', async () => {
      const drill = await begin('workers are at scans that do not end');
      let open = () => {};
      const gate = new Promise<void>((resolve) => {
        open = resolve;
      });
      const slow: HostScript = async (request) => {
        await gate;
        return host()(request);
      };
      const addresses = [loopbackAddress(), loopbackAddress(), loopbackAddress()];
      for (const address of addresses) {
        scanner.script(address, slow);
        await provision(partner.api, address);
      }
      await tells('breakwater_queue_jobs{queue="scan",state="ready"}', (value) => value >= 1);
      await change(
        "UPDATE pgboss.job SET created_on = created_on - interval '400 s' WHERE name = 'scan' AND state < 'active'",
      );
      await drill.during();
      open();
      await tells('breakwater_queue_jobs{queue="scan",state="ready"}', (value) => value === 0);
      await drill.end('BreakwaterScansLate');
    });

    it('a leak source that refuses us is told by its first refusal', async () => {
      const drill = await begin('a leak source refuses our key');
      const [clientId, domain] = [newClientId(), 'refused.example.com'];
      leaks.knows(domain, 'not_authorised');
      await monitorDomain(partner.api, clientId, domain);
      await tells(
        'breakwater_leak_source_answers_total{source="leaks",outcome="not_authorised"}',
        (value) => value === 1,
      );
      await drill.during();
      await drill.end('BreakwaterLeakSourceRefuses');
    });

    it('domain scans that wait are told', async () => {
      const drill = await begin('a leak source does not answer');
      slowLeaks.isSlow = true;
      for (let n = 0; n < 10; n += 1) await monitorDomain(partner.api, newClientId(), `slow-${n}.example.com`);
      await tells('breakwater_queue_jobs{queue="domain-scan",state="ready"}', (value) => value >= 1);
      await change(
        "UPDATE pgboss.job SET created_on = created_on - interval '4000 s' WHERE name = 'domain-scan' AND state < 'active'",
      );
      await drill.during();
      slowLeaks.isSlow = false;
      await tells('breakwater_queue_oldest_seconds{queue="domain-scan"}', (value) => value === 0);
      await drill.end('BreakwaterDomainScansLate');
    });

    it('events without a place are told', async () => {
      const drill = await begin('a transaction keeps events from being put in order');
      // As a process does that hangs while it gives events their places.
      const letGo = await holding('SELECT pg_advisory_xact_lock(7240511941)');
      await provision(partner.api, loopbackAddress());
      service.clock.advanceSeconds(60);
      await tells('breakwater_events_oldest_waiting_seconds', (value) => value > 10);
      await drill.during();
      await letGo();
      await tells('breakwater_events_waiting', (value) => value === 0);
      await drill.end('BreakwaterEventsWaiting');
    });

    it('alerts that nobody notes are told', async () => {
      const clientId = newClientId();
      const more = { client_email: 'noted@example.org' };
      const { endpointId, address } = await exposeServer(partner, scanner, clientId, [], more);
      const drill = await begin('a transaction keeps changed alerts from being noted');
      const letGo = await holding('LOCK TABLE notification_recipients IN EXCLUSIVE MODE');
      scanner.script(address, host({ open: [3306] }));
      await scanAgain(partner.api, endpointId, clientId);
      service.clock.advanceSeconds(120);
      await tells('breakwater_alert_inbox_oldest_seconds', (value) => value > 60);
      await drill.during();
      await letGo();
      await tells('breakwater_alert_inbox_oldest_seconds', (value) => value === 0);
      await mailIsQuiet(service);
      await drill.end('BreakwaterAlertsNotGathered');
    });

    it('a mail server that takes nothing is told', async () => {
      const drill = await begin('the mail server takes nothing');
      mailServer.refuseAddress = () => ({ code: 421, message: 'not now' });
      await exposeServer(partner, scanner, newClientId(), [3306], { client_email: 'joe@example.org' });
      await mailIsQuiet(service);
      service.clock.advanceSeconds(700);
      await tells('breakwater_deliveries_failing_seconds{way="mail"}', (value) => value > 600);
      await drill.during();
      mailServer.refuseAddress = () => undefined;
      service.clock.advanceSeconds(7_200);
      await eventually('it arrives', async () => mailServer.mailsTo('joe@example.org').length > 0);
      await mailIsQuiet(service);
      await drill.end('BreakwaterMailFailing');
    });

    it('a mail that is put off for half a day is told, and is no failure of the mail server', async () => {
      const drill = await begin('a mail is put off while others are taken');
      mailServer.refuseAddress = (address) =>
        address.startsWith('later') ? { code: 451, message: 'later' } : undefined;
      await exposeServer(partner, scanner, newClientId(), [3306], { client_email: 'later@example.org' });
      await mailIsQuiet(service);
      service.clock.advanceSeconds(13 * 3_600);
      await exposeServer(partner, scanner, newClientId(), [3306], { client_email: 'jane@example.org' });
      await eventually('another arrives', async () => mailServer.mailsTo('jane@example.org').length > 0);
      await mailIsQuiet(service);
      await drill.during();
      mailServer.refuseAddress = () => undefined;
      service.clock.advanceSeconds(7_200);
      await eventually('it arrives', async () => mailServer.mailsTo('later@example.org').length > 0);
      await mailIsQuiet(service);
      await drill.end('BreakwaterMailLate');
    });

    it('a receiver of webhooks that takes nothing is told after an hour', async () => {
      const hook = expectSuccess(
        await partner.api.post('/api/v1/webhooks', { url: receiver.url('/dead'), types: ['endpoint.created'] }),
        201,
      ).webhook;
      const drill = await begin('a receiver of webhooks takes nothing');
      receiver.answer = (response) => response.writeHead(503).end();
      await provision(partner.api, loopbackAddress());
      await tells('breakwater_deliveries_failing{way="webhook"}', (value) => value === 1);
      service.clock.advanceSeconds(4_000);
      await tells('breakwater_deliveries_failing_seconds{way="webhook"}', (value) => value > 3_600);
      await drill.during();
      receiver.answer = (response) => response.writeHead(204).end();
      service.clock.advanceSeconds(20_000);
      await tells('breakwater_deliveries_failing{way="webhook"}', (value) => value === 0);
      await drill.end('BreakwaterDeliveriesFailing');
      await partner.api.send('DELETE', `/api/v1/webhooks/${hook.id}`);
    });

    it('webhooks that work and are late are told', async () => {
      expectSuccess(
        await partner.api.post('/api/v1/webhooks', { url: receiver.url('/slow'), types: ['endpoint.created'] }),
        201,
      );
      const drill = await begin('a receiver of webhooks gets more than it takes');
      receiver.answer = (response) => void setTimeout(() => response.writeHead(204).end(), 3_000);
      for (let n = 0; n < 160; n += 1) await provision(partner.api, loopbackAddress());
      service.clock.advanceSeconds(100);
      for (let round = 0; round < 2; round += 1) {
        await tells('breakwater_webhook_deliveries_oldest_seconds', (value) => value > 60);
        await drill.during();
      }
      receiver.answer = (response) => response.writeHead(204).end();
      await tells('breakwater_webhook_deliveries{state="due"}', (value) => value === 0);
      await drill.end('BreakwaterWebhooksLate');
    });

    it('messages that a chat does not take are told', async () => {
      const clientId = newClientId();
      const body = { type: 'slack', name: 'Our chat', urgency: 'at_once', ...goodTargets.slack };
      expectSuccess(await partner.api.post('/api/v1/channels', body), 201);
      const drill = await begin('a chat takes no messages');
      providers.of('slack').interjected.push(...Array.from({ length: 50 }, () => ({ status: 503 })));
      await exposeServer(partner, scanner, clientId, [2375]);
      await tells('breakwater_channel_queue_messages{type="slack"}', (value) => value === 1);
      service.clock.advanceSeconds(700);
      await tells('breakwater_channel_queue_oldest_seconds{type="slack"}', (value) => value > 600);
      await drill.during();
      providers.of('slack').interjected.length = 0;
      service.clock.advanceSeconds(7_200);
      await tells('breakwater_channel_queue_messages{type="slack"}', (value) => Number.isNaN(value));
      await drill.end('BreakwaterChannelsLate');
    });

    it('requests that are not kept are told', async () => {
      const drill = await begin('the request log cannot be written');
      await change('ALTER TABLE api_requests ADD CONSTRAINT drill CHECK (false) NOT VALID');
      for (let round = 0; round < 2; round += 1) {
        const before = await told('breakwater_request_log_dropped_total');
        await partner.api.get('/api/v1/alerts');
        await tells('breakwater_request_log_dropped_total', (value) => value > before);
        await drill.during();
      }
      await change('ALTER TABLE api_requests DROP CONSTRAINT drill');
      await drill.end('BreakwaterRequestLogDropped');
    });

    it('slow requests are told', async () => {
      const drill = await begin('a lock keeps requests waiting');
      for (let round = 0; round < 2; round += 1) {
        const letGo = await holding('LOCK TABLE endpoints IN ACCESS EXCLUSIVE MODE');
        const answers = Array.from({ length: 3 }, () => partner.api.get('/api/v1/endpoints'));
        await sleep(1_500);
        await letGo();
        for (const { status } of await Promise.all(answers)) expect(status).toBe(200);
        await drill.during();
      }
      await drill.end('BreakwaterApiSlow');
    });

    it('a process whose connections are all busy is told', async () => {
      const drill = await begin('statements keep all connections busy');
      const { pool } = service.store.database;
      let isOver = false;
      const asking = Array.from({ length: 24 }, async () => {
        while (!isOver) await pool.query('SELECT pg_sleep(0.3)');
      });
      await tells('breakwater_database_connections{state="waiting"}', (value) => value > 0);
      await drill.during();
      isOver = true;
      await Promise.all(asking);
      await drill.end('BreakwaterConnectionsWaiting');
    });

    it('a machine whose clock is wrong is told', async () => {
      const clock = { now: () => new Date(Date.now() + 3 * 86_400_000), offsetMs: 0 };
      const { config } = service;
      const logger = createLogger('silent');
      const store = await openStore(config, { mode: 'serve', maxConnections: 5, logger });
      let url: string | null = null;
      const drill = await AlertDrill.begin('a clock is three days ahead', () => ({
        node: metrics(),
        ...(url === null ? {} : { other: url }),
      }));
      const worker = await startService({
        config: { ...config, operationsPort: 0 },
        store,
        role: 'worker',
        clock,
        logger,
        scanner,
        leakSources: [],
      });
      const { host: name, port } = worker.operationsAddress!;
      url = `http://${name}:${port}/metrics`;
      await drill.during();
      await worker.stop();
      await store.close();
      url = null;
      await drill.end('BreakwaterClockWrong');
    });

    it('data about versions that is old is told', async () => {
      const file = join(mkdtempSync(join(tmpdir(), 'kev-')), 'kev.json');
      const catalogue = {
        dateReleased: new Date().toISOString(),
        count: 1,
        vulnerabilities: [{ cveID: 'CVE-2024-6387' }],
      };
      writeFileSync(file, JSON.stringify(catalogue));
      const words = ['versions', 'import', '--source', 'kev', file];
      expect(await runCommand(testEnvironment(service.databaseName), words)).toMatchObject({ exitCode: 0 });
      const fetched = (at: Date) => change('UPDATE version_feeds SET checked_at = $1', [at]);
      await fetched(daysAgo(0));
      const drill = await begin('data about versions is not fetched any more');
      await fetched(daysAgo(4));
      await drill.during();
      await fetched(daysAgo(0));
      await drill.end('BreakwaterVersionDataOld');
    });

    it('a backup that was not made is told', async () => {
      const made = (madeAt: Date) => recordBackup(service.store.connection, { madeAt, verified: true });
      await made(daysAgo(0));
      const drill = await begin('no backup was made for two days');
      await made(daysAgo(2));
      await drill.during();
      await made(daysAgo(0));
      await drill.end('BreakwaterBackupOld');
    });

    it('a certificate of a portal that is about to end is told', async () => {
      const seen = (expiresAt: Date) =>
        change('UPDATE portal_domains SET reach = $1, reach_checked_at = $2', [
          JSON.stringify({ tls: { state: 'valid', expires_at: expiresAt.toISOString() } }),
          service.clock.now(),
        ]);
      await seen(daysAgo(-60));
      const drill = await begin('the certificate of a portal is not renewed');
      await seen(daysAgo(-5));
      await drill.during();
      await seen(daysAgo(-90));
      await drill.end('BreakwaterPortalCertificateEnds');
    });
  },
);

describe.skipIf(!hasPrometheus || !hasPostgres15)(
  'a node that answers and one that scans, on a PostgreSQL of their own',
  { tags: ['prometheus', 'postgresql-15'] },
  () => {
    let cluster: PostgresCluster;
    let environment: Record<string, string>;
    let apiKey: string;
    let api: ServerProcess;
    let worker: ServerProcess | null;

    beforeAll(async () => {
      cluster = await PostgresCluster.start('max_connections = 90');
      environment = { ...environmentFor(cluster.url()), SCAN_ENGINE: 'connect', OPERATIONS_PORT: '0' };
      apiKey = await createPartner(environment);
      api = await ServerProcess.start(environment, ['--role', 'api']);
      worker = await ServerProcess.start(environment, ['--role', 'worker']);
    });
    afterAll(async () => {
      await worker?.die();
      await api?.die();
      await cluster?.[Symbol.asyncDispose]();
    });

    const metricsOf = (node: ServerProcess) => `${node.announcement.operations_url}/metrics`;
    const begin = (what: string) =>
      AlertDrill.begin(what, () => ({ api: metricsOf(api), worker: worker === null ? null : metricsOf(worker) }));
    const startWorker = () => ServerProcess.start(environment, ['--role', 'worker']);

    /** Requests of a billing system, whatever comes of them. */
    async function ask(count: number): Promise<void> {
      const url = `http://127.0.0.1:${new URL(api.announcement.url).port}/api/v1/endpoints`;
      const headers = { authorization: `Bearer ${apiKey}`, host: 'security.acme.example' };
      for (let n = 0; n < count; n += 1) await fetch(url, { headers }).catch(() => null);
    }

    it('a worker that was killed is told, and that there is no other', async () => {
      const drill = await begin('the only worker was killed');
      await worker!.die();
      worker = null;
      await eventually('it is no longer taken for alive', async () =>
        /^breakwater_nodes\{role="worker"\} 0$/m.test(await (await fetch(metricsOf(api))).text()),
      );
      await drill.during();
      worker = await startWorker();
      await drill.end('BreakwaterTargetDown', 'BreakwaterNoWorker');
    });

    it('a worker that begins anew all the time is told', async () => {
      const drill = await begin('a worker restarts again and again');
      for (let start = 0; start < 5; start += 1) {
        worker!.interrupt();
        await worker!.exit;
        worker = await startWorker();
        await drill.during();
      }
      await drill.end('BreakwaterRestarting');
    });

    it('a node of another release is told', async () => {
      using release = await OtherRelease.withMigrations();
      const manifest = join(release.directory, 'package.json');
      writeFileSync(manifest, readFileSync(manifest, 'utf8').replace(/"version": ".*"/, '"version": "99.0.0"'));
      let url: string | null = null;
      const drill = await AlertDrill.begin('nodes of two releases run', () => ({
        api: metricsOf(api),
        worker: metricsOf(worker!),
        ...(url === null ? {} : { newer: url }),
      }));
      const port = await freePort();
      const node = await RunningServer.start(
        { ...environment, OPERATIONS_PORT: String(port) },
        ['--role', 'api'],
        release.program,
      );
      url = `http://127.0.0.1:${port}/metrics`;
      await drill.during();
      await node.stop();
      url = null;
      await drill.end('BreakwaterVersionsDiffer');
    });

    it('a process that gets no time to run is told', async () => {
      const drill = await begin('a process does not get the processor');
      for (let pause = 0; pause < 12; pause += 1) {
        api.child.kill('SIGSTOP');
        await sleep(800);
        api.child.kill('SIGCONT');
        await sleep(100);
      }
      await drill.during();
      await drill.end('BreakwaterEventLoopSlow');
    });

    it('a PostgreSQL with hardly a connection left is told', async () => {
      const drill = await begin('somebody else takes the connections of PostgreSQL');
      const others: pg.Client[] = [];
      const [, taken, most] = /^(\d+) (\d+)$/.exec(
        (
          await cluster.ask(
            "SELECT count(*) || ' ' || current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int FROM pg_stat_activity WHERE backend_type = 'client backend'",
          )
        ).trim(),
      )!;
      // The session that counted is gone.
      while (others.length <= Number(most) - Number(taken)) {
        const client = new pg.Client({ connectionString: cluster.url() });
        await client.connect();
        others.push(client);
      }
      await drill.during();
      // Whoever is no superuser gets none.
      await others[0]!.query('CREATE ROLE plain LOGIN');
      const asPlain = { ...environment, DATABASE_URL: cluster.url().replace('breakwater@', 'plain@') };
      const { json } = await runCommand(asPlain, ['doctor', '--json']);
      expect(json.findings).toContainEqual({
        check: 'database',
        state: 'fail',
        detail: expect.any(String),
        cure: expect.stringContaining('all its connections are taken'),
      });
      await Promise.all(others.map((client) => client.end()));
      await drill.end('BreakwaterConnectionsScarce');
    });

    it('a PostgreSQL that is away is told, and the requests that it fails', async () => {
      await ask(20);
      const drill = await begin('PostgreSQL is away');
      await cluster.halt('fast');
      for (let round = 0; round < 2; round += 1) {
        await ask(5);
        await drill.during();
      }
      await cluster.resume();
      await eventually('all is ready', async () => {
        const ready = await Promise.all(
          [api, worker!].map(async (node) => (await fetch(`${node.announcement.operations_url}/readyz`)).status),
        );
        return ready.every((status) => status === 200);
      });
      await drill.end('BreakwaterCheckFailed', 'BreakwaterApiErrors');
    });
  },
);

describe.skipIf(!hasPrometheus || !canMountDisks)('the disk of the embedded database', { tags: 'prometheus' }, () => {
  it('is told when it is about to be full, and when it is', async () => {
    using disk = new SmallDisk('1600m');
    const port = await freePort();
    const server = await RunningServer.start({
      DATA_DIR: join(disk.directory, 'data'),
      PORT: '0',
      OPERATIONS_PORT: String(port),
    });
    try {
      const url = `http://127.0.0.1:${port}/metrics`;
      const isTold = (state: number) =>
        eventually(`the disk is told to be ${state}`, async () =>
          new RegExp(`^breakwater_check_status\\{check="disk"\\} ${state}$`, 'm').test(await (await fetch(url)).text()),
        );
      const scarce = await AlertDrill.begin('the disk of the database is nearly full', () => ({ node: url }));
      disk.fill(512 * 1_024 ** 2);
      await isTold(1);
      await scarce.during();
      disk.free();
      await isTold(0);
      await scarce.end('BreakwaterDiskScarce');

      const full = await AlertDrill.begin('the disk of the database is full', () => ({ node: url }));
      disk.fill();
      await isTold(2);
      await full.during();
      disk.free();
      await isTold(0);
      await full.end('BreakwaterDiskFull');
    } finally {
      await server.stop();
    }
  });
});
