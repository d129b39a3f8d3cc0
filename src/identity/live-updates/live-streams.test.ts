import { once } from 'node:events';
import { createServer, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ChangeFeed } from '../../core/operation/change-feed.ts';
import { anythingChanged, CustomerChanges, customerName } from '../../core/operation/customer-changes.ts';
import { createLogger } from '../../platform/telemetry/logger.ts';
import { LiveStreams } from './live-streams.ts';

const jane = { partnerId: 'p1', worldId: 'p1', customerId: 'c1', billingCustomerId: 42, sessionId: 's1' };

describe('streams', () => {
  let server: Server;
  let feed: ChangeFeed;
  let streams: LiveStreams;
  let deafMs: number;
  let sockets: Socket[];

  beforeEach(async () => {
    deafMs = 0;
    sockets = [];
    feed = new ChangeFeed({ send: async () => {}, onError: () => {}, hasListeners: true });
    streams = new LiveStreams({
      // No session is looked at here: test/acceptance/live-updates.test.ts has a database.
      resources: undefined as never,
      feed,
      deafMs: () => deafMs,
      logger: createLogger('silent'),
      settings: { perCustomer: 6, perPartner: 8, perProcess: 9, checkMs: 3_600_000, beatMs: 20 },
    });
    server = createServer((_request, response) => responses.shift()?.(response));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(async () => {
    await streams.stopped();
    await feed.stop();
    for (const socket of sockets) socket.destroy();
    server.close();
  });

  const responses: ((response: ServerResponse) => void)[] = [];

  /** @param reads whether the tab takes what it is sent */
  async function open(reader = jane, reads = true) {
    const came = new Promise<ServerResponse>((resolve) => responses.push(resolve));
    const asked = request({ host: '127.0.0.1', port: (server.address() as AddressInfo).port, agent: false });
    asked.on('error', () => {});
    asked.end();
    const response = await came;
    streams.open(reader, response, { 'x-request-id': 'r1' });
    const [answer] = await once(asked, 'response');
    sockets.push(answer.socket);
    const seen = { text: '', isOver: false, headers: answer.headers, response };
    answer.on('error', () => {});
    answer.on('close', () => {
      seen.isOver = true;
    });
    if (reads)
      answer.on('data', (chunk: Buffer) => {
        seen.text += String(chunk);
      });
    return seen;
  }

  async function until(what: () => boolean): Promise<void> {
    for (let tries = 0; !what(); tries += 1) {
      if (tries > 2_000) throw new Error('Waited in vain.');
      await sleep(5);
    }
  }

  function change(customerId: string, id: string): void {
    const changes = new CustomerChanges();
    changes.of(customerName(jane.worldId, customerId)).add('alerts', id);
    feed.publish(changes);
  }

  it('are kept alive by a heartbeat, and carry the headers of the answer', async () => {
    const tab = await open();
    await until(() => tab.text.split(':\n\n').length > 3);
    expect(tab.text).toMatch(/^event: hello\n/);
    expect(tab.headers).toMatchObject({ 'x-request-id': 'r1', 'x-accel-buffering': 'no' });
  });

  it('tell changes in quick succession together, and what has just changed to whoever comes', async () => {
    const tab = await open();
    await until(() => tab.text.includes(JSON.stringify(anythingChanged)));
    for (let id = 0; id < 50; id += 1) change('c1', `a${id}`);
    await until(() => tab.text.includes('"alerts":null}'));
    expect(tab.text.match(/event: changed/g)!.length).toBeLessThan(4);
  });

  it('are dropped when nobody reads them, and hold little until then', async () => {
    const tab = await open(jane, false);
    let most = 0;
    for (let count = 0; count < 200_000 && streams.count > 0; count += 1) {
      // As many heartbeats as it takes to fill what the system keeps for a socket.
      tab.response.write(':'.repeat(4_096));
      most = Math.max(most, tab.response.writableLength);
      if (count % 16 === 0) await sleep(1);
    }
    expect(streams.count).toBe(0);
    // 32 kB, and what this test wrote between two heartbeats.
    expect(most).toBeLessThan(4_000_000);
  });

  it('are bounded by session, customer, partner and process; a tab that goes makes room', async () => {
    const ofSession: Awaited<ReturnType<typeof open>>[] = [];
    for (let count = 0; count < 5; count += 1) ofSession.push(await open());
    await until(() => ofSession[0]!.isOver);
    expect(ofSession[0]!.text).toContain('event: end\ndata: {"why":"replaced"}');
    expect(streams.count).toBe(4);
    const others = [await open({ ...jane, sessionId: 's2' }), await open({ ...jane, sessionId: 's2' })];
    expect(streams.hasRoomFor({ ...jane, sessionId: 's3' })).toBe(false);
    const joe = { ...jane, customerId: 'c2', sessionId: 's4' };
    expect(streams.hasRoomFor(joe)).toBe(true);
    await open(joe);
    await open(joe);
    expect(streams.hasRoomFor({ ...joe, customerId: 'c3' })).toBe(false);
    // Somebody else's customer has a place that the partner cannot take.
    const stranger = { ...joe, partnerId: 'p2', worldId: 'p2', sessionId: 's5' };
    expect(streams.hasRoomFor(stranger)).toBe(true);
    const theirs = await open(stranger);
    expect(streams.hasRoomFor({ ...stranger, customerId: 'c4' })).toBe(false);
    theirs.response.destroy();
    await until(() => streams.count === 8);
    others[0]!.response.destroy();
    await until(() => streams.count === 7);
    expect(streams.hasRoomFor({ ...jane, sessionId: 's3' })).toBe(true);
    deafMs = 1;
    expect(streams.hasRoomFor(jane)).toBe(false);
  });
});
