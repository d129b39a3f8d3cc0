import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { propertyRuns } from '../../src/common/testing/property-runs.ts';
import { AccessLinks } from '../../src/identity/administrators/access-links.ts';
import { noteAlertChanges } from '../../src/notifications/alert-notifications/alert-inbox.ts';
import { createDueMails } from '../../src/notifications/mail/create-mails.ts';
import { deliver } from '../../src/notifications/mail/deliver.ts';
import { claimMails } from '../../src/notifications/mail/deliveries.ts';
import { MailLinks } from '../../src/notifications/mail/mail-links.ts';
import { mailListener } from '../../src/notifications/mail/note-alerts.ts';
import { SenderKeys } from '../../src/notifications/mail-sender/sender-keys.ts';
import type { Mailer } from '../../src/platform/mail/mailer.ts';
import { alertKinds } from '../../src/wiring/alert-kinds.ts';
import { insertAlert } from '../support/rows.ts';
import { systemOperation } from '../support/scan-steps.ts';
import { provision } from '../support/scans.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

const hour = 3_600;
const quiet = { from: 22, to: 7 };
const ports = [3306, 6379, 5432] as const;

/** What the mail server does, or what becomes of the worker at it. */
type Fate = 'taken' | 'not_now' | 'dies_before' | 'dies_after';
type Step =
  | { readonly kind: 'open' | 'close' | 'worsen' | 'snooze' | 'wake'; readonly port: number }
  | { readonly kind: 'gather' }
  | { readonly kind: 'work'; readonly fate: Fate }
  | { readonly kind: 'wait'; readonly seconds: number };

const port = fc.constantFrom(...ports);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom('open' as const, 'close' as const), port }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom('worsen' as const, 'snooze' as const, 'wake' as const), port }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('gather' as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('work' as const),
      fate: fc.constantFrom<Fate>('taken', 'taken', 'not_now', 'dies_before', 'dies_after'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      seconds: fc.constantFrom(60, 300, 700, 5 * hour, 20 * hour, 10 * 24 * hour),
    }),
  },
);

let service: TestService;
let partner: TestPartner;
let lastClientId = 0;

beforeAll(async () => {
  service = await TestService.start({ role: 'api' });
  partner = await service.partner();
});
afterAll(async () => {
  await service?.stop();
});

interface Live {
  readonly id: string;
  state: 'open' | 'acknowledged';
  severity: 'high' | 'critical';
}

/** A customer with an address that hears at once but not at night, and one for which mail is gathered. */
class History {
  readonly sent: { readonly to: string; readonly at: Date; readonly text: string }[] = [];
  readonly live = new Map<number, Live>();
  /** How often there was something to tell of an alert: its raising, and what followed. */
  readonly changes = new Map<string, number>();
  readonly addresses: readonly string[];
  readonly #endpointId: string;
  readonly #customerId: string;

  private constructor(endpointId: string, customerId: string, addresses: readonly string[]) {
    this.#endpointId = endpointId;
    this.#customerId = customerId;
    this.addresses = addresses;
  }

  static async begin(): Promise<History> {
    lastClientId += 1;
    const addresses = ['quiet', 'gathered'].map((name) => `${name}-${lastClientId}@example.org`);
    const endpointId = await provision(partner.api, `10.0.1.${1 + (lastClientId % 250)}`, { client_id: lastClientId });
    const { rows } = await service.store.database.pool.query<{ customer_id: string }>(
      `INSERT INTO notification_recipients (partner_id, id, customer_id, source, address, status, created_at, updated_at, delivery,
         quiet_from, quiet_to)
       SELECT partner_id, gen_random_uuid(), customer_id, 'added', address, 'active', now(), now(), delivery, quiet_from, quiet_to
       FROM endpoints, (VALUES ($2, 'immediate', '22:00', '07:00'), ($3, 'gathered', NULL, NULL)) AS chosen (address, delivery, quiet_from, quiet_to)
       WHERE id = $1 RETURNING customer_id`,
      [endpointId, ...addresses],
    );
    return new History(endpointId, rows[0]!.customer_id, addresses);
  }

  async take(next: Step): Promise<void> {
    if (next.kind === 'gather') return this.gather();
    if (next.kind === 'work') return this.work(next.fate);
    if (next.kind === 'wait') return service.clock.advanceSeconds(next.seconds);
    const alert = this.live.get(next.port);
    if (next.kind === 'open') return alert ? undefined : this.#open(next.port);
    if (!alert) return;
    if (next.kind === 'close') await this.#close(next.port, alert);
    if (next.kind === 'worsen' && alert.state === 'open' && alert.severity === 'high') await this.#worsen(alert);
    if (next.kind === 'snooze' && alert.state === 'open') await this.#move(alert, 'acknowledged');
    if (next.kind === 'wake' && alert.state === 'acknowledged') await this.#move(alert, 'open');
  }

  async #open(number: number): Promise<void> {
    const id = await insertAlert(service, partner, this.#endpointId, { severity: 'high', port: number });
    this.live.set(number, { id, state: 'open', severity: 'high' });
    await this.#tell({ opened: [{ id, severity: 'high' }] }, id);
  }

  async #close(number: number, { id }: Live): Promise<void> {
    const now = service.clock.now();
    await this.#update(
      `status = 'resolved', resolution = 'port_closed', resolved_at = $2, ended_at = $2, status_changed_at = $2, acknowledged_at = NULL`,
      [id, now],
    );
    this.live.delete(number);
    await this.#tell({ resolved: [{ id, resolution: 'port_closed' }] }, null);
  }

  async #worsen(alert: Live): Promise<void> {
    await this.#update(`severity = 'critical'`, [alert.id]);
    alert.severity = 'critical';
    await this.#tell({ worsened: [{ id: alert.id, severity: 'critical' }] }, alert.id);
  }

  async #move(alert: Live, state: Live['state']): Promise<void> {
    await this.#update('status = $2, status_changed_at = $3', [alert.id, state, service.clock.now()]);
    alert.state = state;
    if (state === 'open')
      await this.#tell({ reopened: [{ id: alert.id, severity: alert.severity, by: 'time' as const }] }, alert.id);
  }

  async #update(set: string, values: readonly unknown[]): Promise<void> {
    await service.store.database.pool.query(`UPDATE alerts SET ${set} WHERE id = $1`, [...values]);
  }

  async #tell(change: object, id: string | null): Promise<void> {
    const none = { kind: 'port', customerId: this.#customerId, opened: [], reopened: [], resolved: [] };
    await systemOperation(service, partner).transaction((tx) => tx.effects.alertsChanged(tx, { ...none, ...change }));
    if (id !== null) this.changes.set(id, (this.changes.get(id) ?? 0) + 1);
  }

  async gather(): Promise<void> {
    const { resources } = service.service;
    const note = () =>
      noteAlertChanges(resources, [mailListener], (error) => {
        throw error;
      });
    // Whoever comes second finds it done.
    await Promise.all([note(), note()]);
  }

  /** What a worker does once; all mails of that meet the same fate. */
  async work(fate: Fate): Promise<void> {
    const { resources } = service.service;
    const setup = {
      accessLinks: new AccessLinks(service.store.keys.lasting),
      links: new MailLinks(service.store.keys.lasting),
      kinds: alertKinds,
      intervals: { serverSeconds: 21_600, domainSeconds: 86_400 },
      fromAddress: 'alerts@mail.example.com',
      senderKeys: new SenderKeys(service.store.keys),
      returnPaths: null,
      port: 80,
      report: async () => null,
    };
    await createDueMails(resources, alertKinds, (error) => {
      throw error;
    });
    for (const delivery of await claimMails(resources, 10)) {
      if (fate === 'dies_before') continue;
      const death = Promise.withResolvers<void>();
      await Promise.race([deliver(resources, delivery, this.#mailer(fate, death.resolve), setup), death.promise]);
    }
  }

  #mailer(fate: Fate, die: () => void): Mailer {
    return {
      check: async () => {},
      send: async ({ to, text }, beforeHandOver) => {
        if (fate === 'not_now') throw new Error('451 not now');
        await beforeHandOver();
        this.sent.push({ to, at: service.clock.now(), text });
        if (fate !== 'dies_after') return;
        die();
        await new Promise(() => {});
      },
    };
  }

  /** Lets everything that waits come to its end, a night included, with a mail server that takes it. */
  async settle(): Promise<void> {
    await this.gather();
    for (let round = 0; round < 30; round += 1) {
      service.clock.advanceSeconds(hour);
      await this.work('taken');
    }
  }
}

it('whatever happens to alerts, workers and the mail server, each address hears of each change once, of none twice, and at night of what is critical only', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
      const history = await History.begin();
      for (const next of steps) await history.take(next);
      await history.settle();
      for (const address of history.addresses) {
        const mails = history.sent.filter(({ to }) => to === address);
        const told = (id: string) => mails.filter(({ text }) => text.includes(`/alerts/${id}`)).length;
        for (const [id, changes] of history.changes) expect(told(id)).toBeLessThanOrEqual(changes);
        for (const { id, state } of history.live.values()) {
          if (state !== 'open' || told(id) > 0) continue;
          // Then it is one of those that come and go, and the reader knows.
          const number = [...history.live].find(([, alert]) => alert.id === id)![0];
          const note = mails.some(
            ({ text }) => text.includes(`(port ${number}/tcp)`) && text.includes('comes and goes'),
          );
          expect(note).toBe(true);
        }
        for (const { to, at, text } of mails) {
          const isNight = at.getUTCHours() >= quiet.from || at.getUTCHours() < quiet.to;
          if (to.startsWith('quiet') && isNight) expect(text).toContain('[Critical]');
        }
      }
    }),
    { numRuns: propertyRuns(20) },
  );
});
