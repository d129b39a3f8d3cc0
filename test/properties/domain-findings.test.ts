import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { propertyRuns } from '../../src/common/testing/property-runs.ts';
import type { LeakFinding } from '../../src/engines/leak-sources/leak-source.ts';
import type { ApiAnswer } from '../support/api-client.ts';
import { monitorDomain, runDueDomainScans } from '../support/domain-scans.ts';
import { leakedCredential, mention, ScriptedLeakSource } from '../support/scripted-leak-source.ts';
import { expectSuccess } from '../support/shapes.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

const base = '/api/v1/domain-monitoring';
const sourceNames = ['alpha', 'beta', 'gamma'] as const;

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

/** What some source says of a domain. Few values, so that many tellings are of the same finding. */
interface Telling {
  readonly source: (typeof sourceNames)[number];
  readonly finding: (domain: string) => LeakFinding;
}

const credential = fc
  .record({
    name: fc.constantFrom('ada.one', 'bob.two'),
    kind: fc.constantFrom('breach', 'combolist', 'stealer_log'),
    breachName: fc.constantFrom('Shop #1', 'shop 1', 'Forum'),
    secretFormat: fc.constantFrom('hashed', 'clear_text', 'unknown'),
    dataClasses: fc.subarray(['Names', 'Passwords']),
    occurredAt: fc.constantFrom(null, '2012-01-01'),
  })
  .map(
    ({ name, ...more }) =>
      (domain: string) =>
        leakedCredential(`${name}@${domain}`, more),
  );
const claim = fc
  .record({
    actor: fc.constantFrom('LockBit', 'lock-bit', 'Play'),
    matchType: fc.constantFrom('exact_domain', 'keyword'),
    confidence: fc.constantFrom(0.25, 0.75),
    excerpt: fc.constantFrom(null, 'All of it', 'Some'),
  })
  .map((more) => (domain: string) => mention(domain, more));
const telling: fc.Arbitrary<Telling> = fc.record({
  source: fc.constantFrom(...sourceNames),
  finding: fc.oneof({ weight: 3, arbitrary: credential }, claim),
});

interface Watched {
  readonly clientId: number;
  readonly domain: string;
  readonly id: string;
}

async function newDomain(): Promise<Watched> {
  lastClient += 1;
  // Of one length and spelled alike but for the number, which is taken out where results are compared.
  const domain = `d${String(lastClient).padStart(6, '0')}.example.com`;
  return { clientId: lastClient, domain, id: await monitorDomain(partner.api, lastClient, domain) };
}

/** Scans the domain: every source tells its tellings in their order. */
async function scan({ domain }: Watched, tellings: readonly Telling[]): Promise<void> {
  const sources = sourceNames.map((name) => new ScriptedLeakSource(name));
  for (const source of sources) {
    source.knows(
      domain,
      tellings.filter((each) => each.source === source.name).map((each) => each.finding(domain)),
    );
  }
  await service.store.database.pool.query('UPDATE monitored_domains SET next_scan_at = $1 WHERE domain = $2', [
    service.clock.now(),
    domain,
  ]);
  await runDueDomainScans(service, sources);
}

// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
async function read(path: string, clientId: number): Promise<any[]> {
  const answer: ApiAnswer = await partner.api.get(`${base}/${path}?billing_customer_id=${clientId}&limit=100`);
  return Object.values(expectSuccess(answer))[0] as never;
}

/** All findings of a domain, without what differs from one history to another: ids and times of ours. */
async function findingsOf({ clientId, domain }: Watched): Promise<string[]> {
  const findings = [...(await read('leaked-credentials', clientId)), ...(await read('dark-web', clientId))];
  return findings
    .map(({ id: _id, domain_id: _domain, alert_id: _alert, first_seen_at: _first, last_seen_at: _last, ...rest }) =>
      JSON.stringify(rest).replaceAll(domain, 'the domain'),
    )
    .toSorted();
}

describe('findings', () => {
  it('are the same whatever the order, the sources and the number of scans in which they were told', async () => {
    const tellings = fc.array(fc.tuple(telling, fc.nat(2), fc.nat()), { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(tellings, async (list) => {
        const once = await newDomain();
        await scan(
          once,
          list.map(([each]) => each),
        );
        const often = await newDomain();
        const shuffled = list.toSorted(([, , a], [, , b]) => a - b);
        for (let round = 0; round <= 2; round += 1) {
          service.clock.advanceSeconds(60);
          await scan(
            often,
            shuffled.filter(([, at]) => at === round).map(([each]) => each),
          );
        }
        // And once more: what is known already is no news.
        await scan(
          often,
          shuffled.map(([each]) => each),
        );
        expect(await findingsOf(often)).toEqual(await findingsOf(once));
      }),
      { numRuns: propertyRuns(15) },
    );
  });
});

describe('alerts', () => {
  const step = fc.oneof(
    {
      weight: 3,
      arbitrary: fc.array(telling, { maxLength: 4 }).map((tellings) => ({ kind: 'scan' as const, tellings })),
    },
    fc.record({ kind: fc.constantFrom('acknowledge' as const, 'resolve' as const), which: fc.nat(5) }),
  );

  it('of any history: every finding has one, each group has at most one unresolved, and resolved ones never change', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 8 }), async (steps) => {
        const watched = await newDomain();
        const resolved = new Map<string, unknown>();
        for (const each of steps) {
          service.clock.advanceSeconds(60);
          if (each.kind === 'scan') await scan(watched, each.tellings);
          else {
            const alerts = await read('alerts', watched.clientId);
            const alert = alerts[each.which % Math.max(alerts.length, 1)];
            if (alert) {
              const body = { billing_customer_id: watched.clientId };
              await partner.api.post(`${base}/alerts/${alert.id}/${each.kind}`, body);
            }
          }
          await expectSound(watched, resolved);
        }
      }),
      { numRuns: propertyRuns(15) },
    );
  });

  async function expectSound(watched: Watched, resolved: Map<string, unknown>): Promise<void> {
    const alerts = await read('alerts', watched.clientId);
    const findings = [
      ...(await read('leaked-credentials', watched.clientId)),
      ...(await read('dark-web', watched.clientId)),
    ];
    const byId = new Map(alerts.map((alert) => [alert.id, alert]));
    for (const { alert_id, status } of findings) expect(byId.get(alert_id)?.status).toBe(status);
    const groups = alerts
      .filter(({ status }) => status !== 'resolved')
      .map(
        ({ kind, breach_name, actor }) => `${kind} ${(breach_name ?? actor).toLowerCase().replace(/[^a-z0-9]/g, '')}`,
      );
    expect(new Set(groups).size).toBe(groups.length);
    for (const alert of alerts) {
      if (resolved.has(alert.id)) expect(alert).toEqual(resolved.get(alert.id));
      else if (alert.status === 'resolved') resolved.set(alert.id, alert);
    }
    for (const id of resolved.keys()) expect(byId.has(id)).toBe(true);
    const { open_alerts } = expectSuccess(
      await partner.api.get(`${base}/summary?billing_customer_id=${watched.clientId}`),
    );
    expect(open_alerts.total).toBe(alerts.filter(({ status }) => status === 'open').length);
  }
});
