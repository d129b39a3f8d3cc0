import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { propertyRuns } from '../../src/common/testing/property-runs.ts';
import { checkListCounts, listCountChecker } from '../../src/core/list-counts/check-list-counts.ts';
import { foldAllListCounts } from '../../src/core/list-counts/fold-list-counts.ts';
import { dropOldAlerts } from '../../src/monitoring/alerts/drop-old-alerts.ts';
import type { ApiClient } from '../support/api-client.ts';
import { completeScan } from '../support/completed-scans.ts';
import { enableSandbox } from '../support/sandbox-client.ts';
import { provision } from '../support/scans.ts';
import { expectSuccess } from '../support/shapes.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

const runs = propertyRuns(12, 4);
const clients = [1, 2] as const;
const servers = [0, 1, 2] as const;
const ports = ['22:tcp', '3306:tcp', '6379:tcp'] as const;

let service: TestService;

beforeAll(async () => {
  service = await TestService.start({ role: 'api', environment: { UNSUBSCRIBED_PORT_MONITORING_CAP: '100' } });
});
afterAll(() => service?.stop());

interface World {
  readonly api: ApiClient;
  readonly partner: TestPartner;
}

/** An account, and its sandbox: neither may count the other's. */
async function worldsOfAccount(): Promise<readonly World[]> {
  const partner = await service.partner();
  const api = await enableSandbox(service, partner);
  const [sandbox] = await query<{ id: string }>('SELECT id FROM partners WHERE sandbox_of = $1', [partner.partnerId]);
  const { id } = sandbox!;
  return [
    { api: partner.api, partner },
    { api, partner: { ...partner, partnerId: id, operation: service.operator(id), api } },
  ];
}

async function query<Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
  return (await service.store.database.pool.query<Row>(text, [...values])).rows;
}

async function serverOf({ partner }: World, client: number, server: number): Promise<string | undefined> {
  const rows = await query<{ id: string }>(
    `SELECT e.id FROM endpoints e JOIN customers c ON c.partner_id = e.partner_id AND c.id = e.customer_id
     WHERE e.partner_id = $1 AND c.billing_customer_id = $2 AND host(e.ip_address) = $3`,
    [partner.partnerId, client, addressOf(client, server)],
  );
  return rows[0]?.id;
}

const addressOf = (client: number, server: number) => `127.0.${client}.${server + 1}`;

type Step = (world: World, client: number, server: number) => Promise<unknown>;

function onServer(path: string): Step {
  return async (world, client, server) => {
    const id = await serverOf(world, client, server);
    if (id !== undefined) await world.api.post(path, { endpoint_id: id });
  };
}

function onAlert(action: string): Step {
  return async ({ api }, client, server) => {
    const { alerts } = expectSuccess(await api.get(`/api/v1/alerts?billing_customer_id=${client}&limit=10`));
    if (alerts.length > 0) await api.post(`/api/v1/alerts/${alerts[server % alerts.length].id}/${action}`, {});
  };
}

/** What requests do at once. */
const requests: Readonly<Record<string, Step>> = {
  provision: ({ api }, client, server) =>
    api.post('/api/v1/billing/provision', {
      client_id: client,
      service_id: client * 10 + server,
      ip_address: addressOf(client, server),
    }),
  suspend: onServer('/api/v1/billing/suspend'),
  resume: onServer('/api/v1/billing/resume'),
  terminate: onServer('/api/v1/billing/terminate'),
  acknowledge: onAlert('acknowledge'),
  'false positive': onAlert('false-positive'),
  resolve: onAlert('resolve'),
  reopen: onAlert('reopen'),
  'synchronise services': ({ api }, client, asked) =>
    api.post('/api/v1/billing/sync-services', {
      services: servers.map((server) => ({
        client_id: client,
        service_id: client * 10 + server,
        product_slug: 'endpoint',
        status: server === asked ? 'suspended' : 'active',
      })),
    }),
  fold: () => foldAllListCounts(service.service.resources),
};

/** What is done by itself, one after the other. */
const works: Readonly<Record<string, Step>> = {
  'scan, with ports open': async (world, client, server) => {
    const id = await serverOf(world, client, server);
    const [endpoint] = await query<{ status: string }>('SELECT status FROM endpoints WHERE id = $1', [id]);
    if (endpoint?.status !== 'active') return;
    await query('DELETE FROM pgboss.job');
    await query('UPDATE endpoints SET current_scan_id = NULL WHERE id = $1', [id]);
    await completeScan(service, world.partner, id!, {
      open: ports.slice(0, 1 + server),
      closed: ports.slice(1 + server),
    });
  },
  'forget old alerts': () => dropOldAlerts(service.service.resources, 0),
  'move the clock': () => Promise.resolve(service.clock.advanceSeconds(3_600)),
  'reset the sandbox': async ({ api, partner }) => {
    if (api !== partner.api) return;
    await api.post('/api/v1/sandbox/reset');
  },
  'a transaction that comes to nothing': async ({ partner }) => {
    const client = await service.store.database.pool.connect();
    try {
      await client.query('BEGIN');
      await client.query("UPDATE alerts SET severity = 'low' WHERE partner_id = $1", [partner.partnerId]);
      await client.query(
        "UPDATE endpoints SET status = 'paused', next_scan_at = NULL WHERE partner_id = $1 AND status = 'active'",
        [partner.partnerId],
      );
      await client.query('ROLLBACK');
    } finally {
      client.release();
    }
  },
};

const act = (steps: Readonly<Record<string, Step>>) =>
  fc.record({
    step: fc.constantFrom(...Object.keys(steps)),
    world: fc.nat(1),
    client: fc.constantFrom(...clients),
    server: fc.constantFrom(...servers),
  });
const historyStep = fc.record({ atOnce: fc.array(act(requests), { maxLength: 5 }), alone: act(works) });
type HistoryStep = typeof historyStep extends fc.Arbitrary<infer S> ? S : never;
const histories = fc.array(historyStep, { minLength: 2, maxLength: 8 });

/** One that leaves servers and alerts: by chance all histories might leave nothing, and prove little. */
const leavesSome: HistoryStep[] = [
  {
    atOnce: [
      { step: 'provision', world: 0, client: 1, server: 1 },
      { step: 'acknowledge', world: 0, client: 2, server: 0 },
    ],
    alone: { step: 'scan, with ports open', world: 0, client: 1, server: 1 },
  },
  {
    atOnce: [{ step: 'resolve', world: 1, client: 1, server: 0 }],
    alone: { step: 'move the clock', world: 0, client: 1, server: 0 },
  },
];

const statuses = ['open', 'acknowledged', 'resolved', 'false_positive'];
const severities = ['critical', 'high', 'medium', 'low'];

/** Holds what lists say against their rows, which are counted one by one. */
async function expectTotals({ api, partner }: World): Promise<void> {
  for (const client of [undefined, ...clients]) {
    const scope = client === undefined ? '' : `&billing_customer_id=${client}`;
    const count = async (table: string, condition: string) => {
      const [row] = await query<{ count: number }>(
        `SELECT count(*)::int AS count FROM ${table} t JOIN customers c ON c.partner_id = t.partner_id AND c.id = t.customer_id
         WHERE t.partner_id = $1 AND ($2::int IS NULL OR c.billing_customer_id = $2) AND ${condition}`,
        [partner.partnerId, client ?? null],
      );
      return row!.count;
    };
    const { meta } = (await api.get(`/api/v1/endpoints?per_page=1${scope}`)).body;
    const [active, paused] = [
      await count('endpoints', "t.status = 'active'"),
      await count('endpoints', "t.status = 'paused'"),
    ];
    const ofAll = {
      total: active + paused,
      current_endpoint_count: active + paused,
      status_counts: { active, paused },
    };
    expect(meta, `servers${scope}`).toMatchObject(ofAll);
    for (const status of ['', ...statuses])
      for (const severity of ['', ...severities]) {
        const filter = `${status && `&status=${status}`}${severity && `&severity=${severity}`}${scope}`;
        const { total } = expectSuccess(await api.get(`/api/v1/monitoring/alerts?limit=1${filter}`));
        const condition = `t.status = coalesce(nullif('${status}', ''), t.status) AND t.severity::text = coalesce(nullif('${severity}', ''), t.severity::text)`;
        expect(total, `alerts${filter}`).toBe(await count('alerts', condition));
      }
  }
}

it(
  'whatever happens to servers and alerts, at once or one after the other, their lists say how many there are',
  async () => {
    const left = { endpoints: 0, alerts: 0 };
    await fc.assert(
      fc.asyncProperty(histories, async (history) => {
        const worlds = await worldsOfAccount();
        for (const world of worlds)
          for (const client of clients) {
            await provision(world.api, addressOf(client, 0), { client_id: client, service_id: client * 10 });
            await works['scan, with ports open']!(world, client, 0);
          }
        for (const { atOnce, alone } of history) {
          await Promise.all(
            atOnce.map(({ step, world, client, server }) => requests[step]!(worlds[world]!, client, server)),
          );
          await works[alone.step]!(worlds[alone.world]!, alone.client, alone.server);
        }
        const partnerIds = worlds.map(({ partner }) => partner.partnerId);
        for (const world of worlds) await expectTotals(world);
        for (const table of ['endpoints', 'alerts'] as const) {
          const [row] = await query<{ count: number }>(
            `SELECT count(*)::int AS count FROM ${table} WHERE partner_id = ANY($1)`,
            [partnerIds],
          );
          left[table] = Math.max(left[table], row!.count);
        }
        await foldAllListCounts(service.service.resources);
        for (const world of worlds) await expectTotals(world);
        expect(await query('SELECT FROM list_count_changes')).toEqual([]);
        for (const { partner } of worlds) {
          const customers = await query<{ id: string }>('SELECT id FROM customers WHERE partner_id = $1', [
            partner.partnerId,
          ]);
          const ids = customers.map(({ id }) => id);
          expect(await checkListCounts(service.operator(partner.partnerId), ids)).toEqual([]);
        }
      }),
      { numRuns: runs, examples: [[leavesSome]] },
    );
    expect(left.endpoints).toBeGreaterThanOrEqual(5);
    expect(left.alerts).toBeGreaterThanOrEqual(5);
  },
  300_000 + 30_000 * runs,
);

it('counts that are not what they count are corrected and told, those of a customer and those of all together', async () => {
  const [world] = await worldsOfAccount();
  for (const client of clients) await provision(world!.api, addressOf(client, 0), { client_id: client });
  await foldAllListCounts(service.service.resources);
  const { partnerId } = world!.partner;
  await query(
    `UPDATE list_counts SET count = count + 5 WHERE partner_id = $1 AND list = 'endpoints' AND status = 'active'
       AND customer_id = (SELECT id FROM customers WHERE partner_id = $1 AND billing_customer_id = 1)`,
    [partnerId],
  );
  await query(`DELETE FROM list_counts WHERE partner_id = $1 AND customer_id IS NULL`, [partnerId]);
  const told: { partnerId: string; corrections: readonly { customer_id: string | null; change: number }[] }[] = [];
  const check = listCountChecker(service.service.resources, (corrected) => told.push(corrected));
  await check();
  expect(told.filter((each) => each.partnerId === partnerId)).toEqual([
    {
      partnerId,
      corrections: expect.toSatisfy((all: (typeof told)[0]['corrections']) => all.some(({ change }) => change === -5)),
    },
  ]);
  await check();
  await expectTotals(world!);
  await foldAllListCounts(service.service.resources);
  told.length = 0;
  await check();
  expect(told).toEqual([]);
  await expectTotals(world!);
});
