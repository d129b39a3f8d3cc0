import { afterAll, beforeAll, expect, it } from 'vitest';
import { mostLookedAt } from '../../src/core/events/list-events.ts';
import type { ApiAnswer } from '../support/api-client.ts';
import { expectSuccess } from '../support/shapes.ts';
import { readsOf } from '../support/table-reads.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

let service: TestService;
let partner: TestPartner;
/** Where all of them are: there were no weeks for them in time. */
const tables = ['events_other'];
/** Of the partner. */
const eventCount = 40_000;
/**
 * Index entries. A page looks twice at as many events as it may: for what it shows, and for where it ends. Half as much again is for
 * what else it looks up; reading all of the partner's events once would take more.
 */
const mostForFiltered = 3 * mostLookedAt;

/** Events of 30 days, one of them of another type, in the order of their ids. */
const fill = `
  INSERT INTO events (partner_id, id, sequence, is_sandbox, customer_id, billing_customer_id, type, occurred_at, data)
  SELECT $1, (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || '7000' || '8000' || lpad(to_hex(n), 12, '0'))::uuid,
    $3::bigint + n, false, NULL, n % 50, CASE WHEN n = 10 THEN 'alert.opened' ELSE 'scan.completed' END, at, '{"n": 1}'
  FROM (SELECT n, $4::timestamptz - ($2 - n) * interval '30 days' / $2 AS at FROM generate_series(1, $2::int) AS n) AS times`;

beforeAll(async () => {
  service = await TestService.start({ role: 'api' });
  partner = await service.partner();
  const other = await service.partner();
  await service.bulk(fill, [partner.partnerId, eventCount, 1, service.clock.now()]);
  await service.bulk(fill, [other.partnerId, 20_000, 100_000, service.clock.now()]);
  await service.autovacuum('events');
});
afterAll(async () => {
  await service?.stop();
});

const read = (query: string): Promise<ApiAnswer> => partner.api.get(`/api/v1/events?${query}`);

it('a page costs what it shows, or what it may look at, however many events there are', async () => {
  const first = expectSuccess(await read('limit=100'));
  expect(first.events).toHaveLength(100);
  const { rows } = await service.store.database.pool.query<{ id: string }>(
    'SELECT id FROM events WHERE partner_id = $1 ORDER BY sequence DESC LIMIT 1',
    [partner.partnerId],
  );
  const last = rows[0]!.id;
  const costs: [string, number][] = [
    ['limit=100', 250],
    [`limit=100&after=${first.next_cursor}`, 250],
    [`after=${last}`, 250],
    [`after=${last}&types=alert.opened`, 250],
    ['types=webhook.test', mostForFiltered],
    ['billing_customer_id=99', mostForFiltered],
  ];
  for (const [query, most] of costs) {
    const { wholeTables, indexEntries } = await readsOf(service, tables, () => read(query));
    expect({ query, wholeTables }).toEqual({ query, wholeTables: [] });
    expect(indexEntries, query).toBeLessThan(most);
  }
});

it('what filters leave out is looked through page by page, and what they let through comes once', async () => {
  expect(await walk('types=alert.opened')).toHaveLength(1);
  expect(await walk('billing_customer_id=7&limit=500')).toHaveLength(eventCount / 50);
});

/** The events of all pages from the first to the last. */
async function walk(query: string): Promise<object[]> {
  const events: object[] = [];
  for (let after = ''; ; ) {
    const page = expectSuccess(await read(`${query}${after}`));
    events.push(...page.events);
    if (!page.has_more) return events;
    after = `&after=${page.next_cursor}`;
  }
}
