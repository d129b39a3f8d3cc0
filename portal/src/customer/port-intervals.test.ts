import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isAllowedPort, portChanges, portHistories, type Sighting } from './port-intervals.ts';

const ports = fc.uniqueArray(fc.integer({ min: 1, max: 8 }), { maxLength: 8 });
const history = fc
  .array(ports, { minLength: 1, maxLength: 12 })
  .map((all): Sighting[] => all.map((openPorts, index) => ({ atMs: index * 1_000, openPorts })));

describe('when ports were open', () => {
  it('a port that closes and opens again has two intervals', () => {
    const sightings = [[22], [22, 80], [80], [22, 80]].map((openPorts, index) => ({ atMs: index, openPorts }));
    expect(portHistories(sightings)).toEqual([
      {
        port: 22,
        isOpen: true,
        intervals: [
          { fromMs: 0, untilMs: 2 },
          { fromMs: 3, untilMs: null },
        ],
      },
      { port: 80, isOpen: true, intervals: [{ fromMs: 1, untilMs: null }] },
    ]);
  });

  it('open ports come first', () => {
    const sightings = [
      { atMs: 0, openPorts: [21, 443] },
      { atMs: 1, openPorts: [443, 8080] },
    ];
    expect(portHistories(sightings).map(({ port, isOpen }) => [port, isOpen])).toEqual([
      [443, true],
      [8080, true],
      [21, false],
    ]);
  });

  it('at each sighting, the intervals say what was seen', () => {
    fc.assert(
      fc.property(history, (sightings) => {
        const histories = portHistories(sightings);
        for (const { atMs, openPorts } of sightings) {
          const open = histories.filter(({ intervals }) =>
            intervals.some(({ fromMs, untilMs }) => fromMs <= atMs && (untilMs === null || atMs < untilMs)),
          );
          expect(open.map(({ port }) => port).toSorted()).toEqual(openPorts.toSorted());
        }
      }),
    );
  });
});

describe('what changed between two sightings', () => {
  it('applied to what was before, it gives what is after', () => {
    fc.assert(
      fc.property(ports, ports, (before, after) => {
        const { opened, closed } = portChanges(before, after);
        const applied = [...before.filter((port) => !closed.includes(port)), ...opened];
        expect(applied.toSorted()).toEqual(after.toSorted());
      }),
    );
  });
});

describe('ports that rules allow', () => {
  it.each([
    [443, true],
    [8_000, true],
    [8_010, true],
    [8_011, false],
    [53, false],
  ])('%i: %s', (port, expected) => {
    expect(isAllowedPort(['443:tcp', '8000-8010:tcp', '53:udp'], port)).toBe(expected);
  });
});
