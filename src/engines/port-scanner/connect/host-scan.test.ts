import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PortPermutation } from '../port-permutation.ts';
import {
  HANDSHAKE,
  NO_VERDICT,
  PROHIBITED,
  REFUSED,
  RESET,
  SILENCE,
  UNREACHABLE,
  type Verdict,
} from '../tcp-verdicts.ts';
import { HostScan } from './host-scan.ts';

const LOCAL_FAILURE = 'local failure';
/** Whatever a pass waits for is over by then. */
const LATER = Number.POSITIVE_INFINITY;
type Answer = Verdict | typeof LOCAL_FAILURE;

/** Runs a scan whose n-th probe of a port gets that port's n-th answer; the last answer repeats. */
function run(answers: readonly (readonly Answer[])[], { retries = 2, hostAnswered = true, seed = 1 } = {}) {
  const ports = Uint16Array.from(answers, (_, index) => index + 1);
  const scan = new HostScan({ id: 1, ports, seed, retries, maxPacketsPerSecond: 1000 }, 0);
  const probes = answers.map(() => 0);
  do {
    for (let index = scan.takeNextIndex(LATER); index >= 0; index = scan.takeNextIndex(LATER)) {
      const script = answers[index] ?? [];
      const answer = script[Math.min(probes[index] ?? 0, script.length - 1)] ?? LOCAL_FAILURE;
      probes[index] = (probes[index] ?? 0) + 1;
      if (answer !== LOCAL_FAILURE) scan.record(index, answer);
    }
  } while (scan.beginNextRound(hostAnswered, 0));
  return { verdicts: [...scan.verdicts()], probes };
}

describe('a host scan', () => {
  it('believes a handshake and a refusal at once', () => {
    expect(run([[HANDSHAKE], [REFUSED]])).toEqual({ verdicts: [HANDSHAKE, REFUSED], probes: [1, 1] });
  });

  it('probes a silent port in every pass before calling it silent', () => {
    expect(run([[SILENCE], [HANDSHAKE]])).toEqual({ verdicts: [SILENCE, HANDSHAKE], probes: [3, 1] });
  });

  it('finds an open port that only the last pass reaches', () => {
    expect(run([[SILENCE, SILENCE, HANDSHAKE]]).verdicts).toEqual([HANDSHAKE]);
  });

  it('goes on asking while more ports are likely to answer, and no longer', () => {
    const after = (silences: number): Answer[] => [...Array<Answer>(silences).fill(SILENCE), HANDSHAKE];
    const ports = Array.from({ length: 100 }, (_, index) => after(index % 5));
    expect(run(ports, { retries: 1 }).verdicts).toEqual(ports.map(() => HANDSHAKE));
    const hardlyAny = run([...Array<Answer[]>(98).fill(after(0)), after(1), after(2)], { retries: 1 });
    expect(hardlyAny.verdicts).toEqual([...Array<Answer>(99).fill(HANDSHAKE), SILENCE]);
    const some = run([...Array<Answer[]>(8).fill(after(0)), after(1), after(2)], { retries: 1 });
    expect(some.verdicts).toEqual(Array<Answer>(10).fill(HANDSHAKE));
    const trickle = run([...Array<Answer[]>(1000).fill([SILENCE]), after(1), after(2)], { retries: 1 });
    expect(trickle.verdicts.slice(-2)).toEqual([HANDSHAKE, SILENCE]);
    const endless = Array.from({ length: 100 }, (_, index) => after(Math.floor(index / 5)));
    expect(Math.max(...run(endless, { retries: 1 }).probes)).toBe(8);
  });

  it('gives a host that never answered a second pass over a sample of its ports', () => {
    expect(run([[SILENCE]], { hostAnswered: false })).toEqual({ verdicts: [SILENCE], probes: [2] });
    const { verdicts, probes } = run(
      Array.from({ length: 3000 }, () => [SILENCE]),
      { hostAnswered: false },
    );
    expect(new Set(verdicts)).toEqual(new Set([SILENCE]));
    expect(probes.reduce((total, count) => total + count)).toBe(4000);
  });

  it('goes on with every port when a host answers to that sample', () => {
    const scan = new HostScan({ id: 1, ports: new Uint16Array(3000), seed: 1, retries: 2, maxPacketsPerSecond: 1 }, 0);
    const probeAll = () => {
      let probes = 0;
      for (let index = scan.takeNextIndex(LATER); index >= 0; index = scan.takeNextIndex(LATER)) {
        scan.record(index, SILENCE);
        probes += 1;
      }
      return probes;
    };
    const passes = [probeAll()];
    for (const hostAnswered of [false, true, true, true])
      if (scan.beginNextRound(hostAnswered, 0)) passes.push(probeAll());
    expect(passes).toEqual([3000, 1000, 2000, 3000]);
  });

  it('begins the last of several passes a second after the one before, and no other one later than it can', () => {
    const scan = new HostScan({ id: 1, ports: Uint16Array.of(80), seed: 1, retries: 2, maxPacketsPerSecond: 1 }, 0);
    scan.record(scan.takeNextIndex(0), SILENCE);
    scan.beginNextRound(true, 300);
    scan.record(scan.takeNextIndex(300), SILENCE);
    scan.beginNextRound(true, 600);
    expect(scan.takeNextIndex(1299)).toBe(-1);
    expect(scan.takeNextIndex(1300)).toBe(0);
  });

  it.each([RESET, UNREACHABLE, PROHIBITED] as const)(
    'believes verdict %i when a second probe confirms it',
    (verdict) => {
      expect(run([[verdict]])).toEqual({ verdicts: [verdict], probes: [2] });
      expect(run([[verdict, HANDSHAKE]]).verdicts).toEqual([HANDSHAKE]);
    },
  );

  it('believes the only probe when no retry is wanted', () => {
    expect(run([[SILENCE], [RESET]], { retries: 0 })).toEqual({ verdicts: [SILENCE, RESET], probes: [1, 1] });
  });

  it('makes up for local failures without probing silent ports more often', () => {
    const { verdicts, probes } = run([[SILENCE], [LOCAL_FAILURE, LOCAL_FAILURE, REFUSED]]);
    expect({ verdicts, silentProbes: probes[0] }).toEqual({ verdicts: [SILENCE, REFUSED], silentProbes: 3 });
  });

  it('leaves a port uncovered that only local failures met, and silence that was never confirmed', () => {
    expect(run([[LOCAL_FAILURE], [SILENCE], [REFUSED]]).verdicts).toEqual([NO_VERDICT, NO_VERDICT, REFUSED]);
    expect(run([[SILENCE, LOCAL_FAILURE]]).verdicts).toEqual([NO_VERDICT]);
  });

  it('ends whatever happens, and a verdict is always one that was recorded', () => {
    const answer = fc.constantFrom<Answer>(HANDSHAKE, REFUSED, RESET, SILENCE, UNREACHABLE, PROHIBITED, LOCAL_FAILURE);
    const script = fc.array(fc.array(answer, { minLength: 1, maxLength: 5 }), { maxLength: 30 });
    fc.assert(
      fc.property(script, fc.nat(4), fc.boolean(), fc.nat(1000), (answers, retries, hostAnswered, seed) => {
        const { verdicts } = run(answers, { retries, hostAnswered, seed });
        for (const [index, verdict] of verdicts.entries())
          expect([NO_VERDICT, ...(answers[index] ?? [])]).toContain(verdict);
      }),
    );
  });
});

describe('a port permutation', () => {
  it('visits every element once, for every length and seed', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3000 }), fc.integer({ min: 0, max: 2 ** 32 - 1 }), (length, seed) => {
        const order = new PortPermutation(length, seed);
        const visited = Array.from({ length }, (_, position) => order.at(position)).sort((a, b) => a - b);
        expect(visited).toEqual(Array.from({ length }, (_, index) => index));
      }),
    );
  });

  it('visits the whole range of ports, too', () => {
    const order = new PortPermutation(65_535, 4_294_967_295);
    expect(new Set(Array.from({ length: 65_535 }, (_, position) => order.at(position))).size).toBe(65_535);
  });

  it('puts neighbouring ports far apart in time', () => {
    const order = new PortPermutation(1000, 1);
    const steps = Array.from({ length: 999 }, (_, position) => Math.abs(order.at(position + 1) - order.at(position)));
    expect(Math.min(...steps)).toBeGreaterThan(100);
  });
});
