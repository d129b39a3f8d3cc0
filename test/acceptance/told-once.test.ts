import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ensureEventPartitions } from '../../src/core/events/event-history.ts';
import { reopenDueAlerts } from '../../src/monitoring/alerts/reopen-due-alerts.ts';
import { ensureScanPartitions } from '../../src/monitoring/port-scans/scan-history.ts';
import { enqueueSteadyCauses } from '../../src/notifications/alert-notifications/steady-causes.ts';
import { alertKinds } from '../../src/wiring/alert-kinds.ts';
import { auditOfPartner } from '../support/audit-log.ts';
import { completeScan, type PortText, type ScanSight } from '../support/completed-scans.ts';
import { eventually } from '../support/eventually.ts';
import { MailServer, type ReceivedMail } from '../support/mail-server.ts';
import { mailIsQuiet, newClientId, recipientsOf, recipientsPath } from '../support/notifications.ts';
import { provision } from '../support/scans.ts';
import { expectRefusal, expectSuccess } from '../support/shapes.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

const silent = { method: 'port_number', product: null, version: null } as const;
/** Severe, severe and critical, as a scan sees them. */
const [mysql, redis, open] = ['3306:tcp', '6379:tcp', '2375:tcp'] as const satisfies PortText[];
const identities = {
  [mysql]: { ...silent, service: 'mysql' },
  [redis]: { ...silent, service: 'redis' },
  [open]: { ...silent, service: 'docker' },
  '23:tcp': { ...silent, service: 'telnet' },
  '5432:tcp': { ...silent, service: 'postgresql' },
};
const hour = 3_600;
const day = 24 * hour;

let mailServer: MailServer;
let service: TestService;
let partner: TestPartner;
let clientId: number;
let email: string;
let endpointId: string;

beforeAll(async () => {
  mailServer = await MailServer.start();
  service = await TestService.start({ environment: { ...mailServer.environment, SCAN_ENGINE: 'off' } });
  partner = await service.partner();
});
afterAll(async () => {
  await service?.stop();
  await mailServer?.close();
});
beforeEach(async () => {
  // The tests take months together, and each goes on where the one before it ended.
  await ensureScanPartitions(service.service.resources);
  await ensureEventPartitions(service.service.resources);
  clientId = newClientId();
  email = `jane-${clientId}@example.org`;
  endpointId = await provision(partner.api, `127.40.${clientId % 250}.1`, { client_id: clientId, client_email: email });
});

async function choose(change: object) {
  const { id } = (await recipientsOf(partner, clientId))[0]!;
  return partner.api.send('PUT', `${recipientsPath}/${id}`, { client_id: clientId, ...change });
}

/** A scan that finds these ports open and those closed, and what is mailed because of it once the pause is over. */
async function scan(
  found: readonly PortText[],
  closed: readonly PortText[] = [],
  seen: ScanSight['identities'] = identities,
) {
  await completeScan(service, partner, endpointId, { open: found, closed, identities: seen });
  await mailIsQuiet(service);
}

async function pass(seconds: number): Promise<void> {
  service.clock.advanceSeconds(seconds);
  await mailIsQuiet(service);
}

/** The mails so far, of which there are so many, weekly summaries aside. */
async function mails(count: number): Promise<ReceivedMail[]> {
  const told = () => mailServer.mailsTo(email).filter(({ headers }) => !headers.get('list-id')?.startsWith('<week.'));
  await eventually(`${count} mails to ${email}`, async () => told().length >= count);
  await mailIsQuiet(service);
  expect(told()).toHaveLength(count);
  return told();
}

const subjectOf = (mail: ReceivedMail | undefined) => mail?.headers.get('subject');
/** A time of the clock in UTC, so many hours from now. */
const clockIn = (hours: number) =>
  new Date(service.clock.now().getTime() + hours * hour * 1_000).toISOString().slice(11, 16);
/** Noon of the next Wednesday, UTC: no digest is near. */
const toWednesday = () => {
  const now = service.clock.now();
  const days = (3 - now.getUTCDay() + 7) % 7 || 7;
  const noon = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + days, 12);
  service.clock.advanceSeconds((noon - now.getTime()) / 1_000);
};

describe('what happens more than once', () => {
  it('a port that opens and closes at every scan is one mail and a note that it comes and goes, in its thread', async () => {
    await scan([mysql]);
    for (let round = 0; round < 4; round += 1) {
      await pass(day / 2);
      await scan([], [mysql]);
      await pass(day / 2);
      await scan([mysql]);
    }
    const [first, second] = await mails(2);
    expect(second!.text).toContain('If it comes and goes, you are not told each time.');
    expect(second!.headers.get('in-reply-to')).toBe(first!.headers.get('message-id'));
    expect(second!.headers.get('references')).toBe(first!.headers.get('message-id'));
    expect(first!.headers.get('in-reply-to')).toBeUndefined();
    expect(first!.headers.get('list-id')).toBe(`<alerts.${partner.portalDomain}>`);

    await scan([], [mysql]);
    await pass(9 * day);
    await scan([mysql]);
    const [, , third] = await mails(3);
    expect(third!.text).not.toContain('comes and goes');
  });

  it('what is seen again is not told again, and what got worse is', async () => {
    await scan([redis]);
    await pass(day);
    await scan([redis]);
    await mails(1);
    await scan([redis], [], { [redis]: { service: 'redis', product: 'Redis', version: '7.0', unauthenticated: true } });
    const [first, second] = await mails(2);
    expect(subjectOf(second)).toMatch(/^Critical: /);
    expect(second!.text).toContain('It got worse: it was high.');
    expect(second!.headers.get('in-reply-to')).toBe(first!.headers.get('message-id'));
    await pass(day);
    await scan([redis]);
    await scan([redis], [], { [redis]: { service: 'redis', product: 'Redis', version: '7.0', unauthenticated: true } });
    await pass(day);
    await mails(2);
  });

  it('a snooze that ends speaks again', async () => {
    await scan([mysql]);
    await mails(1);
    const list = await partner.api.get(`/api/v1/alerts?endpoint_id=${endpointId}`);
    const until = new Date(service.clock.now().getTime() + 2 * day * 1_000).toISOString();
    expectSuccess(
      await partner.api.post(`/api/v1/alerts/${list.body.data.alerts[0].id}/acknowledge`, {
        billing_customer_id: clientId,
        until,
      }),
    );
    await pass(day);
    await scan([mysql]);
    await mails(1);
    service.clock.advanceSeconds(day);
    await reopenDueAlerts(service.service.resources, alertKinds);
    const [, second] = await mails(2);
    expect(second!.text).toContain('It needs attention again.');
  });

  it('what is over is told to whom it was told, if they want that, in the same thread', async () => {
    expectSuccess(await choose({ tell_resolved: true }));
    await scan([mysql, redis]);
    const [first] = await mails(1);
    await pass(hour);
    await scan([redis], [mysql]);
    const [, second] = await mails(2);
    expect(subjectOf(second)).toMatch(/^Over: .*3306/);
    expect(second!.text).toMatch(/A scan found it closed on/);
    expect(second!.headers.get('in-reply-to')).toBe(first!.headers.get('message-id'));
    expectSuccess(await choose({ tell_resolved: false }));
    await pass(hour);
    await scan([], [redis]);
    await pass(hour);
    await mails(2);
  });

  it('a false positive is over for whoever was told, and open again when that is taken back', async () => {
    expectSuccess(await choose({ tell_resolved: true }));
    await scan([mysql]);
    await mails(1);
    await pass(hour);
    const list = await partner.api.get(`/api/v1/alerts?endpoint_id=${endpointId}`);
    const alert = `/api/v1/alerts/${list.body.data.alerts[0].id}`;
    expectSuccess(await partner.api.post(`${alert}/false-positive`, { billing_customer_id: clientId }));
    const [, second] = await mails(2);
    expect(subjectOf(second)).toMatch(/^Over: .*3306/);
    expect(second!.text).toContain('Somebody marked it as a false positive.');
    await pass(hour);
    expectSuccess(await partner.api.post(`${alert}/reopen`, { billing_customer_id: clientId }));
    const [, , third] = await mails(3);
    expect(third!.text).toContain('It needs attention again.');
  });

  it('what is back and a false positive before anybody was told, is told when that is taken back', async () => {
    expectSuccess(await choose({ tell_resolved: true }));
    await scan([mysql]);
    await pass(hour);
    await scan([], [mysql]);
    await pass(hour);
    await mails(2);
    expectSuccess(await choose({ quiet_hours: { from: clockIn(-1), to: clockIn(2) } }));
    await scan([mysql]);
    const list = await partner.api.get(`/api/v1/alerts?endpoint_id=${endpointId}&status=open`);
    const alert = `/api/v1/alerts/${list.body.data.alerts[0].id}`;
    expectSuccess(await partner.api.post(`${alert}/false-positive`, { billing_customer_id: clientId }));
    await pass(3 * hour);
    await mails(2);
    expectSuccess(await partner.api.post(`${alert}/reopen`, { billing_customer_id: clientId }));
    const [, , third] = await mails(3);
    expect(third!.text).toContain('It is back');
  });

  it('what is told to be over, and stays open for two days after it came and went, is told again', async () => {
    expectSuccess(await choose({ tell_resolved: true }));
    for (let round = 0; round < 2; round += 1) {
      await scan([mysql]);
      await pass(hour);
      await scan([], [mysql]);
      await pass(hour);
    }
    await mails(3);
    await pass(2 * day);
    await enqueueSteadyCauses(service.service.resources);
    const [, , , over] = await mails(4);
    expect(subjectOf(over)).toMatch(/^Over: .*3306/);
    await scan([mysql]);
    await pass(day);
    await enqueueSteadyCauses(service.service.resources);
    await mails(4);
    await pass(day);
    await enqueueSteadyCauses(service.service.resources);
    const [, , , , back] = await mails(5);
    expect(back!.text).toContain('It is back');
  });

  it('a mail that nobody took for a day is given up, and what is still true is in the next one', async () => {
    mailServer.refuseAddress = (to) => (to === email ? { code: 451, message: 'later' } : undefined);
    try {
      await scan([mysql, redis]);
      await eventually('it was tried', async () => mailServer.offered.includes(email));
      await scan([redis], [mysql]);
      await pass(day);
      await eventually('it is given up', async () => {
        const expired = `SELECT FROM notification_deliveries WHERE address = $1 AND status = 'expired'`;
        return (await service.store.database.pool.query(expired, [email])).rowCount === 1;
      });
    } finally {
      mailServer.refuseAddress = () => undefined;
    }
    await pass(300);
    const [mail] = await mails(1);
    expect(mail!.text).toContain('(port 6379/tcp)');
    expect(mail!.text).not.toContain('(port 3306/tcp)');
  });
});

describe('when an address is told', () => {
  it('nothing in its quiet hours but what is critical, which goes alone; the rest when they are over', async () => {
    expectSuccess(await choose({ quiet_hours: { from: clockIn(-1), to: clockIn(3) } }));
    await scan([mysql]);
    await mails(0);
    await scan([mysql, open]);
    const [first] = await mails(1);
    expect(subjectOf(first)).toMatch(/^Critical: /);
    expect(first!.text).not.toContain('(port 3306/tcp)');
    await pass(2 * hour);
    await mails(1);
    await pass(hour);
    const [, second] = await mails(2);
    expect(second!.text).toContain('(port 3306/tcp)');
  });

  it('a mail that the server did not take before the quiet hours waits for their end', async () => {
    expectSuccess(await choose({ quiet_hours: { from: clockIn(1), to: clockIn(2) } }));
    mailServer.refuseAddress = (to) => (to === email ? { code: 451, message: 'later' } : undefined);
    try {
      await scan([mysql]);
      await eventually('it was tried', async () => mailServer.offered.includes(email));
      await mailIsQuiet(service);
    } finally {
      mailServer.refuseAddress = () => undefined;
    }
    await pass(1.5 * hour);
    await mails(0);
    await pass(hour);
    await mails(1);
  });

  it('gathered: five minutes after the first of what is new', async () => {
    expectSuccess(await choose({ delivery: 'gathered' }));
    await scan([mysql]);
    await pass(240);
    await scan([mysql, redis]);
    await mails(0);
    await pass(60);
    expect(subjectOf((await mails(1))[0])).toBe('2 new security alerts, all of them high');
  });

  it('what waits goes by a new choice at once', async () => {
    toWednesday();
    expectSuccess(await choose({ delivery: 'weekly' }));
    await scan([mysql]);
    await pass(day);
    await mails(0);
    expectSuccess(await choose({ delivery: 'immediate' }));
    await mails(1);
  });
});

describe('a digest', () => {
  it('has new first, then what is open still, then what is over or came and went, and the snoozes that end soon', async () => {
    toWednesday();
    expectSuccess(await choose({ delivery: 'weekly', time_zone: 'europe/berlin' }));
    await scan([mysql, redis]);
    await scan([mysql, redis, '23:tcp']);
    await scan([mysql, redis], ['23:tcp']);
    await mails(0);
    await pass(5 * day);
    const [first] = await mails(1);
    expect(subjectOf(first)).toBe('Security of the week: 2 new, 1 over');
    expect(first!.text).toContain('It came and went.');
    expect(first!.headers.get('list-id')).toBe(`<digest.${partner.portalDomain}>`);

    await scan([mysql, '5432:tcp'], [redis]);
    const list = await partner.api.get(`/api/v1/alerts?endpoint_id=${endpointId}&status=open`);
    const snoozed = list.body.data.alerts.find(({ port }: { port: number }) => port === 5432).id;
    const until = new Date(service.clock.now().getTime() + 9 * day * 1_000).toISOString();
    await partner.api.post(`/api/v1/alerts/${snoozed}/acknowledge`, { billing_customer_id: clientId, until });
    await pass(7 * day);
    const [, second] = await mails(2);
    expect(subjectOf(second)).toBe('Security of the week: 1 still open, 1 over');
    const parts = [
      'Still open (1)',
      '(port 3306/tcp)',
      'Over (1)',
      '(port 6379/tcp)',
      'Snoozes that end within 7 days (1)',
      'Snoozed until ',
    ];
    const places = parts.map((part) => second!.text.indexOf(part));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));

    await pass(7 * day);
    await mails(2);
  });

  it('waits for nothing critical, which goes at once and alone, and is no news in the digest', async () => {
    toWednesday();
    expectSuccess(await choose({ delivery: 'daily' }));
    await scan([mysql]);
    await scan([mysql, open]);
    expect(subjectOf((await mails(1))[0])).toMatch(/^Critical: /);
    await pass(day);
    expect(subjectOf((await mails(2))[1])).toBe('Security of the day: 1 new, 1 still open');
  });

  it('says of nothing that it is over that came back meanwhile, and was told because it is critical by now', async () => {
    toWednesday();
    expectSuccess(await choose({ delivery: 'weekly' }));
    await scan([redis]);
    await pass(5 * day);
    await mails(1);
    await scan([], [redis]);
    await scan([redis], [], { [redis]: { service: 'redis', product: 'Redis', version: '7.0', unauthenticated: true } });
    expect(subjectOf((await mails(2))[1])).toMatch(/^Critical: /);
    await pass(7 * day);
    await mails(2);
  });

  it('lists 20 at most and counts the rest', async () => {
    toWednesday();
    expectSuccess(await choose({ delivery: 'daily' }));
    const many = Array.from({ length: 23 }, (_, index): PortText => `${7_001 + index}:tcp`);
    const seen = Object.fromEntries(many.map((port) => [port, { service: 'redis', unauthenticated: false }]));
    await partner.api.send('PUT', '/api/v1/notifications/settings', {
      client_id: clientId,
      port_alerts_min_severity: 'low',
    });
    await scan(many, [], seen);
    await pass(day);
    const [mail] = await mails(1);
    expect(mail!.text.match(/\(port \d+\/tcp\)/g)).toHaveLength(20);
    expect(mail!.text).toContain('There are 3 more in the portal.');
  });
});

describe('the choice of an address', () => {
  it('is kept where it is left out, shown, and in the audit log', async () => {
    const change = { delivery: 'daily', quiet_hours: { from: '22:00', to: '06:30' }, time_zone: 'America/New_York' };
    expect(expectSuccess(await choose(change)).recipient).toMatchObject(change);
    expect(expectSuccess(await choose({ tell_resolved: true })).recipient).toMatchObject({
      ...change,
      tell_resolved: true,
    });
    expect(expectSuccess(await choose({ quiet_hours: {} })).recipient).toMatchObject({
      delivery: 'daily',
      quiet_hours: null,
    });
    expect(await recipientsOf(partner, clientId)).toMatchObject([{ delivery: 'daily', quiet_hours: null }]);
    const changes = (await auditOfPartner(service, partner.partnerId)).filter(
      ({ action }) => action === 'notification_recipient.changed',
    );
    expect(changes.slice(-3).map(({ details }) => details)).toEqual([
      change,
      { tell_resolved: true },
      { quiet_hours: null },
    ]);
  });

  it.each([
    ['delivery', { delivery: 'hourly' }],
    ['quiet_hours.from', { quiet_hours: { from: '24:00', to: '06:00' } }],
    ['quiet_hours', { quiet_hours: { from: '22:00' } }],
    ['quiet_hours', { quiet_hours: { from: '22:00', to: '22:00' } }],
    ['quiet_hours', { quiet_hours: 'at night' }],
    ['time_zone', { time_zone: 'Europe/Atlantis' }],
    ['time_zone', { time_zone: '+01:00' }],
    ['tell_resolved', { tell_resolved: 'maybe' }],
    ['monthly_report', {}],
  ])('is refused by the name of its field where it cannot be used: %s in %j', async (field, change) => {
    expectRefusal(await choose(change), 422, [field]);
  });
});
