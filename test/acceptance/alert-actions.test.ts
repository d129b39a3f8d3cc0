import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiAnswer } from '../support/api-client.ts';
import { auditOf } from '../support/audit-log.ts';
import { completeScan, type PortText } from '../support/completed-scans.ts';
import { listen, loopbackAddress } from '../support/listeners.ts';
import { insertAlert } from '../support/rows.ts';
import { alertsOf } from '../support/scan-outcomes.ts';
import { nextScan, provision, scanAgain } from '../support/scans.ts';
import { expectProblem, expectRefusal, expectSuccess, withoutRequestTraces } from '../support/shapes.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

const path = '/api/v1/alerts';
const absentId = '00000000-0000-4000-8000-000000000000';
const timestamp = expect.stringMatching(/Z$/);

const statuses = ['open', 'acknowledged', 'resolved', 'false_positive'] as const;
type Status = (typeof statuses)[number];
const actions = ['acknowledge', 'false-positive', 'resolve', 'reopen'] as const;
type Action = (typeof actions)[number];

let service: TestService;
let partner: TestPartner;

beforeAll(async () => {
  service = await TestService.start({ role: 'api' });
  partner = await service.partner();
});
afterAll(async () => {
  await service?.stop();
});

function act(action: Action, alertId: string, body: unknown = {}, api = partner.api): Promise<ApiAnswer> {
  return api.post(`${path}/${alertId}/${action}`, body);
}

async function alertOf(alertId: string): Promise<ApiAnswer['body']> {
  return expectSuccess(await partner.api.get(`${path}/${alertId}`)).alert;
}

async function row(alertId: string): Promise<Record<string, unknown>> {
  const { rows } = await service.store.database.pool.query('SELECT * FROM alerts WHERE id = $1', [alertId]);
  return rows[0];
}

async function scanned(endpointId: string, open: PortText[], closed: PortText[] = []): Promise<void> {
  service.clock.advanceSeconds(60);
  await completeScan(service, partner, endpointId, { open, closed });
}

interface RaisedAlert {
  readonly endpointId: string;
  readonly alertId: string;
}

/** An endpoint with port 22 open and the alert that a scan raised for it, brought to a status by people's actions. */
async function raised(status: Status = 'open'): Promise<RaisedAlert> {
  const endpointId = await provision(partner.api, loopbackAddress());
  await scanned(endpointId, ['22:tcp']);
  const [alert] = await alertsOf(partner.api, endpointId);
  const actionTo = { open: null, acknowledged: 'acknowledge', resolved: 'resolve', false_positive: 'false-positive' };
  const action = actionTo[status] as Action | null;
  if (action) expectSuccess(await act(action, alert.id));
  return { endpointId, alertId: alert.id };
}

async function statusesOf(endpointId: string): Promise<Status[]> {
  return (await alertsOf(partner.api, endpointId)).map(({ status }) => status);
}

/** What a person may do, by present status: the next one, `same` for a repeat, `409` for a refusal. */
const table: Record<Status, Record<Action, Status | 'same' | '409'>> = {
  open: { acknowledge: 'acknowledged', 'false-positive': 'false_positive', resolve: 'resolved', reopen: '409' },
  acknowledged: { acknowledge: 'same', 'false-positive': 'false_positive', resolve: 'resolved', reopen: 'open' },
  resolved: { acknowledge: '409', 'false-positive': '409', resolve: 'same', reopen: 'open' },
  false_positive: { acknowledge: '409', 'false-positive': 'same', resolve: 'resolved', reopen: 'open' },
};
const moves = statuses.flatMap((from) => actions.map((action) => ({ from, action, to: table[from][action] })));
const pastTense: Record<Action, string> = {
  acknowledge: 'alert.acknowledged',
  'false-positive': 'alert.marked_false_positive',
  resolve: 'alert.resolved',
  reopen: 'alert.reopened',
};

describe('the alert state table', () => {
  it.each(moves.filter(({ to }) => to !== 'same' && to !== '409'))(
    '$from → $action → $to',
    async ({ from, action, to }) => {
      const { alertId } = await raised(from);
      const before = await alertOf(alertId);
      const { alert, message } = expectSuccess(await act(action, alertId, { reason: 'Because.' }));
      const ofStatus = {
        open: { acknowledged_at: null, resolved_at: null, resolution: null },
        acknowledged: { acknowledged_at: timestamp, resolved_at: null, resolution: null },
        false_positive: { resolved_at: null, resolution: null },
        resolved: { resolved_at: timestamp, resolution: 'manual' },
      };
      // What is over is told in the past tense: test/acceptance/looks.test.ts.
      const { explanation, ...rest } = before;
      expect(alert).toEqual({ ...rest, explanation: expect.any(String), status: to, ...ofStatus[to as Status] });
      expect(alert.explanation === explanation).toBe((from === 'resolved') === (to === 'resolved'));
      expect(message).toMatch(/^The alert is .+\.$/);
      expect(await alertOf(alertId)).toEqual(alert);
      expect((await auditOf(service, alertId)).at(-1)).toEqual({
        action: pastTense[action],
        actor_kind: 'api_key',
        details: { from, reason: 'Because.' },
      });
    },
  );

  it.each(moves.filter(({ to }) => to === 'same'))(
    '$from → $action again: 200, and not a byte changes',
    async ({ from, action }) => {
      const { alertId } = await raised(from);
      const [before, log] = [await row(alertId), await auditOf(service, alertId)];
      service.clock.advanceSeconds(1);
      const { alert, message } = expectSuccess(await act(action, alertId, { reason: 'Again.' }));
      expect(alert).toEqual(await alertOf(alertId));
      expect(alert.status).toBe(from);
      expect(message).toMatch(/already/);
      expect(await row(alertId)).toEqual(before);
      expect(await auditOf(service, alertId)).toEqual(log);
    },
  );

  it.each(moves.filter(({ to }) => to === '409'))(
    '$from → $action: 409 with a numeric code, and nothing changes',
    async ({ from, action }) => {
      const { alertId } = await raised(from);
      const [before, log] = [await row(alertId), await auditOf(service, alertId)];
      expectProblem(await act(action, alertId), 409, 409, { status: from });
      expect(await row(alertId)).toEqual(before);
      expect(await auditOf(service, alertId)).toEqual(log);
    },
  );

  it('an entry without a reason carries none', async () => {
    const { alertId } = await raised();
    await act('acknowledge', alertId, { reason: '  ' });
    expect((await auditOf(service, alertId)).at(-1)!.details).toEqual({ from: 'open' });
  });

  it.each(actions)('parallel %s requests: one changes the alert, none fails', async (action) => {
    const { alertId } = await raised(action === 'reopen' ? 'resolved' : 'open');
    const logged = (await auditOf(service, alertId)).length;
    const answers = await Promise.all(Array.from({ length: 6 }, () => act(action, alertId)));
    const refusals = answers.filter(({ status }) => status !== 200);
    // Reopening what is open is refused; all else may be repeated.
    expect(refusals.map(({ status }) => status)).toEqual(action === 'reopen' ? Array(5).fill(409) : []);
    expect(await auditOf(service, alertId)).toHaveLength(logged + 1);
  });
});

describe.each(actions)('POST /alerts/{id}/%s', (action) => {
  it('of another customer: 403 with a numeric code, and nothing changes', async () => {
    const { alertId } = await raised(action === 'reopen' ? 'resolved' : 'open');
    const before = await row(alertId);
    const answer = await act(action, alertId, { billing_customer_id: 2 });
    expectProblem(answer, 403, 403);
    expect(answer.body.error.message).toBe('Access denied');
    expect(await row(alertId)).toEqual(before);
  });

  it('with its own customer: 200', async () => {
    const { alertId } = await raised(action === 'reopen' ? 'resolved' : 'open');
    expectSuccess(await act(action, alertId, { billing_customer_id: '1' }));
  });

  it('one that does not exist, and an id that is no UUID: 404 with a numeric code', async () => {
    for (const id of [absentId, 'first']) expectProblem(await act(action, id), 404, 404);
  });

  it("another partner's: the same answer as for one that does not exist, and nothing changes", async () => {
    const { alertId } = await raised(action === 'reopen' ? 'resolved' : 'open');
    const before = await row(alertId);
    const { api } = await service.partner();
    const [foreign, absent] = [await act(action, alertId, {}, api), await act(action, absentId, {}, api)];
    expect(foreign.status).toBe(404);
    expect(withoutRequestTraces(foreign)).toEqual(withoutRequestTraces(absent));
    expect(await row(alertId)).toEqual(before);
  });

  it.each([
    ['a customer that is no number', { billing_customer_id: 'x' }, 'billing_customer_id'],
    ['a reason of 256 characters', { reason: 'r'.repeat(256) }, 'reason'],
    ['a reason that is no text', { reason: 5 }, 'reason'],
  ])('%s: 422', async (_what, body, field) => {
    expectRefusal(await act(action, absentId, body), 422, [field]);
  });
});

describe('what scans do to alerts that people moved', () => {
  it.each(['open', 'acknowledged'] as const)('%s resolves by itself when the port closes', async (status) => {
    const { endpointId, alertId } = await raised(status);
    await scanned(endpointId, [], ['22:tcp']);
    expect(await alertOf(alertId)).toMatchObject({ status: 'resolved', resolution: 'port_closed' });
  });

  it('acknowledged stays acknowledged while the port is open, and no second alert is raised', async () => {
    const { endpointId } = await raised('acknowledged');
    await scanned(endpointId, ['22:tcp']);
    expect(await statusesOf(endpointId)).toEqual(['acknowledged']);
  });

  it('resolved by hand with the port still open: the next scan raises a new alert', async () => {
    const { endpointId, alertId } = await raised('resolved');
    await scanned(endpointId, ['22:tcp']);
    expect(await statusesOf(endpointId)).toEqual(['resolved', 'open']);
    expect((await alertsOf(partner.api, endpointId))[0].id).toBe(alertId);
  });

  it('a false positive that is resolved suppresses nothing any more', async () => {
    const { endpointId, alertId } = await raised('false_positive');
    expectSuccess(await act('resolve', alertId));
    await scanned(endpointId, ['22:tcp']);
    expect(await statusesOf(endpointId)).toEqual(['resolved', 'open']);
  });

  it('a false positive suppresses its own port only', async () => {
    const { endpointId } = await raised('false_positive');
    await scanned(endpointId, ['22:tcp', '22:udp', '80:tcp']);
    expect(await statusesOf(endpointId)).toEqual(['false_positive', 'open', 'open']);
  });
});

describe('reopen', () => {
  it('brings the same alert back, and it resolves by itself again', async () => {
    const { endpointId, alertId } = await raised('resolved');
    expectSuccess(await act('reopen', alertId));
    await scanned(endpointId, ['22:tcp']);
    expect(await statusesOf(endpointId)).toEqual(['open']);
    await scanned(endpointId, [], ['22:tcp']);
    expect(await alertOf(alertId)).toMatchObject({ status: 'resolved', resolution: 'port_closed' });
  });

  it.each(['open', 'false_positive'] as const)('409 once the port of what was %s has closed', async (status) => {
    const { endpointId, alertId } = await raised(status);
    await scanned(endpointId, [], ['22:tcp']);
    const before = await row(alertId);
    const answer = await act('reopen', alertId);
    expectProblem(answer, 409, 409, { status: before.status, reason: expect.stringMatching(/not known to be open/) });
    expect(await row(alertId)).toEqual(before);
  });

  it('409 when a newer alert speaks for the port', async () => {
    const { endpointId, alertId } = await raised('resolved');
    await scanned(endpointId, ['22:tcp']);
    const answer = await act('reopen', alertId);
    expectProblem(answer, 409, 409, { status: 'resolved', reason: expect.stringMatching(/newer alert/) });
    expect(await statusesOf(endpointId)).toEqual(['resolved', 'open']);
  });

  it('409 for an alert of a terminated endpoint', async () => {
    const { endpointId, alertId } = await raised();
    await partner.api.post('/api/v1/billing/terminate', { endpoint_id: endpointId });
    expect(await alertOf(alertId)).toMatchObject({ status: 'resolved', resolution: 'endpoint_terminated' });
    expectProblem(await act('reopen', alertId), 409, 409, { status: 'resolved', reason: expect.any(String) });
  });

  it.each(['open', 'false_positive'] as const)(
    '409 while a rule allows the port of what was %s; 200 once the rule is gone',
    async (status) => {
      const { endpointId, alertId } = await raised(status);
      const rule = await partner.api.post('/api/v1/whitelists', { endpoint_id: endpointId, port_start: 22 });
      const before = await row(alertId);
      expectProblem(await act('reopen', alertId), 409, 409, {
        status: before.status,
        reason: expect.stringMatching(/Allowed Ports/),
      });
      expect(await row(alertId)).toEqual(before);
      await partner.api.send('DELETE', `/api/v1/whitelists/${rule.body.data.id}`);
      expect(expectSuccess(await act('reopen', alertId)).alert).toMatchObject({ status: 'open', resolution: null });
    },
  );
});

describe('with real listeners', () => {
  it('a false positive raises no alert until its port has closed; then it raises a new one', async () => {
    const scanning = await TestService.start();
    try {
      const { api } = await scanning.partner();
      const address = loopbackAddress();
      const rescan = async () => {
        scanning.clock.advanceSeconds(300);
        return scanAgain(api, endpointId);
      };
      let listener = await listen(address, 8_080);
      const endpointId = await provision(api, address);
      const [first] = (await nextScan(api, endpointId)).alerts;
      expectSuccess(await act('false-positive', first.id, { reason: 'Meant to be open.' }, api));
      expect(await rescan()).toMatchObject({ alerts: [], latest_scan: { open_ports: [8_080] } });
      expect(await alertsOf(api, endpointId)).toMatchObject([{ id: first.id, status: 'false_positive' }]);
      await listener.close();
      await rescan();
      listener = await listen(address, 8_080);
      const [second, ...others] = (await rescan()).alerts;
      await listener.close();
      expect(others).toEqual([]);
      expect(second).toMatchObject({ port: 8_080, status: 'open' });
      expect(second.id).not.toBe(first.id);
    } finally {
      await scanning.stop();
    }
  });
});

describe('summaries', () => {
  const severities = ['critical', 'high', 'medium', 'low'] as const;
  const customers = [31, 32] as const;
  const endpoints: { id: string; customer: number; ip: string; nickname: string }[] = [];

  beforeAll(async () => {
    for (const [index, customer] of [31, 31, 31, 32].entries()) {
      const ip = loopbackAddress();
      const nickname = `server ${index}`;
      const body = { billing_customer_id: customer, ip_address: ip, nickname };
      const { data } = (await partner.api.post('/api/v1/endpoints', body)).body;
      endpoints.push({ id: data.id, customer, ip, nickname });
    }
    for (let index = 0; index < 48; index += 1) {
      // The third endpoint has no open alert.
      const endpoint = endpoints[index % 4]!;
      const status = statuses[Math.floor(index / 4) % (index % 4 === 2 ? 3 : 4)]!;
      const severity = severities[(index * 5 + Math.floor(index / 7)) % 4]!;
      await insertAlert(service, partner, endpoint.id, {
        severity,
        status: index % 4 === 2 && status === 'open' ? 'acknowledged' : status,
      });
    }
    const stranger = await service.partner();
    await insertAlert(service, stranger, await provision(stranger.api, loopbackAddress(), { client_id: 31 }));
  });

  interface Listed {
    readonly id: string;
    readonly severity: string;
    readonly endpoint_id: string;
  }

  /** The whole list, page by page. */
  async function listed(filter: Record<string, string | number>, limit: number): Promise<Listed[]> {
    const alerts: Listed[] = [];
    for (let more = true; more; ) {
      const query = Object.entries({ ...filter, limit, offset: alerts.length }).map(
        ([name, value]) => `${name}=${value}`,
      );
      const page = expectSuccess(await partner.api.get(`${path}?${query.join('&')}`));
      alerts.push(...page.alerts);
      more = page.has_more;
      expect(more).toBe(alerts.length < page.total);
    }
    return alerts;
  }

  function countsOf(alerts: readonly Listed[]) {
    const count = (severity: string) => alerts.filter((alert) => alert.severity === severity).length;
    return { critical: count('critical'), high: count('high'), medium: count('medium'), low: count('low') };
  }

  it('the summary is the sum of the list, and pages of any size partition it', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...customers),
        fc.constantFrom(...statuses),
        fc.integer({ min: 1, max: 20 }),
        async (billing_customer_id, status, limit) => {
          const query = `billing_customer_id=${billing_customer_id}&status=${status}`;
          const summary = expectSuccess(await partner.api.get(`${path}/summary?${query}`));
          const alerts = await listed({ billing_customer_id, status }, limit);
          expect(new Set(alerts.map(({ id }) => id)).size).toBe(alerts.length);
          expect(summary).toEqual({ ...countsOf(alerts), total: alerts.length });
        },
      ),
      { numRuns: 20 },
    );
  });

  it('without a status the summary counts what is open', async () => {
    const open = await listed({ billing_customer_id: 31, status: 'open' }, 100);
    expect(open.length).toBeGreaterThan(0);
    const summary = expectSuccess(await partner.api.get(`${path}/summary?billing_customer_id=31`));
    expect(summary).toEqual({ ...countsOf(open), total: open.length });
  });

  it('the endpoint summary has the open alerts of each endpoint that has any, most first', async () => {
    const open = await listed({ billing_customer_id: 31, status: 'open' }, 100);
    const answer = expectSuccess(await partner.api.get(`${path}/endpoint-summary?billing_customer_id=31`));
    const expected = endpoints
      .map((endpoint) => ({ endpoint, alerts: open.filter(({ endpoint_id }) => endpoint_id === endpoint.id) }))
      .filter(({ alerts }) => alerts.length > 0)
      .map(({ endpoint, alerts }) => ({
        endpoint_id: endpoint.id,
        ip_address: endpoint.ip,
        nickname: endpoint.nickname,
        total_open: alerts.length,
        ...countsOf(alerts),
      }));
    expect(expected).toHaveLength(2);
    expect(answer.endpoints).toEqual(expect.arrayContaining(expected));
    expect(answer.endpoints).toHaveLength(expected.length);
    const totals = answer.endpoints.map(({ total_open }: { total_open: number }) => total_open);
    expect(totals).toEqual(totals.toSorted((a: number, b: number) => b - a));
    expect(answer.totals).toEqual({ port_alerts_open: open.length });
  });

  it('an unknown customer has zeros', async () => {
    const summary = expectSuccess(await partner.api.get(`${path}/summary?billing_customer_id=999999`));
    expect(summary).toEqual({ critical: 0, high: 0, medium: 0, low: 0, total: 0 });
    const byEndpoint = expectSuccess(await partner.api.get(`${path}/endpoint-summary?billing_customer_id=999999`));
    expect(byEndpoint).toEqual({ endpoints: [], has_more: false, next_cursor: null, totals: { port_alerts_open: 0 } });
  });

  it.each(['summary', 'endpoint-summary'])('%s without a customer: 422', async (read) => {
    expectRefusal(await partner.api.get(`${path}/${read}`), 422, ['billing_customer_id']);
  });

  it('a summary of an unknown status: 422', async () => {
    expectRefusal(await partner.api.get(`${path}/summary?billing_customer_id=31&status=closed`), 422, ['status']);
  });
});
