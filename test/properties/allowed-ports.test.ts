import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { propertyRuns } from '../../src/common/testing/property-runs.ts';
import { completeScan, type PortText, parsePort } from '../support/completed-scans.ts';
import { loopbackAddress } from '../support/listeners.ts';
import { insertAlert } from '../support/rows.ts';
import { detail, provision } from '../support/scans.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

const path = '/api/v1/whitelists';

/** Two customers of one partner and a customer of another, each endpoint with the same ports. */
interface Server {
  readonly partner: TestPartner;
  readonly customer: number;
  readonly id: string;
}

let service: TestService;
let partner: TestPartner;
let servers: Server[];

beforeAll(async () => {
  service = await TestService.start({ role: 'api' });
  partner = await service.partner();
  const other = await service.partner();
  const owners = [
    [partner, 1],
    [partner, 1],
    [partner, 2],
    [other, 1],
  ] as const;
  servers = [];
  for (const [owner, customer] of owners) {
    const id = await provision(owner.api, loopbackAddress(), { client_id: customer });
    servers.push({ partner: owner, customer, id });
  }
});
afterAll(async () => {
  await service?.stop();
});
beforeEach(clear);

async function clear(): Promise<void> {
  await service.store.database.pool.query(
    'DELETE FROM alerts; DELETE FROM allowed_port_rules; DELETE FROM observations',
  );
}

const lastPort = 5;
const portTexts: PortText[] = (['tcp', 'udp'] as const).flatMap((protocol) =>
  Array.from({ length: lastPort }, (_, index) => `${index + 1}:${protocol}` as PortText),
);

interface Ports {
  readonly port_start: number;
  readonly port_end: number;
  readonly protocol: 'tcp' | 'udp' | 'both';
}
interface Rule extends Ports {
  /** Index of an endpoint of the partner, a customer of it, or neither: the whole partner. */
  readonly scope: { readonly server?: number; readonly customer?: number };
  /** Steps that it is in force for. Undefined: it has no end. */
  readonly steps?: number | undefined;
}
const stepSeconds = 60;

const range: fc.Arbitrary<Ports> = fc
  .record({
    bounds: fc.tuple(fc.integer({ min: 1, max: lastPort }), fc.integer({ min: 1, max: lastPort })),
    protocol: fc.constantFrom('tcp', 'udp', 'both'),
  })
  .map(({ bounds, protocol }) => ({ port_start: Math.min(...bounds), port_end: Math.max(...bounds), protocol }));
const scope: fc.Arbitrary<Rule['scope']> = fc.oneof(
  fc.record({ server: fc.constantFrom(0, 1, 2) }),
  fc.record({ customer: fc.constantFrom(1, 2) }),
  fc.constant({}),
);
const anyRule: fc.Arbitrary<Rule> = fc
  .tuple(range, scope, fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined }))
  .map(([ports, within, steps]) => ({ ...ports, scope: within, steps }));

/** Half a step before so many steps are over, so that it matters little how long requests take. */
function endAfter(steps: number): Date {
  return new Date(service.clock.now().getTime() + (steps - 0.5) * stepSeconds * 1_000);
}

/** Whether a rule of the first partner covers a port of a server, said anew in the contract's words. */
function covers(rule: Rule, server: Server, text: PortText): boolean {
  const { port, protocol } = parsePort(text);
  const inScope =
    server.partner === partner &&
    (rule.scope.server === undefined || servers[rule.scope.server] === server) &&
    (rule.scope.customer === undefined || rule.scope.customer === server.customer);
  const numbers = port >= rule.port_start && port <= rule.port_end;
  return inScope && numbers && (rule.protocol === 'both' || rule.protocol === protocol);
}

async function create({ scope: within, steps, ...ports }: Rule): Promise<string> {
  const answer = await partner.api.post(path, {
    ...ports,
    ...(steps === undefined ? {} : { expires_at: endAfter(steps).toISOString() }),
    ...(within.server === undefined ? {} : { endpoint_id: servers[within.server]!.id }),
    ...(within.customer === undefined ? {} : { billing_customer_id: within.customer }),
  });
  expect([200, 201]).toContain(answer.status);
  return answer.body.data.id;
}

describe('creating and widening a rule', () => {
  const statuses = ['open', 'acknowledged', 'false_positive', 'resolved'] as const;
  const alert = fc.record({
    server: fc.constantFrom(0, 1, 2, 3),
    text: fc.constantFrom(...portTexts),
    status: fc.constantFrom(...statuses),
  });
  const alerts = fc.uniqueArray(alert, { maxLength: 16, selector: ({ server, text }) => `${server}/${text}` });

  async function states(ids: readonly string[]): Promise<string[]> {
    const { rows } = await service.store.database.pool.query<{ id: string; state: string }>(
      `SELECT id, concat_ws(' ', status, resolution, CASE WHEN ended_at IS NULL THEN 'live' END) AS state
       FROM alerts WHERE id = ANY($1)`,
      [ids],
    );
    const byId = new Map(rows.map((row) => [row.id, row.state]));
    return ids.map((id) => byId.get(id)!);
  }

  it('resolves exactly the unresolved alerts of the same partner and scope that it covers', async () => {
    await fc.assert(
      fc.asyncProperty(alerts, anyRule, range, async (given, rule, changed) => {
        await clear();
        const ids: string[] = [];
        for (const { server, text, status } of given) {
          const { partner: owner, id } = servers[server]!;
          ids.push(await insertAlert(service, owner, id, { ...parsePort(text), status }));
        }
        const expectedAfter = (rules: readonly Rule[]) =>
          given.map(({ server, text, status }) => {
            if (status === 'resolved') return 'resolved manual';
            const covered = rules.some((each) => covers(each, servers[server]!, text));
            return covered && status !== 'false_positive' ? 'resolved allowed' : `${status} live`;
          });
        const ruleId = await create(rule);
        expect(await states(ids)).toEqual(expectedAfter([rule]));
        const answer = await partner.api.send('PUT', `${path}/${ruleId}`, changed);
        expect(answer.status).toBe(200);
        expect(await states(ids)).toEqual(expectedAfter([rule, { ...rule, ...changed }]));
      }),
      { numRuns: propertyRuns(40) },
    );
  });
});

describe('scans under rules', () => {
  const openPorts = fc.subarray(portTexts, { minLength: 1 });
  const step = fc.oneof(
    fc.record({ kind: fc.constant('scan' as const), open: openPorts }),
    fc.record({ kind: fc.constant('create' as const), rule: anyRule }),
    fc.record({ kind: fc.constant('change' as const), at: fc.nat(9), ports: range }),
    fc.record({ kind: fc.constant('prolong' as const), at: fc.nat(9), steps: fc.integer({ min: 1, max: 4 }) }),
    fc.record({ kind: fc.constant('delete' as const), at: fc.nat(9) }),
  );

  interface StoredRule extends Rule {
    /** The number of the step that finds it ended. */
    readonly endsAt: number;
  }

  async function liveAlerts(endpointId: string): Promise<PortText[]> {
    const { rows } = await service.store.database.pool.query<{ port: number; protocol: 'tcp' | 'udp' }>(
      'SELECT port, protocol FROM alerts WHERE endpoint_id = $1 AND ended_at IS NULL',
      [endpointId],
    );
    return rows.map(({ port, protocol }) => `${port}:${protocol}` as PortText).toSorted();
  }

  function expectedTexts(rules: readonly Rule[], server: Server): string[] {
    const texts = rules
      .filter((rule) => covers(rule, server, `${rule.port_start}:${rule.protocol === 'udp' ? 'udp' : 'tcp'}`))
      .flatMap(({ port_start, port_end, protocol }) => {
        const numbers = port_start === port_end ? `${port_start}` : `${port_start}-${port_end}`;
        return (protocol === 'both' ? ['tcp', 'udp'] : [protocol]).map((each) => `${numbers}:${each}`);
      });
    return [...new Set(texts)].toSorted();
  }

  it('a covered port never alerts, an uncovered one does from the next scan on, and the detail shows the rules', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 7 }), async (steps) => {
        await clear();
        const server = servers[0]!;
        const rules = new Map<string, StoredRule>();
        let now = 0;
        const inForce = () => [...rules.values()].filter(({ endsAt }) => now < endsAt);
        let live = new Set<PortText>();
        let open: readonly PortText[] = [];
        const covered = (text: PortText) => inForce().some((rule) => covers(rule, server, text));
        for (const each of [...steps, { kind: 'scan' as const, open: portTexts }]) {
          service.clock.advanceSeconds(stepSeconds);
          now += 1;
          if (each.kind === 'scan') {
            const closed = open.filter((text) => !each.open.includes(text));
            await completeScan(service, partner, server.id, { open: each.open, closed });
            open = each.open;
            live = new Set(open.filter((text) => !covered(text)));
          } else if (each.kind === 'create')
            rules.set(await create(each.rule), {
              ...each.rule,
              endsAt: now + (each.rule.steps ?? Number.POSITIVE_INFINITY),
            });
          else await changeOne(rules, now, each);
          live = new Set([...live].filter((text) => !covered(text)));
          expect(await liveAlerts(server.id)).toEqual([...live].toSorted());
        }
        const shown: string[] = (await detail(partner.api, server.id)).whitelisted_ports;
        expect(shown.toSorted()).toEqual(expectedTexts(inForce(), server));
      }),
      { numRuns: propertyRuns(25) },
    );
  });

  /** Changes or deletes one of the rules, if there is any; a change into another rule is refused and changes nothing. */
  async function changeOne(
    rules: Map<string, StoredRule>,
    now: number,
    each:
      | { kind: 'change'; at: number; ports: Ports }
      | { kind: 'prolong'; at: number; steps: number }
      | { kind: 'delete'; at: number },
  ): Promise<void> {
    const [id, rule] = [...rules][each.at % Math.max(1, rules.size)] ?? [];
    if (id === undefined || rule === undefined) return;
    if (each.kind === 'delete') {
      expect((await partner.api.send('DELETE', `${path}/${id}`)).status).toBe(204);
      rules.delete(id);
      return;
    }
    if (each.kind === 'prolong') {
      const change = { expires_at: endAfter(each.steps).toISOString() };
      expect((await partner.api.send('PUT', `${path}/${id}`, change)).status).toBe(200);
      rules.set(id, { ...rule, endsAt: now + each.steps });
      return;
    }
    const { status } = await partner.api.send('PUT', `${path}/${id}`, each.ports);
    expect([200, 409]).toContain(status);
    if (status === 200) rules.set(id, { ...rule, ...each.ports });
  }
});
