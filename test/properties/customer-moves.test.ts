import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { propertyRuns } from '../../src/common/testing/property-runs.ts';
import { checkListCounts } from '../../src/core/list-counts/check-list-counts.ts';
import { act, capacityFaults, dataRows, insertPlans } from '../support/billing.ts';
import { insertAlert } from '../support/rows.ts';
import { expectSuccess } from '../support/shapes.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

const runs = propertyRuns(30);
let service: TestService;
let partner: TestPartner;
let firstClient = 0;

beforeAll(async () => {
  service = await TestService.start({ role: 'api' });
  partner = await service.partner();
  await insertPlans(service, partner, [1, 2, 3]);
});
afterAll(() => service?.stop());

const client = fc.nat({ max: 2 });
const serviceId = fc.integer({ min: 1, max: 3 });
const address = fc.integer({ min: 1, max: 4 }).map((host) => `127.88.0.${host}`);
const domain = fc.constantFrom('one.example.com', 'two.example.com');
const two = fc.tuple(client, client).filter(([from, to]) => from !== to);

/** What happens, by what is chosen at random; `done` is what is asked of the API. */
type Step =
  | { readonly kind: 'ask'; readonly action: string; readonly client: number; readonly body: object }
  | { readonly kind: 'end' | 'suspend' | 'alert' | 'rule'; readonly client: number; readonly address: string }
  | { readonly kind: 'move'; readonly from: number; readonly to: number; readonly serviceId: number | null };

const asks = (action: string, body: fc.Arbitrary<object>) =>
  fc.record({ kind: fc.constant('ask' as const), action: fc.constant(action), client, body });

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: asks(
      'provision',
      fc.record({ ip_address: address, service_id: fc.option(serviceId, { nil: undefined }) }),
    ),
  },
  { weight: 2, arbitrary: asks('provision-domain', fc.record({ domain, service_id: serviceId })) },
  {
    weight: 2,
    arbitrary: asks(
      'provision-subscription',
      fc.oneof(
        fc.record({
          service_id: serviceId,
          product_slug: fc.constant('port_monitoring'),
          plan_slug: fc.constantFrom('plan-1', 'plan-2', 'plan-3'),
        }),
        fc.record({
          service_id: serviceId,
          product_slug: fc.constant('domain_monitoring'),
          quantity: fc.integer({ min: 1, max: 2 }),
        }),
      ),
    ),
  },
  {
    weight: 1,
    arbitrary: asks(
      'terminate-subscription',
      fc.record({ service_id: serviceId, product_slug: fc.constant('port_monitoring') }),
    ),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom('end' as const, 'suspend' as const, 'alert' as const, 'rule' as const),
      client,
      address,
    }),
  },
  {
    weight: 4,
    arbitrary: fc
      .tuple(two, fc.option(serviceId))
      .map(([[from, to], id]) => ({ kind: 'move' as const, from, to, serviceId: id })),
  },
);

interface Resource {
  readonly id: string;
  readonly kind: string;
  readonly customer: number;
  readonly label: string;
  readonly state: 'active' | 'paused' | 'quota_paused' | 'terminated';
  readonly created_at: Date;
  readonly alerts: number;
}

async function query<Row>(statement: string, ...values: unknown[]): Promise<Row[]> {
  return (await service.store.database.pool.query(statement, values)).rows as Row[];
}

async function resources(): Promise<Resource[]> {
  return query<Resource>(
    `SELECT r.*, c.billing_customer_id::int AS customer,
       (SELECT count(*)::int FROM alerts a WHERE a.partner_id = $1 AND r.id IN (a.endpoint_id, a.domain_id)) AS alerts
     FROM (
       SELECT 'endpoint' AS kind, id, customer_id, host(ip_address) AS label, created_at,
         CASE WHEN quota_paused THEN 'quota_paused' ELSE status END AS state FROM endpoints WHERE partner_id = $1
       UNION ALL
       SELECT 'domain', id, customer_id, domain, created_at, CASE WHEN quota_paused THEN 'quota_paused' ELSE status END
       FROM monitored_domains WHERE partner_id = $1 AND released_at IS NULL) AS r
     JOIN customers c ON c.partner_id = $1 AND c.id = r.customer_id WHERE c.billing_customer_id > $2`,
    partner.partnerId,
    firstClient,
  );
}

/** Whatever belongs to something that another customer has, in sentences. */
async function strangers(): Promise<string[]> {
  const belongs = [
    ['alerts', 'endpoints', 'endpoint_id'],
    ['alerts', 'monitored_domains', 'domain_id'],
    ['alert_exposures', 'alerts', 'alert_id'],
    ['allowed_port_rules', 'endpoints', 'endpoint_id'],
    ['subscriptions', 'services', 'service_id'],
    ['endpoints', 'services', 'service_id'],
    ['monitored_domains', 'services', 'service_id'],
    ['resource_state_changes', 'services', 'service_id'],
  ];
  const found = belongs.map(([table, owner, column]) =>
    query<{ id: string }>(
      `SELECT t.id FROM ${table} t JOIN ${owner} o ON o.partner_id = t.partner_id AND o.id = t.${column} WHERE t.customer_id <> o.customer_id`,
    ).then((rows) => rows.map(({ id }) => `${table} ${id} by ${column}`)),
  );
  return (await Promise.all(found)).flat();
}

function monitored({ state }: Resource): boolean {
  return state === 'active' || state === 'quota_paused';
}

/** Of each address and domain of two customers there is one record afterwards: the oldest, monitored if either was, with its alerts. */
function expectNothingLost(
  before: readonly Resource[],
  after: readonly Resource[],
  concerned: readonly number[],
): void {
  const of = (list: readonly Resource[]) =>
    Map.groupBy(
      list.filter(({ customer }) => concerned.includes(customer)),
      ({ kind, label }) => `${kind} ${label}`,
    );
  const [was, is] = [of(before), of(after)];
  expect([...is.keys()].toSorted()).toEqual([...was.keys()].toSorted());
  for (const [name, records] of was) {
    const known = is.get(name)!;
    const oldest = records.toSorted((a, b) => Number(a.created_at) - Number(b.created_at))[0]!;
    const kept = known.find(({ id }) => id === oldest.id);
    expect(kept, `${name} has its oldest record`).toBeDefined();
    expect(kept!.alerts, `${name} has its alerts`).toBe(oldest.alerts);
    expect(known.some(monitored), `${name} is monitored if it was`).toBe(records.some(monitored));
  }
}

async function move({ from, to, serviceId: id }: Extract<Step, { kind: 'move' }>): Promise<void> {
  const [giver, receiver] = [firstClient + 1 + from, firstClient + 1 + to];
  const of = `/api/v1/customers/${giver}`;
  const [path, body] =
    id === null ? [`${of}/merge`, { into: receiver }] : [`${of}/services/${id}/transfer`, { to: receiver }];
  const before = await resources();
  const rows = await dataRows(service);
  const told = await partner.api.post(path, { ...body, dry_run: true });
  expect(await dataRows(service)).toEqual(rows);
  const done = await partner.api.post(path, body);
  expect(told.status).toBe(done.status);
  if (done.status !== 200) return expect(done.status).toBe(404);
  expect(told.body.data).toEqual({ ...done.body.data, dry_run: true });
  const after = await resources();
  expectNothingLost(before, after, [giver, receiver]);
  if (id === null) expect(after.filter(({ customer }) => customer === giver)).toEqual([]);
  expect(
    done.body.data.not_moved.filter(({ type }: { type: string }) => type === 'endpoint' || type === 'domain'),
  ).toHaveLength(before.length - after.length);
  const again = expectSuccess(await partner.api.post(path, body));
  expect(Object.values(again.moved).every((moved) => moved === 0)).toBe(true);
}

async function take(done: Step): Promise<void> {
  service.clock.advanceSeconds(1);
  if (done.kind === 'move') return move(done);
  const client_id = firstClient + 1 + done.client;
  if (done.kind === 'ask') return void (await act(partner.api, done.action, { client_id, ...done.body }));
  const known = (await resources()).find(({ customer, label }) => customer === client_id && label === done.address);
  if (!known) return;
  const endpoint_id = known.id;
  if (done.kind === 'alert' && monitored(known)) await insertAlert(service, partner, endpoint_id);
  if (done.kind === 'end') await act(partner.api, 'terminate', { endpoint_id });
  if (done.kind === 'suspend') await act(partner.api, 'suspend', { endpoint_id });
  if (done.kind === 'rule')
    await partner.api.post('/api/v1/whitelists', { billing_customer_id: client_id, endpoint_id, port_start: 443 });
}

it(
  'whatever was ordered before, customers and services move without losing or doubling anything, as a dry run says',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 16 }), async (steps) => {
        firstClient += 10;
        for (const done of steps) {
          await take(done);
          expect(await strangers()).toEqual([]);
          expect(await capacityFaults(service)).toEqual([]);
        }
        const ids = (await query<{ id: string }>('SELECT id FROM customers')).map(({ id }) => id);
        expect(await checkListCounts(service.operator(partner.partnerId), ids)).toEqual([]);
      }),
      { numRuns: runs },
    );
  },
  120_000 + 20_000 * runs,
);
