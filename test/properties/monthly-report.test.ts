import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Severity, severities } from '../../src/common/severity.ts';
import { propertyRuns } from '../../src/common/testing/property-runs.ts';
import { type Ledger, readLedgers } from '../../src/reporting/monthly-report/read-exposure.ts';
import { monthsFrom, type ReportSpan, spanOf } from '../../src/reporting/monthly-report/report-month.ts';
import { insertAlert } from '../support/rows.ts';
import { provision } from '../support/scans.ts';
import { expectSuccess } from '../support/shapes.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

const day = 86_400_000;

let service: TestService;
let partner: TestPartner;
let lastClient = 0;

beforeAll(async () => {
  service = await TestService.start({ role: 'api' });
  partner = await service.partner();
});
afterAll(async () => {
  await service?.stop();
});

type Outcome = 'fixed' | 'false_positives' | 'reassessed';

/** What the model knows of a time in which an alert was open with one severity. */
interface Interval {
  readonly severity: Severity;
  readonly cause: 'raised' | 'reopened' | 'reassessed';
  readonly opened: number;
  readonly begin: number;
  end: number;
  outcome?: Outcome;
}

interface Model {
  readonly id: string;
  status: 'open' | 'acknowledged' | 'resolved' | 'false_positive';
  severity: Severity;
}

type Step =
  | { readonly kind: 'raise'; readonly severity: Severity }
  | { readonly kind: 'move'; readonly action: string; readonly alert: number }
  | { readonly kind: 'rate'; readonly severity: Severity; readonly alert: number }
  | { readonly kind: 'wait'; readonly ms: number };

const severity = fc.constantFrom(...severities);
const alert = fc.nat(5);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('raise' as const), severity }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('move' as const),
      action: fc.constantFrom('acknowledge', 'resolve', 'false-positive', 'reopen'),
      alert,
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('rate' as const), severity, alert }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 12 * day }) }),
  },
);

const becomes = {
  acknowledge: 'acknowledged',
  resolve: 'resolved',
  'false-positive': 'false_positive',
  reopen: 'open',
};

/** Plays a history through the API, as a customer's own, and returns what it amounts to. */
async function play(steps: readonly Step[]): Promise<{ clientId: number; intervals: readonly Interval[] }> {
  lastClient += 1;
  const clientId = lastClient;
  const endpoint = await provision(partner.api, '127.0.0.9', { client_id: clientId });
  const alerts: Model[] = [];
  const intervals = new Map<string, Interval[]>();
  const now = () => service.clock.now().getTime();
  const lasting = (id: string) => intervals.get(id)!.find(({ end }) => end === Number.POSITIVE_INFINITY);
  const open = (id: string, interval: Omit<Interval, 'begin' | 'end'>) =>
    intervals.set(id, [...(intervals.get(id) ?? []), { ...interval, begin: now(), end: Number.POSITIVE_INFINITY }]);
  const close = (id: string, outcome: Outcome) => {
    const interval = lasting(id);
    if (interval) Object.assign(interval, { end: now(), outcome });
    return interval;
  };
  for (const each of steps) {
    if (each.kind === 'wait') service.clock.standAt(new Date(now() + each.ms));
    else if (each.kind === 'raise') {
      const id = await insertAlert(service, partner, endpoint, { severity: each.severity });
      alerts.push({ id, status: 'open', severity: each.severity });
      open(id, { severity: each.severity, cause: 'raised', opened: now() });
    } else if (alerts.length > 0) {
      const model = alerts[each.alert % alerts.length]!;
      if (each.kind === 'move') {
        const path = `/api/v1/alerts/${model.id}/${each.action}`;
        const { status } = await partner.api.post(path);
        if (status === 409) continue;
        expect(status).toBe(200);
        model.status = becomes[each.action as keyof typeof becomes] as Model['status'];
        if (model.status === 'resolved') close(model.id, 'fixed');
        else if (model.status === 'false_positive') close(model.id, 'false_positives');
        else if (!lasting(model.id)) open(model.id, { severity: model.severity, cause: 'reopened', opened: now() });
      } else if (each.severity !== model.severity) {
        await service.store.database.pool.query(
          'UPDATE alerts SET severity = $2::severity, last_detected_at = $3 WHERE id = $1',
          [model.id, each.severity, service.clock.now()],
        );
        model.severity = each.severity;
        const { opened } = close(model.id, 'reassessed') ?? {};
        if (opened !== undefined) open(model.id, { severity: each.severity, cause: 'reassessed', opened });
      }
    }
  }
  return { clientId, intervals: [...intervals.values()].flat() };
}

/** Counted one by one. */
function ledgerOf(intervals: readonly Interval[], { from, to }: ReportSpan): Ledger {
  const [first, behind] = [from.getTime(), to.getTime()];
  const count = (that: (interval: Interval) => boolean) => intervals.filter(that).length;
  const begun = ({ begin }: Interval) => begin >= first && begin < behind;
  const over = ({ end }: Interval) => end >= first && end < behind;
  const ended = (outcome: Outcome) => count((each) => over(each) && each.outcome === outcome);
  return {
    open_at_start: count(({ begin, end }) => begin < first && end >= first),
    raised: count((each) => begun(each) && each.cause === 'raised'),
    reopened: count((each) => begun(each) && each.cause === 'reopened'),
    closed: ended('fixed') + ended('false_positives'),
    fixed: ended('fixed'),
    allowed: 0,
    false_positives: ended('false_positives'),
    removed: 0,
    reassessed: count((each) => begun(each) && each.cause === 'reassessed') - ended('reassessed'),
    open_at_end: count(({ begin, end }) => begin < behind && end >= behind),
  };
}

const balance = (ledger: Ledger) =>
  ledger.open_at_start + ledger.raised + ledger.reopened - ledger.closed + ledger.reassessed - ledger.open_at_end;

it('for random histories the figures are those of the intervals: what came up less what was closed is the change in what is open', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      service.clock.standAt(new Date('2026-12-05T10:00:00Z'));
      const { clientId, intervals } = await play(steps);
      const current = service.clock.now().toISOString().slice(0, 7);
      for (const month of [current, monthsFrom(current, -1)]) {
        const path = `/api/v1/reports/monthly?month=${month}&billing_customer_id=${clientId}`;
        const report = expectSuccess(await partner.api.get(path));
        const span = spanOf(month);
        expect(report.figures.total).toMatchObject(ledgerOf(intervals, span));
        expect(report.before.total).toMatchObject(ledgerOf(intervals, spanOf(monthsFrom(month, -1))));
        for (const each of severities) {
          const own = intervals.filter((interval) => interval.severity === each);
          expect(report.figures.by_severity[each], each).toMatchObject(ledgerOf(own, span));
          expect(balance(report.figures.by_severity[each])).toBe(0);
        }
        expect(report.figures.total).toMatchObject(fixTimes(intervals, span));
        for (const point of report.exposure) {
          const end = Date.parse(`${point.date}T00:00:00Z`) + day;
          for (const each of severities) {
            const open = intervals.filter(
              ({ severity: own, begin, end: ended }) => own === each && begin < end && ended >= end,
            );
            expect(point[each], `${each} on ${point.date}`).toBe(open.length);
          }
        }
      }
    }),
    { numRuns: propertyRuns(15) },
  );
});

/** Half, and nine tenths, of what was fixed had been open for no longer; between two of them, by the line between them. */
function fixTimes(intervals: readonly Interval[], { from, to }: ReportSpan) {
  const seconds = intervals
    .filter(({ outcome, end }) => outcome === 'fixed' && end >= from.getTime() && end < to.getTime())
    .map(({ opened, end }) => (end - opened) / 1_000)
    .toSorted((a, b) => a - b);
  const at = (share: number) => {
    const place = (seconds.length - 1) * share;
    const [low, high] = [seconds[Math.floor(place)]!, seconds[Math.ceil(place)]!];
    return expect.closeTo(low + (high - low) * (place - Math.floor(place)), -0.4);
  };
  return seconds.length === 0
    ? { median_seconds: null, p90_seconds: null }
    : { median_seconds: at(0.5), p90_seconds: at(0.9) };
}

const none = ledgerOf([], spanOf('2026-12'));

it('two parts of a month add up to the month, wherever it is cut', async () => {
  service.clock.standAt(new Date('2026-12-05T10:00:00Z'));
  const steps = fc.sample(step, { numRuns: 60, seed: 7 });
  const { clientId } = await play(steps);
  const month = spanOf('2026-12');
  const { id: customerId } = await service.store.database.db
    .selectFrom('customers')
    .select('id')
    .where('partner_id', '=', partner.partnerId)
    .where('billing_customer_id', '=', clientId)
    .executeTakeFirstOrThrow();
  const ledger = async (span: ReportSpan) => {
    const rows = await readLedgers(partner.operation, { customerId }, span, { from: span.from, to: span.from });
    return rows.find(({ period, kind, severity: of }) => period === 'month' && kind === null && of === null) ?? none;
  };
  const whole = await ledger(month);
  expect(whole.closed).toBeGreaterThan(0);
  for (const cut of [8.5, 15, 20.25, 29].map((days) => new Date(month.from.getTime() + days * day))) {
    const [first, second] = [await ledger({ ...month, to: cut }), await ledger({ ...month, from: cut })];
    expect(second.open_at_start).toBe(first.open_at_end);
    for (const figure of ['raised', 'reopened', 'closed', 'fixed', 'false_positives', 'reassessed'] as const)
      expect(first[figure] + second[figure], figure).toBe(whole[figure]);
  }
});
