import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NO_VERDICT, PROHIBITED, REFUSED, SILENCE, SYN_ACK, UNREACHABLE } from '../tcp-verdicts.ts';
import { CANARY_LANE } from './probe-link.ts';

import {
  mostWithin,
  POLITE,
  type Reply,
  type SentProbe,
  type SimulatedHost,
  SimulatedNetwork,
  Simulation,
  sliceOf,
  UNLIMITED,
} from './testing/simulated-network.ts';

const HOST = '192.0.2.1';
const VERDICT: Readonly<Record<Reply, number>> = {
  syn_ack: SYN_ACK,
  refused: REFUSED,
  unreachable: UNREACHABLE,
  prohibited: PROHIBITED,
  silence: SILENCE,
};

function range(count: number, first = 1): number[] {
  return Array.from({ length: count }, (_, index) => first + index);
}

/** Every tenth port is open, the rest is as given. */
function everyTenthOpen(rest: Reply): SimulatedHost {
  return (port) => (port % 10 === 0 ? 'syn_ack' : rest);
}

function simulate(host: SimulatedHost, impairments = {}, limits = UNLIMITED): Simulation {
  return new Simulation(new SimulatedNetwork({ [HOST]: host }, impairments), limits);
}

function counts(verdicts: Uint8Array): Record<number, number> {
  const result: Record<number, number> = {};
  for (const verdict of verdicts) result[verdict] = (result[verdict] ?? 0) + 1;
  return result;
}

describe('a half-open scan', () => {
  it('tells every port’s true state, whatever is lost, doubled or late', () => {
    const reply = fc.constantFrom<Reply>('syn_ack', 'refused', 'silence');
    const impairments = fc.record({
      loss: fc.constantFrom(0, 0.01, 0.02),
      duplicates: fc.constantFrom(0, 0.3),
      late: fc.constantFrom(0, 0.02),
      roundTripMs: fc.constantFrom(0, 20, 200),
      seed: fc.integer({ min: 1, max: 2 ** 31 }),
    });
    // A host that is heard whatever is lost: of a silent one nothing can be said.
    const heard: readonly Reply[] = ['syn_ack', 'refused', 'syn_ack', 'refused'];
    const replies = fc.array(reply, { minLength: 1, maxLength: 300 }).map((each) => [...heard, ...each]);
    fc.assert(
      fc.property(replies, impairments, (truth, impairment) => {
        const simulation = simulate((port) => truth[port - 1]!, impairment);
        const { verdicts, hostAnswered } = simulation.scan({ address: HOST, ports: range(truth.length) });
        expect([...verdicts]).toEqual(truth.map((each) => VERDICT[each]));
        expect(hostAnswered).toBe(true);
        expect(simulation.network.openRoutes).toBe(0);
      }),
    );
  });

  it('misses none of 20,000 open ports behind a link that loses one in a hundred each way', () => {
    for (const seed of range(20)) {
      const simulation = simulate(everyTenthOpen('silence'), { loss: 0.01, seed });
      const { verdicts } = simulation.scan({ address: HOST, ports: range(10_000) });
      expect(counts(verdicts)).toEqual({ [SYN_ACK]: 1000, [SILENCE]: 9000 });
    }
  });

  it.each([11, 42, 77])(
    'of a silent host takes at most 2.5 times as long behind losses of 6 % each way, and misses nothing (seed %i)',
    (seed) => {
      const everyPort = range(65_535);
      const host: SimulatedHost = (port) => (port % 1100 === 7 ? 'syn_ack' : 'silence');
      const scan = (loss: number) => {
        const simulation = simulate(host, { loss, seed }, POLITE);
        const { verdicts } = simulation.scan({ address: HOST, ports: everyPort });
        return { counts: counts(verdicts), tookMs: simulation.network.nowMs };
      };
      const [clean, lossy] = [scan(0), scan(0.06)];
      expect(lossy.counts).toEqual({ [SYN_ACK]: 60, [SILENCE]: 65_475 });
      expect(lossy.counts).toEqual(clean.counts);
      expect(lossy.tookMs).toBeLessThanOrEqual(2.5 * clean.tookMs);
    },
  );

  /** Lets so many through a second, and a burst of twenty at first. */
  function limitOf(perSecond: number): (nowMs: number) => boolean {
    const burst = 20;
    let [left, atMs] = [burst, 0];
    return (nowMs) => {
      left = Math.min(burst, left + ((nowMs - atMs) * perSecond) / 1000);
      atMs = nowMs;
      if (left < 1) return false;
      left -= 1;
      return true;
    };
  }

  it.each([5, 30, 100, 200, 1000])(
    'of a host that limits its resets to %i a second finds each open port and has a verdict for every port',
    (perSecond) => {
      for (const open of [[443], [22, 80, 443, 1000], []]) {
        const lets = limitOf(perSecond);
        const host: SimulatedHost = (port, nowMs) =>
          open.includes(port) ? 'syn_ack' : lets(nowMs) ? 'refused' : 'silence';
        const simulation = simulate(host, { seed: perSecond }, POLITE);
        const { verdicts } = simulation.scan({ address: HOST, ports: range(1016) });
        expect(range(1016).filter((port) => verdicts[port - 1] === SYN_ACK)).toEqual(open);
        expect(counts(verdicts)[NO_VERDICT]).toBeUndefined();
        expect(simulation.network.sent.length).toBeLessThan(4 * 1016);
      }
    },
  );

  it.each([30, 200, 500])(
    'of a host that takes only %i probes a second finds each open port, and all that are closed',
    (perSecond) => {
      const takes = limitOf(perSecond);
      const host: SimulatedHost = (port, nowMs) =>
        takes(nowMs) ? (port % 100 === 7 ? 'syn_ack' : 'refused') : 'silence';
      const { verdicts } = simulate(host, {}, POLITE).scan({ address: HOST, ports: range(1016) });
      expect(counts(verdicts)).toEqual({ [SYN_ACK]: 11, [REFUSED]: 1005 });
    },
  );

  it('ends in its time beside a host that limits its resets so that no time suffices, and calls nothing closed or silent', () => {
    const lets = limitOf(1);
    const simulation = simulate((_port, nowMs) => (lets(nowMs) ? 'refused' : 'silence'), {}, POLITE);
    const { verdicts } = simulation.scan({ address: HOST, ports: range(1016) });
    expect(simulation.network.nowMs).toBeLessThan(400_000);
    expect(counts(verdicts)[SILENCE]).toBeUndefined();
    expect(counts(verdicts)[NO_VERDICT]).toBeGreaterThan(600);
  });

  it.each([11, 42, 77])(
    'at full rate waits for no repeated SYN-ACK, nor takes losses that show late for a host that has shut it out (seed %i)',
    (seed) => {
      const host: SimulatedHost = (port) => (port % 1300 === 7 ? 'syn_ack' : 'silence');
      const limits = { ...UNLIMITED, target: { ...UNLIMITED.target, minPacketsPerSecond: 100 } };
      const simulation = simulate(host, { loss: 0.01, packetsPerSecond: 130_000, seed }, limits);
      const { verdicts } = simulation.scan({ address: HOST, ports: range(65_535) });
      expect(counts(verdicts)).toEqual({ [SYN_ACK]: 51, [SILENCE]: 65_484 });
      const { sent, nowMs } = simulation.network;
      expect(nowMs - sent.at(-1)!.atMs).toBeLessThan(1000);
      expect(sent.length).toBeLessThan(4.1 * 65_535);
    },
  );

  it('works over IPv6, and for ports that are no range', () => {
    const address = '2001:db8::7';
    const network = new SimulatedNetwork({ [address]: (port) => (port === 443 ? 'syn_ack' : 'refused') });
    const { verdicts } = new Simulation(network).scan({ address, ports: [22, 80, 443, 8443] });
    expect([...verdicts]).toEqual([REFUSED, REFUSED, SYN_ACK, REFUSED]);
  });

  it('probes an answering port once, and a silent one as often as what is known of losses demands', () => {
    const probesPerSilentPort = (ports: number, loss = 0) => {
      const simulation = simulate(everyTenthOpen('silence'), { loss, seed: 7 });
      simulation.scan({ address: HOST, ports: range(ports) });
      const probesOf = (port: number) =>
        simulation.network.sent.filter((each) => each.port === port && each.lane !== CANARY_LANE);
      if (loss === 0) expect(probesOf(20)).toHaveLength(1);
      return probesOf(21).length;
    };
    expect(probesPerSilentPort(30)).toBe(4);
    expect(probesPerSilentPort(2000)).toBe(3);
    expect(probesPerSilentPort(60_000)).toBe(2);
    expect(probesPerSilentPort(60_000, 0.01)).toBe(5);
  });

  it('spaces the probes to a port that was open by more than a burst of losses lasts', () => {
    const simulation = simulate(everyTenthOpen('silence'));
    simulation.scan({ address: HOST, ports: range(30), knownOpen: [21] });
    const times = simulation.network.sent.filter(({ port }) => port === 21).map(({ atMs }) => atMs);
    expect(times).toHaveLength(4);
    expect(times[1]! - times[0]!).toBeGreaterThanOrEqual(50);
    expect(times[2]! - times[1]!).toBeGreaterThanOrEqual(500);
    expect(times[3]! - times[2]!).toBeGreaterThanOrEqual(500);
  });

  it('asks again at once while canaries prove that the target hears, and after a burst when they do not', () => {
    const host = everyTenthOpen('silence');
    const longestPause = (isDeaf: (nowMs: number) => boolean) => {
      const simulation = simulate((port, nowMs, lane) => (isDeaf(nowMs) ? 'silence' : host(port, nowMs, lane)));
      simulation.scan({ address: HOST, ports: range(30) });
      const times = simulation.network.sent.filter(({ port }) => port === 21).map(({ atMs }) => atMs);
      return Math.max(...times.slice(1).map((time, index) => time - times[index]!));
    };
    expect(longestPause(() => false)).toBeLessThan(200);
    expect(longestPause((nowMs) => nowMs > 50 && nowMs < 150)).toBeGreaterThanOrEqual(500);
  });

  it('asks again at once while ports still answer that did not before', () => {
    const simulation = simulate(() => 'refused', { loss: 0.05, seed: 7 });
    simulation.scan({ address: HOST, ports: range(5000) });
    const third = range(5000).flatMap((port) => {
      const times = simulation.network.sent.filter((each) => each.port === port && each.lane !== CANARY_LANE);
      return times.length < 3 ? [] : times[2]!.atMs - times[1]!.atMs;
    });
    expect(third.length).toBeGreaterThan(10);
    expect(Math.max(...third)).toBeLessThan(300);
  });

  it('asks a host again as soon as its neighbours would have answered, and listens as long as to a stranger', () => {
    const [near, unlucky, far] = ['192.0.2.1', '192.0.2.2', '192.0.2.3'];
    const network = new SimulatedNetwork(
      {
        [near!]: () => 'refused',
        [unlucky!]: (_port, nowMs) => (nowMs < 10 ? 'silence' : 'refused'),
        [far!]: () => 'syn_ack',
      },
      { roundTripMs: 20, roundTripMsOf: { [far!]: 800 } },
    );
    const simulation = new Simulation(network);
    const ids = [near, unlucky, far].map((address) => simulation.begin({ address: address!, ports: [443] }));
    simulation.run();
    expect(ids.map((id) => [...simulation.reports.get(id)!.verdicts])).toEqual([[REFUSED], [REFUSED], [SYN_ACK]]);
    const again = network.sent.find(({ address, atMs }) => address === unlucky && atMs > 1);
    expect(again!.atMs).toBeLessThan(150);
  });

  it('does not believe silence before a burst of losses must be over, once something was lost', () => {
    const lastProbeMs = (isLossy: boolean) => {
      const simulation = simulate((port, nowMs) =>
        port > 900 || (isLossy && port === 7 && nowMs < 40) ? 'silence' : 'refused',
      );
      simulation.scan({ address: HOST, ports: range(1000) });
      return Math.max(...simulation.network.sent.filter(({ port }) => port === 950).map(({ atMs }) => atMs));
    };
    expect(lastProbeMs(false)).toBeLessThan(400);
    expect(lastProbeMs(true)).toBeGreaterThanOrEqual(500);
  });

  it('asks again when a later probe was answered: no answer to earlier ones can still come', () => {
    const simulation = simulate((port, nowMs) => (port === 21 && nowMs < 100 ? 'silence' : 'refused'), {
      roundTripMs: 200,
    });
    simulation.scan({ address: HOST, ports: range(100) });
    const times = simulation.network.sent.filter(({ port }) => port === 21).map(({ atMs }) => atMs);
    expect(times[1]! - times[0]!).toBeGreaterThan(400);
    expect(times[1]! - times[0]!).toBeLessThan(450);
  });

  it('says of a host that never answers only that it is silent, after two passes', () => {
    const simulation = simulate(() => 'silence');
    const { verdicts, hostAnswered } = simulation.scan({ address: HOST, ports: range(100) });
    expect(counts(verdicts)).toEqual({ [SILENCE]: 100 });
    expect(hostAnswered).toBe(false);
    expect(simulation.network.sent).toHaveLength(200);
  });

  it.each(range(28, 0).map((step) => step * 50))(
    'meets a host that comes and goes every 0.7 s, whenever that begins (%i ms)',
    (phaseMs) => {
      const isThere = (nowMs: number) => Math.floor((nowMs + phaseMs) / 700) % 2 === 0;
      const open = range(10).map((index) => index * 100);
      const simulation = simulate((port, nowMs) =>
        isThere(nowMs) ? (open.includes(port) ? 'syn_ack' : 'refused') : 'silence',
      );
      const { verdicts, hostAnswered } = simulation.scan({ address: HOST, ports: range(1000) });
      expect(hostAnswered).toBe(true);
      expect(open.map((port) => verdicts[port - 1])).toEqual(open.map(() => SYN_ACK));
    },
  );

  it('asks a host of few ports twice more before it is taken for silent: one answer is all that there is', () => {
    const simulation = simulate(() => 'silence');
    simulation.scan({ address: HOST, ports: [443] });
    expect(simulation.network.sent).toHaveLength(4);
  });

  it('never believes silence on a link that loses most packets', () => {
    for (const seed of range(10)) {
      const simulation = simulate(everyTenthOpen('refused'), { loss: 0.5, seed });
      const { verdicts } = simulation.scan({ address: HOST, ports: range(200) });
      expect(counts(verdicts)[SILENCE]).toBeUndefined();
    }
  });

  it('knows by ICMP that a host is there only when the host itself sent it', () => {
    const answeredAfterIcmpFrom = (sender: string) => {
      const simulation = simulate(() => 'silence');
      const id = simulation.begin({ address: HOST, ports: [1] });
      simulation.turn();
      const { port, lane, sequence } = simulation.network.sent[0]!;
      const icmp = { port, sourcePort: 0, sequence, answer: 'prohibited' as const };
      simulation.scheduler.icmpAnswer({ ...icmp, from: sliceOf(sender), target: sliceOf(HOST) }, lane);
      simulation.run();
      return simulation.reports.get(id)!.hostAnswered;
    };
    expect(answeredAfterIcmpFrom(HOST)).toBe(true);
    expect(answeredAfterIcmpFrom('203.0.113.1')).toBe(false);
  });

  it('calls a port open that offered a connection, whatever else it sends', () => {
    const simulation = simulate((port) => (port === 1 ? 'syn_ack' : 'silence'));
    const id = simulation.begin({ address: HOST, ports: [1, 2] });
    simulation.turn();
    while (simulation.network.nowMs < 200) simulation.turn();
    const { port, lane, sequence } = simulation.network.sent.find((probe) => probe.port === 1)!;
    const from = sliceOf(HOST);
    simulation.scheduler.tcpAnswer({ from, port, sourcePort: 0, sequence, answer: 'refused' }, lane);
    simulation.run();
    expect(simulation.reports.get(id)!.verdicts[0]).toBe(SYN_ACK);
  });

  it('takes “unreachable” and “prohibited” for filtered, unless the target itself answers after all', () => {
    let probes = 0;
    const host: SimulatedHost = (port) => {
      if (port === 1) return 'syn_ack';
      if (port === 2) return 'prohibited';
      if (port === 3) return 'unreachable';
      probes += 1;
      return probes === 1 ? 'prohibited' : 'syn_ack';
    };
    const { verdicts } = simulate(host).scan({ address: HOST, ports: range(4) });
    expect([...verdicts]).toEqual([SYN_ACK, PROHIBITED, UNREACHABLE, SYN_ACK]);
  });
});

describe('a port that was open at the last scan', () => {
  const scan = (replies: Reply[], impairments = {}) => {
    const asked = [...replies];
    const host: SimulatedHost = (port, _, lane) =>
      port === 1 || lane === CANARY_LANE ? 'refused' : (asked.shift() ?? 'silence');
    const simulation = simulate(host, impairments);
    return [...simulation.scan({ address: HOST, ports: [1, 2], knownOpen: [2] }).verdicts];
  };

  it('is closed when it says so in two passes', () => {
    expect(scan(['refused', 'refused'])).toEqual([REFUSED, REFUSED]);
    expect(scan(['refused', 'silence', 'refused'])).toEqual([REFUSED, REFUSED]);
  });

  it('is not closed by one reset, even when that arrives twice', () => {
    expect(scan(['refused'])).toEqual([REFUSED, SILENCE]);
    expect(scan(['refused'], { duplicates: 1 })).toEqual([REFUSED, SILENCE]);
  });

  it('is probed three times before its silence is believed, when others are twice', () => {
    const simulation = simulate(everyTenthOpen('silence'));
    simulation.scan({ address: HOST, ports: range(60_000), knownOpen: [21] });
    const probesOf = (port: number) => simulation.network.sent.filter((each) => each.port === port).length;
    expect([probesOf(21), probesOf(22)]).toEqual([3, 2]);
  });

  it('is open when it is so after a reset', () => {
    expect(scan(['refused', 'syn_ack'])).toEqual([REFUSED, SYN_ACK]);
  });
});

describe('a target that limits the rate of its answers', () => {
  /** Answers so many probes a second and drops the rest. */
  const limited = (perSecond: number): SimulatedHost => {
    let tokens = perSecond / 10;
    let filledAtMs = 0;
    return (port, nowMs) => {
      tokens = Math.min(perSecond / 10, tokens + ((nowMs - filledAtMs) * perSecond) / 1000);
      filledAtMs = nowMs;
      if (tokens < 1) return 'silence';
      tokens -= 1;
      return port % 10 === 0 ? 'syn_ack' : 'refused';
    };
  };

  it.each([150, 300])('is slowed down for and not misread, at %i answers a second', (perSecond) => {
    const simulation = simulate(limited(perSecond), {}, POLITE);
    const { verdicts } = simulation.scan({ address: HOST, ports: range(3000) });
    expect(counts(verdicts)).toEqual({ [SYN_ACK]: 300, [REFUSED]: 2700 });
  });

  it('is not misread even when the scan began without any limit', () => {
    const simulation = simulate(limited(2000));
    const { verdicts } = simulation.scan({ address: HOST, ports: range(20_000) });
    expect(counts(verdicts)[SILENCE]).toBeUndefined();
    expect(counts(verdicts)[SYN_ACK]).toBe(2000);
  });
});

describe('a target that shuts us out', () => {
  const shutBetween =
    (fromMs: number, toMs: number): SimulatedHost =>
    (port, nowMs, lane) =>
      nowMs >= fromMs && nowMs < toMs ? 'silence' : everyTenthOpen('refused')(port, nowMs, lane);

  it('is waited for, and what it did not hear is asked again', () => {
    const simulation = simulate(shutBetween(1000, 6000), {}, POLITE);
    const { verdicts } = simulation.scan({ address: HOST, ports: range(5000) });
    expect(counts(verdicts)).toEqual({ [SYN_ACK]: 500, [REFUSED]: 4500 });
  });

  it.each([
    ['first', 1000],
    ['last', 1000],
    ['last', 80],
  ])('in the %s pass, %i ms before its end, does not have that pass counted', (which, beforeEndMs) => {
    const scanWith = (fromMs: number, toMs: number) => {
      const host: SimulatedHost = (port, nowMs) =>
        nowMs >= fromMs && nowMs < toMs ? 'silence' : everyTenthOpen('silence')(port, nowMs, 0);
      const simulation = simulate(host, {}, POLITE);
      simulation.scan({ address: HOST, ports: range(60_000) });
      return simulation.network.sent.filter(({ lane }) => lane !== CANARY_LANE);
    };
    const passesOf = (sent: readonly SentProbe[]) => sent.filter(({ port }) => port === 21).length;
    const undisturbed = scanWith(Infinity, Infinity);
    const endOfPass = which === 'last' ? undisturbed.at(-1)!.atMs : undisturbed[60_000]!.atMs;
    const disturbed = scanWith(endOfPass - beforeEndMs, endOfPass + 3000);
    expect(passesOf(disturbed)).toBeGreaterThan(passesOf(undisturbed));
  });

  it('for good leaves the ports that it did not answer uncovered', () => {
    const simulation = simulate(shutBetween(1000, Infinity), {}, POLITE);
    const { verdicts, hostAnswered } = simulation.scan({ address: HOST, ports: range(5000) });
    const { [SYN_ACK]: open = 0, [REFUSED]: closed = 0, [SILENCE]: silent = 0 } = counts(verdicts);
    expect(hostAnswered).toBe(true);
    expect(silent).toBe(0);
    expect(open + closed).toBeGreaterThan(0);
    expect(open + closed).toBeLessThan(2500);
  });

  it('is not asked for ports any more', () => {
    const simulation = simulate(shutBetween(1000, Infinity), {}, POLITE);
    simulation.scan({ address: HOST, ports: range(5000) });
    expect(simulation.network.sent.filter(({ atMs }) => atMs > 3000).length).toBeLessThan(30);
  });

  it('within a scan of few ports leaves them uncovered, too', () => {
    let answers = 0;
    const host: SimulatedHost = () => {
      answers += 1;
      return answers <= 2 ? 'refused' : 'silence';
    };
    const { verdicts } = simulate(host, {}, POLITE).scan({ address: HOST, ports: range(10) });
    expect(counts(verdicts)).toEqual({ [REFUSED]: 2, 0: 8 });
  });
});

describe('rates', () => {
  const hosts = (addresses: readonly string[], host: SimulatedHost) =>
    Object.fromEntries(addresses.map((address) => [address, host]));

  it('are kept per target, per network and for all together, and used to the full', () => {
    const addresses = ['192.0.2', '198.51.100', '203.0.113'].flatMap((net) =>
      range(10).map((host) => `${net}.${host}`),
    );
    const limits = { ...POLITE, packetsPerSecondPerNetwork: 3000, packetsPerSecond: 8000 };
    // One network alone could use the whole rate.
    const crowd = range(20).map((host) => `192.0.2.${100 + host}`);
    const network = new SimulatedNetwork(hosts([...addresses, ...crowd], everyTenthOpen('refused')));
    const simulation = new Simulation(network, limits);
    for (const address of [...addresses, ...crowd]) simulation.begin({ address, ports: range(500) });
    simulation.run();
    const burst = 1.05;
    expect(mostWithin(network.sent, 1000)).toBeLessThanOrEqual(8000 * burst);
    expect(mostWithin(network.sent, 1000)).toBeGreaterThan(8000 * 0.9);
    for (const net of ['192.0.2', '198.51.100', '203.0.113']) {
      const ofNetwork = network.sent.filter(({ address }) => address.startsWith(`${net}.`));
      expect(mostWithin(ofNetwork, 1000)).toBeLessThanOrEqual(3000 * burst);
    }
    for (const address of addresses) {
      const ofTarget = network.sent.filter((each) => each.address === address);
      expect(mostWithin(ofTarget, 100)).toBeLessThanOrEqual(100 * 1.3);
    }
  });

  it('of one target are kept by all its scans together', () => {
    const simulation = simulate(everyTenthOpen('refused'), {}, POLITE);
    simulation.begin({ address: HOST, ports: range(500) });
    simulation.begin({ address: HOST, ports: range(500, 501) });
    simulation.run();
    expect(mostWithin(simulation.network.sent, 500)).toBeLessThanOrEqual(500 * 1.3);
  });

  it('are as low as a request wants them', () => {
    const simulation = simulate(everyTenthOpen('refused'), {}, POLITE);
    simulation.scan({ address: HOST, ports: range(200), maxPacketsPerSecond: 50 });
    expect(mostWithin(simulation.network.sent, 1000)).toBeLessThanOrEqual(52);
  });

  it.each([1, 2, 3, 4])('fall when a link fills up, for one target (seed %i)', (seed) => {
    const simulation = simulate(everyTenthOpen('refused'), { packetsPerSecond: 20_000, seed });
    const { verdicts } = simulation.scan({ address: HOST, ports: range(40_000) });
    expect(counts(verdicts)).toEqual({ [SYN_ACK]: 4000, [REFUSED]: 36_000 });
    expect(simulation.network.sent.length).toBeLessThan(40_000 * 1.05);
    expect(simulation.network.nowMs).toBeLessThan(10_000);
  });

  it('fall when a link fills up, for all targets together', () => {
    const addresses = range(100).map((host) => `192.0.2.${host}`);
    const network = new SimulatedNetwork(hosts(addresses, everyTenthOpen('refused')), { packetsPerSecond: 20_000 });
    const simulation = new Simulation(network);
    const ids = addresses.map((address) => simulation.begin({ address, ports: range(1000) }));
    simulation.run();
    for (const id of ids) {
      expect(counts(simulation.reports.get(id)!.verdicts)).toEqual({ [SYN_ACK]: 100, [REFUSED]: 900 });
    }
    expect(network.sent.length).toBeLessThan(100_000 * 1.15);
    expect(network.nowMs).toBeLessThan(20_000);
  });

  it('are judged by canaries all the time, not of all targets at once', () => {
    const addresses = range(50).map((host) => `192.0.2.${host}`);
    const network = new SimulatedNetwork(hosts(addresses, () => 'refused'));
    const simulation = new Simulation(network, { ...UNLIMITED, packetsPerSecond: 20_000 });
    for (const address of addresses) simulation.begin({ address, ports: range(500) });
    simulation.run();
    const passEndsAtMs = Math.max(...network.sent.filter(({ lane }) => lane === 0).map(({ atMs }) => atMs));
    const later = network.sent.filter(
      ({ lane, atMs }) => lane === CANARY_LANE && atMs > 200 && atMs < passEndsAtMs - 100,
    );
    expect(later.length).toBeGreaterThan(200);
    expect(mostWithin(later, 10)).toBeLessThan(20);
  });

  it('fall when the machine drops answers, and that pass is not counted', () => {
    const passes = (drops: boolean) => {
      const simulation = simulate(everyTenthOpen('silence'));
      simulation.begin({ address: HOST, ports: range(60_000) });
      while (simulation.network.nowMs < 100) simulation.turn();
      if (drops) simulation.network.dropped = 1;
      simulation.run();
      return simulation.network.sent.filter(({ port }) => port === 21).length;
    };
    expect(passes(true)).toBeGreaterThan(passes(false));
  });

  it('lose nothing for good when the machine is deaf for a while', () => {
    const simulation = simulate(everyTenthOpen('refused'));
    const id = simulation.begin({ address: HOST, ports: range(20_000) });
    // From here on nothing arrives for a while.
    const { network, scheduler } = simulation;
    const receive = network.receive.bind(network);
    simulation.turn();
    network.receive = () => {};
    while (network.nowMs < 60) {
      network.dropped += 1;
      simulation.turn();
    }
    network.receive = receive;
    simulation.run();
    expect(scheduler.isIdle).toBe(true);
    expect(counts(simulation.reports.get(id)!.verdicts)).toEqual({ [SYN_ACK]: 2000, [REFUSED]: 18_000 });
  });
});

describe('answers that nobody asked for', () => {
  it('change nothing', () => {
    const forged = fc.record({
      port: fc.integer({ min: 1, max: 20 }),
      lane: fc.integer({ min: 0, max: 3 }),
      sequence: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
      answer: fc.constantFrom('syn_ack' as const, 'refused' as const),
      address: fc.constantFrom(HOST, '198.51.100.9', '2001:db8::1'),
    });
    fc.assert(
      fc.property(fc.array(forged, { maxLength: 50 }), (answers) => {
        const simulation = simulate(() => 'silence');
        const id = simulation.begin({ address: HOST, ports: range(10) });
        simulation.turn();
        for (const { address, lane, ...answer } of answers) {
          const from = sliceOf(address);
          simulation.scheduler.tcpAnswer({ from, sourcePort: 0, ...answer }, lane);
          simulation.scheduler.icmpAnswer({ from, target: from, sourcePort: 0, ...answer, answer: 'prohibited' }, lane);
        }
        simulation.run();
        const report = simulation.reports.get(id)!;
        expect(counts(report.verdicts)).toEqual({ [SILENCE]: 10 });
        expect(report.hostAnswered).toBe(false);
      }),
    );
  });

  it('do so even when they are right, but for another port, host or source port', () => {
    const network = new SimulatedNetwork({ [HOST]: () => 'silence' });
    const simulation = new Simulation(network);
    const id = simulation.begin({ address: HOST, ports: range(10) });
    simulation.begin({ address: '192.0.2.2', ports: range(10) });
    simulation.turn();
    for (const { address, port, lane, sequence } of [...network.sent]) {
      const answer = { sourcePort: 0, sequence, answer: 'syn_ack' as const };
      const other = address === HOST ? '192.0.2.2' : HOST;
      simulation.scheduler.tcpAnswer({ ...answer, from: sliceOf(other), port }, lane);
      simulation.scheduler.tcpAnswer({ ...answer, from: sliceOf(address), port: port === 1 ? 2 : 1 }, lane);
      simulation.scheduler.tcpAnswer({ ...answer, from: sliceOf(address), port }, lane + 1);
    }
    simulation.run();
    expect(simulation.reports.get(id)).toMatchObject({ hostAnswered: false });
  });

  it('may come after the scan has ended', () => {
    const simulation = simulate(() => 'refused');
    simulation.scan({ address: HOST, ports: [1] });
    const [{ port, lane, sequence } = { port: 0, lane: 0, sequence: 0 }] = simulation.network.sent;
    simulation.scheduler.tcpAnswer({ from: sliceOf(HOST), port, sourcePort: 0, sequence, answer: 'syn_ack' }, lane);
    expect(simulation.reports.size).toBe(1);
  });
});

describe('on a machine in trouble', () => {
  it('ports whose probes are forbidden stay uncovered, the rest is covered', () => {
    const simulation = simulate(everyTenthOpen('silence'));
    simulation.network.localError = ({ port }) => (port === 7 || port === 10 ? 'EPERM' : undefined);
    const { verdicts, localError } = simulation.scan({ address: HOST, ports: range(20) });
    expect(counts(verdicts)).toEqual({ 0: 2, [SYN_ACK]: 1, [SILENCE]: 17 });
    expect([verdicts[6], verdicts[9]]).toEqual([0, 0]);
    expect(localError).toBe('EPERM');
  });

  it('a short trouble delays probes and loses none', () => {
    const simulation = simulate(everyTenthOpen('silence'));
    simulation.network.localError = ({ atMs }) => (atMs > 1 && atMs < 500 ? 'ENETUNREACH' : undefined);
    const { verdicts } = simulation.scan({ address: HOST, ports: range(5000) });
    expect(counts(verdicts)).toEqual({ [SYN_ACK]: 500, [SILENCE]: 4500 });
  });

  it('a lasting one ends the scan, and what did not answer is uncovered', () => {
    const simulation = simulate(everyTenthOpen('refused'));
    simulation.network.localError = ({ atMs }) => (atMs > 1 ? 'ENETUNREACH' : undefined);
    const { verdicts, localError } = simulation.scan({ address: HOST, ports: range(5000) });
    const { 0: uncovered = 0, [SILENCE]: silent = 0 } = counts(verdicts);
    expect(uncovered).toBeGreaterThan(3000);
    expect(silent).toBe(0);
    expect(localError).toBe('ENETUNREACH');
    expect(simulation.network.nowMs).toBeLessThan(10_000);
  });
});

describe('an aborted scan', () => {
  it('sends nothing more, reports nothing and leaves others alone', () => {
    const simulation = simulate(everyTenthOpen('refused'), {}, POLITE);
    const aborted = simulation.begin({ address: HOST, ports: range(5000) });
    const other = simulation.begin({ address: HOST, ports: range(100, 20_001) });
    while (simulation.network.nowMs < 50) simulation.turn();
    simulation.scheduler.abort(aborted);
    const before = simulation.network.sent.length;
    simulation.run();
    expect(
      simulation.network.sent.slice(before).filter(({ port, lane }) => port <= 5000 && lane !== CANARY_LANE),
    ).toEqual([]);
    expect([...simulation.reports.keys()]).toEqual([other]);
    expect(simulation.network.openRoutes).toBe(0);
  });
});
