import { afterEach, describe, expect, it } from 'vitest';
import { createAddressPolicy } from '../../src/engines/address-policy/address-policy.ts';
import { dispatchDueScans } from '../../src/monitoring/port-scans/dispatch-due-scans.ts';
import { newId } from '../../src/platform/ids.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

const intervalSeconds = 3_600;
/** Of the tenth of the fleet that is on a plan of its own. */
const planIntervalSeconds = 1_800;
/** Simulated seconds between two ticks: as late as a tick may come, so that ten times fewer of them take our time. */
const tickSeconds = 10;
const batch = 2_500;

let service: TestService;
let partner: TestPartner;
afterEach(() => service?.stop());

/** An API without a scheduler, and a fleet whose endpoints are due at a time of `dueSeconds` from now each. */
async function startFleet(endpoints: number, dueSeconds: string): Promise<void> {
  service = await TestService.start({ role: 'api' });
  partner = await service.partner();
  const { pool } = service.store.database;
  const customerId = newId(service.clock);
  await pool.query(
    `WITH customer AS (
       INSERT INTO customers (partner_id, id, billing_customer_id, created_at, updated_at) VALUES ($1, $2, 1, now(), now())
     ), plan AS (
       INSERT INTO plans (partner_id, product_slug, plan_slug, capacity, scan_interval_seconds, updated_at)
       VALUES ($1, 'port_monitoring', 'often', 1000000, $3, now())
     )
     INSERT INTO services (partner_id, id, customer_id, billing_service_id, plan_slug, created_at, updated_at)
     VALUES ($1, $2, $2, 1, 'often', now(), now())`,
    [partner.partnerId, customerId, planIntervalSeconds],
  );
  // Some at a time: a statement has its limit of time, however busy the machine is.
  for (let first = 1; first <= endpoints; first += batch)
    await pool.query(
      `INSERT INTO endpoints (partner_id, id, customer_id, service_id, ip_address, hostname, nickname, status, next_scan_at, created_at, updated_at)
       SELECT $1, gen_random_uuid(), $2, CASE WHEN n % 10 = 0 THEN $2::uuid END, '127.1.0.0'::inet + n, 'h', 'h', 'active',
         $4::timestamptz + ${dueSeconds} * interval '1 second', now(), now()
       FROM generate_series($5::int, $3::int) n`,
      [partner.partnerId, customerId, Math.min(first + batch - 1, endpoints), service.clock.now(), first],
    );
  await pool.query('ANALYZE');
}

/** Lets the scheduler tick through simulated time. Every scan that it queues ends at once. */
async function simulate(seconds: number): Promise<void> {
  const { pool } = service.store.database;
  const options = {
    policy: createAddressPolicy(['127.0.0.0/8']),
    defaultIntervalSeconds: intervalSeconds,
    random: Math.random,
  };
  for (let elapsed = 0; elapsed < seconds; elapsed += tickSeconds) {
    await dispatchDueScans(service.service.resources, options);
    await pool.query(
      `WITH job AS (DELETE FROM pgboss.job WHERE name = 'scan' RETURNING (data->>'endpointId')::uuid AS endpoint_id)
       UPDATE endpoints SET current_scan_id = NULL WHERE partner_id = $1 AND id = ANY(ARRAY(SELECT endpoint_id FROM job))`,
      [partner.partnerId],
    );
    service.clock.advanceSeconds(tickSeconds);
  }
}

/** How far the times between two scans of an endpoint were from its interval, as shares of it. */
async function deviations() {
  const { rows } = await service.store.database.pool.query(
    `WITH gaps AS (
       SELECT s.endpoint_id, CASE WHEN e.service_id IS NULL THEN $1::float8 ELSE $2 END AS wanted,
         extract(epoch FROM s.created_at - lag(s.created_at) OVER (PARTITION BY s.endpoint_id ORDER BY s.id))::float8 AS gap
       FROM scans s JOIN endpoints e ON e.partner_id = s.partner_id AND e.id = s.endpoint_id)
     SELECT count(gap)::int AS intervals, count(DISTINCT endpoint_id)::int AS endpoints,
       max(abs(gap - wanted) / wanted) AS worst, percentile_cont(0.5) WITHIN GROUP (ORDER BY abs(gap - wanted) / wanted) AS median
     FROM gaps`,
    [intervalSeconds, planIntervalSeconds],
  );
  return rows[0] as { intervals: number; endpoints: number; worst: number; median: number };
}

describe('the schedule', () => {
  // 100,000 keep it as well; what they take more of is time.
  it("keeps each endpoint's interval within 5 % in a fleet of 25,000", async () => {
    const endpoints = 25_000;
    await startFleet(endpoints, `random() * ${intervalSeconds}`);
    await simulate(2.1 * intervalSeconds);
    const seen = await deviations();
    console.log(`${seen.intervals} intervals, median deviation ${percent(seen.median)}, worst ${percent(seen.worst)}`);
    expect(seen.endpoints).toBe(endpoints);
    expect(seen.intervals).toBeGreaterThan(endpoints);
    expect(seen.worst).toBeLessThanOrEqual(0.05);
  }, 300_000);

  it('keeps them too after all endpoints were due at once', async () => {
    await startFleet(2_000, '0');
    await simulate(2.6 * intervalSeconds);
    const seen = await deviations();
    expect(seen.endpoints).toBe(2_000);
    expect(seen.intervals).toBeGreaterThanOrEqual(2_000);
    expect(seen.worst).toBeLessThanOrEqual(0.05);
  });
});

function percent(share: number): string {
  return `${(share * 100).toFixed(2)} %`;
}
