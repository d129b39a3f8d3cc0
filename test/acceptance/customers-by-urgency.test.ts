import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { act } from '../support/billing.ts';
import { monitorDomain } from '../support/domain-scans.ts';
import { insertAlert, insertDomainAlert } from '../support/rows.ts';
import { provision } from '../support/scans.ts';
import { expectRefusal, expectSuccess } from '../support/shapes.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

const severities = ['critical', 'high', 'medium', 'low'] as const;
const urgencies = [...severities, 'none'] as const;
type Severity = (typeof severities)[number];
type Status = 'open' | 'acknowledged' | 'resolved' | 'false_positive';

interface Listed {
  readonly billing_customer_id: number;
  readonly name: string | null;
  readonly worst_severity: Severity | null;
  readonly alerts_by_severity: Record<Severity, number>;
  readonly endpoints_not_scanned: number;
  readonly open_alerts: number;
}

const customers = [1, 2, 3, 4, 5, 6];

let service: TestService;
let partner: TestPartner;
const servers = new Map<number, string>();
const domains = new Map<number, string>();

beforeAll(async () => {
  service = await TestService.start({ role: 'api' });
  partner = await service.partner();
  for (const id of customers) {
    servers.set(
      id,
      await provision(partner.api, `127.0.4.${id}`, { client_id: id, client_name: `Shop ${id % 2}-${id}` }),
    );
    domains.set(id, await monitorDomain(partner.api, id, `shop-${id}.example.com`));
  }
  const other = await service.partner();
  await insertAlert(service, other, await provision(other.api, '127.0.4.9', { client_id: 1 }), {
    severity: 'critical',
  });
});
afterAll(async () => {
  await service?.stop();
});

/** Every page of a list, with the given query, of so many customers each. */
async function listed(query: string, limit: number): Promise<Listed[]> {
  const found: Listed[] = [];
  let cursor: string | null = null;
  do {
    const page = `/api/v1/customers?limit=${limit}&${query}${cursor === null ? '' : `&cursor=${cursor}`}`;
    const data = expectSuccess(await partner.api.get(page));
    expect(data.has_more).toBe(data.next_cursor !== null);
    found.push(...data.customers);
    cursor = data.next_cursor;
  } while (cursor !== null && found.length < 100);
  return found;
}

const alert = fc.record({
  customer: fc.constantFrom(...customers),
  kind: fc.constantFrom('port', 'certificate', 'leaked_credentials', 'dark_web'),
  severity: fc.constantFrom(...severities),
  status: fc.constantFrom<Status>('open', 'open', 'acknowledged', 'resolved', 'false_positive'),
});

it('counts by severity equal the open alerts of every kind, and the list is in their order, however it is cut and filtered', async () => {
  const { pool } = service.store.database;
  await fc.assert(
    fc.asyncProperty(
      fc.array(alert, { minLength: 8, maxLength: 25, size: 'max' }),
      fc.integer({ min: 1, max: 7 }),
      async (alerts, limit) => {
        await pool.query('DELETE FROM alerts WHERE partner_id = $1', [partner.partnerId]);
        for (const { customer, kind, ...row } of alerts)
          if (kind === 'port' || kind === 'certificate') {
            const id = await insertAlert(service, partner, servers.get(customer)!, row);
            await pool.query('UPDATE alerts SET kind = $2 WHERE id = $1', [id, kind]);
          } else await insertDomainAlert(service, partner, domains.get(customer)!, { kind, ...row });
        const expected = customers.map((id) => {
          const open = alerts.filter(({ customer, status }) => customer === id && status === 'open');
          const counts = severities.map((severity) => [
            severity,
            open.filter((each) => each.severity === severity).length,
          ]);
          return {
            billing_customer_id: id,
            alerts_by_severity: Object.fromEntries(counts),
            worst_severity: severities.find((severity) => open.some((each) => each.severity === severity)) ?? null,
            open_alerts: open.filter(({ kind }) => kind === 'port').length,
          };
        });
        const urgencyOf = ({ worst_severity }: Pick<Listed, 'worst_severity'>) =>
          urgencies.indexOf(worst_severity ?? 'none');
        const byUrgency = expected.toSorted((a, b) => urgencyOf(a) - urgencyOf(b));
        expect(await listed('sort=urgency', limit)).toMatchObject(byUrgency);
        expect(await listed('', limit)).toMatchObject(expected);
        const even = byUrgency.filter(({ billing_customer_id: id }) => id % 2 === 0);
        expect(await listed('sort=urgency&search=shop%200', limit)).toMatchObject(even);
        for (const urgency of urgencies) {
          const those = byUrgency.filter(({ worst_severity }) => (worst_severity ?? 'none') === urgency);
          for (const sort of ['urgency', 'number']) {
            const found = await listed(`sort=${sort}&urgency=${urgency}`, limit);
            expect(found.map((each) => each.billing_customer_id)).toEqual(
              those.map((each) => each.billing_customer_id),
            );
          }
        }
      },
    ),
    { numRuns: 6 },
  );
});

it('servers that nobody looks at are counted: paused, without room, and of addresses that are never scanned', async () => {
  const notScanned = async () => (await listed('search=90', 10))[0]!.endpoints_not_scanned;
  const id = await provision(partner.api, '127.0.4.90', { client_id: 90 });
  expect(await notScanned()).toBe(0);
  await act(partner.api, 'suspend', { endpoint_id: id });
  expect(await notScanned()).toBe(1);
  await provision(partner.api, '192.168.1.5', { client_id: 90 });
  expect(await notScanned()).toBe(2);
  const gone = await provision(partner.api, '127.0.4.91', { client_id: 90 });
  await act(partner.api, 'terminate', { endpoint_id: gone });
  expect(await notScanned()).toBe(2);
});

it("a customer's servers come by their worst open alerts, with their states, page by page", async () => {
  const own = { client_id: 80 };
  const [calm, worst, paused, bad] = await Promise.all(
    [81, 82, 83, 84].map((host) => provision(partner.api, `127.0.4.${host}`, own)),
  );
  const never = await provision(partner.api, '192.168.1.6', own);
  await insertAlert(service, partner, worst!, { severity: 'low' });
  await insertAlert(service, partner, worst!, { severity: 'critical' });
  await insertAlert(service, partner, bad!, { severity: 'high' });
  await insertAlert(service, partner, calm!, { severity: 'critical', status: 'resolved' });
  await act(partner.api, 'suspend', { endpoint_id: paused! });
  const found = [];
  let cursor = '';
  for (let page = 0; page < 10; page += 1) {
    const data = expectSuccess(await partner.api.get(`/api/v1/customers/80/servers?limit=2${cursor}`));
    found.push(...data.servers);
    if (data.next_cursor === null) break;
    cursor = `&cursor=${data.next_cursor}`;
  }
  expect(found).toHaveLength(5);
  expect(found.slice(0, 2)).toMatchObject([
    { id: worst, worst_severity: 'critical', open_alerts: 2, state: 'not_yet', last_scan_at: null },
    { id: bad, worst_severity: 'high', open_alerts: 1 },
  ]);
  const states = Object.fromEntries(found.slice(2).map(({ id, state }) => [id, state]));
  expect(states).toEqual({ [calm!]: 'not_yet', [paused!]: 'paused', [never]: 'never' });
});

it('a cursor goes on in its own order only', async () => {
  const { next_cursor: cursor } = expectSuccess(await partner.api.get('/api/v1/customers?limit=1&sort=urgency'));
  expectRefusal(await partner.api.get(`/api/v1/customers?limit=1&cursor=${cursor}`), 422, ['cursor']);
});
