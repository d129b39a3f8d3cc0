import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { messagesIn } from '../../src/platform/messages/messages.ts';
import { readMonthlyReport } from '../../src/reporting/monthly-report/read-monthly-report.ts';
import { monthOf, monthsFrom, spanOf } from '../../src/reporting/monthly-report/report-month.ts';
import { reportContent } from '../../src/reporting/monthly-report/report-words.ts';
import { alertKinds } from '../../src/wiring/alert-kinds.ts';
import { act, portMonitoring, subscribe } from '../support/billing.ts';
import { completeScan, type ScanSight } from '../support/completed-scans.ts';
import { monitorDomain } from '../support/domain-scans.ts';
import { signInCustomer } from '../support/portal-browser.ts';
import { insertAlert, insertDomainAlert } from '../support/rows.ts';
import { systemOperation } from '../support/scan-steps.ts';
import { provision } from '../support/scans.ts';
import { expectRefusal, expectSuccess } from '../support/shapes.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

const day = 86_400_000;
const unauthenticated: ScanSight['identities'] = { '6379:tcp': { service: 'redis', unauthenticated: true } };

let service: TestService;
let partner: TestPartner;
let lastClient = 0;
let clientId: number;
/** The month that lies ahead of the machine's clock: scans have their partitions there. */
let month: string;
let begin: Date;

beforeAll(async () => {
  service = await TestService.start({ role: 'api' });
  month = monthsFrom(new Date().toISOString().slice(0, 7), 1);
  begin = spanOf(month).from;
});
beforeEach(async () => {
  partner = await service.partner();
  lastClient += 1;
  clientId = lastClient;
  clockTo(-12);
});
afterAll(async () => {
  await service?.stop();
});

/** So many days behind the beginning of the month. */
function clockTo(days: number): void {
  service.clock.standAt(new Date(begin.getTime() + days * day));
}

const dateAt = (days: number) => new Date(begin.getTime() + days * day).toISOString().slice(0, 10);
const reportPath = (of: string, customer: number | null = clientId) =>
  `/api/v1/reports/monthly?month=${of}${customer === null ? '' : `&billing_customer_id=${customer}`}`;

async function report(of = monthOf(service.clock.now()), customer: number | null = clientId) {
  return expectSuccess(await partner.api.get(reportPath(of, customer)));
}

const newServer = (address: string, more: object = {}) =>
  provision(partner.api, address, { client_id: clientId, ...more });

async function alertOf(port: number): Promise<string> {
  const answer = await partner.api.get(`/api/v1/alerts?billing_customer_id=${clientId}&limit=100`);
  return answer.body.data.alerts.find((alert: { port: number }) => alert.port === port).id;
}

const onAlert = async (port: number, action: string) =>
  expectSuccess(await partner.api.post(`/api/v1/alerts/${await alertOf(port)}/${action}`));

describe('GET reports/monthly', () => {
  it('tells what came up, what was closed and why, how fast it was fixed, and what is left', async () => {
    const server = await newServer('127.0.7.1');
    clockTo(-10);
    await completeScan(service, partner, server, {
      open: ['22:tcp', '3306:tcp', '6379:tcp', '21:tcp'],
      identities: unauthenticated,
    });
    await onAlert(21, 'acknowledge');
    clockTo(1);
    await completeScan(service, partner, server, {
      open: ['22:tcp', '6379:tcp', '21:tcp'],
      closed: ['3306:tcp'],
      identities: unauthenticated,
    });
    await onAlert(22, 'false-positive');
    clockTo(2);
    await onAlert(22, 'reopen');
    clockTo(3);
    const rule = { billing_customer_id: clientId, port_start: 6379, protocol: 'tcp' };
    expect((await partner.api.post('/api/v1/whitelists', rule)).status).toBe(201);
    clockTo(4);
    const now = await report();
    expect(now).toMatchObject({ billing_customer_id: clientId, month, is_over: false });
    expect(now.figures.total).toEqual({
      ...{ open_at_start: 4, raised: 0, reopened: 1, closed: 3, reassessed: 0, open_at_end: 2 },
      ...{ fixed: 1, allowed: 1, false_positives: 1, removed: 0 },
      ...{ median_seconds: (11 * day) / 1_000, p90_seconds: (11 * day) / 1_000 },
    });
    expect(now.figures.by_severity.critical).toMatchObject({ open_at_start: 1, allowed: 1, open_at_end: 0 });
    expect(now.figures.by_kind).toHaveLength(1);
    expect(now.before.total).toMatchObject({
      open_at_start: 0,
      raised: 4,
      closed: 0,
      open_at_end: 4,
      p90_seconds: null,
    });
    expect(now.still_open.map((alert: { title: string }) => alert.title)).toHaveLength(2);
    expect(now.fixed).toMatchObject([{ kind: 'port', severity: 'medium', closed_at: instantAt(1) }]);
    const onDay = (days: number) => now.exposure.find(({ date }: { date: string }) => date === dateAt(days));
    expect(onDay(-11)).toMatchObject({ critical: 0, high: 0, medium: 0, low: 0 });
    expect(sum(onDay(-10))).toBe(4);
    expect([onDay(0), onDay(1), onDay(2), onDay(3), onDay(4)].map(sum)).toEqual([4, 2, 3, 2, 2]);
    expect(now.exposure).toHaveLength(90);
    expect(now.exposure.at(-1).date).toBe(dateAt(4));
    const chart = expectSuccess(
      await partner.api.get(`/api/v1/reports/exposure?billing_customer_id=${clientId}&days=30`),
    );
    expect(chart.days).toEqual(now.exposure.slice(-30));
    clockTo(33);
    const later = await report(month);
    expect(later).toMatchObject({ is_over: true, figures: now.figures });
    expect(later.exposure.at(-1).date).toBe(new Date(spanOf(month).to.getTime() - 1).toISOString().slice(0, 10));
  });

  it('exposure is told of one server alone, where it is named', async () => {
    const [server, other] = [await newServer('127.0.7.8'), await newServer('127.0.7.9')];
    await completeScan(service, partner, server, { open: ['22:tcp', '23:tcp'] });
    clockTo(-10);
    await completeScan(service, partner, other, { open: ['23:tcp'] });
    clockTo(-9);
    const ofServer = async (query: string) =>
      expectSuccess(await partner.api.get(`/api/v1/reports/exposure?days=5&${query}`)).days.map(sum);
    expect(await ofServer(`endpoint_id=${server}`)).toEqual([0, 2, 2, 2, 2]);
    expect(await ofServer(`endpoint_id=${other}&billing_customer_id=${clientId}`)).toEqual([0, 0, 0, 1, 1]);
    expect(await ofServer(`endpoint_id=${other}&billing_customer_id=999999`)).toEqual([0, 0, 0, 0, 0]);
  });

  it('a new severity moves an alert from one row to another, and a termination closes it without having fixed it', async () => {
    const server = await newServer('127.0.7.2');
    await completeScan(service, partner, server, {
      open: ['6379:tcp'],
      identities: { '6379:tcp': { service: 'redis' } },
    });
    clockTo(1);
    await completeScan(service, partner, server, { open: ['6379:tcp'], identities: unauthenticated });
    const rated = (await report()).figures.by_severity;
    expect(rated.high).toMatchObject({ open_at_start: 1, reassessed: -1, closed: 0, open_at_end: 0 });
    expect(rated.critical).toMatchObject({ open_at_start: 0, reassessed: 1, raised: 0, open_at_end: 1 });
    clockTo(2);
    await act(partner.api, 'terminate', { endpoint_id: server });
    const { total } = (await report()).figures;
    expect(total).toMatchObject({ closed: 1, removed: 1, fixed: 0, median_seconds: null, open_at_end: 0 });
  });

  it('counts leaks and every other kind beside ports', async () => {
    const domain = await monitorDomain(partner.api, clientId, `shop-${clientId}.example.com`);
    await insertDomainAlert(service, partner, domain, { severity: 'critical' });
    await insertDomainAlert(service, partner, domain, { kind: 'dark_web', severity: 'high' });
    await insertAlert(service, partner, await newServer('127.0.7.3'), { severity: 'low' });
    const { figures, do_first: advice } = await report();
    expect(figures.by_kind.map((each: { kind: string; open_at_end: number }) => [each.kind, each.open_at_end])).toEqual(
      [
        ['port', 1],
        ['leaked_credentials', 1],
        ['dark_web', 1],
      ],
    );
    expect(advice.map(({ severity }: { severity: string }) => severity)).toEqual(['critical', 'high', 'low']);
    expect(advice[0].advice).toMatch(/^1\. /);
  });

  it('what to do first is one thing for one port on many servers, the most urgent and then the most frequent first', async () => {
    for (const [index, ports] of [
      [3306, 22],
      [3306, 5432],
      [3306, 5432],
    ].entries()) {
      const server = await newServer(`127.0.8.${index + 1}`, { nickname: `web-${index + 1}` });
      await completeScan(service, partner, server, { open: ports.map((port) => `${port}:tcp` as const) });
    }
    const { do_first: advice } = await report();
    expect(advice.map(({ alerts }: { alerts: number }) => alerts)).toEqual([3, 2, 1]);
    expect(advice[0].title).toContain('3306');
    expect(advice[0].subjects).toHaveLength(3);
    expect(advice[0].advice.length).toBeGreaterThan(20);
  });

  it('says which servers were looked at, which were not and why, and what is paid for', async () => {
    await subscribe(partner.api, portMonitoring(clientId), { plan_slug: 'professional' });
    const addresses = ['127.0.9.1', '127.0.9.2', '127.0.9.3', '127.0.9.4', '10.0.9.5', '127.0.9.6', '127.0.9.7'];
    const [scanned, paused, failed] = await Promise.all(addresses.slice(0, 3).map((address) => newServer(address)));
    for (const address of addresses.slice(3)) {
      clockTo(-11 + addresses.indexOf(address) / 100);
      await newServer(address);
    }
    await monitorDomain(partner.api, clientId, `shop-${clientId}.example.com`);
    clockTo(1);
    await completeScan(service, partner, scanned!, {});
    await act(partner.api, 'suspend', { endpoint_id: paused });
    await service.store.database.pool.query(
      `INSERT INTO scans (partner_id, id, endpoint_id, trigger, status, created_at)
       SELECT e.partner_id, (substr(s.id::text, 1, 24) || '000000000001')::uuid, e.id, 'scheduled', 'failed', now()
       FROM endpoints e JOIN scans s ON s.partner_id = e.partner_id AND s.endpoint_id = $2 WHERE e.id = $1 AND e.partner_id = $3`,
      [failed, scanned, partner.partnerId],
    );
    const downgrade = { ...portMonitoring(clientId), new_plan_slug: 'starter', force: true };
    expectSuccess(await act(partner.api, 'change-subscription', downgrade));
    const { coverage, capacity } = await report();
    expect(coverage.servers).toEqual({
      total: 7,
      scanned: 1,
      not_scanned: { paused: 1, capacity: 1, out_of_scope: 1, no_source: 0, failing: 1, not_yet: 2 },
    });
    expect(coverage.domains).toMatchObject({ total: 1, scanned: 0, not_scanned: { not_yet: 1 } });
    expect(capacity.port_monitoring).toEqual({ capacity: 5, usage: 7 });
    const before = (await report(monthsFrom(month, -1))).coverage.servers;
    expect(before).toMatchObject({ total: 7, scanned: 0, not_scanned: { paused: 0, capacity: 0 } });
  });

  it('of all customers is what the reports of each add up to, with those in danger first', async () => {
    const other = clientId + 1;
    lastClient += 1;
    for (const [client, severities] of [
      [clientId, ['low', 'high', 'high']],
      [other, ['critical']],
    ] as const) {
      const server = await newServer('127.0.10.1', { client_id: client });
      for (const severity of severities) await insertAlert(service, partner, server, { severity });
    }
    const all = await report(monthOf(service.clock.now()), null);
    const [own, others] = [await report(), await report(monthOf(service.clock.now()), other)];
    expect(all).toMatchObject({ billing_customer_id: null, capacity: null });
    expect(all.figures.total.open_at_end).toBe(4);
    expect(own.figures.total.open_at_end + others.figures.total.open_at_end).toBe(4);
    expect(all.coverage.servers.total).toBe(2);
    expect(all.customers.map(({ billing_customer_id: id }: { billing_customer_id: number }) => id)).toEqual([
      other,
      clientId,
    ]);
    expect(all.customers[1]).toMatchObject({ critical: 0, high: 2, low: 1 });
    expect(own.customers).toEqual([]);
  });

  it('a month is a month of the last twelve, or this one', async () => {
    clockTo(5);
    const refused = ['', '2026', '2026-13', '2026-1', `${month}-01`, 'x'].map((value) => `month=${value}`);
    for (const query of [...refused, 'days=3', `month=${monthsFrom(month, 1)}`, `month=${monthsFrom(month, -13)}`])
      expectRefusal(await partner.api.get(`/api/v1/reports/monthly?${query}`), 422, ['month']);
    expectSuccess(await partner.api.get(reportPath(monthsFrom(month, -12))));
    expectRefusal(await partner.api.get(`${reportPath(month, null)}&billing_customer_id=`), 422, [
      'billing_customer_id',
    ]);
    for (const days of ['0', '91', 'x'])
      expectRefusal(await partner.api.get(`/api/v1/reports/exposure?days=${days}`), 422, ['days']);
  });

  it('of a customer that there is not, and of a month before there was anything, all figures are zero', async () => {
    await insertAlert(service, partner, await newServer('127.0.7.4'));
    clockTo(1);
    for (const nothing of [await report(month, 999_999), await report(monthsFrom(month, -6))]) {
      expect(nothing.figures.total).toMatchObject({ open_at_start: 0, raised: 0, closed: 0, open_at_end: 0 });
      expect(nothing).toMatchObject({ still_open: [], fixed: [], do_first: [] });
      expect(nothing.coverage.servers.total).toBe(0);
      expect(nothing.exposure.every((each: object) => sum(each) === 0)).toBe(true);
    }
  });
});

describe('the language of a report', () => {
  it('is its reader’s, on the page and in the PDF; a key is answered in English', async () => {
    await insertAlert(service, partner, await newServer('127.0.7.9'), { severity: 'critical', port: 6_379 });
    clockTo(1);
    const reader = await signInCustomer(service, partner, clientId);
    expect((await reader.send('PUT', '/api/v1/session/language', { language: 'de' })).status).toBe(200);
    const own = expectSuccess(await reader.get(reportPath(month)));
    expect(own.summary[0]).toBe('Zurzeit ist eine Meldung offen: kritisch.');
    expect((await report(month)).summary[0]).toBe('One alert is open now: critical.');
    const operation = systemOperation(service, partner).readIn('de');
    const read = await readMonthlyReport(operation, alertKinds, clientId, month);
    const content = reportContent(messagesIn('de'), read, { name: 'Acme', accentColour: '#000000', logo: null });
    const written = JSON.stringify(content);
    expect(content.title).toMatch(/^Sicherheitsbericht, /);
    expect(written).not.toMatch(/Severity|Nothing|Coverage|Paused|What|Fixed|Servers/);
  });
});

const pdfType = 'application/pdf';
const poppler = spawnSync('pdfinfo', ['-v']).error === undefined;

describe('the report as a PDF', () => {
  beforeEach(() => clockTo(1));

  it('is what a client gets that asks for it, and nobody else', async () => {
    const { status, headers, bytes } = await partner.api.document(reportPath(month), `${pdfType}, */*;q=0.1`);
    expect(status).toBe(200);
    expect(headers).toMatchObject({ 'content-type': pdfType, vary: 'Accept', 'cache-control': 'no-store' });
    expect(headers['content-disposition']).toBe(`attachment; filename="security-report-${month}.pdf"`);
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    for (const accept of ['*/*', 'text/html, */*;q=0.8', 'application/json'])
      expect((await partner.api.document(reportPath(month), accept)).headers['content-type']).toContain('json');
    const refused = await partner.api.document(reportPath('x'), pdfType);
    expect(refused.status).toBe(422);
    expect(refused.headers['content-type']).toContain('json');
  });

  it.skipIf(!poppler)(
    'is for a key in the language of the customer, and in the one that is named',
    { tags: 'poppler-utils' },
    async () => {
      await newServer('127.0.12.1');
      expectSuccess(await partner.api.send('PUT', `/api/v1/customers/${clientId}`, { language: 'de' }));
      const read = async (more: string) => {
        const { bytes } = await partner.api.document(`${reportPath(month)}${more}`, pdfType);
        return execFileSync('pdftotext', ['-', '-'], { input: bytes, encoding: 'utf8' });
      };
      expect(await read('')).toContain(messagesIn('de')('report.left.heading'));
      expect(await read('&language=fr')).toContain(messagesIn('fr')('report.left.heading'));
      const told = async (more: string) =>
        expectSuccess(await partner.api.get(`${reportPath(month)}${more}`)).summary[0];
      expect(await told('')).toMatch(/open/);
      expect(await told('&language=de')).toMatch(/offen|geprüft/);
      expectRefusal(await partner.api.get(`${reportPath(month)}&language=x`), 422, ['language']);
    },
  );

  it.skipIf(!poppler)(
    'has two pages with tags, a language, a title, embedded fonts and every figure as text, whatever names there are',
    { tags: 'poppler-utils' },
    async () => {
      const names = [
        'W'.repeat(2_000),
        'مرحبا بالعالم ﷽',
        '👩‍👩‍👧‍👦🚀 漢字かな交じり文',
        `Z${'\u0301'.repeat(60)}algo`,
        'Ελληνικά и кириллица, Łódź',
      ];
      for (const [index, name] of names.entries()) {
        const server = await newServer(`127.0.11.${index + 1}`);
        const nickname = [...name].slice(0, 255).join('');
        await service.store.database.pool.query('UPDATE endpoints SET nickname = $2 WHERE id = $1', [server, nickname]);
        for (let port = 0; port < 6; port += 1)
          await insertAlert(service, partner, server, { severity: 'critical', port: 6_000 + port });
      }
      await service.store.database.pool.query('UPDATE customers SET name = $2 WHERE partner_id = $1', [
        partner.partnerId,
        names.toReversed().join(' '),
      ]);
      const { bytes } = await partner.api.document(reportPath(month), pdfType);
      const folder = mkdtempSync(join(tmpdir(), 'report-'));
      try {
        const file = join(folder, 'report.pdf');
        writeFileSync(file, bytes);
        const told = (tool: string, ...options: string[]) =>
          execFileSync(tool, [...options, file], { encoding: 'utf8' });
        expect(told('pdfinfo')).toMatch(/Title: +Security report, [\s\S]*Tagged: +yes[\s\S]*Pages: +2\n[\s\S]*A4/);
        const structure = told('pdfinfo', '-struct-text');
        for (const element of ['Document', 'H1', 'H2', 'Table', 'TH', '/Scope /Row', '/Scope /Column', 'Figure'])
          expect(structure, element).toContain(element);
        const fonts = told('pdffonts').trim().split('\n').slice(2);
        expect(fonts.length).toBeGreaterThan(0);
        for (const font of fonts) expect(font).toMatch(/ yes +yes +yes /);
        const text = execFileSync('pdftotext', ['-layout', file, '-'], { encoding: 'utf8' });
        expect(text).toContain('30 alerts are open now: critical.');
        expect(text).toContain('Ελληνικά и кириллица, Łódź');
        expect(text).toContain('Page 2 of 2');
        // The last row of each page has room.
        expect(text.match(/^All /gm)).toHaveLength(2);
        expect(text).toMatch(/^Domains +0/m);
        const boxes = execFileSync('pdftotext', ['-bbox', file, '-'], { encoding: 'utf8' });
        const rightEdges = [...boxes.matchAll(/<word .*xMax="([\d.]+)"/g)].map(([, edge]) => Number(edge));
        expect(Math.max(...rightEdges)).toBeLessThan(548);
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
  );
});

function sum(of: object | undefined): number {
  return Object.values(of ?? {}).reduce((total, value) => (typeof value === 'number' ? total + value : total), 0);
}

function instantAt(days: number): string {
  return new Date(begin.getTime() + days * day).toISOString();
}
