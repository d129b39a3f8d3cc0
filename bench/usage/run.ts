/**
 * GET /usage of 366 days for an account of 10,000 services, over HTTP on a real PostgreSQL, beside a floor in the same run: reading the
 * same rows by one plain statement. Every service has a server that was suspended for some days each month, for 25 months. Then a single
 * month, which must not pay for the history before it, and pages.
 *
 *   npx node bench/usage/run.ts [services]
 *
 * Goal: the whole answer in at most a second.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createPartner } from '../../src/identity/partners/create-partner.ts';
import { parseConfig } from '../../src/installation/config.ts';
import { openStore, type Store } from '../../src/installation/store.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { createLogger } from '../../src/platform/telemetry/logger.ts';
import { startService } from '../../src/service/app.ts';
import { ApiClient } from '../../test/support/api-client.ts';
import { median, printComparisons } from '../comparison.ts';

const SERVICES = Number(process.argv[2] ?? 10_000);
const GOAL_SERVICES = 10_000;
const MONTHS = 25;
const DAYS = 366;
const ROUNDS = 7;
const WARM_UP_ROUNDS = 2;
const PAGE = 1_000;
const PORTAL_DOMAIN = 'portal.example.com';
const dayMs = 86_400_000;

async function main(): Promise<void> {
  const directory = mkdtempSync(path.join(tmpdir(), 'breakwater-bench-'));
  const config = parseConfig({ PORT: '0', DATA_DIR: path.join(directory, 'data'), RATE_LIMIT_DEFAULT: '100000' });
  const logger = createLogger('silent');
  const store = await openStore(config, { mode: 'serve', maxConnections: 8, logger });
  const service = await startService({ config, store, role: 'api', clock: systemClock, logger });
  try {
    const { partnerId, apiKey } = await createPartner(service.resources, {
      name: 'Northwind Hosting',
      portalDomain: PORTAL_DOMAIN,
    });
    await fill(store, partnerId);
    const api = new ApiClient(`http://127.0.0.1:${service.address!.port}`, PORTAL_DOMAIN, apiKey);
    await measure(store, partnerId, api);
  } finally {
    await service.stop();
    await store.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

const dateAt = (daysBack: number) => new Date(Date.now() - daysBack * dayMs).toISOString().slice(0, 10);

async function measure({ database: { pool } }: Store, partnerId: string, api: ApiClient): Promise<void> {
  const ask = async (from: string, to: string, more = '') => {
    const { status, body } = await api.get(`/api/v1/usage?from=${from}&to=${to}${more}`);
    if (status !== 200) throw new Error(`${status} instead of 200: ${JSON.stringify(body)}`);
    return body.data;
  };
  const year = [dateAt(DAYS), dateAt(0)] as const;
  const month = [dateAt(DAYS), dateAt(DAYS - 30)] as const;
  const works = {
    'the floor: the same rows': async () => {
      const { rowCount } = await pool.query(
        `SELECT customer_id, service_id, kind, at, ended_at FROM resource_state_changes
         WHERE partner_id = $1 AND state = 'active' AND ended_at > $2 AND at < $3`,
        [partnerId, ...year],
      );
      return rowCount ?? 0;
    },
    '366 days': async () => (await ask(...year)).services.length as number,
    '30 days of a year ago': async () => (await ask(...month)).services.length as number,
    [`366 days, the last page of ${PAGE}`]: async () => {
      const cursor = Buffer.from(
        JSON.stringify({ client_id: SERVICES - PAGE, service_id: 1, unit: 'endpoint' }),
      ).toString('base64url');
      return (await ask(...year, `&limit=${PAGE}&cursor=${cursor}`)).services.length as number;
    },
  };
  const ms: Record<string, number[]> = {};
  const found: Record<string, number> = {};
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1)
    for (const [name, work] of Object.entries(works)) {
      const startedAtMs = performance.now();
      found[name] = await work();
      if (round >= 0) ms[name] = [...(ms[name] ?? []), performance.now() - startedAtMs];
    }
  const middle = Object.fromEntries(Object.entries(ms).map(([name, times]) => [name, median(times)]));
  for (const [name, time] of Object.entries(middle))
    console.log(`${name}: ${Math.round(time)} ms, ${found[name]} rows`);
  const ours = middle['366 days']!;
  const floor = middle['the floor: the same rows']!;
  console.log(`The answer takes ${(ours / floor).toFixed(1)} times as long as reading its rows.`);
  const correct = found['366 days'] === SERVICES && found[`366 days, the last page of ${PAGE}`] === PAGE;
  printComparisons([
    {
      name: 'Usage of 366 days: services in a second',
      unit: 'services',
      ours: (SERVICES / ours) * 1_000,
      peerName: 'the goal',
      peer: GOAL_SERVICES,
      goalRatio: 1,
      correct,
    },
    {
      name: 'Usage of 366 days beside reading its rows',
      unit: 'answers a minute',
      ours: 60_000 / ours,
      peerName: 'plain statement',
      peer: 60_000 / floor,
      goalRatio: null,
      correct,
    },
  ]);
}

/** By SQL: what matters is how many states there were. */
async function fill({ database: { pool } }: Store, partnerId: string): Promise<void> {
  await pool.query(
    `INSERT INTO customers (partner_id, id, billing_customer_id, name, created_at, updated_at)
     SELECT $1, gen_random_uuid(), n, 'Customer ' || n, now(), now() FROM generate_series(1, $2::int) n`,
    [partnerId, SERVICES],
  );
  await pool.query(
    `INSERT INTO services (partner_id, id, customer_id, billing_service_id, product_slug, plan_slug, created_at, updated_at)
     SELECT partner_id, gen_random_uuid(), id, 1, 'endpoint', 'starter', now(), now() FROM customers`,
  );
  const born = `now() - $1::int * interval '31 days'`;
  await pool.query(
    `INSERT INTO endpoints (partner_id, id, customer_id, service_id, ip_address, hostname, nickname, status, created_at, updated_at)
     SELECT s.partner_id, gen_random_uuid(), s.customer_id, s.id, '10.0.0.1'::inet + c.billing_customer_id, '', '', 'active', ${born}, ${born}
     FROM services s JOIN customers c ON c.partner_id = s.partner_id AND c.id = s.customer_id`,
    [MONTHS],
  );
  // The states as the triggers write them, each month's in the order of its resources.
  await pool.query(`UPDATE resource_state_changes SET ended_at = at + interval '20 days'`);
  for (let month = 0; month < MONTHS; month += 1)
    await pool.query(
      `INSERT INTO resource_state_changes (partner_id, customer_id, service_id, kind, resource_id, state, at, ended_at)
       SELECT partner_id, customer_id, service_id, kind, resource_id, next,
         ended_at + CASE next WHEN 'active' THEN length ELSE interval '0' END,
         CASE WHEN next = 'paused' THEN ended_at + length WHEN $1::int = $2::int - 1 THEN 'infinity' ELSE ended_at + interval '31 days' END
       FROM (
         SELECT partner_id, customer_id, service_id, kind, resource_id, id, ended_at + $1::int * interval '31 days' AS ended_at,
           (1 + $1::int % 7) * interval '1 day' + $1::int * interval '0.25 second' AS length
         FROM resource_state_changes WHERE id <= $3
       ) first, unnest('{paused,active}'::text[]) next
       ORDER BY next DESC, id`,
      [month, MONTHS, SERVICES],
    );
  await pool.query('VACUUM ANALYZE');
}

await main();
