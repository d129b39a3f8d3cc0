/**
 * Monthly reports as PDF, one customer's after another's, as a night of mails makes them: the figures by SQL, the pages in the threads of
 * the service. Every customer has ten servers and alerts over four months.
 *
 *   npx node bench/monthly-report/run.ts [customers]
 *
 * Goal: at the pace that is measured, 10,000 customers' reports in at most 10 minutes on two cores, with at most 300 MB; and no report
 * keeps the thread that answers requests for more than 50 ms.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Operation, type Resources } from '../../src/core/operation/operation.ts';
import { ReportRenderer } from '../../src/engines/report-pdf/report-renderer.ts';
import { createPartner } from '../../src/identity/partners/create-partner.ts';
import { parseConfig } from '../../src/installation/config.ts';
import { openStore, type Store } from '../../src/installation/store.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { collectAllGarbage, collectGarbageEarly, releaseFreedMemory } from '../../src/platform/release-memory.ts';
import { createLogger } from '../../src/platform/telemetry/logger.ts';
import { mailedReports } from '../../src/reporting/monthly-report/mailed-report.ts';
import { ReportDocuments } from '../../src/reporting/monthly-report/report-documents.ts';
import { startService } from '../../src/service/app.ts';
import { alertKinds } from '../../src/wiring/alert-kinds.ts';
import { printComparisons } from '../comparison.ts';

const CUSTOMERS = Number(process.argv[2] ?? 300);
const GOAL_CUSTOMERS = 10_000;
const GOAL_SECONDS = 600;
const GOAL_MB = 300;
const GOAL_BLOCKED_MS = 50;
const SERVERS = 10;
const ALERTS = 60;
const AT_ONCE = 4;
const WARM_UP = 20;
const PORTAL_DOMAIN = 'portal.example.com';

async function main(): Promise<void> {
  // As the program does.
  releaseFreedMemory();
  collectGarbageEarly();
  const directory = mkdtempSync(path.join(tmpdir(), 'breakwater-bench-'));
  const config = parseConfig({ PORT: '0', DATA_DIR: path.join(directory, 'data') });
  const logger = createLogger('silent');
  const store = await openStore(config, { mode: 'serve', maxConnections: 8, logger });
  const service = await startService({ config, store, role: 'api', clock: systemClock, logger });
  collectAllGarbage();
  const renderer = new ReportRenderer();
  try {
    await measure(store, service.resources, renderer);
  } finally {
    await renderer.close();
    await service.stop();
    await store.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

async function measure(store: Store, resources: Resources, renderer: ReportRenderer): Promise<void> {
  const { partnerId } = await createPartner(resources, { name: 'Northwind Hosting', portalDomain: PORTAL_DOMAIN });
  await fill(store, partnerId);
  const { rows: customers } = await store.database.pool.query<{ id: string }>('SELECT id FROM customers ORDER BY id');
  const operation = Operation.bySystem(resources, partnerId);
  const month = new Date().toISOString().slice(0, 7);
  const report = mailedReports(alertKinds, new ReportDocuments(renderer));
  const make = async (ids: readonly string[]) => {
    const left = [...ids];
    let bytes = 0;
    const next = async () => {
      for (let id = left.pop(); id !== undefined; id = left.pop()) {
        const made = await report(operation, id, month, PORTAL_DOMAIN);
        if (made?.document.content.subarray(0, 5).toString() !== '%PDF-') throw new Error(`No PDF for ${id}.`);
        bytes += made.document.content.length;
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, next));
    return bytes;
  };
  const ids = customers.map(({ id }) => id);
  await make(ids.slice(0, WARM_UP));
  const baseMb = process.memoryUsage.rss() / 2 ** 20;
  const delay = monitorEventLoopDelay({ resolution: 5 });
  let peakMb = 0;
  const sampler = setInterval(() => {
    peakMb = Math.max(peakMb, process.memoryUsage.rss() / 2 ** 20);
  }, 50);
  const cpuBefore = process.cpuUsage();
  const startedAtMs = performance.now();
  delay.enable();
  const bytes = await make(ids);
  delay.disable();
  const seconds = (performance.now() - startedAtMs) / 1_000;
  clearInterval(sampler);
  const cpu = process.cpuUsage(cpuBefore);
  const cpuSeconds = (cpu.user + cpu.system) / 1e6;
  const msEach = (seconds * 1_000) / ids.length;
  console.log(
    `${ids.length} reports in ${seconds.toFixed(1)} s: ${msEach.toFixed(1)} ms each, ${((cpuSeconds * 1_000) / ids.length).toFixed(1)} ms of CPU in this process, ${Math.round(bytes / ids.length / 1_024)} KiB each`,
  );
  console.log(
    `Memory: ${Math.round(peakMb)} MB at most, of the whole process, ${Math.round(baseMb)} MB after the first ${WARM_UP}. The main thread was late by ${(delay.max / 1e6).toFixed(0)} ms at most, by ${(delay.percentile(99) / 1e6).toFixed(0)} ms in 99 of 100 samples.`,
  );
  const lateMs = delay.percentile(99) / 1e6;
  printComparisons([
    {
      name: `Reports in ${GOAL_SECONDS / 60} minutes, within ${GOAL_MB} MB`,
      unit: 'reports',
      ours: (ids.length / seconds) * GOAL_SECONDS,
      peerName: 'the goal',
      peer: GOAL_CUSTOMERS,
      goalRatio: 1,
      correct: peakMb <= GOAL_MB && lateMs <= GOAL_BLOCKED_MS,
    },
  ]);
}

/** By SQL: what matters is how much there is to count. */
async function fill({ database: { pool } }: Store, partnerId: string): Promise<void> {
  await pool.query(
    `INSERT INTO customers (partner_id, id, billing_customer_id, name, created_at, updated_at)
     SELECT $1, gen_random_uuid(), n, 'Customer ' || n || ' GmbH', now() - interval '1 year', now() FROM generate_series(1, $2::int) n`,
    [partnerId, CUSTOMERS],
  );
  await pool.query(
    `INSERT INTO endpoints (partner_id, id, customer_id, ip_address, hostname, nickname, status, created_at, updated_at)
     SELECT partner_id, gen_random_uuid(), id, ('10.' || billing_customer_id / 250 || '.' || billing_customer_id % 250 || '.' || n)::inet,
       'web-' || n || '.example.com', 'web-' || n || '.example.com', 'active', now() - interval '200 days', now() - interval '200 days'
     FROM customers, generate_series(1, $1::int) n`,
    [SERVERS],
  );
  const evidence = { service: 'ssh', method: 'probed', tls: false, product: 'OpenSSH', version: '9.2', banner: null };
  await pool.query(
    `INSERT INTO alerts (partner_id, id, kind, key, endpoint_id, customer_id, protocol, port, severity, status, evidence, created_at,
       first_detected_at, last_detected_at, resolved_at, resolution, ended_at)
     SELECT partner_id, gen_random_uuid(), 'port', 'tcp/' || 20 + n, id, customer_id, 'tcp', 20 + n, (enum_range(NULL::severity))[1 + n % 4],
       CASE WHEN is_over THEN 'resolved' ELSE 'open' END, $2::jsonb, at, at, at, CASE WHEN is_over THEN ended END,
       CASE WHEN is_over THEN 'port_closed' END, CASE WHEN is_over THEN ended END
     FROM (SELECT e.*, n, n % 2 = 0 AS is_over, now() - (n * 7 % 120) * interval '1 day' AS at,
         least(now(), now() - (n * 7 % 120) * interval '1 day' + n * interval '7 hours') AS ended
       FROM endpoints e, generate_series(1, $1::int) n) AS history`,
    [
      ALERTS / SERVERS,
      JSON.stringify({ ...evidence, certificateNames: [], unauthenticated: null, operatingSystem: null }),
    ],
  );
  await pool.query('VACUUM ANALYZE');
}

await main();
