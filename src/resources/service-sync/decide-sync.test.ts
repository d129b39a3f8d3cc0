import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decideSync,
  type KnownEndpoint,
  type KnownServices,
  type ReportedService,
  type ReportedStatus,
  serviceKey,
} from './decide-sync.ts';

const statuses = ['active', 'suspended', 'cancelled'] as const;

function report(
  product_slug: ReportedService['product_slug'],
  status: ReportedStatus,
  { client_id = 1, service_id = 1 }: { client_id?: number; service_id?: number } = {},
): ReportedService {
  return { client_id, service_id, product_slug, status };
}

function known(parts: {
  subscriptions?: Record<string, ReportedStatus>;
  endpoints?: Record<string, readonly KnownEndpoint[]>;
}): KnownServices {
  return {
    subscriptions: new Map(
      Object.entries(parts.subscriptions ?? {}).map(([key, status]) => [
        key,
        { id: `subscription of ${key}`, customerId: `customer ${key.split('/')[0]}`, status },
      ]),
    ),
    endpoints: new Map(Object.entries(parts.endpoints ?? {})),
  };
}

function endpoint(id: string, status: KnownEndpoint['status'] | 'quota_paused', minute = 0): KnownEndpoint {
  return {
    id,
    customerId: 'customer 1',
    serviceId: 'service 1',
    serviceProduct: null,
    createdAt: new Date(minute * 60_000),
    status: status === 'quota_paused' ? 'paused' : status,
    quota_paused: status === 'quota_paused',
  };
}

const slots = '1/1/domain_monitoring';
const server = '1/1/endpoint';

describe('comparing a report with what is known', () => {
  describe.each(statuses)('a subscription that is %s', (current) => {
    it.each(statuses)('takes over the reported state %s', (status) => {
      const decision = decideSync(
        [report('domain_monitoring', status)],
        known({ subscriptions: { [slots]: current } }),
      );
      const changes = current !== status;
      expect(decision).toMatchObject({ changed: changes ? 1 : 0, unchanged: changes ? 0 : 1, unknown: [] });
      expect([...decision.subscriptions]).toEqual(changes ? [[`subscription of ${slots}`, status]] : []);
      expect([...decision.customerIds]).toEqual(changes ? ['customer 1'] : []);
    });
  });

  it.each([
    ['active', 'active', undefined],
    ['active', 'suspended', 'paused'],
    ['active', 'cancelled', 'terminated'],
    ['paused', 'active', 'quota_paused'],
    ['paused', 'suspended', undefined],
    ['paused', 'cancelled', 'terminated'],
    ['quota_paused', 'active', undefined],
    ['quota_paused', 'suspended', 'paused'],
    ['quota_paused', 'cancelled', 'terminated'],
    ['terminated', 'active', 'quota_paused'],
    ['terminated', 'suspended', undefined],
    ['terminated', 'cancelled', undefined],
  ] as const)('a server that is %s and reported %s goes to %s', (current, status, target) => {
    const decision = decideSync(
      [report('endpoint', status)],
      known({ endpoints: { [server]: [endpoint('e', current)] } }),
    );
    expect([...decision.endpoints]).toEqual(target ? [['e', target]] : []);
    expect(decision).toMatchObject({ changed: target ? 1 : 0, unchanged: target ? 0 : 1 });
  });

  it('a service with several servers counts once, and each that is not as reported moves', () => {
    const endpoints = [endpoint('a', 'active'), endpoint('b', 'paused'), endpoint('c', 'terminated')];
    const decision = decideSync([report('endpoint', 'suspended')], known({ endpoints: { [server]: endpoints } }));
    expect(decision.changed).toBe(1);
    expect([...decision.endpoints]).toEqual([['a', 'paused']]);
  });

  it('a service that is active again and has only terminated servers gets the newest one back', () => {
    const endpoints = [
      endpoint('old', 'terminated', 1),
      endpoint('new', 'terminated', 3),
      endpoint('mid', 'terminated', 2),
    ];
    const decision = decideSync([report('endpoint', 'active')], known({ endpoints: { [server]: endpoints } }));
    expect([...decision.endpoints]).toEqual([['new', 'quota_paused']]);
  });

  it('a service named twice counts twice, and the last one wins', () => {
    const services = [report('domain_monitoring', 'suspended'), report('domain_monitoring', 'cancelled')];
    const decision = decideSync(services, known({ subscriptions: { [slots]: 'active' } }));
    expect(decision.changed).toBe(2);
    expect([...decision.subscriptions.values()]).toEqual(['cancelled']);
  });

  it('the second of two equal items is unchanged', () => {
    const services = [report('endpoint', 'suspended'), report('endpoint', 'suspended')];
    const decision = decideSync(services, known({ endpoints: { [server]: [endpoint('e', 'active')] } }));
    expect(decision).toMatchObject({ changed: 1, unchanged: 1 });
  });

  it.each([
    ['suspended', 'active'],
    ['cancelled', 'quota_paused'],
  ] as const)('a server that is reported %s and active again keeps its place: it stays %s', (status, current) => {
    const services = [report('endpoint', status), report('endpoint', 'active')];
    const decision = decideSync(services, known({ endpoints: { [server]: [endpoint('e', current)] } }));
    expect(decision.changed).toBe(2);
    expect([...decision.endpoints]).toEqual([]);
  });

  it('the same service of another customer, or of another product, is another service', () => {
    const services = [
      report('domain_monitoring', 'suspended', { client_id: 2 }),
      report('domain_monitoring', 'suspended', { service_id: 2 }),
      report('port_monitoring', 'suspended'),
    ];
    expect(decideSync(services, known({ subscriptions: { [slots]: 'active' } })).unknown).toEqual(services);
  });
});

const services = fc.array(
  fc.record<ReportedService>({
    client_id: fc.integer({ min: 1, max: 2 }),
    service_id: fc.integer({ min: 1, max: 2 }),
    product_slug: fc.constantFrom('endpoint', 'port_monitoring', 'domain_monitoring'),
    status: fc.constantFrom(...statuses),
  }),
  { minLength: 1, maxLength: 8 },
);

const keys = (slug: string) => [1, 2].flatMap((client) => [1, 2].map((service) => `${client}/${service}/${slug}`));
const states = fc.constantFrom('active', 'paused', 'quota_paused', 'terminated' as const);
const knownServices = fc
  .record({
    subscriptions: fc.dictionary(
      fc.constantFrom(...keys('port_monitoring'), ...keys('domain_monitoring')),
      fc.constantFrom(...statuses),
    ),
    endpoints: fc.dictionary(fc.constantFrom(...keys('endpoint')), fc.array(states, { minLength: 1, maxLength: 3 })),
  })
  .map(({ subscriptions, endpoints }) =>
    known({
      subscriptions,
      endpoints: Object.fromEntries(
        Object.entries(endpoints).map(([key, list]) => [
          key,
          list.map((state, index) => ({
            ...endpoint(`${key} ${index}`, state, index),
            customerId: `customer ${key[0]}`,
          })),
        ]),
      ),
    }),
  );

describe('any report about any services', () => {
  it('invariant 35: changed + unchanged + unknown = items', () => {
    fc.assert(
      fc.property(services, knownServices, (items, before) => {
        const { changed, unchanged, unknown } = decideSync(items, before);
        expect(changed + unchanged + unknown.length).toBe(items.length);
      }),
    );
  });

  it('invariant 36: unknown services are listed in order and never decided about', () => {
    fc.assert(
      fc.property(services, knownServices, (items, before) => {
        const isKnown = (item: ReportedService) =>
          before.subscriptions.has(serviceKey(item)) || before.endpoints.has(serviceKey(item));
        expect(decideSync(items, before).unknown).toEqual(items.filter((item) => !isKnown(item)));
      }),
    );
  });

  it('invariant 38: the customers are those of the services that changed, and only they are written to', () => {
    fc.assert(
      fc.property(services, knownServices, (items, before) => {
        const decision = decideSync(items, before);
        expect(decision.customerIds.size > 0).toBe(decision.changed > 0);
        const subscriptions = [...before.subscriptions.values()];
        const endpoints = [...before.endpoints.values()].flat();
        for (const id of decision.endpoints.keys())
          expect(decision.customerIds).toContain(endpoints.find((known) => known.id === id)!.customerId);
        for (const id of decision.subscriptions.keys())
          expect(decision.customerIds).toContain(subscriptions.find((known) => known.id === id)!.customerId);
      }),
    );
  });

  it('invariant 37: a report that names each service once is all unchanged when it is repeated', () => {
    fc.assert(
      fc.property(services, knownServices, (items, before) => {
        const once = [...new Map(items.map((item) => [serviceKey(item), item])).values()];
        const again = decideSync(once, applied(before, decideSync(once, before)));
        expect({ changed: again.changed, endpoints: again.endpoints.size, customers: again.customerIds.size }).toEqual({
          changed: 0,
          endpoints: 0,
          customers: 0,
        });
      }),
    );
  });
});

/** What is known once a decision was written. */
function applied(before: KnownServices, decision: ReturnType<typeof decideSync>): KnownServices {
  const moved = (current: KnownEndpoint): KnownEndpoint => {
    const target = decision.endpoints.get(current.id);
    if (!target) return current;
    return {
      ...current,
      status: target === 'quota_paused' ? 'paused' : target,
      quota_paused: target === 'quota_paused',
    };
  };
  return {
    subscriptions: new Map(
      [...before.subscriptions].map(([key, known]) => [
        key,
        { ...known, status: decision.subscriptions.get(known.id) ?? known.status },
      ]),
    ),
    endpoints: new Map([...before.endpoints].map(([key, list]) => [key, list.map(moved)])),
  };
}
