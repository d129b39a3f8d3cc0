import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { propertyRuns } from '../../src/common/testing/property-runs.ts';
import { act, insertPlans } from '../support/billing.ts';
import { expectSuccess } from '../support/shapes.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';
import { UsageModel } from './usage-model.ts';

/**
 * Histories of two customers, with plans and without, and what GET /usage says of any days of them, held against a model that looks at the
 * state of each resource after every step and counts seconds one by one. To try 1,200 histories:
 *
 *     PROPERTY_RUNS=10000 npx vitest run test/properties/usage.test.ts
 */
const second = 1_000;
const hour = 3_600 * second;
const day = 24 * hour;

let service: TestService;

beforeAll(async () => {
  service = await TestService.start({ role: 'api' });
});
afterAll(async () => {
  await service?.stop();
});

interface Step {
  readonly action: string;
  readonly body: (known: Known) => object;
}

/** Ids of what was provisioned, oldest first. */
interface Known {
  readonly endpoints: string[];
  readonly domains: string[];
}

type Event = Step | { readonly wait: number };

const clientId = fc.constantFrom(1, 1, 1, 2);
const serviceId = fc.option(fc.constantFrom(1, 2), { nil: undefined });
const nth = fc.nat(3);
const plan = fc.constantFrom('plan-1', 'plan-2', 'starter');
const noId = '00000000-0000-4000-8000-000000000000';

const onServer = fc.record({ action: fc.constantFrom('suspend', 'resume', 'terminate'), nth }).map(
  ({ action, nth }): Step => ({
    action,
    body: ({ endpoints }) => ({ endpoint_id: endpoints[nth % Math.max(1, endpoints.length)] ?? noId }),
  }),
);
const onDomain = fc
  .record({ action: fc.constantFrom('suspend-domain', 'resume-domain', 'terminate-domain', 'release-domain'), nth })
  .map(
    ({ action, nth }): Step => ({
      action,
      body: ({ domains }) => ({ monitored_domain_id: domains[nth % Math.max(1, domains.length)] ?? noId }),
    }),
  );
const server = fc.record({ clientId, serviceId, last: fc.integer({ min: 1, max: 3 }), isOwn: fc.boolean() }).map(
  ({ clientId: client_id, serviceId: service_id, last, isOwn }): Step => ({
    action: 'provision',
    body: () => ({
      client_id,
      service_id,
      ip_address: `127.${client_id}.0.${last}`,
      // A server that its service pays for by itself.
      ...(isOwn && service_id === 2 ? { product_slug: 'endpoint', plan_slug: 'starter' } : {}),
    }),
  }),
);
const domain = fc.record({ clientId, serviceId: fc.constantFrom(2, 3), name: fc.constantFrom('a', 'b') }).map(
  ({ clientId: client_id, serviceId: service_id, name }): Step => ({
    action: 'provision-domain',
    body: () => ({ client_id, service_id, domain: `${name}${client_id}.example.com` }),
  }),
);
const terms = fc.oneof(
  fc.record({ product_slug: fc.constant('port_monitoring'), plan_slug: plan }),
  fc.record({ product_slug: fc.constant('domain_monitoring'), quantity: fc.constantFrom(1, 2) }),
);
const subscription = fc
  .record({
    action: fc.constantFrom(
      'provision-subscription',
      'provision-subscription',
      'change-subscription',
      'suspend-subscription',
      'resume-subscription',
      'terminate-subscription',
    ),
    clientId,
    service: fc.constantFrom(1, 3),
    terms,
  })
  .map(
    ({ action, clientId: client_id, service, terms: { product_slug, ...size } }): Step => ({
      action,
      body: () => ({
        client_id,
        service_id: service,
        product_slug,
        ...(action === 'provision-subscription' ? size : {}),
        ...(action === 'change-subscription' ? { ...size, force: true } : {}),
      }),
    }),
  );
const sync = fc
  .record({
    clientId,
    service: fc.constantFrom(1, 2, 3),
    product_slug: fc.constantFrom('port_monitoring', 'domain_monitoring', 'endpoint'),
    status: fc.constantFrom('active', 'suspended', 'cancelled'),
  })
  .map(
    ({ clientId: client_id, service: service_id, ...rest }): Step => ({
      action: 'sync-services',
      body: () => ({ services: [{ client_id, service_id, ...rest }] }),
    }),
  );
/** Times of which some are the same and some fall between two seconds; now and then a clock is set back. */
const wait = fc
  .oneof(
    { weight: 2, arbitrary: fc.integer({ min: 1, max: 3 * second }) },
    { weight: 5, arbitrary: fc.integer({ min: 1, max: day }) },
    { weight: 1, arbitrary: fc.constant(day) },
    { weight: 1, arbitrary: fc.integer({ min: -hour, max: -1 }) },
  )
  .map((wait) => ({ wait }));
const event: fc.Arbitrary<Event> = fc.oneof(
  { weight: 6, arbitrary: wait },
  { weight: 3, arbitrary: server },
  { weight: 2, arbitrary: domain },
  { weight: 4, arbitrary: onServer },
  { weight: 2, arbitrary: onDomain },
  { weight: 4, arbitrary: subscription },
  { weight: 2, arbitrary: sync },
);

async function play(partner: TestPartner, start: number, events: readonly Event[]): Promise<UsageModel> {
  const model = new UsageModel();
  const known: Known = { endpoints: [], domains: [] };
  service.clock.standAt(new Date(start));
  for (const each of events) {
    if ('wait' in each) {
      service.clock.standAt(new Date(service.clock.now().getTime() + each.wait));
      continue;
    }
    const { status, body } = await act(partner.api, each.action, each.body(known));
    expect([200, 201, 403, 404, 409, 422]).toContain(status);
    if (status === 201 && body.data.endpoint_id) known.endpoints.push(body.data.endpoint_id);
    if (status === 201 && body.data.monitored_domain_id) known.domains.push(body.data.monitored_domain_id);
    await model.look(service, partner, service.clock.now().getTime());
  }
  return model;
}

const dateOf = (instant: number) => new Date(instant).toISOString().slice(0, 10);

async function usageOf(partner: TestPartner, from: number, to: number, more = '') {
  const path = `/api/v1/usage?from=${dateOf(from)}&to=${dateOf(to)}${more}`;
  return expectSuccess(await partner.api.get(path));
}

/** Without what is no figure. */
function figuresOf({ plan_slug, product_slug, is_estimated, ...figures }: Record<string, unknown>) {
  return figures;
}

function secondsOf({ services }: { services: { active_seconds: number }[] }): number {
  return services.reduce((sum, { active_seconds }) => sum + active_seconds, 0);
}

/** The answer put together from pages of so many services. */
async function inPages(partner: TestPartner, from: number, to: number, limit: number) {
  const services: unknown[] = [];
  for (let cursor = ''; ; ) {
    const page = await usageOf(partner, from, to, `&limit=${limit}${cursor}`);
    expect(page.services.length).toBe(page.has_more ? limit : Math.min(limit, page.services.length));
    services.push(...page.services);
    expect(page.next_cursor === null).toBe(!page.has_more);
    if (!page.has_more) return services;
    cursor = `&cursor=${page.next_cursor}`;
  }
}

it('whatever happened, any days are told as a count second by second has them, whole or in pages', async () => {
  const start = Math.ceil(service.clock.now().getTime() / day) * day;
  await fc.assert(
    fc.asyncProperty(
      fc.array(event, { minLength: 5, maxLength: 25 }),
      fc.integer({ min: 0, max: 3 }),
      fc.integer({ min: 1, max: 6 }),
      fc.integer({ min: 1, max: 3 }),
      async (events, first, days, limit) => {
        const partner = await service.partner();
        await insertPlans(service, partner, [1, 2]);
        const model = await play(partner, start, events);
        const [from, to, now] = [
          start + first * day,
          start + (first + days) * day,
          service.clock.now().getTime(),
        ] as const;
        const expected = model.usage(from, to, now);
        const whole = await usageOf(partner, from, to);
        const told = whole.services.map(figuresOf);
        expect(told).toEqual(expected);
        expect(await inPages(partner, from, to, limit)).toEqual(whole.services);
        const halves = [
          await usageOf(partner, from, from + day),
          ...(days > 1 ? [await usageOf(partner, from + day, to)] : []),
        ];
        expect(halves.map(secondsOf).reduce((sum, seconds) => sum + seconds, 0)).toBe(secondsOf(whole));
        const ofOne = await usageOf(partner, from, to, '&billing_customer_id=1');
        expect(ofOne.services).toEqual(
          whole.services.filter(({ client_id }: { client_id: number }) => client_id === 1),
        );
      },
    ),
    { numRuns: propertyRuns(12) },
  );
});
