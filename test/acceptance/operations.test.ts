import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ScanEngineError } from '../../src/engines/port-scanner/port-scanner.ts';
import { loopbackAddress } from '../support/listeners.ts';
import { provision } from '../support/scans.ts';
import { type HostScript, host, ScriptedScanner } from '../support/scripted-scanner.ts';
import { ServerProcess } from '../support/server-process.ts';
import { createTestDatabase, dropTestDatabase, TestService, testEnvironment } from '../support/test-service.ts';

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

async function start(role: 'all' | 'api' | 'worker'): Promise<TestService> {
  const environment = { OPERATIONS_PORT: '0' };
  const service = await TestService.start({ role, environment, scanner: new ScriptedScanner() });
  ends.push(() => service.stop());
  return service;
}

const operationsUrl = ({ service }: TestService) =>
  `http://${service.operationsAddress!.host}:${service.operationsAddress!.port}`;

async function answerOf(url: string, headers: Record<string, string> = {}) {
  const answer = await fetch(url, { headers });
  return { status: answer.status, body: await answer.text() };
}

describe('the operations listener', () => {
  it.each(['all', 'api', 'worker'] as const)(
    'answers for a process of role %s, on loopback unless told otherwise',
    async (role) => {
      const service = await start(role);
      const url = operationsUrl(service);
      expect(new URL(url).hostname).toBe('127.0.0.1');
      expect(await answerOf(`${url}/livez`)).toEqual({ status: 200, body: '{"alive":true}' });
      const { status, body } = await answerOf(`${url}/readyz`);
      const ofAll = { database: 'ok', queue: 'ok', disk: 'ok', clock: 'ok' };
      const checks = role === 'api' ? ofAll : { ...ofAll, scanner: 'ok', uplink: 'ok' };
      expect({ status, ...JSON.parse(body) }).toEqual({ status: 200, ready: true, checks });
      // Whoever reaches it may read it: a scraper comes by a name, or through the operator's proxy.
      const metrics = await answerOf(`${url}/metrics`, { 'x-forwarded-for': '198.51.100.1' });
      expect(metrics).toMatchObject({
        status: 200,
        body: expect.stringContaining('breakwater_queue_jobs{queue="scan"'),
      });
      expect((await answerOf(`${url}/api/v1/health`)).status).toBe(404);
    },
  );

  it('has the metrics of workers where there is a worker, and nowhere else: 0 would be an alarm about nothing', async () => {
    const worker = (await answerOf(`${operationsUrl(await start('worker'))}/metrics`)).body;
    expect(worker).toMatch(/^breakwater_scan_uplink_up 1$/m);
    expect(worker).toMatch(/^breakwater_scans_running 0$/m);
    expect((await answerOf(`${operationsUrl(await start('api'))}/metrics`)).body).not.toMatch(
      /breakwater_(scan_uplink_up|scans_running|redis_up)/,
    );
  });

  it('has no gauge of scans where SCAN_ENGINE=off keeps a worker from scanning', async () => {
    const environment = { OPERATIONS_PORT: '0', SCAN_ENGINE: 'off' };
    const service = await TestService.start({ role: 'worker', environment });
    ends.push(() => service.stop());
    expect((await answerOf(`${operationsUrl(service)}/metrics`)).body).not.toMatch(
      /breakwater_(scan_uplink_up|scans_running)|check="(uplink|scanner)"/,
    );
  });

  it('says in the metrics what it says in /readyz, and who is alive', async () => {
    const worker = await start('worker');
    const metrics = async () => (await answerOf(`${operationsUrl(worker)}/metrics`)).body;
    for (const check of ['database', 'queue', 'disk', 'clock', 'scanner', 'uplink'])
      expect(await metrics()).toContain(`breakwater_check_status{check="${check}"} 0\n`);
    expect(await metrics()).toContain('breakwater_nodes{role="worker"} 1\n');
    expect(await metrics()).toMatch(/^breakwater_build_info\{version="[^"]+",schema="\d+",role="worker"\} 1$/m);
    await worker.store.database.pool.query('ALTER TABLE pgboss.job RENAME TO job_away');
    await expect.poll(metrics, { timeout: 10_000 }).toContain('breakwater_check_status{check="queue"} 2\n');
    // What cannot be had now is not there; the rest is.
    await expect.poll(metrics, { timeout: 10_000 }).not.toMatch(/^breakwater_queue_jobs\{/m);
  });

  it('has a page for the operator with what breakwater status says, which runs no script and repeats no secret', async () => {
    const service = await start('worker');
    const { pool } = service.store.database;
    const page = async () => {
      const answer = await fetch(`${operationsUrl(service)}/`);
      return { answer, text: await answer.text() };
    };
    const { answer, text: well } = await page();
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    );
    expect(well).toMatch(/<p>\d+\.\d+\.\d+\S*, schema \d+, at /);
    expect(well).not.toContain('<script');
    // It says how it is with its next heartbeat.
    const wellWords = '<p class="well">Nothing.</p>';
    await expect.poll(async () => (await page()).text, { timeout: 30_000 }).toContain(wellWords);
    const error = `<b>no</b> ${service.config.secretKey}`;
    await pool.query(
      `INSERT INTO nodes SELECT gen_random_uuid(), 'worker', '<i>lost</i>', 7, '0.0.9', true, '{}', 0, NULL, $1::jsonb,
         now(), now() - interval '5 minutes'`,
      [JSON.stringify({ message: error, at: '2026-01-01T00:00:00Z' })],
    );
    await expect.poll(async () => (await page()).text, { timeout: 10_000 }).toContain('2026-01-01T00:00:00Z');
    const { text: unwell } = await page();
    expect(unwell).toMatch(/<li class="unwell">worker &#60;i&#62;lost&#60;\/i&#62;:7 has been silent for \d+ s<\/li>/);
    expect(unwell).toContain('&#60;b&#62;no&#60;/b&#62; (secret)');
    expect(unwell).toContain('<td>scan</td>');
    expect(unwell).toMatch(/<title>1 for you: Breakwater<\/title>/);
    await pool.query('ALTER TABLE nodes RENAME TO nodes_away');
    await expect.poll(async () => (await page()).answer.status, { timeout: 10_000 }).toBe(503);
    await pool.query('ALTER TABLE nodes_away RENAME TO nodes');
  });

  it('says that scans fail by the fault of this machine, until one does not', async () => {
    const scanner = new ScriptedScanner();
    const address = loopbackAddress();
    const noDescriptors: HostScript = () => Promise.reject(new ScanEngineError('no file descriptors'));
    scanner.script(address, noDescriptors);
    const service = await TestService.start({ environment: { OPERATIONS_PORT: '0' }, scanner });
    ends.push(() => service.stop());
    const { api } = await service.partner();
    await provision(api, address);
    const state = async () => JSON.parse((await answerOf(`${operationsUrl(service)}/readyz`)).body).checks.scanner;
    await expect.poll(state, { timeout: 30_000 }).toBe('degraded');
    scanner.script(address, host());
    await expect.poll(state, { timeout: 90_000 }).toBe('ok');
  });

  it('reads no body, and holds no more connections than probes and scrapers need', async () => {
    const { operationsAddress } = (await start('api')).service;
    const { host, port } = operationsAddress!;
    for (const head of ['POST /x', 'GET /livez']) {
      for (const body of ['Content-Length: 10000', 'Transfer-Encoding: chunked']) {
        const socket = connect(port, host);
        socket.write(`${head} HTTP/1.1\r\nHost: node\r\n${body}\r\n\r\n`);
        // The body never comes, and the connection ends all the same.
        expect(await text(socket)).toMatch(/^HTTP\/1.1 413 /);
      }
    }
    const sockets = Array.from({ length: 150 }, () => connect(port, host).on('error', () => {}));
    const open = () => sockets.filter(({ readyState }) => readyState === 'open').length;
    await expect.poll(open, { timeout: 10_000 }).toBe(100);
    for (const socket of sockets) socket.destroy();
    await expect
      .poll(async () => (await answerOf(`http://${host}:${port}/livez`).catch(() => null))?.status, { timeout: 10_000 })
      .toBe(200);
  });

  it('takes the metrics off the listener of the API, which still says whether it is ready', async () => {
    const service = await start('api');
    expect((await answerOf(`${service.url}/metrics`)).status).toBe(404);
    expect((await answerOf(`${service.url}/readyz`)).status).toBe(200);
  });

  it('says that the process is about to stop, on both listeners, while the API still answers', async () => {
    const service = await start('api');
    service.service.drain();
    for (const url of [service.url, operationsUrl(service)]) {
      const { status, body } = await answerOf(`${url}/readyz`);
      expect({ status, ...JSON.parse(body) }).toEqual({ status: 503, ready: false, checks: { process: 'stopping' } });
    }
    expect((await answerOf(`${service.url}/api/v1/health`)).status).toBe(200);
  });

  it('asks for the queues once, however many gauges and scrapes want them', async () => {
    const service = await start('worker');
    const depths = vi.spyOn(service.service.resources.jobs, 'depths');
    await Promise.all([1, 2, 3].map(() => answerOf(`${operationsUrl(service)}/metrics`)));
    expect(depths).toHaveBeenCalledTimes(1);
  });
});

describe('SIGTERM', () => {
  it('with DRAIN_SECONDS lets balancers see that the process will stop before it stops to answer', async () => {
    const database = await createTestDatabase();
    ends.push(() => dropTestDatabase(database));
    const server = await ServerProcess.start(
      { ...testEnvironment(database), DRAIN_SECONDS: '2', OPERATIONS_PORT: '0' },
      ['--role', 'api'],
    );
    const { url, operations_url } = server.announcement;
    expect((await answerOf(`${url}/readyz`)).status).toBe(200);
    server.child.kill('SIGTERM');
    await expect.poll(async () => (await answerOf(`${operations_url}/readyz`)).status).toBe(503);
    expect((await answerOf(`${url}/readyz`)).status).toBe(503);
    expect((await answerOf(`${url}/api/v1/health`)).status).toBe(200);
    expect(await server.exit).toEqual({ code: 0, signal: null });
  });
});
