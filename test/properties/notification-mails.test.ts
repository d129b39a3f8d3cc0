import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

const pauseSeconds = 300;

/** What the mail server does, or what becomes of the worker at it. */
type Fate = 'taken' | 'not_now' | 'dies_before' | 'dies_after';

type Step =
  | { readonly kind: 'raise'; readonly count: number; readonly severity: 'high' | 'critical' }
  | { readonly kind: 'gather' }
  | { readonly kind: 'resolve'; readonly which: number }
  | { readonly kind: 'work'; readonly fate: Fate }
  | { readonly kind: 'wait'; readonly seconds: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('raise' as const),
    count: fc.integer({ min: 1, max: 3 }),
    severity: fc.constantFrom('high' as const, 'high' as const, 'critical' as const),
  }),
  fc.record({ kind: fc.constant('gather' as const) }),
  fc.record({ kind: fc.constant('resolve' as const), which: fc.nat(20) }),
  fc.record({
    kind: fc.constant('work' as const),
    fate: fc.constantFrom<Fate>('taken', 'taken', 'not_now', 'dies_before', 'dies_after'),
  }),
  fc.record({ kind: fc.constant('wait' as const), seconds: fc.constantFrom(1, 60, 130, 299, 300, 700) }),
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

interface SentMail {
  readonly to: string;
  readonly at: number;
  readonly alertIds: readonly string[];
}

/** A customer of its own with two addresses, and what happens to its alerts and mails. */
class History {
  readonly sent: SentMail[] = [];
  readonly raised: string[] = [];
  /** When each was raised. */
  readonly critical = new Map<string, number>();
  readonly resolved = new Set<string>();
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
    const addresses = ['billing', 'added'].map((name) => `${name}-${lastClientId}@example.org`);
    const more = { client_id: lastClientId, client_email: addresses[0] };
    const endpointId = await provision(partner.api, `10.0.0.${1 + (lastClientId % 250)}`, more);
    const { rows } = await service.store.database.pool.query<{ customer_id: string }>(
      `INSERT INTO notification_recipients (partner_id, id, customer_id, source, address, status, created_at, updated_at)
       SELECT partner_id, gen_random_uuid(), customer_id, 'added', $2, 'active', now(), now() FROM endpoints WHERE id = $1
       RETURNING customer_id`,
      [endpointId, addresses[1]],
    );
    return new History(endpointId, rows[0]!.customer_id, addresses);
  }

  async take(next: Step): Promise<void> {
    switch (next.kind) {
      case 'raise':
        return this.#raise(next);
      case 'gather':
        return this.gather();
      case 'resolve':
        return this.#resolve(next.which);
      case 'work':
        return this.work(next.fate);
      case 'wait':
        return service.clock.advanceSeconds(next.seconds);
    }
  }

  async #raise({ count, severity }: Extract<Step, { kind: 'raise' }>): Promise<void> {
    const alertIds: string[] = [];
    for (let index = 0; index < count; index += 1)
      alertIds.push(await insertAlert(service, partner, this.#endpointId, { severity }));
    const opened = alertIds.map((id) => ({ id, severity }));
    const changed = { kind: 'port', customerId: this.#customerId, opened, reopened: [], resolved: [] };
    await systemOperation(service, partner).transaction((tx) => tx.effects.alertsChanged(tx, changed));
    this.raised.push(...alertIds);
    if (severity === 'critical') for (const id of alertIds) this.critical.set(id, service.clock.now().getTime());
  }

  async gather(): Promise<void> {
    const { resources } = service.service;
    await noteAlertChanges(resources, [mailListener], (error) => {
      throw error;
    });
  }

  async #resolve(which: number): Promise<void> {
    const id = this.raised[which];
    if (id === undefined) return;
    await partner.api.post(`/api/v1/alerts/${id}/resolve`, {});
    this.resolved.add(id);
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
      const mailer = this.#mailServer(fate, death.resolve);
      await Promise.race([deliver(resources, delivery, mailer, setup), death.promise]);
    }
  }

  #mailServer(fate: Fate, die: () => void): Mailer {
    return {
      check: async () => {},
      send: async ({ to, text }, beforeHandOver) => {
        if (fate === 'not_now') throw new Error('451 not now');
        await beforeHandOver();
        const alertIds = [...text.matchAll(/\/alerts\/([\da-f-]{36})(?!\?allow)/g)].map(([, id]) => id!);
        this.sent.push({ to, at: service.clock.now().getTime(), alertIds });
        if (fate !== 'dies_after') return;
        die();
        await new Promise(() => {});
      },
    };
  }

  /** Lets everything that waits come to its end, with a mail server that takes it. */
  async settle(): Promise<void> {
    await this.gather();
    for (let round = 0; round < 20; round += 1) {
      service.clock.advanceSeconds(pauseSeconds);
      await this.work('taken');
    }
  }
}

describe('whatever happens to alerts, workers and the mail server', () => {
  it('each address is told of every alert that stays open, once, with a pause between its mails that only critical ones shorten', async () => {
    const histories = fc.array(step, { minLength: 5, maxLength: 25 });
    await fc.assert(
      fc.asyncProperty(histories, async (steps) => {
        const history = await History.begin();
        for (const next of steps) await history.take(next);
        await history.settle();
        for (const address of history.addresses) {
          const mails = history.sent.filter(({ to }) => to === address);
          for (const [index, { at }] of mails.slice(1).entries()) {
            const before = new Set(mails.slice(0, index + 1).flatMap(({ alertIds }) => alertIds));
            // It may be resolved between the cut of a mail and the attempt that sends it.
            const hasCriticalNews = [...history.critical].some(([id, raisedAt]) => raisedAt <= at && !before.has(id));
            if (!hasCriticalNews) expect(at - mails[index]!.at).toBeGreaterThanOrEqual(pauseSeconds * 1_000);
          }
          for (const { alertIds } of mails) expect(alertIds).not.toEqual([]);
          const told = mails.flatMap(({ alertIds }) => alertIds);
          expect(new Set(told).size).toBe(told.length);
          const stillOpen = history.raised.filter((id) => !history.resolved.has(id));
          expect(told).toEqual(expect.arrayContaining(stillOpen));
        }
      }),
      { numRuns: propertyRuns(25) },
    );
  });
});
