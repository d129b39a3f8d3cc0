import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it, type MockInstance, vi } from 'vitest';
import { RefusalLog } from '../../src/core/audit/refusal-log.ts';
import type { ApiClient } from '../support/api-client.ts';
import { ApiDocument } from '../support/api-document.ts';
import { completeScan, type ScanSight } from '../support/completed-scans.ts';
import { eventually } from '../support/eventually.ts';
import { MailServer, type ReceivedMail } from '../support/mail-server.ts';
import { MovableClock } from '../support/movable-clock.ts';
import { mailIsQuiet } from '../support/notifications.ts';
import { createAdministrator, type PortalBrowser, signInAdministrator } from '../support/portal-browser.ts';
import { type TestPartner, TestService, type TestServiceOptions } from '../support/test-service.ts';
import { expand, Recording } from './recording.ts';

/** Any time will do, as long as it stays the same. */
const firstDay = Date.parse('2026-03-02T08:00:00Z');
const dayMs = 86_400_000;

/** What a scene has: a partner of its own on a day of its own. */
export interface Scene {
  readonly service: TestService;
  readonly partner: TestPartner;
  /** The partner's key; all that goes through it is recorded, each request a second after the one before. */
  readonly api: ApiClient;
  /** Records what goes through another client, too. */
  record<Client extends ApiClient>(client: Client, asker: string): Client;
  /** The browser of an administrator who has just signed in; what it does is recorded. */
  administrator(): Promise<PortalBrowser>;
  /** Has a scan of the endpoint end with this, a minute later. */
  scan(endpointId: string, sight: ScanSight): Promise<void>;
  /** Lets this much time pass, and the domains that are due then be scanned. */
  domainScans(afterSeconds?: number): Promise<void>;
  /** Records the mails that have arrived since, when all that are due have been sent, and returns them by recipient. */
  mails(): Promise<readonly ReceivedMail[]>;
  /** Records what the audit log says of the partner. */
  audit(): Promise<void>;
}

export interface AreaOptions extends Omit<TestServiceOptions, 'clock' | 'sharedWith'> {
  /** Sends its mails to a server of the test's own. */
  readonly mail?: true;
  /** Ends what the options needed. */
  readonly close?: () => Promise<void> | undefined;
}

/** Operations that are no GET, and of which the audit log has nothing, and why. */
const unaudited: Readonly<Record<string, string>> = {
  getDomainVerification: 'it reads',
  scanInSandbox: 'it looks at once at what the schedule would look at',
  setSecondFactorDemand: 'what is recorded demands no more than before',
  signOut: 'it ends the session that asks',
};

type Scenes = Readonly<Record<string, (scene: Scene) => Promise<void>>>;

/**
 * A test that plays scenes, one after the other, and holds all that was answered against `recordings/<area>.txt`. Times are
 * exact; nothing may depend on chance besides what the recording calls by names.
 */
export function recordArea(area: string, { mail, close, ...options }: AreaOptions, scenes: Scenes): void {
  const clock = new MovableClock();
  let service: TestService;
  let mailServer: MailServer | undefined;
  let document: ApiDocument;
  const mocks: MockInstance[] = [];

  beforeAll(async () => {
    clock.standAt(new Date(firstDay));
    // Next scans are spread by chance.
    mocks.push(vi.spyOn(Math, 'random').mockReturnValue(0.5));
    // Refusals are written by the machine's own clock, a minute after the first: where a recording takes longer, they would stand in it.
    mocks.push(vi.spyOn(RefusalLog.prototype, 'note').mockReturnValue());
    mailServer = mail && (await MailServer.start());
    const environment = { ...mailServer?.environment, ...options.environment };
    service = await TestService.start({ ...options, environment, clock });
    document = new ApiDocument((await service.client('any.example', null).get('/openapi.json')).body);
  });
  afterAll(async () => {
    for (const mock of mocks) mock.mockRestore();
    await service?.stop();
    await mailServer?.close();
    await close?.();
  });

  it(`answers about ${area.replaceAll('-', ' ')} are those that were recorded`, async () => {
    const recording = new Recording();
    /** Operations that succeeded with a method that changes something, and whether the audit log has an entry of one of them. */
    const changes = new Map<string, boolean>();
    const play = async (title: string, scene: Scenes[string], day: number) => {
      clock.standAt(new Date(firstDay + day * dayMs));
      recording.beginScene(title);
      await scene(await setScene());
    };
    /** What time brings about must not come between two requests sooner or later. */
    const quiet = async () => mailServer && mailIsQuiet(service);
    const passSeconds = async (seconds: number) => {
      clock.advanceSeconds(seconds);
      await quiet();
    };
    /** No domain scan is queued at the present time any more: whether the scheduler is about to look would be chance. */
    const holdScheduler = () =>
      service.store.database.pool.query(
        `INSERT INTO scheduler_ticks (name, ticked_at) VALUES ('dispatch_domains', $1)
         ON CONFLICT (name) DO UPDATE SET ticked_at = excluded.ticked_at`,
        [clock.now()],
      );
    const isAudited = async (requestId: unknown) => {
      const text = 'SELECT FROM audit_entries WHERE request_id = $1 LIMIT 1';
      return (await service.store.database.pool.query(text, [requestId])).rowCount === 1;
    };
    const setScene = async (): Promise<Scene> => {
      const partner = await service.partner();
      let mailsRecorded = mailServer?.mails.length ?? 0;
      const record: Scene['record'] = (client, asker) => recorded(client, asker);
      const api = recorded(service.client(partner.portalDomain, partner.apiKey));
      return {
        service,
        partner,
        api,
        record,
        administrator: async () => {
          await createAdministrator(partner, 'ada@example.com');
          return recorded(await signInAdministrator(service, partner, 'ada@example.com'), 'an administrator');
        },
        scan: async (endpointId, sight) => {
          await passSeconds(60);
          await completeScan(service, partner, endpointId, sight);
          await quiet();
        },
        domainScans: async (afterSeconds = 5) => {
          clock.advanceSeconds(afterSeconds);
          await eventually('the domains that are due are scanned', async () => {
            const { rows } = await service.store.database.pool.query(
              'SELECT 1 FROM monitored_domains WHERE next_scan_at <= $1 OR current_scan_id IS NOT NULL',
              [clock.now()],
            );
            // The scheduler passes over a domain whose posture is being written, and looks again when time goes on: here it stands.
            if (rows.length > 0)
              await service.store.database.pool.query(
                `UPDATE scheduler_ticks SET ticked_at = $1 WHERE name = 'dispatch_domains'`,
                [new Date(firstDay)],
              );
            return rows.length === 0;
          });
          await quiet();
        },
        mails: async () => {
          await quiet();
          const mails = recording.addMails(mailServer!.mails.slice(mailsRecorded));
          mailsRecorded = mailServer!.mails.length;
          return mails;
        },
        audit: async () => {
          await api.get('/api/v1/audit?limit=100');
        },
      };
    };
    function recorded<Client extends ApiClient>(client: Client, asker?: string): Client {
      const send = client.send.bind(client);
      client.send = async (...[method, path, body, headers = {}]) => {
        await passSeconds(1);
        if (options.role !== 'api') await holdScheduler();
        const answer = await send(method, path, body, headers);
        await quiet();
        const operation = document.operationAt(method, path.split('?')[0]!)?.operation.operationId ?? 'no operation';
        recording.addExchange({ operation, asker, method, path, headers, body, answer });
        if (method !== 'GET' && answer.status < 400)
          changes.set(operation, changes.get(operation) || (await isAudited(answer.headers['x-request-id'])));
        return answer;
      };
      return client;
    }
    let day = 0;
    for (const [title, scene] of Object.entries(scenes)) {
      day += 1;
      await play(title, scene, day);
    }
    const wrong = [...changes].filter(([operation, audited]) => audited === Object.hasOwn(unaudited, operation));
    expect(wrong, 'whatever changes something is audited, but for those that say why not').toEqual([]);
    await expectRecorded(recording.text, new URL(`recordings/${area}.txt`, import.meta.url));
  });
}

async function expectRecorded(text: string, url: URL): Promise<void> {
  const file = fileURLToPath(url);
  try {
    await expect(text).toMatchFileSnapshot(file);
  } catch (error) {
    expect(expand(text)).toBe(expand(readFileSync(file, 'utf8')));
    throw error;
  }
}
