import { afterEach, expect, it } from 'vitest';
import { DumpReader, type DumpReaderOptions } from './dump-reader.ts';
import type { DumpReport } from './dump-report.ts';
import { hostileDumps } from './testing/hostile-dumps.ts';

const small = '*filter\n:INPUT DROP [0:0]\n-A INPUT -p tcp --dport 22 -j ACCEPT\nCOMMIT\n';
const hostile = 'nft: a set of addresses, and the same rule as often';
const family = hostileDumps.find(({ name }) => name === hostile)!;
/** It is read in about a second, with a hundred megabytes. */
const large = family.dump(2_000_000);
const medium = family.dump(300_000);

let reader: DumpReader;
function startReader(limits: Partial<DumpReaderOptions> = {}): void {
  reader = new DumpReader({ deadlineMs: 60_000, ...limits });
}
afterEach(() => reader.close());

function read(dump: string, customer = 'x', partner = 'a'): Promise<DumpReport | null> {
  return reader.read(dump, { format: null, address: '203.0.113.1' }, { partner, customer });
}

async function expectItGoesOn(): Promise<void> {
  expect(await read(small)).toMatchObject({ open: [{ start: 22 }] });
}

it('a dump that takes too long ends with its thread, and the next one is read', async () => {
  startReader({ deadlineMs: 200 });
  await expect(read(large)).rejects.toThrow('reading it takes too long');
  await expectItGoesOn();
});

it('a dump that needs too much memory ends with its thread, the process lives, and the next one is read', async () => {
  startReader({ memoryMb: 24 });
  await expect(read(large)).rejects.toThrow('reading it takes too much memory');
  await expectItGoesOn();
});

it('what is too large to be evaluated is refused with the part that is', async () => {
  startReader();
  await expect(read('\n'.repeat(300_000))).rejects.toThrow('it has 300,001 lines');
  await expectItGoesOn();
});

it('what is no dump is null', async () => {
  startReader();
  expect(await read('hello')).toBeNull();
});

it('lists of a reading are cut off, so that a thread hands over little', async () => {
  startReader();
  const lines = Array.from({ length: 3_000 }, (_, index) => `-A INPUT -p tcp --dport ${2 * index + 1} -j ACCEPT\n`);
  const report = await read(`-P INPUT DROP\n${lines.join('')}`);
  expect(report).toMatchObject({ isCut: true });
  expect(report!.open).toHaveLength(1_000);
});

it('a dump of the same customer waits for the first, one of another partner does not wait behind ten', async () => {
  startReader();
  const finished: string[] = [];
  const run = (name: string, dump: string, customer: string, partner: string) =>
    read(dump, customer, partner).then(() => finished.push(name));
  const all = [
    run('large', large, 'x', 'a'),
    run('same customer', small, 'x', 'a'),
    ...Array.from({ length: 9 }, (_, index) => run(`queue ${index}`, medium, `y${index}`, 'a')),
    run('other partner', small, 'x', 'b'),
  ];
  await Promise.all(all);
  expect(finished.indexOf('same customer')).toBeGreaterThan(finished.indexOf('large'));
  // Two are read at once: it waits for one of these and one that is before it, and another one may end in the same moment.
  expect(finished.indexOf('other partner')).toBeLessThanOrEqual(3);
});

it('beyond the queue of a customer it is refused, and says when to try again', async () => {
  startReader();
  const waiting = [large, small, small, small].map((dump) => read(dump));
  await expect(read(small)).rejects.toMatchObject({ name: 'DumpReaderBusy', retryAfterSeconds: 180 });
  await expect(read(small, 'another')).resolves.not.toBeNull();
  expect(await Promise.all(waiting)).not.toContain(null);
});
