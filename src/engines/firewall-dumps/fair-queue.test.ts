import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FairQueue, type Owner } from './fair-queue.ts';

const roomy = { perCustomer: 100, perPartner: 100, total: 1_000 };

function owner(partner: string, customer = 'c'): Owner {
  return { partner, customer };
}

function filled(items: readonly (readonly [string, Owner])[], limits = roomy): FairQueue<string> {
  const queue = new FairQueue<string>(limits);
  for (const [item, of] of items) queue.add(of, item);
  return queue;
}

/** All of it, where each ends before the next begins. */
function oneByOne(queue: FairQueue<string>): string[] {
  const order: string[] = [];
  for (let next = queue.next(); next !== null; next = queue.next()) {
    order.push(next.item);
    queue.end(next.owner);
  }
  return order;
}

describe('whose turn it is', () => {
  it('partners take turns, however many of one wait', () => {
    const queue = filled([
      ['a1', owner('a')],
      ['a2', owner('a')],
      ['a3', owner('a')],
      ['b1', owner('b')],
      ['c1', owner('c')],
    ]);
    expect(oneByOne(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'a3']);
  });

  it('so do the customers of a partner', () => {
    const queue = filled([
      ['x1', owner('a', 'x')],
      ['x2', owner('a', 'x')],
      ['y1', owner('a', 'y')],
    ]);
    expect(oneByOne(queue)).toEqual(['x1', 'y1', 'x2']);
  });

  it('of a customer one runs at a time', () => {
    const queue = filled([
      ['x1', owner('a', 'x')],
      ['x2', owner('a', 'x')],
      ['y1', owner('a', 'y')],
    ]);
    expect([queue.next()?.item, queue.next()?.item, queue.next()]).toEqual(['x1', 'y1', null]);
    queue.end(owner('a', 'x'));
    expect(queue.next()?.item).toBe('x2');
  });

  it('who has fewer running comes first', () => {
    const queue = filled([
      ['x1', owner('a', 'x')],
      ['y1', owner('a', 'y')],
      ['z1', owner('a', 'z')],
    ]);
    queue.next();
    queue.add(owner('b'), 'b1');
    expect([queue.next()?.item, queue.next()?.item]).toEqual(['b1', 'y1']);
  });
});

describe('what has no place', () => {
  it.each([
    ['of one customer', { ...roomy, perCustomer: 2 }],
    ['of one partner', { ...roomy, perPartner: 2 }],
  ])('too many %s: the new one', (_what, limits) => {
    const queue = filled([], limits);
    expect(['1', '2', '3'].map((item) => queue.add(owner('a'), item))).toEqual([null, null, '3']);
    expect(queue.add(owner('b'), '4')).toBeNull();
  });

  it('too many of all: the last one of the partner who has most, so that nobody is kept out by another', () => {
    const queue = filled([], { ...roomy, total: 3 });
    for (const item of ['a1', 'a2', 'a3']) expect(queue.add(owner('a'), item)).toBeNull();
    expect(queue.add(owner('b'), 'b1')).toBe('a3');
    expect(oneByOne(queue)).toEqual(['a1', 'b1', 'a2']);
  });
});

it('a newcomer of another partner waits for what runs and for one of each other partner, whatever waits', () => {
  const owners = fc.record({ partner: fc.constantFrom('a', 'b', 'c'), customer: fc.constantFrom('x', 'y', 'z') });
  fc.assert(
    fc.property(fc.array(owners, { maxLength: 30 }), fc.nat(2), (waiting, running) => {
      const queue = filled(waiting.map((of, index) => [`${index}`, of] as const));
      const under = Array.from({ length: running }, () => queue.next()).filter((next) => next !== null);
      queue.add(owner('new'), 'new');
      for (const next of under) queue.end(next.owner);
      expect(oneByOne(queue).indexOf('new')).toBeLessThanOrEqual(new Set(waiting.map(({ partner }) => partner)).size);
    }),
  );
});

it('everything runs exactly once, and a customer never twice at a time', () => {
  const steps = fc.array(
    fc.oneof(
      fc.record({ partner: fc.constantFrom('a', 'b'), customer: fc.constantFrom('x', 'y') }),
      fc.constantFrom('next', 'end'),
    ),
  );
  fc.assert(
    fc.property(steps, (history) => {
      const queue = new FairQueue<number>(roomy);
      const running: { owner: Owner; item: number }[] = [];
      const begun: number[] = [];
      let added = 0;
      const begin = (next = queue.next()) => {
        if (!next) return false;
        const key = ({ partner, customer }: Owner) => `${partner} ${customer}`;
        expect(running.map((each) => key(each.owner))).not.toContain(key(next.owner));
        running.push(next);
        begun.push(next.item);
        return true;
      };
      for (const step of history) {
        if (step === 'next') begin();
        else if (step === 'end') {
          const ended = running.shift();
          if (ended) queue.end(ended.owner);
        } else queue.add(step as Owner, added++);
      }
      do for (const ended of running.splice(0)) queue.end(ended.owner);
      while (begin());
      expect(begun.toSorted((a, b) => a - b)).toEqual(Array.from({ length: added }, (_, index) => index));
    }),
  );
});
