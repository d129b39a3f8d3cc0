import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ChangeFeed } from './change-feed.ts';
import {
  anythingChanged,
  type Changed,
  ChangeSet,
  type ChangeTopic,
  CustomerChanges,
  changeTopics,
  maxIdsPerTopic,
} from './customer-changes.ts';
import { RecentChanges } from './recent-changes.ts';

type Change = readonly [customer: string, topic: ChangeTopic, id: string | null];

const anyChange = fc.tuple(
  fc.integer({ min: 0, max: 400 }).map((customer) => `0190aaaa-0000-7000-8000-000000000001/${customer}`),
  fc.constantFrom(...changeTopics),
  fc.option(fc.uuid(), { freq: 10 }),
);

function changesOf(list: readonly Change[]): CustomerChanges {
  const changes = new CustomerChanges();
  for (const [customer, topic, id] of list) changes.of(customer).add(topic, id);
  return changes;
}

/** Whether somebody who was told this reads anew what has changed. */
function covers(told: readonly Changed[], topic: ChangeTopic, id: string | null): boolean {
  return told.some((changed) => changed[topic] === null || (id !== null && changed[topic]?.includes(id)) || false);
}

describe('the feed of changes', () => {
  it('tells every listener of all that concerns it and of nothing else, here and in another process, in messages that fit', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(anyChange, { maxLength: 60 }), { maxLength: 8 }), async (batches) => {
        const messages: string[] = [];
        const here = new ChangeFeed({
          send: async (sent) => messages.push(...sent),
          onError: () => {},
          hasListeners: false,
        });
        const there = new ChangeFeed({ send: async () => {}, onError: () => {}, hasListeners: false });
        const customers = [...new Set(batches.flat().map(([customer]) => customer))];
        const told = new Map(
          customers.map((customer) => [customer, { here: [] as Changed[], there: [] as Changed[] }]),
        );
        for (const [customer, lists] of told) {
          here.listen(customer, (changed) => lists.here.push(changed));
          there.listen(customer, (changed) => lists.there.push(changed));
        }
        for (const batch of batches) here.publish(changesOf(batch));
        await here.stop();
        for (const message of messages) {
          expect(Buffer.byteLength(message)).toBeLessThan(7_900);
          there.receive(message);
        }
        for (const [customer, topic, id] of batches.flat()) {
          expect(covers(told.get(customer)!.here, topic, id)).toBe(true);
          expect(covers(told.get(customer)!.there, topic, id)).toBe(true);
        }
        for (const [customer, { here: heard }] of told) {
          const topics = new Set(batches.flat().flatMap(([of, topic]) => (of === customer ? [topic] : [])));
          for (const changed of heard) for (const topic of Object.keys(changed)) expect(topics).toContain(topic);
        }
      }),
    );
  });

  it('sends again what could not be sent, and has everybody read anew when there is too much to name', async () => {
    const messages: string[] = [];
    let failures = 1;
    const feed = new ChangeFeed({
      send: async (sent) => {
        failures -= 1;
        if (failures >= 0) throw new Error('The database is away.');
        messages.push(...sent);
      },
      onError: () => {},
      hasListeners: true,
    });
    feed.publish(changesOf([['p/c1', 'alerts', 'a1']]));
    for (let customer = 0; customer < 6_000; customer += 1) feed.publish(changesOf([[`p/${customer}`, 'scans', 's1']]));
    for (let tries = 0; messages.length === 0 && tries < 500; tries += 1)
      await new Promise((resolve) => setTimeout(resolve, 10));
    const told: Changed[] = [];
    feed.listen('p/c9', (changed) => told.push(changed));
    for (const message of messages) feed.receive(message);
    expect(messages).toHaveLength(1);
    expect(told.at(-1)).toEqual(anythingChanged);
    feed.receive('{"p/c9":{"alerts":["a9"]}}');
    expect(told.at(-1)).toEqual({ alerts: ['a9'] });
    feed.receive('what a later version sends');
    await feed.stop();
  });

  it('remembers what has just changed, and that it may have missed something', () => {
    const recent = new RecentChanges(10_000, 0);
    expect(recent.of('c1', 9_999)).toEqual(anythingChanged);
    recent.add('c1', { alerts: ['a1'] }, 11_000);
    recent.add('c2', { rules: null }, 12_000);
    expect(recent.of('c1', 12_000)).toEqual({ alerts: ['a1'] });
    expect(recent.of('c1', 20_900)).toEqual({ alerts: ['a1'] });
    expect(recent.of('c3', 20_900)).toEqual({});
    expect(recent.of('c1', 42_000)).toEqual({});
    recent.missed(42_000);
    expect(recent.of('c1', 43_000)).toEqual(anythingChanged);
  });

  it('names so many ids at most: then any of them', () => {
    const changes = new ChangeSet();
    for (let id = 0; id < maxIdsPerTopic; id += 1) changes.add('alerts', String(id));
    expect(changes.toChanged().alerts).toHaveLength(maxIdsPerTopic);
    changes.add('alerts', 'one more');
    changes.add('alerts', 'and another');
    expect(changes.toChanged()).toEqual({ alerts: null });
  });
});
