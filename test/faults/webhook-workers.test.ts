import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { compileCache } from '../support/compile-cache.ts';
import { eventually } from '../support/eventually.ts';
import { expectSuccess } from '../support/shapes.ts';
import { type TestPartner, TestService, testEnvironment } from '../support/test-service.ts';
import { type ReceivedRequest, verified, WebhookReceiver } from '../support/webhook-receiver.ts';

const environment = { WEBHOOK_ALLOW: '127.0.0.0/8', SCAN_ENGINE: 'off' };

let receiver: WebhookReceiver;
/** Answers the API and sends nothing. */
let service: TestService;
let partner: TestPartner;
let successors: TestService[];

beforeEach(async () => {
  successors = [];
  receiver = await WebhookReceiver.start();
  service = await TestService.start({ role: 'api', environment });
  partner = await service.partner();
});
afterEach(async () => {
  for (const successor of successors) await successor.stop();
  await service?.stop();
  await receiver?.close();
});

const startWorker = async () =>
  successors.push(await TestService.start({ sharedWith: service, role: 'worker', environment }));

const subscribe = async (path: string): Promise<{ id: string; secret: string }> => {
  const { webhook, secret } = expectSuccess(
    await partner.api.post('/api/v1/webhooks', { url: receiver.url(path) }),
    201,
  );
  return { id: webhook.id, secret };
};

/** Events that say nothing but their numbers, in transactions of their own. */
async function happen(first: number, count: number): Promise<void> {
  for (let number = first; number < first + count; number += 1)
    await partner.operation.transaction(async (tx) =>
      tx.happened({ type: 'scan.failed', subject: null, data: { number } }),
    );
}

const numberOf = ({ body }: ReceivedRequest): number => JSON.parse(body).data.number;

describe('workers that are killed on their way', () => {
  const kills = 4;
  const eventCount = 60;
  let doomed: ChildProcess | undefined;

  afterEach(() => {
    doomed?.kill('SIGKILL');
  });

  function startDoomed(aheadSeconds: number): void {
    const script = fileURLToPath(new URL('../support/webhook-worker.ts', import.meta.url));
    const own = { ...testEnvironment(service.databaseName), ...environment, AHEAD_SECONDS: String(aheadSeconds) };
    doomed = spawn(process.execPath, [script], {
      env: { PATH: process.env.PATH, ...compileCache, ...own },
      stdio: 'inherit',
    });
  }

  async function killed(): Promise<void> {
    doomed?.kill('SIGKILL');
    if (doomed?.exitCode === null && doomed.signalCode === null) await once(doomed, 'exit');
  }

  it('lose nothing: every event arrives, under one webhook-id, though the receiver fails for a third and is slow for a tenth', async () => {
    const { id, secret } = await subscribe('/');
    const arrived = new Set<number>();
    const attempts = new Map<number, number>();
    receiver.answer = (response, request) => {
      const number = numberOf(request);
      const attempt = (attempts.get(number) ?? 0) + 1;
      attempts.set(number, attempt);
      if (number % 10 < 3 && attempt < 3) return void response.writeHead(500).end();
      // Longer than a worker waits.
      if (number % 10 === 3 && attempt === 1) return;
      arrived.add(number);
      response.writeHead(200).end();
    };
    await happen(0, eventCount / 2);
    for (let kill = 0; kill < kills; kill += 1) {
      const before = receiver.requests.length;
      startDoomed(60 * kill);
      await eventually('it sends', async () => receiver.requests.length > before + 4);
      await killed();
      await happen(eventCount / 2 + (kill * eventCount) / 2 / kills, Math.ceil(eventCount / 2 / kills));
    }
    service.clock.advanceSeconds(60 * kills);
    await startWorker();
    const pending = async () =>
      expectSuccess(await partner.api.get(`/api/v1/webhooks/${id}/deliveries?status=pending&limit=100`)).deliveries;
    await eventually('everything has arrived', async () => {
      service.clock.advanceSeconds(600);
      return (await pending()).length === 0;
    });

    const { events } = expectSuccess(await partner.api.get('/api/v1/events?limit=500'));
    const numbers = events.map(({ data }: { data: { number: number } }) => data.number);
    expect(new Set(numbers).size).toBe(numbers.length);
    expect(numbers).toEqual(numbers.toSorted((a: number, b: number) => a - b));
    expect(numbers.length).toBeGreaterThanOrEqual(eventCount);
    expect([...arrived].toSorted((a, b) => a - b)).toEqual(numbers);
    const idOf = new Map<number, unknown>(
      events.map(({ id, data }: { id: string; data: { number: number } }) => [data.number, id]),
    );
    for (const request of receiver.requests) {
      expect(request.headers['webhook-id']).toBe(idOf.get(numberOf(request)));
      verified(request, secret);
    }
    // Something was sent twice, or the kills have proved nothing.
    expect(receiver.requests.length).toBeGreaterThan(numbers.length);
  });
});

describe('several workers at once', () => {
  it('send each event once to a receiver that takes it', async () => {
    await subscribe('/');
    await Promise.all([startWorker(), startWorker()]);
    await happen(0, 40);
    await eventually('all are settled', async () => {
      const { rows } = await service.store.database.pool.query(
        "SELECT count(*)::int AS count FROM webhook_deliveries WHERE status = 'delivered'",
      );
      return rows[0].count === 40;
    });
    expect(receiver.requests.map(numberOf).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, i) => i));
  });
});

describe('a receiver that never answers', () => {
  it('has five requests at once, and delays none of the others', async () => {
    let open = 0;
    let most = 0;
    receiver.answer = (response, { path }) => {
      if (path !== '/dead') return void response.writeHead(204).end();
      open += 1;
      most = Math.max(most, open);
      response.once('close', () => {
        open -= 1;
      });
    };
    await subscribe('/dead');
    for (const path of ['/a', '/b', '/c']) await subscribe(path);
    await startWorker();
    await happen(0, 30);
    await eventually('all others have everything', async () =>
      ['/a', '/b', '/c'].every((path) => receiver.at(path).length >= 30),
    );
    expect(most).toBeLessThanOrEqual(5);
    expect(receiver.at('/dead').length).toBeLessThan(30);
  });
});
