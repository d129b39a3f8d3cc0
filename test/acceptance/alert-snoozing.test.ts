import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reopenDueAlerts } from '../../src/monitoring/alerts/reopen-due-alerts.ts';
import { alertKinds } from '../../src/wiring/alert-kinds.ts';
import type { ApiAnswer } from '../support/api-client.ts';
import { auditOf } from '../support/audit-log.ts';
import { completeScan } from '../support/completed-scans.ts';
import { monitorDomain } from '../support/domain-scans.ts';
import { eventually } from '../support/eventually.ts';
import { loopbackAddress } from '../support/listeners.ts';
import { type RecordedEffect, RecordedEffects } from '../support/recorded-effects.ts';
import { insertDomainAlert } from '../support/rows.ts';
import { alertsOf } from '../support/scan-outcomes.ts';
import { provision } from '../support/scans.ts';
import { expectRefusal, expectSuccess } from '../support/shapes.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

const hour = 3_600;
const day = 24 * hour;
const effects = new RecordedEffects();

let service: TestService;
let partner: TestPartner;

beforeAll(async () => {
  service = await TestService.start({ role: 'api', effects });
  partner = await service.partner();
});
afterAll(async () => {
  await service?.stop();
});

type Action = 'acknowledge' | 'false-positive' | 'resolve' | 'reopen';

function act(action: Action, alertId: string, body: unknown = {}, base = '/api/v1/alerts'): Promise<ApiAnswer> {
  return partner.api.post(`${base}/${alertId}/${action}`, body);
}

async function acted(...request: Parameters<typeof act>): Promise<void> {
  expectSuccess(await act(...request));
}

/** The time that many seconds ahead, as the API says it. */
function ahead(seconds: number): string {
  return new Date(service.clock.now().getTime() + seconds * 1_000).toISOString();
}

const reopenDue = () => reopenDueAlerts(service.service.resources, alertKinds);

async function monitoringAlert(alertId: string): Promise<ApiAnswer['body']> {
  return expectSuccess(await partner.api.get(`/api/v1/monitoring/alerts/${alertId}`)).alert;
}

async function scanned(endpointId: string, open: boolean): Promise<void> {
  service.clock.advanceSeconds(60);
  await completeScan(service, partner, endpointId, open ? { open: ['22:tcp'] } : { closed: ['22:tcp'] });
}

async function raised(): Promise<{ endpointId: string; alertId: string; customerId: string }> {
  const endpointId = await provision(partner.api, loopbackAddress());
  await scanned(endpointId, true);
  const [{ id: alertId }] = await alertsOf(partner.api, endpointId);
  const { rows } = await service.store.database.pool.query('SELECT customer_id FROM alerts WHERE id = $1', [alertId]);
  return { endpointId, alertId, customerId: rows[0].customer_id };
}

async function raisedLeak(): Promise<string> {
  const domainId = await monitorDomain(partner.api, 1, `${crypto.randomUUID()}.example.com`);
  return insertDomainAlert(service, partner, domainId, {});
}

const quietStates = [
  { action: 'acknowledge', status: 'acknowledged' },
  { action: 'false-positive', status: 'false_positive' },
] as const;

describe.each(quietStates)('$action until a time', ({ action, status }) => {
  it('the alert stays quiet until then and is open again afterwards, which the log says', async () => {
    const { alertId } = await raised();
    const until = ahead(7 * day);
    await acted(action, alertId, { until });
    expect(await monitoringAlert(alertId)).toMatchObject({ status, snoozed_until: until });
    service.clock.advanceSeconds(7 * day - 60);
    await reopenDue();
    expect(await monitoringAlert(alertId)).toMatchObject({ status, snoozed_until: until });
    service.clock.advanceSeconds(60);
    await reopenDue();
    expect(await monitoringAlert(alertId)).toMatchObject({
      status: 'open',
      snoozed_until: null,
      acknowledged_at: null,
    });
    expect((await auditOf(service, alertId)).map(({ action: name, ...entry }) => [name, entry])).toEqual([
      [
        status === 'acknowledged' ? 'alert.acknowledged' : 'alert.marked_false_positive',
        { actor_kind: 'api_key', details: { from: 'open', until } },
      ],
      ['alert.reopened', { actor_kind: 'system', details: { from: status, until } }],
    ]);
  });

  it('again with another time: the last word counts, and without one it has no end', async () => {
    const { alertId } = await raised();
    await acted(action, alertId, { until: ahead(hour) });
    const later = ahead(2 * hour);
    expect(expectSuccess(await act(action, alertId, { until: later })).message).not.toMatch(/already/);
    expect(await monitoringAlert(alertId)).toMatchObject({ status, snoozed_until: later });
    const before = await auditOf(service, alertId);
    expect(expectSuccess(await act(action, alertId, { until: later })).message).toMatch(/already/);
    expect(await auditOf(service, alertId)).toEqual(before);
    await acted(action, alertId);
    expect(await monitoringAlert(alertId)).toMatchObject({ status, snoozed_until: null });
    service.clock.advanceSeconds(3 * hour);
    await reopenDue();
    expect(await monitoringAlert(alertId)).toMatchObject({ status });
  });

  it.each(['resolve', 'reopen', 'the port closes'] as const)('%s takes the time away', async (end) => {
    const { endpointId, alertId } = await raised();
    await acted(action, alertId, { until: ahead(hour) });
    if (end === 'the port closes') await scanned(endpointId, false);
    else await acted(end, alertId);
    const ended = await monitoringAlert(alertId);
    expect(ended.snoozed_until).toBeNull();
    service.clock.advanceSeconds(hour);
    await reopenDue();
    expect(await monitoringAlert(alertId)).toEqual(ended);
  });

  it.each([
    ['that has passed', () => ahead(-1)],
    ['more than a year ahead', () => ahead(367 * day)],
    ['without an offset from UTC', () => ahead(day).replace('Z', '')],
    ['that is no time', () => 'tomorrow'],
  ])('a time %s: 422, and nothing changes', async (_what, until) => {
    const { alertId } = await raised();
    expectRefusal(await act(action, alertId, { until: until() }), 422, ['until']);
    expect(await monitoringAlert(alertId)).toMatchObject({ status: 'open', snoozed_until: null });
  });

  it('a time with an offset is the instant that it names', async () => {
    const { alertId } = await raised();
    const until = ahead(day);
    const inOslo = new Date(Date.parse(until) + 2 * hour * 1_000).toISOString().replace('Z', '+02:00');
    await acted(action, alertId, { until: inOslo }, '/api/v1/monitoring/alerts');
    expect((await monitoringAlert(alertId)).snoozed_until).toBe(until);
  });
});

describe('when the time has passed', () => {
  it('its customer is told of it by mail, as of what scans find and unlike what people reopen', async () => {
    await partner.api.post('/api/v1/sso/token', { client_id: 1, client_email: 'night@example.org' });
    const { alertId, customerId } = await raised();
    await acted('acknowledge', alertId, { until: ahead(hour) });
    service.clock.advanceSeconds(hour);
    const severity = (await monitoringAlert(alertId)).severity;
    const reopened = [{ id: alertId, severity, by: 'time' as const }];
    const expected: RecordedEffect = [
      'alertsChanged',
      { kind: 'port', customerId, opened: [], reopened, resolved: [] },
    ];
    expect(await effects.during(reopenDue)).toContainEqual(expected);
    const { rows } = await service.store.database.pool.query(
      'SELECT change FROM alert_inbox WHERE alert_id = $1 ORDER BY id',
      [alertId],
    );
    expect(rows.map(({ change }) => change)).toEqual(['opened', 'reopened']);
  });

  it('a false positive that a rule covers by now is over: nothing is told while the rule holds, a scan raises another after it', async () => {
    const { endpointId, alertId } = await raised();
    await acted('false-positive', alertId, { until: ahead(hour) });
    const rule = await partner.api.post('/api/v1/whitelists', { endpoint_id: endpointId, port_start: 22 });
    service.clock.advanceSeconds(hour);
    await reopenDue();
    expect(await monitoringAlert(alertId)).toMatchObject({ status: 'false_positive', snoozed_until: null });
    await scanned(endpointId, true);
    expect(await alertsOf(partner.api, endpointId)).toHaveLength(1);
    await partner.api.send('DELETE', `/api/v1/whitelists/${rule.body.data.id}`);
    await scanned(endpointId, true);
    const alerts = await alertsOf(partner.api, endpointId);
    expect(alerts.map((alert) => alert.status)).toEqual(['false_positive', 'open']);
  });

  it.each(['/api/v1/domain-monitoring/alerts', '/api/v1/monitoring/alerts'])(
    'an alert about a leak that was acknowledged under %s is open again, too',
    async (base) => {
      const alertId = await raisedLeak();
      await acted('acknowledge', alertId, { billing_customer_id: 1, until: ahead(hour) }, base);
      service.clock.advanceSeconds(hour);
      await reopenDue();
      expect(await monitoringAlert(alertId)).toMatchObject({ status: 'open', snoozed_until: null });
    },
  );

  it('many workers at once open every alert exactly once', async () => {
    const alerts: Awaited<ReturnType<typeof raised>>[] = [];
    for (let count = 0; count < 8; count += 1) alerts.push(await raised());
    const until = ahead(hour);
    for (const { alertId } of alerts) await acted('acknowledge', alertId, { until });
    service.clock.advanceSeconds(hour);
    const opened = await Promise.all(Array.from({ length: 5 }, reopenDue));
    expect(opened.reduce((sum, count) => sum + count, 0)).toBe(alerts.length);
    for (const { alertId } of alerts)
      expect((await auditOf(service, alertId)).map(({ action }) => action)).toEqual([
        'alert.acknowledged',
        'alert.reopened',
      ]);
  });

  it('what follows fails: the alert stays as it was, and is opened by the next look', async () => {
    const { alertId } = await raised();
    const until = ahead(hour);
    await acted('acknowledge', alertId, { until });
    service.clock.advanceSeconds(hour);
    await effects.failing('alertsChanged', () => expect(reopenDue()).rejects.toThrow(/could not be reopened/));
    expect(await monitoringAlert(alertId)).toMatchObject({ status: 'acknowledged', snoozed_until: until });
    await reopenDue();
    expect(await monitoringAlert(alertId)).toMatchObject({ status: 'open' });
  });

  it('a worker opens it by itself', async () => {
    const { alertId } = await raised();
    await acted('acknowledge', alertId, { until: ahead(hour) });
    service.clock.advanceSeconds(hour);
    const worker = await TestService.start({ role: 'worker', sharedWith: service });
    try {
      await eventually(
        'the alert is open again',
        async () => (await monitoringAlert(alertId)).status === 'open' || null,
      );
    } finally {
      await worker.stop();
    }
  });
});
