import { expect } from 'vitest';
import { type Product, products } from './model.ts';
import type { Observation, Row } from './observation.ts';
import { addresses, planCapacities, unsubscribedCaps } from './pools.ts';
import type { Step } from './step.ts';

/** A rule that every step keeps, judged by what the API answered and what the rows say, without the model. */
export interface Invariant {
  readonly number: number;
  readonly rule: string;
  check(step: Step): void;
}

/** @throws AssertionError that names the invariant */
export function checkInvariants(step: Step): void {
  for (const { number, rule, check } of invariants) {
    try {
      check(step);
    } catch (error) {
      throw new Error(`Invariant ${number} is broken: ${rule}. ${(error as Error).message}`, { cause: error });
    }
  }
}

/**
 * By their numbers in the list of the project's invariants. 5 (reconciling twice is reconciling once) and 37 (a report that is
 * repeated) need requests of their own: World has them. 20 (the namespaces are one) holds for every step: requests go to either.
 */
const invariants: readonly Invariant[] = [
  {
    number: 1,
    rule: 'no more are active than capacity covers, and what its own service pays for never waits',
    check: ({ after, partnerIds }) => {
      expect(after.rows('endpoints').filter((row) => row.quota_paused && isPaidByService(after, row))).toEqual([]);
      for (const { resources, capacity } of allHoldings(after, partnerIds)) {
        expect(resources.filter(isActive).length).toBeLessThanOrEqual(capacity);
      }
    },
  },
  {
    number: 2,
    rule: 'the active are the oldest of those not paused by hand, unless a person woke a younger one',
    check: ({ call, before, after, partnerIds }) => {
      if (/^resume(-domain)?$/.test(call.action) || reportsEndpoint(call, 'active')) return;
      for (const { customerId, product, resources } of allHoldings(after, partnerIds)) {
        // One that comes from a service of its own brings its state along.
        const came = resources.some(({ id }) => {
          const was = before.find(tableOf(product), id);
          return was !== undefined && isPaidByService(before, was);
        });
        if (!came && agesInOrder(resourcesOf(before, customerId, product))) expect(agesInOrder(resources)).toBe(true);
      }
    },
  },
  {
    number: 3,
    rule: 'capacity pauses the newest first and wakes the oldest first, and as many as it must',
    check: (step) => {
      const { call, before, after, partnerIds } = step;
      for (const { customerId, product, resources, capacity } of allHoldings(after, partnerIds)) {
        const was = new Map(resourcesOf(before, customerId, product).map((resource) => [resource.id, resource.state]));
        const moved = (from: State, to: State) =>
          resources.filter(
            (resource) => was.get(resource.id) === from && resource.state === to && !isNamed(step, resource),
          );
        const stayed = (state: State) => moved(state, state);
        for (const paused of moved('active', 'waiting'))
          expect(stayed('active').every((other) => other.createdAt < paused.createdAt)).toBe(true);
        for (const woken of moved('waiting', 'active'))
          expect(stayed('waiting').every((other) => other.createdAt > woken.createdAt)).toBe(true);
        if (call.action.endsWith('-subscription') && changedRows(step, customerId)) {
          const able = resources.filter((resource) => resource.state === 'active' || resource.state === 'waiting');
          expect(resources.filter(isActive).length).toBe(Math.min(able.length, capacity));
        }
      }
    },
  },
  {
    number: 4,
    rule: 'what was paused by hand never wakes by itself',
    check: (step) => {
      for (const table of ['endpoints', 'monitored_domains'] as const) {
        for (const row of step.before.rows(table).filter((row) => stateOf(row) === 'paused')) {
          if (!isNamed(step, row)) expect(stateOf(step.after.find(table, row.id))).toBe('paused');
        }
      }
    },
  },
  {
    number: 6,
    rule: 'nothing is ever deleted',
    check: ({ before, after }) => {
      expect(Object.keys(after.texts())).toEqual(expect.arrayContaining(Object.keys(before.texts())));
    },
  },
  {
    number: 8,
    rule: 'no provision, restore or resume exceeds the limit',
    check: ({ call, answer, after, before, partnerIds }) => {
      if (!/^(provision|resume)(-domain)?$/.test(call.action) || answer.status >= 400) return;
      const product = call.action.endsWith('-domain') ? 'domain_monitoring' : 'port_monitoring';
      const id = answer.body.data.endpoint_id ?? answer.body.data.monitored_domain_id;
      const table = tableOf(product);
      const was = before.find(table, id)?.status;
      if (was === after.find(table, id)?.status) return;
      const holding = allHoldings(after, partnerIds).find(
        ({ resources, product: of }) => of === product && resources.some((resource) => resource.id === id),
      );
      if (!holding) return expect(isPaidByService(after, after.find(table, id)!)).toBe(true);
      const counted = was === 'paused' ? holding.resources.filter(isActive) : holding.resources;
      expect(counted.length).toBeLessThanOrEqual(holding.capacity);
    },
  },
  {
    number: 11,
    rule: 'a repeat answers with a note and changes no byte, but for the service that owns the resource',
    check: ({ call, answer, before, after }) => {
      if (answer.status !== 200 || answer.body.data.note === undefined) return;
      if (!/^provision(-domain)?$/.test(call.action)) return expect(after.texts()).toEqual(before.texts());
      const id = answer.body.data.endpoint_id ?? answer.body.data.monitored_domain_id;
      const table = call.action === 'provision' ? 'endpoints' : 'monitored_domains';
      const [was, is] = [before.find(table, id)!, after.find(table, id)!];
      if (was.status === 'terminated') return;
      if (was.service_id === is.service_id) return expect(after.texts()).toEqual(before.texts());
      const { service_id: _was, updated_at: _then, ...sameBefore } = was;
      const { service_id: _is, updated_at: _now, ...sameAfter } = is;
      // Another service may pay otherwise, and then capacity decides anew.
      if (table === 'endpoints' && isPaidByService(before, was) !== isPaidByService(after, is)) return;
      expect(sameAfter).toEqual(sameBefore);
    },
  },
  {
    number: 13,
    rule: 'all spellings of an address are one endpoint',
    check: ({ after }) => {
      const canonical = new Set(addresses.map((address) => address.canonical));
      const rows = after.rows('endpoints');
      for (const row of rows) expect(canonical).toContain(row.ip_address);
      expect(new Set(rows.map((row) => `${row.customer_id} ${row.ip_address}`)).size).toBe(rows.length);
    },
  },
  {
    number: 14,
    rule: 'a restored endpoint keeps its id, alerts and scans',
    check: ({ call, answer, before, after }) => {
      if (call.action !== 'provision' || answer.status !== 200) return;
      const id = answer.body.data.endpoint_id;
      expect(before.find('endpoints', id)).toMatchObject({ ip_address: after.find('endpoints', id)!.ip_address });
      const history = (row: Row, table: string) => (table === 'alerts' || table === 'scans') && row.endpoint_id === id;
      expect(after.texts(history)).toEqual(before.texts(history));
    },
  },
  {
    number: 15,
    rule: 'the same address, domain, service or client id is independent across customers and partners',
    check: ({ call, before, after, partnerIds }) => {
      const concerned = new Set(
        after
          .rows('customers')
          .filter(
            (row) => row.partner_id === partnerIds[call.partner] && call.clientIds.includes(row.billing_customer_id),
          )
          .map((row) => row.id),
      );
      const others = (observation: Observation) =>
        observation.texts((row, table) => {
          const customerId = observation.customerIdOf(row, table);
          if (customerId !== undefined) return !concerned.has(customerId);
          return row.partner_id !== partnerIds[call.partner];
        });
      expect(others(after)).toEqual(others(before));
    },
  },
  {
    number: 16,
    rule: 'a failed request changes nothing',
    check: ({ answer, before, after }) => {
      if (answer.status >= 400) expect(after.texts()).toEqual(before.texts());
    },
  },
  {
    number: 18,
    rule: 'a subscription has one open pro-rata window, and only a change opens another',
    check: ({ before, after }) => {
      for (const subscription of after.rows('subscriptions')) {
        const windows = windowsOf(after, subscription.id);
        expect(windows.filter((window) => window.ended_at === null)).toEqual([
          expect.objectContaining(termsOf(subscription, 'state')),
        ]);
        const was = before.find('subscriptions', subscription.id);
        const opened = windows.length - windowsOf(before, subscription.id).length;
        const changed = JSON.stringify(was && termsOf(was)) !== JSON.stringify(termsOf(subscription));
        expect(opened).toBe(changed ? 1 : 0);
      }
    },
  },
  {
    number: 19,
    rule: 'only the moves of the contract occur',
    check: ({ call, before, after }) => {
      for (const table of ['endpoints', 'monitored_domains', 'subscriptions'] as const) {
        for (const row of after.rows(table)) {
          const from = stateOf(before.find(table, row.id));
          const to = stateOf(row);
          if (from !== to) expect(modelledMoves[table](call.action)).toContain(`${from} → ${to}`);
        }
      }
    },
  },
  {
    number: 34,
    rule: 'one invalid item of a report: no change',
    check: ({ call, answer, before, after }) => {
      if (call.action === 'sync-services' && answer.status === 422) expect(after.texts()).toEqual(before.texts());
    },
  },
  {
    number: 35,
    rule: 'changed + unchanged + unknown = items',
    check: ({ call, answer }) => {
      if (!isReport(call, answer.status)) return;
      const { changed, unchanged, unknown_services } = answer.body.data;
      expect(changed + unchanged + unknown_services.length).toBe(call.reported.length);
    },
  },
  {
    number: 36,
    rule: 'unknown services are never created',
    check: ({ call, before, after }) => {
      if (call.action !== 'sync-services') return;
      for (const table of ['customers', 'services', 'endpoints', 'subscriptions', 'monitored_domains'] as const)
        expect(after.rows(table).map(({ id }) => id)).toEqual(before.rows(table).map(({ id }) => id));
    },
  },
  {
    number: 38,
    rule: 'the entries of a report are exactly the customers that changed',
    check: ({ call, answer, before, after, partnerIds }) => {
      if (!isReport(call, answer.status)) return;
      const { enforcement, changed } = answer.body.data;
      // What is learned of who pays changes no service, but may free places.
      const moved = (Object.values(enforcement) as Row[]).flatMap((entry) =>
        products.flatMap((product) => [...entry[product].newly_paused, ...entry[product].unpaused]),
      );
      expect(Array.isArray(enforcement)).toBe(changed === 0 && moved.length === 0);
      const changedClients = after
        .rows('customers')
        .filter((row) => row.partner_id === partnerIds[call.partner])
        .filter((row) => {
          const own = (observation: Observation) =>
            observation.texts(
              (other, table) => table !== 'services' && observation.customerIdOf(other, table) === row.id,
            );
          return JSON.stringify(own(after)) !== JSON.stringify(own(before));
        })
        .map((row) => `${row.billing_customer_id}`);
      // A service that was named twice may be back where it was: its customer has an entry and no changed row.
      expect(Object.keys(enforcement)).toEqual(expect.arrayContaining(changedClients));
      if (!namesServiceTwice(call.reported))
        expect(Object.keys(enforcement).toSorted()).toEqual(changedClients.toSorted());
    },
  },
];

type State = 'active' | 'paused' | 'waiting' | 'terminated';

interface Resource {
  readonly id: string;
  readonly createdAt: number;
  readonly state: State;
}

interface Holding {
  readonly customerId: string;
  readonly product: Product;
  /** Whatever is not terminated, and not paid for by its own service. */
  readonly resources: readonly Resource[];
  readonly capacity: number;
}

const tableOf = (product: Product) => (product === 'port_monitoring' ? 'endpoints' : 'monitored_domains');
const isActive = ({ state }: Resource) => state === 'active';

function allHoldings(observation: Observation, partnerIds: Step['partnerIds']): Holding[] {
  return observation.rows('customers').flatMap((customer) =>
    products.map((product) => ({
      customerId: customer.id,
      product,
      resources: resourcesOf(observation, customer.id, product),
      capacity: capacityOf(observation, customer.id, product, customer.partner_id === partnerIds.B),
    })),
  );
}

function resourcesOf(observation: Observation, customerId: string, product: Product): Resource[] {
  return observation
    .rows(tableOf(product))
    .filter((row) => row.customer_id === customerId && row.status !== 'terminated')
    .filter((row) => product !== 'port_monitoring' || !isPaidByService(observation, row))
    .map((row) => ({ id: row.id, createdAt: Date.parse(row.created_at), state: stateOf(row) as State }));
}

/** Decisions §3.2. */
function isPaidByService(observation: Observation, endpoint: Row): boolean {
  return endpoint.service_id !== null && observation.find('services', endpoint.service_id)?.product_slug === 'endpoint';
}

function capacityOf(observation: Observation, customerId: string, product: Product, isCapped: boolean): number {
  const subscriptions = observation
    .rows('subscriptions')
    .filter((row) => row.customer_id === customerId && row.product_slug === product);
  if (subscriptions.length === 0) return isCapped ? unsubscribedCaps[product] : Number.POSITIVE_INFINITY;
  return subscriptions
    .filter((row) => row.status === 'active')
    .reduce((sum, row) => sum + (row.quantity ?? planCapacities[row.plan_slug]!), 0);
}

function stateOf(row: Row | undefined): string {
  if (!row) return 'none';
  return row.quota_paused ? 'waiting' : row.status;
}

/** Every active one is older than every one that waits. */
function agesInOrder(resources: readonly Resource[]): boolean {
  const newestActive = Math.max(...resources.filter(isActive).map(({ createdAt }) => createdAt));
  return resources.every(({ state, createdAt }) => state !== 'waiting' || createdAt > newestActive);
}

/** Whether the call is about this very resource, so that it moves by the call and not by capacity. */
function isNamed({ call, answer, after }: Step, resource: Pick<Resource, 'id'> | Row): boolean {
  const data = answer.body.data ?? {};
  if ([call.targetId, data.endpoint_id, data.monitored_domain_id].includes(resource.id)) return true;
  const row = after.find('endpoints', resource.id);
  const service = row?.service_id && after.find('services', row.service_id);
  const customer = row && after.find('customers', row.customer_id);
  return (call.reported ?? []).some(
    (item) =>
      item.product_slug === 'endpoint' &&
      item.service_id === service?.billing_service_id &&
      item.client_id === customer?.billing_customer_id,
  );
}

function changedRows({ before, after }: Step, customerId: string): boolean {
  const own = (observation: Observation) =>
    JSON.stringify(observation.texts((row, table) => observation.customerIdOf(row, table) === customerId));
  return own(before) !== own(after);
}

function reportsEndpoint(call: Step['call'], status: string): boolean {
  return (call.reported ?? []).some((item) => item.product_slug === 'endpoint' && item.status === status);
}

function isReport(call: Step['call'], status: number): call is Step['call'] & Required<Pick<Step['call'], 'reported'>> {
  return call.action === 'sync-services' && status === 200;
}

/** Whether a report names a service twice, which may bring it back to where it was. */
export function namesServiceTwice(reported: NonNullable<Step['call']['reported']>): boolean {
  const keys = reported.map((item) => `${item.client_id} ${item.service_id} ${item.product_slug}`);
  return new Set(keys).size < keys.length;
}

function windowsOf(observation: Observation, subscriptionId: string): Row[] {
  return observation.rows('pro_rata_windows').filter((row) => row.subscription_id === subscriptionId);
}

function termsOf(row: Row, state: 'status' | 'state' = 'status'): Row {
  return { plan_slug: row.plan_slug, quantity: row.quantity, mrr: row.mrr, [state]: row.status };
}

/** Contract, States: what may become what, and by which action. Capacity moves between active and waiting. */
const byCapacity = ['active → waiting', 'waiting → active'];

function resourceMoves(action: string): string[] {
  const verb = action.replace(/-domain$/, '');
  const moves: Record<string, string[]> = {
    // A server may be handed to another service, which pays otherwise.
    provision: ['none → active', 'terminated → active', ...byCapacity],
    suspend: ['active → paused', 'waiting → paused'],
    resume: ['paused → active', 'waiting → active'],
    terminate: ['active → terminated', 'paused → terminated', 'waiting → terminated', 'waiting → active'],
    release: ['active → terminated', 'paused → terminated', 'waiting → terminated', 'waiting → active'],
  };
  return moves[verb] ?? byCapacity;
}

const modelledMoves = {
  endpoints: (action: string) =>
    action === 'sync-services'
      ? [
          ...byCapacity,
          ...['active → paused', 'waiting → paused', 'paused → active', 'paused → waiting'],
          ...['active → terminated', 'paused → terminated', 'waiting → terminated'],
          // The last: restored by one item, paused by the next.
          ...['terminated → active', 'terminated → waiting', 'terminated → paused'],
        ]
      : resourceMoves(action),
  monitored_domains: resourceMoves,
  subscriptions: (action: string) => {
    const moves: Record<string, string[]> = {
      'provision-subscription': ['none → active', 'cancelled → active'],
      'suspend-subscription': ['active → suspended'],
      'resume-subscription': ['suspended → active'],
      'terminate-subscription': ['active → cancelled', 'suspended → cancelled'],
      'sync-services': ['active', 'suspended', 'cancelled'].flatMap((from) =>
        ['active', 'suspended', 'cancelled'].map((to) => `${from} → ${to}`),
      ),
    };
    return moves[action] ?? [];
  },
};
