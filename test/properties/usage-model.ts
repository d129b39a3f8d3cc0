import type { TestPartner, TestService } from '../support/test-service.ts';

interface Change {
  readonly at: number;
  readonly clientId: number;
  readonly serviceId: number | null;
  readonly isActive: boolean;
}

interface Timeline {
  readonly unit: 'endpoint' | 'domain';
  readonly changes: Change[];
}

interface Figures {
  readonly client_id: number;
  readonly service_id: number | null;
  readonly unit: 'endpoint' | 'domain';
  readonly current: number;
  readonly peak: number;
  readonly average: string;
  readonly active_seconds: number;
  readonly windows: readonly { readonly started_at: string; readonly ended_at: string; readonly active: number }[];
}

interface Row {
  readonly id: string;
  readonly unit: 'endpoint' | 'domain';
  readonly client_id: number;
  readonly service_id: number | null;
  readonly status: string;
}

/**
 * What a naive observer makes of usage: it looks at every resource after each request, and afterwards walks through the period. It knows
 * nothing of plans, capacity or what a request means.
 */
export class UsageModel {
  readonly #timelines = new Map<string, Timeline>();

  /** Notes what each resource of the partner is like now. */
  async look({ store }: TestService, { partnerId }: TestPartner, now: number): Promise<void> {
    const { rows } = await store.database.pool.query<Row>(
      `SELECT r.id, r.unit, c.billing_customer_id::int AS client_id, s.billing_service_id::int AS service_id, r.status
       FROM (SELECT partner_id, customer_id, service_id, id, status, 'endpoint' AS unit FROM endpoints
         UNION ALL SELECT partner_id, customer_id, service_id, id, status, 'domain' FROM monitored_domains) r
       JOIN customers c ON c.partner_id = r.partner_id AND c.id = r.customer_id
       LEFT JOIN services s ON s.partner_id = r.partner_id AND s.id = r.service_id
       WHERE r.partner_id = $1`,
      [partnerId],
    );
    for (const { id, unit, client_id: clientId, service_id: serviceId, status } of rows) {
      const timeline = this.#timelines.get(id) ?? { unit, changes: [] };
      this.#timelines.set(id, timeline);
      const last = timeline.changes.at(-1);
      const isActive = status === 'active';
      if (last?.isActive === isActive && last.serviceId === serviceId) continue;
      // A clock that was set back does not undo what was.
      timeline.changes.push({ at: Math.max(now, last?.at ?? now), clientId, serviceId, isActive });
    }
  }

  /** What GET /usage should say of the instants from `from` to before `to` (ms), asked at `now`. */
  usage(from: number, to: number, now: number): readonly Figures[] {
    const until = Math.min(to, now);
    if (until <= from) return [];
    const groups = new Map<string, { clientId: number; serviceId: number | null; unit: Timeline['unit'] }>();
    for (const { unit, changes } of this.#timelines.values())
      for (const { clientId, serviceId } of changes)
        groups.set(`${clientId} ${serviceId} ${unit}`, { clientId, serviceId, unit });
    const instants = this.#instants(from, until);
    return [...groups.values()]
      .map(({ clientId, serviceId, unit }) => {
        const activeAfter = (instant: number) =>
          [...this.#timelines.values()].filter((timeline) => {
            const change = timeline.changes.findLast(({ at }) => at <= instant);
            const isOfGroup = timeline.unit === unit && change?.clientId === clientId && change.serviceId === serviceId;
            return isOfGroup && change.isActive;
          }).length;
        const windows: { started: number; ended: number; active: number }[] = [];
        instants.slice(0, -1).forEach((started, index) => {
          const ended = instants[index + 1]!;
          const active = activeAfter(started);
          const last = windows.at(-1);
          if (active === 0) return;
          if (last?.active === active && last.ended === started) last.ended = ended;
          else windows.push({ started, ended, active });
        });
        // The present, whatever the clock says; of what is over, the last moment.
        const current = activeAfter(now < to ? Number.POSITIVE_INFINITY : to - 1);
        const milliseconds = windows.reduce((sum, { started, ended, active }) => sum + (ended - started) * active, 0);
        return {
          client_id: clientId,
          service_id: serviceId,
          unit,
          current,
          peak: Math.max(current, ...windows.map(({ active }) => active)),
          average: decimal(milliseconds, until - from),
          active_seconds: ticks(windows),
          windows: windows.map(({ started, ended, active }) => ({
            started_at: new Date(started).toISOString(),
            ended_at: new Date(ended).toISOString(),
            active,
          })),
        };
      })
      .filter(({ current, windows }) => current > 0 || windows.length > 0)
      .toSorted(
        (a, b) =>
          a.client_id - b.client_id ||
          (a.service_id ?? Number.POSITIVE_INFINITY) - (b.service_id ?? Number.POSITIVE_INFINITY) ||
          a.unit.localeCompare(b.unit),
      );
  }

  /** Where anything changed in a period, its ends included. */
  #instants(from: number, until: number): readonly number[] {
    const changes = [...this.#timelines.values()].flatMap((timeline) => timeline.changes.map(({ at }) => at));
    const inside = changes.filter((at) => at > from && at < until);
    return [...new Set([from, ...inside, until])].toSorted((a, b) => a - b);
  }
}

/** Every full second counts as what it ended as: one for each resource that was active just before it. */
function ticks(windows: readonly { started: number; ended: number; active: number }[]): number {
  let seconds = 0;
  for (const { started, ended, active } of windows)
    for (let tick = (Math.floor(started / 1_000) + 1) * 1_000; tick <= ended; tick += 1_000) seconds += active;
  return seconds;
}

/** A quotient to four places, halves up, by long division. */
function decimal(dividend: number, divisor: number): string {
  let digits = '';
  let rest = BigInt(dividend);
  for (let place = 0; place < 5; place += 1) {
    digits += `${rest / BigInt(divisor)}${place === 0 ? '.' : ''}`;
    rest = (rest % BigInt(divisor)) * 10n;
  }
  const last = rest / BigInt(divisor) >= 5n ? 1 : 0;
  const [whole, places] = digits.split('.') as [string, string];
  const rounded = String(BigInt(whole + places) + BigInt(last)).padStart(5, '0');
  return `${rounded.slice(0, -4)}.${rounded.slice(-4)}`;
}
