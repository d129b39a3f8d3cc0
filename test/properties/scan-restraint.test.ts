import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { propertyRuns } from '../../src/common/testing/property-runs.ts';
import { Operation } from '../../src/core/operation/operation.ts';
import { createAddressPolicy } from '../../src/engines/address-policy/address-policy.ts';
import { claimScan } from '../../src/monitoring/port-scans/claim-scan.ts';
import { dispatchDueScans } from '../../src/monitoring/port-scans/dispatch-due-scans.ts';
import type { EndpointScanners } from '../../src/monitoring/port-scans/endpoint-scanner.ts';
import { finishScan } from '../../src/monitoring/port-scans/finish-scan.ts';
import { type ScanJobData, scanQueue } from '../../src/monitoring/port-scans/jobs.ts';
import { scenarioScanner } from '../../src/monitoring/sandbox/scenario-scanner.ts';
import { scanRefusal } from '../../src/resources/endpoints/scan-refusal.ts';
import type { ApiClient } from '../support/api-client.ts';
import { act, portMonitoring, setUnsubscribedCap } from '../support/billing.ts';
import { pretendLiveWorker } from '../support/rows.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

/**
 * Whatever a partner and its customers call, in whatever order and at whatever pace: no address is scanned on schedule more often
 * than the shortest interval that was in force since it was last scanned, nor by hand more often than the cooldown. Scans are made by the
 * scheduler and claimed as a worker claims them; none sends a packet.
 */
const runs = propertyRuns(40);

const installationSeconds = 86_400;
const shortestSeconds = 7_200;
const cooldownSeconds = 300;
/** What plans ask for: the last is used as if it were the shortest that is allowed. */
const planSeconds = { daily: 86_400, often: 10_800, greedy: 60 } as const;
type PlanName = keyof typeof planSeconds;
/** A scan may come early by this share of its interval: the jitter, and what the one before waited in the queue. */
const tolerance = 0.04;
/** Requests take time on a clock that runs, and a manual scan may wait this long without another cooldown. */
const slackMs = 12_000;

const addresses = ['127.9.1.1', '127.9.1.2', '127.9.1.3'];
const services = [1, 2];

type Step =
  | { readonly kind: 'call'; readonly name: string; readonly call: (world: World) => Promise<unknown> }
  | { readonly kind: 'wait'; readonly seconds: number }
  | { readonly kind: 'work' }
  /** The job waits: what is called before it is taken finds the scan pending. */
  | { readonly kind: 'dispatch' };

interface Start {
  readonly address: string;
  readonly trigger: 'scheduled' | 'manual';
  readonly atMs: number;
  /** The shortest that was in force since the scheduled scan before. */
  readonly shortestSeconds: number;
}

let service: TestService;
beforeAll(async () => {
  service = await TestService.start({
    role: 'api',
    environment: { SCAN_SHORTEST_INTERVAL_SECONDS: `${shortestSeconds}` },
  });
  await pretendLiveWorker(service);
});
afterAll(() => service?.stop());

/** A partner with plans, one customer, and what was scanned. */
class World {
  readonly partner: TestPartner;
  readonly starts: Start[] = [];
  readonly #shortest = new Map<string, number>();
  readonly #policy = createAddressPolicy(['127.9.0.0/16']);
  /** Claims alone are counted: nothing is looked at. */
  readonly #scanners: EndpointScanners = {
    live: {
      engine: 'none',
      refusal: (address) => scanRefusal(this.#policy, address),
      scan: () => Promise.reject(new Error('A scan was begun.')),
    },
    sandbox: scenarioScanner,
  };

  private constructor(partner: TestPartner) {
    this.partner = partner;
  }

  static async create(): Promise<World> {
    // Histories have nothing in common, and partitions are made for some months only.
    service.clock.offsetMs = 0;
    const world = new World(await service.partner());
    for (const [slug, seconds] of Object.entries(planSeconds))
      await service.store.database.pool.query(
        `INSERT INTO plans (partner_id, product_slug, plan_slug, capacity, scan_interval_seconds, updated_at)
         VALUES ($1, 'port_monitoring', $2, 2, $3, now())`,
        [world.partner.partnerId, slug, seconds],
      );
    for (const [index, ip_address] of addresses.entries())
      await act(world.api, 'provision', { client_id: 1, ip_address, service_id: services[index] });
    return world;
  }

  get api(): ApiClient {
    return this.partner.api;
  }

  async endpointId(address: string): Promise<string | undefined> {
    const { rows } = await service.store.database.pool.query<{ id: string }>(
      'SELECT id FROM endpoints WHERE partner_id = $1 AND ip_address = $2',
      [this.partner.partnerId, address],
    );
    return rows[0]?.id;
  }

  async withEndpoint(address: string, call: (id: string) => Promise<unknown>): Promise<void> {
    const id = await this.endpointId(address);
    if (id !== undefined) await call(id);
  }

  async dispatch(): Promise<void> {
    // Nothing of earlier histories is due, and one that is late does not make up for it.
    await service.store.database.pool.query('UPDATE endpoints SET next_scan_at = NULL WHERE partner_id <> $1', [
      this.partner.partnerId,
    ]);
    service.clock.advanceSeconds(1);
    await dispatchDueScans(service.service.resources, {
      policy: this.#policy,
      defaultIntervalSeconds: installationSeconds,
      shortestIntervalSeconds: shortestSeconds,
      random: Math.random,
    });
  }

  /** A worker takes all that waits, and its scans end at once. */
  async work(): Promise<void> {
    const { resources } = service.service;
    for (const job of await resources.jobs.fetch<ScanJobData>(scanQueue.name, 100)) {
      const operation = Operation.bySystem(resources, job.data.partnerId);
      const scan = await claimScan(operation, job.data, {
        scanners: this.#scanners,
        limits: {
          defaultIntervalSeconds: installationSeconds,
          shortestIntervalSeconds: shortestSeconds,
          maxPacketsPerSecond: 1_000,
        },
      });
      if (scan && job.data.partnerId === this.partner.partnerId) {
        const { address, trigger } = scan;
        await this.noteIntervals();
        this.starts.push({
          address,
          trigger,
          atMs: service.clock.now().getTime(),
          shortestSeconds: this.#shortest.get(address)!,
        });
        if (trigger === 'scheduled') this.#shortest.delete(address);
      }
      await operation.transaction((tx) => finishScan(tx, job.data, { status: 'failed', error: null }));
      await resources.jobs.complete(resources.db, job);
    }
  }

  /** Of each address, by what is on record of plans: the rules once more, in other words. */
  async noteIntervals(): Promise<void> {
    const { rows } = await service.store.database.pool.query<{
      address: string;
      recorded: PlanName | null;
      own: string | null;
      bought: PlanName | null;
      paid: PlanName[] | null;
    }>(
      `SELECT host(e.ip_address) AS address, s.plan_slug AS recorded, own.status AS own, own.plan_slug AS bought,
         (SELECT array_agg(plan_slug) FROM subscriptions p WHERE p.partner_id = e.partner_id AND p.customer_id = e.customer_id
           AND p.status = 'active') AS paid
       FROM endpoints e LEFT JOIN services s ON s.partner_id = e.partner_id AND s.id = e.service_id
       LEFT JOIN subscriptions own ON own.partner_id = e.partner_id AND own.service_id = e.service_id
       WHERE e.partner_id = $1`,
      [this.partner.partnerId],
    );
    for (const { address, recorded, own, bought, paid } of rows) {
      const named = own === null ? recorded : own === 'active' ? bought : null;
      const plans = named === null ? (paid ?? []) : [named];
      const seconds = plans.map((plan) => Math.max(planSeconds[plan], shortestSeconds));
      const interval = seconds.length === 0 ? installationSeconds : Math.min(...seconds);
      this.#shortest.set(address, Math.min(interval, this.#shortest.get(address) ?? interval));
    }
  }
}

const address = fc.constantFrom(...addresses);
const serviceId = fc.constantFrom(...services);
const plan = fc.constantFrom(...(Object.keys(planSeconds) as PlanName[]));

function call(name: string, perform: (world: World) => Promise<unknown>): Step {
  return { kind: 'call', name, call: perform };
}

const calls: fc.Arbitrary<Step>[] = [
  fc
    .tuple(address, fc.option(serviceId, { nil: undefined }), plan)
    .map(([ip_address, service_id, plan_slug]) =>
      call(`provision ${ip_address} for ${service_id} ${plan_slug}`, ({ api }) =>
        act(api, 'provision', { client_id: 1, ip_address, service_id, ...(service_id && { plan_slug }) }),
      ),
    ),
  fc
    .tuple(address, fc.constantFrom('suspend', 'resume', 'terminate'))
    .map(([ip, action]) =>
      call(`${action} ${ip}`, (world) =>
        world.withEndpoint(ip, (endpoint_id) => act(world.api, action, { endpoint_id })),
      ),
    ),
  fc
    .tuple(address, fc.constantFrom('active', 'paused'))
    .map(([ip, status]) =>
      call(`PUT ${ip} ${status}`, (world) =>
        world.withEndpoint(ip, (id) =>
          world.api.send('PUT', `/api/v1/endpoints/${id}`, { billing_customer_id: 1, status }),
        ),
      ),
    ),
  address.map((ip) =>
    call(`DELETE ${ip}`, (world) =>
      world.withEndpoint(ip, (id) => world.api.send('DELETE', `/api/v1/endpoints/${id}`)),
    ),
  ),
  fc
    .tuple(address, fc.constantFrom('active', 'paused'))
    .map(([ip_address, status]) =>
      call(`POST ${ip_address} ${status}`, ({ api }) =>
        api.post('/api/v1/endpoints', { billing_customer_id: 1, ip_address, status }),
      ),
    ),
  fc
    .tuple(
      serviceId,
      fc.constantFrom('endpoint', 'port_monitoring'),
      fc.constantFrom('active', 'suspended', 'cancelled'),
    )
    .map(([service_id, product_slug, status]) =>
      call(`sync ${service_id} ${product_slug} ${status}`, ({ api }) =>
        act(api, 'sync-services', { services: [{ client_id: 1, service_id, product_slug, status }] }),
      ),
    ),
  fc
    .tuple(serviceId, plan, fc.constantFrom('provision', 'suspend', 'resume', 'terminate', 'change'))
    .map(([service_id, slug, action]) =>
      call(`${action}-subscription ${service_id} ${slug}`, ({ api }) =>
        act(api, `${action}-subscription`, {
          ...portMonitoring(1, service_id),
          ...(action === 'change' ? { new_plan_slug: slug } : { plan_slug: slug }),
        }),
      ),
    ),
  fc
    .constantFrom(0, 1, null)
    .map((cap) => call(`cap ${cap}`, ({ partner }) => setUnsubscribedCap(service, partner, 'port_monitoring', cap))),
];

const manualScan = address.map((ip) =>
  call(`scan ${ip}`, (world) =>
    world.withEndpoint(ip, (endpoint_id) => act(world.api, 'scan-endpoint', { client_id: 1, endpoint_id })),
  ),
);

/** Work follows most calls: it is where scans begin. */
const step: fc.Arbitrary<Step> = fc.oneof(
  { arbitrary: fc.oneof(...calls), weight: 6 },
  { arbitrary: manualScan, weight: 2 },
  { arbitrary: fc.constant<Step>({ kind: 'work' }), weight: 4 },
  { arbitrary: fc.constant<Step>({ kind: 'dispatch' }), weight: 1 },
  {
    arbitrary: fc
      .constantFrom(1, 100, 299, 301, 3_000, 7_000, 7_400, 11_000, 90_000)
      .map((seconds): Step => ({ kind: 'wait', seconds })),
    weight: 3,
  },
);

async function take(world: World, what: Step): Promise<void> {
  if (what.kind === 'wait') service.clock.advanceSeconds(what.seconds);
  else if (what.kind === 'call') await what.call(world);
  else {
    await world.dispatch();
    if (what.kind === 'work') await world.work();
  }
}

function textOf(what: Step): string {
  return what.kind === 'call' ? what.name : what.kind === 'wait' ? `wait ${what.seconds} s` : what.kind;
}

function checkStarts(starts: readonly Start[]): void {
  for (const ip of addresses) {
    for (const trigger of ['scheduled', 'manual'] as const) {
      const own = starts.filter((start) => start.address === ip && start.trigger === trigger);
      for (const [index, { atMs, shortestSeconds: shortest }] of own.entries()) {
        const before = own[index - 1];
        if (before === undefined) continue;
        const leastSeconds = trigger === 'manual' ? cooldownSeconds : shortest * (1 - tolerance);
        expect(atMs - before.atMs, `${trigger} scans of ${ip}`).toBeGreaterThanOrEqual(leastSeconds * 1_000 - slackMs);
      }
    }
  }
}

describe('no sequence of calls', () => {
  it('has an address scanned more often than interval and cooldown allow', {
    timeout: 15_000 * runs + 240_000,
  }, async () => {
    const scanned = { scheduled: 0, manual: 0 };
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 50, size: 'max' }), async (steps) => {
        const world = await World.create();
        for (const what of steps) {
          await take(world, what);
          await world.noteIntervals();
        }
        for (const { trigger } of world.starts) scanned[trigger] += 1;
        try {
          checkStarts(world.starts);
        } catch (error) {
          throw new Error(`After ${steps.map(textOf).join('; ')}: ${(error as Error).message}`, { cause: error });
        }
      }),
      { numRuns: runs },
    );
    console.log(`${scanned.scheduled} scheduled and ${scanned.manual} manual scans`);
    // Or it would prove little.
    expect(Math.min(scanned.scheduled, scanned.manual)).toBeGreaterThan(runs / 4);
  });
});
