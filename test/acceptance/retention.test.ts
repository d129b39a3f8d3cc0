import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dropOldAuditEntries } from '../../src/core/audit/drop-old-entries.ts';
import { dropOldAlerts } from '../../src/monitoring/alerts/drop-old-alerts.ts';
import { repairDomainSchedule } from '../../src/monitoring/leaks/repair-domain-schedule.ts';
import { repairSchedule } from '../../src/monitoring/port-scans/repair-schedule.ts';
import { lowestIdAt } from '../../src/platform/ids.ts';
import { loopbackAddress } from '../support/listeners.ts';
import { provision } from '../support/scans.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

const daySeconds = 86_400;
let service: TestService;
let partner: TestPartner;

beforeAll(async () => {
  service = await TestService.start({ role: 'api' });
  partner = await service.partner();
});
afterAll(() => service?.stop());

const query = async (text: string, values: unknown[] = []) =>
  (await service.store.database.pool.query(text, values)).rows;
const daysAgo = (days: number) => new Date(Date.now() - days * daySeconds * 1_000);
/** An id of that time. */
const idAt = (time: Date) => lowestIdAt(time).slice(0, 24) + randomUUID().slice(24);

it('alerts are forgotten when they ended longer ago than the retention, and never while they last', async () => {
  const endpointId = await provision(partner.api, loopbackAddress());
  const insert = async (port: number, created: Date, ended: Date | null) => {
    await query(
      `INSERT INTO alerts (partner_id, id, endpoint_id, customer_id, protocol, port, severity, status, evidence, created_at,
         first_detected_at, last_detected_at, resolved_at, resolution, ended_at, kind, key)
       SELECT partner_id, $1, id, customer_id, 'tcp', $2::int, 'high', CASE WHEN $4::timestamptz IS NULL THEN 'open' ELSE 'resolved' END, '{}', $3::timestamptz,
         $3::timestamptz, $3::timestamptz, $4::timestamptz, CASE WHEN $4::timestamptz IS NULL THEN NULL ELSE 'port_closed' END, $4::timestamptz, 'port', 'tcp/' || $2::int FROM endpoints WHERE id = $5`,
      [idAt(created), port, created, ended, endpointId],
    );
  };
  await insert(1, daysAgo(200), daysAgo(101));
  await insert(2, daysAgo(200), daysAgo(99));
  await insert(3, daysAgo(200), null);
  await insert(4, daysAgo(10), daysAgo(9));
  expect(await dropOldAlerts(service.service.resources, 100)).toBe(1);
  expect(await query('SELECT port FROM alerts ORDER BY port')).toEqual([{ port: 2 }, { port: 3 }, { port: 4 }]);
});

it('entries of the audit log are forgotten when they are older than the retention', async () => {
  const insert = (days: number) =>
    query(
      `INSERT INTO audit_entries (partner_id, id, at, actor_kind, action, details) VALUES ($1, $2, $3, 'system', 'test.done', '{}')`,
      [partner.partnerId, idAt(daysAgo(days)), daysAgo(days)],
    );
  await insert(101);
  await insert(99);
  expect(await dropOldAuditEntries(service.service.resources, 100)).toBe(1);
  expect(await query(`SELECT FROM audit_entries WHERE action = 'test.done'`)).toHaveLength(1);
});

it('what a wrong clock had scheduled beyond an interval is due an interval after the last scan; the rest stays', async () => {
  const [astray, never, right] = await Promise.all([1, 2, 3].map(() => provision(partner.api, loopbackAddress())));
  const schedule = (id: string, next: string, last: string | null) =>
    query(
      `UPDATE endpoints SET next_scan_at = now() + $2::interval, last_scan_at = now() + $3::interval,
         scan_not_before = now() + $2::interval WHERE id = $1`,
      [id, next, last],
    );
  await schedule(astray!, '4 days', '-6 hours');
  await schedule(never!, '4 days', null);
  await schedule(right!, '1 day', '0');
  const before = await query('SELECT * FROM endpoints WHERE id = $1', [right]);
  expect(await repairSchedule(service.service.resources, { defaultIntervalSeconds: daySeconds })).toBe(2);
  const hours = async (id: string) => {
    const [row] = await query(
      `SELECT round(extract(epoch FROM next_scan_at - now()) / 3600)::int AS due,
         round(extract(epoch FROM scan_not_before - now()) / 3600)::int AS earliest FROM endpoints WHERE id = $1`,
      [id],
    );
    return row;
  };
  expect(await hours(astray!)).toEqual({ due: 18, earliest: 18 });
  expect(await hours(never!)).toEqual({ due: 0, earliest: 0 });
  expect(await query('SELECT * FROM endpoints WHERE id = $1', [right])).toEqual(before);
  expect(await repairDomainSchedule(service.service.resources, daySeconds)).toBe(0);
});
