import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ObservedPort, Port } from '../../src/core/operation/effects.ts';
import type { Operation } from '../../src/core/operation/operation.ts';
import { decideAlerts } from '../../src/monitoring/alerts/decide-alerts.ts';
import { moveAlert } from '../../src/monitoring/alerts/move-alert.ts';
import { judgeOpenPorts, portKind } from '../../src/monitoring/port-exposure/kind.ts';
import { isAllowed, type PortRule } from '../../src/monitoring/port-exposure/port-rules.ts';
import { applyScanResult } from '../../src/monitoring/port-scans/apply-scan-result.ts';
import { latestScan } from '../../src/monitoring/port-scans/latest-scan.ts';
import { openObservations } from '../../src/monitoring/port-scans/observations.ts';
import { getEndpoint } from '../../src/resources/endpoints/get-endpoint.ts';
import { loopbackAddress } from '../support/listeners.ts';
import { enqueueScan, openPort, resultWith, systemOperation, takeScanJob } from '../support/scan-steps.ts';
import { provision } from '../support/scans.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

type Status = 'open' | 'acknowledged' | 'false_positive';

describe('what a scan means for the alerts about ports', () => {
  const protocol = fc.constantFrom('tcp' as const, 'udp' as const);
  const port = fc.integer({ min: 1, max: 8 });
  const judgedPort = fc.record({ protocol, port, verdict: fc.constantFrom('open', 'closed', 'unjudged') });
  const rule = fc
    .record({ start: port, length: fc.nat(2), protocol: fc.constantFrom('tcp', 'udp', 'both') })
    .map(({ start, length, protocol: rules }) => ({
      port_start: start,
      port_end: start + length,
      protocol: rules as 'tcp' | 'udp' | 'both',
    }));
  const key = (entry: { protocol: string; port: number }) => `${entry.protocol}/${entry.port}`;
  const situation = fc.record({
    judged: fc.uniqueArray(judgedPort, { selector: key }),
    live: fc.uniqueArray(
      fc.record({ protocol, port, status: fc.constantFrom<Status>('open', 'acknowledged', 'false_positive') }),
      { selector: key },
    ),
    rules: fc.array(rule, { maxLength: 3 }),
  });

  type LivePort = { readonly protocol: 'tcp' | 'udp'; readonly port: number; readonly status: Status };

  /** What happens to alerts, by their keys: judged as a port scan is, and decided as for every kind. */
  function outcome(
    open: readonly ObservedPort[],
    closed: readonly Port[],
    live: readonly LivePort[],
    rules: readonly PortRule[],
  ) {
    const alerts = live.map(({ status, ...entry }) => {
      const { identity } = openPort(entry.port);
      const severity = 'medium' as const;
      return { id: `id of ${key(entry)}`, key: key(entry), status, severity, evidence: identity };
    });
    const endpoint = { id: 'endpoint', customer_id: 'customer', ip_address: '192.0.2.1', hostname: 'shop.example.com' };
    const judgement = judgeOpenPorts({ endpoint, open, closed, isPartial: false }, alerts, rules);
    const decision = decideAlerts(alerts, judgement);
    const endedBy = (resolution: string) =>
      judgement.ended
        .filter((end) => end.resolution === resolution)
        .map(({ alertId }) => alertId.slice('id of '.length));
    return {
      raise: decision.raise.map((sighting) => sighting.key),
      confirm: decision.confirm.map(({ alert }) => alert.key),
      closed: endedBy('port_closed'),
      allowed: endedBy('allowed'),
    };
  }

  function decide({ judged, live, rules }: typeof situation extends fc.Arbitrary<infer T> ? T : never) {
    const open = judged
      .filter(({ verdict }) => verdict === 'open')
      .map((entry) => ({ ...openPort(entry.port), protocol: entry.protocol }));
    const closed = judged.filter(({ verdict }) => verdict === 'closed');
    return { open, closed, alerts: live, decision: outcome(open, closed, live, rules) };
  }

  const ended = ({ closed, allowed }: ReturnType<typeof outcome>) => [...closed, ...allowed];

  it('every port has at most one live alert afterwards, and no alert has two fates', () => {
    fc.assert(
      fc.property(situation, (given) => {
        const { alerts, decision } = decide(given);
        const fates = [...ended(decision), ...decision.confirm];
        expect(new Set(fates).size).toBe(fates.length);
        const kept = alerts.map(key).filter((alert) => !ended(decision).includes(alert));
        const after = [...kept, ...decision.raise];
        expect(new Set(after).size).toBe(after.length);
      }),
    );
  });

  it('exactly the open ports that no rule covers and no alert speaks for raise one', () => {
    fc.assert(
      fc.property(situation, (given) => {
        const { open, alerts, decision } = decide(given);
        const expected = open.filter(
          (entry) => !isAllowed(given.rules, entry) && !alerts.some((alert) => key(alert) === key(entry)),
        );
        expect(decision.raise.toSorted()).toEqual(expected.map(key).sort());
      }),
    );
  });

  it('a closed port ends exactly its alert', () => {
    fc.assert(
      fc.property(situation, (given) => {
        const { closed, alerts, decision } = decide(given);
        const expected = alerts.map(key).filter((alert) => closed.some((entry) => key(entry) === alert));
        expect(decision.closed.toSorted()).toEqual(expected.sort());
      }),
    );
  });

  it('a port that was not judged keeps its alert as it is, unless a rule allows it now', () => {
    fc.assert(
      fc.property(situation, (given) => {
        const { open, closed, alerts, decision } = decide(given);
        const judged = new Set([...open, ...closed].map(key));
        const touched = [...ended(decision), ...decision.confirm];
        const unjudged = alerts.filter((alert) => !judged.has(key(alert)) && !isAllowed(given.rules, alert));
        expect(unjudged.filter((alert) => touched.includes(key(alert)))).toEqual([]);
      }),
    );
  });

  it('a false positive ends only when its port is closed', () => {
    fc.assert(
      fc.property(situation, (given) => {
        const { closed, decision } = decide(given);
        const dismissed = given.live.filter(({ status }) => status === 'false_positive').map(key);
        const endedDismissed = dismissed.filter((alert) => ended(decision).includes(alert));
        expect(endedDismissed.every((alert) => closed.some((entry) => key(entry) === alert))).toBe(true);
      }),
    );
  });

  it('the same scan a second time only confirms', () => {
    fc.assert(
      fc.property(situation, (given) => {
        const { open, closed, alerts, decision } = decide(given);
        const kept = alerts.filter((alert) => !ended(decision).includes(key(alert)));
        const raised = open
          .filter((entry) => decision.raise.includes(key(entry)))
          .map(({ protocol: own, port: number }) => ({ protocol: own, port: number, status: 'open' as const }));
        const again = outcome(open, closed, [...kept, ...raised], given.rules);
        expect(again).toMatchObject({ raise: [], closed: [], allowed: [] });
      }),
    );
  });
});

describe('a history of scans on a real database', () => {
  let service: TestService;
  let partner: TestPartner;
  let operation: Operation;

  beforeAll(async () => {
    service = await TestService.start({ role: 'api' });
    partner = await service.partner();
    operation = systemOperation(service, partner);
  });
  afterAll(() => service?.stop());

  const ports = [22, 80, 3306, 6379] as const;
  const port = fc.constantFrom(...ports);
  const actions = ['resolve', 'acknowledge', 'dismiss', 'allow', 'disallow'] as const;
  const look = fc.constantFrom('open', 'changed', 'wordless', 'closed', 'unjudged');
  const step = fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constant('scan' as const),
        looks: fc.tuple(look, look, look, look),
        isPartial: fc.boolean(),
      }),
    },
    fc.record({ kind: fc.constantFrom(...actions), port }),
  );
  type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

  /** What the rules of alerts and history say, without a database. */
  class Model {
    open = new Set<number>();
    /** After the last scan that completed, and how it differs from the completed one before; null before the first. */
    latest: Record<'openPorts' | 'newPorts' | 'closedPorts', readonly number[]> | null = null;
    allowed = new Set<number>();
    alerts = new Map<number, Status>();
    /** Ports whose alert was raised by the last step. */
    raised = new Set<number>();

    apply(step: Step): void {
      this.raised = new Set();
      if (step.kind === 'scan') this.#scan(step);
      else this.#act(step);
    }

    #act(step: Exclude<Step, { kind: 'scan' }>): void {
      const target = step.port;
      if (step.kind === 'allow') this.allowed.add(target);
      if (step.kind === 'disallow') this.allowed.delete(target);
      if (step.kind === 'resolve') this.alerts.delete(target);
      if (step.kind === 'acknowledge' && this.alerts.get(target) === 'open') this.alerts.set(target, 'acknowledged');
      if (step.kind === 'dismiss' && this.alerts.has(target)) this.alerts.set(target, 'false_positive');
    }

    #scan({ looks, isPartial }: Extract<Step, { kind: 'scan' }>): void {
      const before = this.open;
      const isClosed = (at: number) => looks[at] === 'closed' && !isPartial;
      this.open = new Set(ports.filter((scanned, at) => isSeen(looks[at]!) || (before.has(scanned) && !isClosed(at))));
      if (!isPartial) this.latest = this.#comparedWith(this.latest?.openPorts);
      for (const [at, scanned] of ports.entries()) {
        const status = this.alerts.get(scanned);
        if (isClosed(at) && before.has(scanned)) this.alerts.delete(scanned);
        else if (this.allowed.has(scanned) && status !== 'false_positive') this.alerts.delete(scanned);
        else if (isSeen(looks[at]!) && status === undefined && !this.allowed.has(scanned)) {
          this.alerts.set(scanned, 'open');
          this.raised.add(scanned);
        }
      }
    }

    #comparedWith(before: readonly number[] | undefined) {
      const openPorts: readonly number[] = ports.filter((each) => this.open.has(each));
      return {
        openPorts,
        newPorts: before ? openPorts.filter((each) => !before.includes(each)) : [],
        closedPorts: before?.filter((each) => !openPorts.includes(each)) ?? [],
      };
    }
  }

  function isSeen(look: string): boolean {
    return look === 'open' || look === 'changed' || look === 'wordless';
  }

  let versions = 0;
  function versionFor(look: string): string | null {
    versions += 1;
    return look === 'wordless' ? null : look === 'changed' ? `version ${versions}` : 'first version';
  }

  async function scan(
    endpointId: string,
    { looks, isPartial }: Extract<Step, { kind: 'scan' }>,
    openBefore: ReadonlySet<number>,
  ): Promise<void> {
    await enqueueScan(operation, endpointId);
    const job = await takeScanJob(operation);
    const seen = ports.flatMap((scanned, at) => (isSeen(looks[at]!) ? [{ port: scanned, look: looks[at]! }] : []));
    const open = seen.map((entry) => openPort(entry.port, versionFor(entry.look)));
    await applyScanResult(operation, job, {
      ...resultWith(open, ports.length),
      portsCovered: isPartial ? ports.length - 1 : ports.length,
      closed: ports
        .filter((scanned, at) => !isPartial && looks[at] === 'closed' && openBefore.has(scanned))
        .map((scanned) => ({ protocol: 'tcp' as const, port: scanned })),
    });
  }

  async function liveAlerts(endpointId: string) {
    const rows = await operation.db
      .selectFrom('alerts')
      .select(['id', 'port', 'status'])
      .where('endpoint_id', '=', endpointId)
      .where('ended_at', 'is', null)
      .execute();
    return new Map(rows.map((row) => [row.port!, row]));
  }

  async function perform(endpoint: { id: string; customerId: string }, step: Step, model: Model): Promise<void> {
    service.clock.advanceSeconds(60);
    if (step.kind === 'scan') return scan(endpoint.id, step, model.open);
    const target = step.port;
    const alert = (await liveAlerts(endpoint.id)).get(target);
    if (step.kind === 'resolve' && alert)
      await moveAlert(operation, [portKind], alert.id, 'resolve', { billingCustomerId: undefined });
    if (step.kind === 'acknowledge' && alert?.status === 'open') await setStatus(alert.id, 'acknowledged');
    if (step.kind === 'dismiss' && alert) await setStatus(alert.id, 'false_positive');
    if (step.kind === 'allow' && !model.allowed.has(target)) await allow(endpoint, target);
    if (step.kind === 'disallow')
      await operation.db
        .deleteFrom('allowed_port_rules')
        .where('endpoint_id', '=', endpoint.id)
        .where('port_start', '=', target)
        .execute();
  }

  async function setStatus(alertId: string, status: Status): Promise<void> {
    await operation.db.updateTable('alerts').set({ status }).where('id', '=', alertId).execute();
  }

  async function allow(endpoint: { id: string; customerId: string }, target: number): Promise<void> {
    const now = service.clock.now();
    await operation.db
      .insertInto('allowed_port_rules', {
        id: crypto.randomUUID(),
        customer_id: endpoint.customerId,
        endpoint_id: endpoint.id,
        port_start: target,
        port_end: target,
        protocol: 'tcp',
        source: 'manual',
        created_at: now,
        updated_at: now,
      })
      .execute();
  }

  it('alerts, open ports, new_ports and closed_ports follow from what the scans saw, whatever people do in between', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 8 }), async (steps) => {
        const id = await provision(partner.api, loopbackAddress());
        const { customer_id: customerId } = await getEndpoint(operation, id, undefined);
        const model = new Model();
        const everSeen = new Set<string>();
        for (const each of steps) {
          const before = await liveAlerts(id);
          await perform({ id, customerId }, each, model);
          model.apply(each);
          const live = await liveAlerts(id);
          expect(new Map([...live].map(([at, alert]) => [at, alert.status]))).toEqual(model.alerts);
          for (const [at, alert] of live) {
            if (model.raised.has(at)) expect(everSeen).not.toContain(alert.id);
            else expect(alert.id).toBe(before.get(at)?.id);
            everSeen.add(alert.id);
          }
          expect((await openObservations(operation, id)).map((row) => row.port)).toEqual(
            [...model.open].sort((a, b) => a - b),
          );
          const latest = await latestScan(operation, await getEndpoint(operation, id, undefined));
          if (model.latest === null) expect(latest).toBeNull();
          else expect(latest).toMatchObject(model.latest);
        }
      }),
    );
  });
});
