import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditOf } from '../support/audit-log.ts';
import { completeScan } from '../support/completed-scans.ts';
import { deadlocks } from '../support/deadlocks.ts';
import { monitorDomain } from '../support/domain-scans.ts';
import { lockWaiters } from '../support/lock-waiters.ts';
import { insertAlert, insertDomainAlert } from '../support/rows.ts';
import { endpointRow } from '../support/scan-outcomes.ts';
import { openPort, systemOperation } from '../support/scan-steps.ts';
import { provision } from '../support/scans.ts';
import { expectProblem, expectRefusal, expectSuccess } from '../support/shapes.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

const path = '/api/v1/monitoring/alerts/actions';
const absentId = 'ffffffff-ffff-4fff-bfff-ffffffffffff';
const dayMs = 86_400_000;

let service: TestService;
let partner: TestPartner;
let nextClientId = 100;

beforeAll(async () => {
  service = await TestService.start({ role: 'api' });
  partner = await service.partner();
  service.clock.standAt(new Date());
});
afterAll(() => service?.stop());

/** A customer of its own with so many servers. */
async function customer(servers: number) {
  nextClientId += 1;
  const clientId = nextClientId;
  const serverIds: string[] = [];
  for (let index = 1; index <= servers; index += 1)
    serverIds.push(await provision(partner.api, `10.9.${clientId % 250}.${index}`, { client_id: clientId }));
  return { clientId, serverIds };
}

const act = (action: string, ids: readonly string[], more: object = {}) =>
  partner.api.post(path, { action, ids, ...more });

async function alertOf(id: string) {
  return expectSuccess(await partner.api.get(`/api/v1/monitoring/alerts/${id}`)).alert;
}

describe('POST /monitoring/alerts/actions', () => {
  it('does what was asked to each alert and tells of each what became of it, in the order of the ids', async () => {
    const { clientId, serverIds } = await customer(2);
    const [first, second] = [
      await insertAlert(service, partner, serverIds[0]!, { port: 443, severity: 'low' }),
      await insertAlert(service, partner, serverIds[1]!, { port: 443, severity: 'low' }),
    ];
    const resolved = await insertAlert(service, partner, serverIds[1]!, { port: 80, status: 'resolved' });
    const domainId = await monitorDomain(partner.api, clientId, 'at-once.example.com');
    const leak = await insertDomainAlert(service, partner, domainId);
    const until = new Date(service.clock.now().getTime() + 7 * dayMs).toISOString();
    const reason = 'We move on Friday';
    const ids = [leak, second, absentId, resolved, first, second];
    expect(expectSuccess(await act('acknowledge', ids, { until, reason }))).toEqual({
      changed: 3,
      results: [
        { id: leak, outcome: 'changed', status: 'acknowledged' },
        { id: second, outcome: 'changed', status: 'acknowledged' },
        { id: absentId, outcome: 'absent', status: null },
        { id: resolved, outcome: 'refused', status: 'resolved' },
        { id: first, outcome: 'changed', status: 'acknowledged' },
      ],
    });
    expect(await alertOf(first)).toMatchObject({ status: 'acknowledged', snoozed_until: until });
    expect(await auditOf(service, first)).toEqual([
      { action: 'alert.acknowledged', actor_kind: 'api_key', details: { from: 'open', until, reason } },
    ]);
    const again = expectSuccess(await act('acknowledge', [first], { until }));
    expect(again).toEqual({ changed: 0, results: [{ id: first, outcome: 'unchanged', status: 'acknowledged' }] });
    // A leak cannot be wrong, and is no port.
    for (const action of ['false-positive', 'allow'])
      expect(expectSuccess(await act(action, [leak])).results).toMatchObject([{ outcome: 'refused' }]);

    const rules = expectSuccess(await act('allow', [first, second], { until, reason: 'Web shops' }));
    expect(rules.results).toEqual([
      { id: first, outcome: 'changed', status: 'resolved' },
      { id: second, outcome: 'changed', status: 'resolved' },
    ]);
    const { body } = await partner.api.get(`/api/v1/whitelists?billing_customer_id=${clientId}`);
    expect(body.data).toHaveLength(2);
    for (const rule of body.data)
      expect(rule).toMatchObject({ port_start: 443, port_end: 443, protocol: 'tcp', description: 'Web shops' });
    expect(new Set(body.data.map(({ endpoint_id }: { endpoint_id: string }) => endpoint_id))).toEqual(
      new Set(serverIds),
    );
    expect(await alertOf(first)).toMatchObject({ status: 'resolved', resolution: 'allowed' });
  });

  it('of a customer that is named, only that customer’s alerts are there', async () => {
    const [own, other] = [await customer(1), await customer(1)];
    const mine = await insertAlert(service, partner, own.serverIds[0]!);
    const theirs = await insertAlert(service, partner, other.serverIds[0]!);
    const named = { billing_customer_id: own.clientId };
    for (const action of ['acknowledge', 'allow']) {
      const { results } = expectSuccess(await act(action, [theirs, mine], named));
      expect(results).toMatchObject([
        { id: theirs, outcome: 'absent', status: null },
        { id: mine, outcome: 'changed' },
      ]);
    }
    expect(await alertOf(theirs)).toMatchObject({ status: 'open' });
  });

  it('no id, more than 500, an unknown action or a time that has passed: 422, and nothing happens', async () => {
    const { serverIds } = await customer(1);
    const id = await insertAlert(service, partner, serverIds[0]!);
    const many = Array.from({ length: 501 }, (_, index) => absentId.slice(0, -3) + String(index).padStart(3, '0'));
    expectRefusal(await act('acknowledge', []), 422, ['ids']);
    expectRefusal(await act('acknowledge', many), 422, ['ids']);
    expectRefusal(await act('resolve', [id]), 422, ['action']);
    expectRefusal(await act('acknowledge', [id], { until: '2020-01-01T00:00:00Z' }), 422, ['until']);
    expect(await alertOf(id)).toMatchObject({ status: 'open' });
    expect(expectSuccess(await act('acknowledge', [id, ...many.slice(0, 499)])).changed).toBe(1);
  });

  const status = fc.constantFrom('open', 'acknowledged', 'resolved', 'false_positive');
  const portAlerts = fc.uniqueArray(fc.record({ server: fc.nat(1), port: fc.integer({ min: 1, max: 6 }), status }), {
    minLength: 1,
    maxLength: 6,
    selector: ({ server, port }) => `${server} ${port}`,
  });
  const steps = fc.array(
    fc.record({
      action: fc.constantFrom('acknowledge', 'false-positive', 'allow'),
      days: fc.constantFrom(undefined, 7, 30),
      // Which of the alerts.
      chosen: fc.uniqueArray(fc.nat(5), { minLength: 1 }),
    }),
    { minLength: 1, maxLength: 3 },
  );

  it('whatever is asked: the same as one by one', async () => {
    const [together, singly] = [await customer(2), await customer(2)];
    /** Alerts, rules and what the log says of them, by server and port. */
    const stateOf = async ({ serverIds }: typeof together) => {
      const { rows } = await service.store.database.pool.query(
        `SELECT 'alert' AS what, port, array_position($1::uuid[], endpoint_id) AS server, status, resolution,
           snoozed_until, acknowledged_at, resolved_at, ended_at,
           (SELECT array_agg(action || details::text ORDER BY audit_entries.id) FROM audit_entries
            WHERE audit_entries.partner_id = alerts.partner_id AND subject_id = alerts.id) AS log
         FROM alerts WHERE endpoint_id = ANY($1)
         UNION ALL SELECT 'rule', port_start, array_position($1::uuid[], endpoint_id), protocol, description,
           expires_at, NULL, NULL, rescan_at,
           (SELECT array_agg(action || (details - 'endpoint_id')::text ORDER BY audit_entries.id) FROM audit_entries
            WHERE audit_entries.partner_id = allowed_port_rules.partner_id AND subject_id = allowed_port_rules.id)
         FROM allowed_port_rules WHERE endpoint_id = ANY($1) ORDER BY 1, 2, 3, 4`,
        [serverIds],
      );
      return rows;
    };
    const clear = (table: string) =>
      service.store.database.pool.query(`DELETE FROM ${table} WHERE endpoint_id = ANY($1)`, [
        [...together.serverIds, ...singly.serverIds],
      ]);
    await fc.assert(
      fc.asyncProperty(portAlerts, steps, async (alerts, asked) => {
        await clear('alerts');
        await clear('allowed_port_rules');
        const insert = async ({ serverIds }: typeof together) => {
          const ids: string[] = [];
          for (const { server, ...row } of alerts)
            ids.push(await insertAlert(service, partner, serverIds[server]!, row as object));
          return ids;
        };
        const [bulk, single] = [await insert(together), await insert(singly)];
        for (const { action, days, chosen } of asked) {
          const until = days && new Date(service.clock.now().getTime() + days * dayMs).toISOString();
          const at = chosen.filter((index) => index < alerts.length);
          if (at.length === 0) continue;
          expectSuccess(
            await act(
              action,
              at.map((index) => bulk[index]!),
              until ? { until } : {},
            ),
          );
          for (const index of at) {
            const { port, server } = alerts[index]!;
            const alert = await alertOf(single[index]!);
            if (action === 'allow') {
              if (alert.status === 'resolved') continue;
              const rule = { endpoint_id: singly.serverIds[server], port_start: port };
              await partner.api.post('/api/v1/whitelists', { ...rule, ...(until ? { expires_at: until } : {}) });
            } else {
              await partner.api.post(`/api/v1/monitoring/alerts/${alert.id}/${action}`, until ? { until } : {});
            }
          }
        }
        expect(await stateOf(together)).toEqual(await stateOf(singly));
      }),
      { numRuns: 12 },
    );
  });

  it('waits for a scan that writes its alerts, and no rule misses one of them', async () => {
    const { serverIds } = await customer(2);
    const ids = [await insertAlert(service, partner, serverIds[1]!, { port: 443 })];
    const before = await deadlocks(service);
    const endpoint = await endpointRow(service, serverIds[0]!);
    ids.push(await insertAlert(service, partner, serverIds[0]!, { port: 443 }));
    const written = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    const scan = systemOperation(service, partner).transaction(async (tx) => {
      await tx.db.selectFrom('endpoints').select('id').where('id', '=', endpoint.id).forNoKeyUpdate().execute();
      written.resolve();
      await gate.promise;
      await tx.effects.portsObserved(tx, { endpoint, open: [openPort(443)], closed: [], isPartial: false });
    });
    await written.promise;
    const answer = act('allow', ids);
    await lockWaiters(service, 1);
    gate.resolve();
    await scan;
    expect(expectSuccess(await answer).results.map(({ status }: { status: string }) => status)).toEqual([
      'resolved',
      'resolved',
    ]);
    expect(await deadlocks(service)).toBe(before);
  });

  it('two of them on the same alerts, in whatever order these are named, never lock each other out', async () => {
    const { serverIds } = await customer(3);
    const ids: string[] = [];
    for (const server of serverIds) ids.push(await insertAlert(service, partner, server, { port: 22 }));
    const before = await deadlocks(service);
    const answers = await Promise.all(
      ['acknowledge', 'allow', 'false-positive', 'allow', 'acknowledge'].map((action, index) =>
        act(action, index % 2 ? ids : ids.toReversed()),
      ),
    );
    for (const answer of answers) expectSuccess(answer);
    expect(await deadlocks(service)).toBe(before);
    const { body } = await partner.api.get(`/api/v1/whitelists?endpoint_id=${serverIds[0]}`);
    expect(body.data).toHaveLength(1);
  });
});

describe('GET /monitoring/port-groups', () => {
  it('the same port with the same urgency on several servers is one group: the most urgent first, then the largest', async () => {
    const { clientId, serverIds } = await customer(3);
    for (const server of serverIds) await insertAlert(service, partner, server, { port: 443, severity: 'low' });
    for (const server of serverIds) await insertAlert(service, partner, server, { port: 22 });
    for (const server of serverIds.slice(1))
      await insertAlert(service, partner, server, { port: 6379, severity: 'critical' });
    await insertAlert(service, partner, serverIds[0]!, { port: 6379, severity: 'high' });
    await insertAlert(service, partner, serverIds[0]!, { port: 8080 });
    await insertAlert(service, partner, serverIds[1]!, { port: 8080, status: 'acknowledged' });
    const list = async () =>
      expectSuccess(await partner.api.get(`/api/v1/monitoring/port-groups?billing_customer_id=${clientId}`)).groups;
    expect(await list()).toEqual([
      { protocol: 'tcp', port: 6379, severity: 'critical', service: 'ssh', servers: 2 },
      { protocol: 'tcp', port: 22, severity: 'medium', service: 'ssh', servers: 3 },
      { protocol: 'tcp', port: 443, severity: 'low', service: 'ssh', servers: 3 },
    ]);
    const query = `billing_customer_id=${clientId}&port=443&protocol=tcp&status=open`;
    const { alerts, total } = expectSuccess(await partner.api.get(`/api/v1/monitoring/alerts?${query}`));
    expect(total).toBe(3);
    expectSuccess(
      await act(
        'allow',
        alerts.map(({ id }: { id: string }) => id),
      ),
    );
    expect((await list()).map(({ port }: { port: number }) => port)).toEqual([6379, 22]);
  });

  it('min_severity: this or a worse one, in every order', async () => {
    const { clientId, serverIds } = await customer(1);
    const [server] = serverIds;
    const low = await insertAlert(service, partner, server!, { severity: 'low' });
    const medium = await insertAlert(service, partner, server!, { severity: 'medium' });
    const critical = await insertAlert(service, partner, server!, { severity: 'critical' });
    const idsOf = async (query: string) => {
      const { body } = await partner.api.get(`/api/v1/monitoring/alerts?billing_customer_id=${clientId}&${query}`);
      return [body.data.total, ...body.data.alerts.map(({ id }: { id: string }) => id)];
    };
    for (const more of ['', '&status=open', '&kind=port']) {
      expect(await idsOf(`min_severity=medium&sort=severity${more}`)).toEqual([2, critical, medium]);
      expect((await idsOf(`min_severity=medium${more}`)).toSorted()).toEqual([2, critical, medium].toSorted());
    }
    expect(await idsOf('min_severity=low&sort=severity&limit=3')).toEqual([3, critical, medium, low]);
    expect(await idsOf('min_severity=medium&severity=low')).toEqual([0]);
  });
});

describe('/monitoring/public-services', () => {
  const questionPath = '/api/v1/monitoring/public-services';
  const read = async (clientId: number) =>
    expectSuccess(await partner.api.get(`${questionPath}?billing_customer_id=${clientId}`));
  const answer = (clientId: number, body: object) =>
    partner.api.post(questionPath, { billing_customer_id: clientId, ...body });

  it('lists what looks like a website or mail server; the answer allows its ports in one step, and is remembered', async () => {
    const { clientId, serverIds } = await customer(3);
    const [web, both, none] = serverIds as [string, string, string];
    const http = { service: 'http', product: 'nginx' };
    await completeScan(service, partner, web, { open: ['443:tcp', '6379:tcp'], identities: { '443:tcp': http } });
    await completeScan(service, partner, both, {
      open: ['80:tcp', '25:tcp', '993:tcp'],
      identities: { '80:tcp': http, '25:tcp': { service: 'smtp' }, '993:tcp': { service: 'imaps' } },
    });
    await completeScan(service, partner, none, { open: ['22:tcp'] });
    const before = await read(clientId);
    expect(before).toMatchObject({ answered_at: null });
    expect(
      before.servers
        .map(({ endpoint_id, web_ports, mail_ports }: never) => [endpoint_id, web_ports, mail_ports])
        .toSorted(),
    ).toEqual(
      [
        [web, [443], []],
        [both, [80], [25, 993]],
      ].toSorted(),
    );

    const done = expectSuccess(await answer(clientId, { websites: [web, both], mail_servers: [both] }));
    // Two ports of each website, four of a mail server; three alerts were open about them.
    expect(done).toMatchObject({ rules_created: 8, alerts_resolved: 4 });
    expect(await read(clientId)).toMatchObject({ answered_at: done.answered_at, servers: [] });
    const open = await partner.api.get(`/api/v1/alerts?billing_customer_id=${clientId}&status=open`);
    expect(open.body.data.alerts.map(({ port }: { port: number }) => port).toSorted()).toEqual([22, 6379]);
    // What opens later on a website is no news, either.
    await completeScan(service, partner, web, { open: ['80:tcp'], identities: { '80:tcp': http } });
    const later = await partner.api.get(`/api/v1/alerts?endpoint_id=${web}&status=open`);
    expect(later.body.data.alerts.map(({ port }: { port: number }) => port)).toEqual([6379]);
    expect(expectSuccess(await answer(clientId, { websites: [web] }))).toMatchObject({ rules_created: 0 });
  });

  it('what is worse than a website is not allowed along with it', async () => {
    const { clientId, serverIds } = await customer(1);
    const id = await insertAlert(service, partner, serverIds[0]!, { port: 443, severity: 'high' });
    expect((await read(clientId)).servers).toEqual([]);
    expect(expectSuccess(await answer(clientId, { websites: serverIds }))).toMatchObject({
      rules_created: 1,
      alerts_resolved: 0,
    });
    expect(await alertOf(id)).toMatchObject({ status: 'open' });
  });

  it('can be skipped, which is remembered, too', async () => {
    const { clientId, serverIds } = await customer(1);
    const id = await insertAlert(service, partner, serverIds[0]!, { port: 443, severity: 'low' });
    expect(expectSuccess(await answer(clientId, {}))).toMatchObject({ rules_created: 0, alerts_resolved: 0 });
    expect(await read(clientId)).toMatchObject({
      answered_at: service.clock.now().toISOString(),
      servers: [{ endpoint_id: serverIds[0], web_ports: [443] }],
    });
    expect(await alertOf(id)).toMatchObject({ status: 'open' });
  });

  it('another customer’s server, a terminated or unknown one: 404, all alike, and no rule is made', async () => {
    const [own, other] = [await customer(2), await customer(1)];
    await partner.api.post('/api/v1/billing/terminate', { endpoint_id: own.serverIds[1] });
    for (const foreign of [other.serverIds[0], own.serverIds[1], absentId])
      expectProblem(await answer(own.clientId, { websites: [own.serverIds[0], foreign] }), 404, 'ENDPOINT_NOT_FOUND');
    expectProblem(await answer(999_999, {}), 404, 'CUSTOMER_NOT_FOUND');
    const { body } = await partner.api.get(`/api/v1/whitelists?billing_customer_id=${own.clientId}`);
    expect(body.data).toEqual([]);
    expect(await read(own.clientId)).toMatchObject({ answered_at: null });
  });
});
