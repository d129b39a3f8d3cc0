import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coversOneMore, enforce, hasRoom, type PaidState, type Resource } from './enforce.ts';

const states: PaidState[] = ['active', 'paused', 'quota_paused'];
const resources = fc
  .array(fc.record({ minute: fc.integer({ min: 0, max: 9 }), state: fc.constantFrom(...states) }), { maxLength: 12 })
  .map((list) =>
    list.map(({ minute, state }, index) => ({ id: `r${index}`, createdAt: new Date(minute * 60_000), state })),
  );
const capacities = fc.option(fc.integer({ min: 0, max: 13 }));

function apply(list: readonly Resource[], capacity: number | null): Resource[] {
  const { pause, unpause } = enforce(list, capacity);
  return list.map((resource) => {
    if (pause.includes(resource)) return { ...resource, state: 'quota_paused' };
    return unpause.includes(resource) ? { ...resource, state: 'active' } : resource;
  });
}

const active = (list: readonly Resource[]) => list.filter(({ state }) => state === 'active');
const older = (a: Resource, b: Resource) =>
  a.createdAt < b.createdAt || (a.createdAt.getTime() === b.createdAt.getTime() && a.id < b.id);

describe('enforcing paid capacity', () => {
  it('afterwards no more are active than capacity covers', () => {
    fc.assert(
      fc.property(
        resources,
        capacities,
        (list, capacity) => active(apply(list, capacity)).length <= (capacity ?? Number.POSITIVE_INFINITY),
      ),
    );
  });

  it('afterwards nobody waits while capacity is free', () => {
    fc.assert(
      fc.property(resources, capacities, (list, capacity) => {
        const after = apply(list, capacity);
        return !after.some(({ state }) => state === 'quota_paused') || active(after).length === capacity;
      }),
    );
  });

  it('a second time changes nothing', () => {
    fc.assert(
      fc.property(resources, capacities, (list, capacity) => {
        expect(apply(apply(list, capacity), capacity)).toEqual(apply(list, capacity));
      }),
    );
  });

  it('never touches what a person paused, and pauses or wakes each resource at most once', () => {
    fc.assert(
      fc.property(resources, capacities, (list, capacity) => {
        const { pause, unpause } = enforce(list, capacity);
        expect(pause.every(({ state }) => state === 'active')).toBe(true);
        expect(unpause.every(({ state }) => state === 'quota_paused')).toBe(true);
        expect(pause.length === 0 || unpause.length === 0).toBe(true);
      }),
    );
  });

  it('starting from all active, exactly the oldest stay, and the newest was paused first', () => {
    fc.assert(
      fc.property(resources, fc.integer({ min: 0, max: 13 }), (list, capacity) => {
        const all = list.map((resource) => ({ ...resource, state: 'active' as const }));
        const { pause } = enforce(all, capacity);
        const kept = all.filter((resource) => !pause.includes(resource));
        expect(kept).toHaveLength(Math.min(capacity, all.length));
        expect(kept.every((stays) => pause.every((goes) => older(stays, goes)))).toBe(true);
        expect(pause.every((goes, index) => index === 0 || older(goes, pause[index - 1]!))).toBe(true);
      }),
    );
  });

  it('waking is the exact reverse of pausing', () => {
    fc.assert(
      fc.property(resources, fc.integer({ min: 0, max: 13 }), (list, capacity) => {
        const all = list.map((resource) => ({
          ...resource,
          state: resource.state === 'paused' ? resource.state : ('active' as const),
        }));
        const { pause } = enforce(all, capacity);
        const { unpause } = enforce(apply(all, capacity), null);
        expect(unpause.map(({ id }) => id)).toEqual(pause.map(({ id }) => id).reverse());
      }),
    );
  });

  it('room counts paused resources, activity does not', () => {
    const list: Resource[] = states.map((state, index) => ({ id: `${index}`, createdAt: new Date(0), state }));
    expect([hasRoom(list, 3), hasRoom(list, 4), hasRoom(list, null)]).toEqual([false, true, true]);
    expect([coversOneMore(list, 1), coversOneMore(list, 2), coversOneMore(list, null)]).toEqual([false, true, true]);
  });
});
