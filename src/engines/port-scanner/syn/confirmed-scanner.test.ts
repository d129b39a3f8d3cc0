import { describe, expect, it } from 'vitest';

import {
  type HostScanRequest,
  type HostScanResult,
  type PortResult,
  type PortScanner,
  ScanEngineError,
} from '../port-scanner.ts';
import { createConfirmedScanner } from './confirmed-scanner.ts';

type Verdict = Pick<PortResult, 'state' | 'evidence'>;

const SYN_ACK: Verdict = { state: 'open', evidence: 'syn_ack' };
const HANDSHAKE: Verdict = { state: 'open', evidence: 'handshake' };
const REFUSED: Verdict = { state: 'closed', evidence: 'refused' };
const SILENCE: Verdict = { state: 'filtered', evidence: 'silence' };
const HALF_FILTERED: Verdict = { state: 'filtered', evidence: 'syn_ack' };

/** Answers each scan with the next verdicts; undefined: uncovered. */
class ScriptedScanner implements PortScanner {
  readonly name: string;
  readonly protocols = ['tcp'] as const;
  readonly asked: (readonly number[])[] = [];
  readonly requests: HostScanRequest[] = [];
  isClosed = false;
  readonly #rounds: (Readonly<Record<number, Verdict>> | Error)[];

  constructor(name: string, ...rounds: (Readonly<Record<number, Verdict>> | Error)[]) {
    this.name = name;
    this.#rounds = rounds;
  }

  async scan(request: HostScanRequest): Promise<HostScanResult> {
    request.signal?.throwIfAborted();
    this.asked.push(request.ports.tcp);
    this.requests.push(request);
    const round = this.#rounds.shift() ?? {};
    if (round instanceof Error) throw round;
    const stateOf = (_: string, port: number): PortResult | undefined => {
      const verdict = request.ports.tcp.includes(port) ? round[port] : undefined;
      return verdict && { protocol: 'tcp', port, ...verdict };
    };
    const covered = request.ports.tcp.flatMap((port) => stateOf('tcp', port) ?? []);
    return {
      address: request.address,
      engine: this.name,
      hostAnswered: true,
      open: covered.filter(({ state }) => state === 'open'),
      stateOf,
      coveredPorts: covered.length,
      requestedPorts: request.ports.tcp.length + request.ports.udp.length,
      durationMs: 1,
    };
  }

  async close(): Promise<void> {
    this.isClosed = true;
  }
}

const REQUEST = { address: '192.0.2.1', ports: { tcp: [22, 80, 443], udp: [] } };

function scan(halfOpen: PortScanner, connect: PortScanner, request: HostScanRequest = REQUEST) {
  return createConfirmedScanner({ halfOpen, connect, retryDelayMs: 0 }).scan(request);
}

describe('a confirmed scanner', () => {
  it('believes an open port after a handshake, and asks for none where nothing is open', async () => {
    const connect = new ScriptedScanner('connect', { 80: HANDSHAKE });
    const result = await scan(new ScriptedScanner('syn', { 22: REFUSED, 80: SYN_ACK, 443: SILENCE }), connect);
    expect(result.open).toEqual([{ protocol: 'tcp', port: 80, ...HANDSHAKE }]);
    expect(result).toMatchObject({ engine: 'syn', coveredPorts: 3, requestedPorts: 3 });
    expect(result.stateOf('tcp', 22)).toMatchObject(REFUSED);
    expect(connect.asked).toEqual([[80]]);
    await scan(new ScriptedScanner('syn', { 22: REFUSED }), connect);
    expect(connect.asked).toEqual([[80]]);
  });

  it('asks no handshake of a port that was open before', async () => {
    const connect = new ScriptedScanner('connect', { 80: HANDSHAKE });
    const request = { ...REQUEST, knownOpen: { tcp: [22], udp: [] } };
    const result = await scan(new ScriptedScanner('syn', { 22: SYN_ACK, 80: SYN_ACK }), connect, request);
    expect(result.stateOf('tcp', 22)).toMatchObject(SYN_ACK);
    expect(connect.asked).toEqual([[80]]);
  });

  it('tries a handshake that failed once more', async () => {
    const connect = new ScriptedScanner('connect', { 80: SILENCE }, { 80: HANDSHAKE });
    const result = await scan(new ScriptedScanner('syn', { 80: SYN_ACK }), connect);
    expect(result.stateOf('tcp', 80)).toMatchObject(HANDSHAKE);
  });

  it.each([
    ['that offers connections nobody can complete', SYN_ACK, HALF_FILTERED],
    ['that was open for a moment', REFUSED, REFUSED],
    ['that fell silent', SILENCE, SILENCE],
  ])('does not call a port open %s', async (_, lastAnswer, verdict) => {
    const halfOpen = new ScriptedScanner('syn', { 22: SYN_ACK, 80: SYN_ACK }, { 80: lastAnswer });
    const connect = new ScriptedScanner('connect', { 22: HANDSHAKE, 80: SILENCE }, { 80: REFUSED });
    const result = await scan(halfOpen, connect);
    expect(result.open.map(({ port }) => port)).toEqual([22]);
    expect(result.stateOf('tcp', 80)).toEqual({ protocol: 'tcp', port: 80, ...verdict });
    expect(result.coveredPorts).toBe(2);
    expect(halfOpen.asked.at(-1)).toEqual([80]);
  });

  it('leaves a port uncovered whose handshake this machine cannot try', async () => {
    const trouble = new ScanEngineError('no descriptors');
    const result = await scan(
      new ScriptedScanner('syn', { 22: REFUSED, 80: SYN_ACK }),
      new ScriptedScanner('connect', trouble, trouble),
    );
    expect(result.stateOf('tcp', 80)).toBeUndefined();
    expect(result).toMatchObject({ open: [], coveredPorts: 1, hostAnswered: true });
  });

  it('keeps to the request’s pace and ends with its signal', async () => {
    const abort = new AbortController();
    const connect = new ScriptedScanner('connect', { 80: SILENCE });
    const scanner = createConfirmedScanner({
      halfOpen: new ScriptedScanner('syn', { 80: SYN_ACK }),
      connect,
      retryDelayMs: 60_000,
    });
    const scanning = scanner.scan({ ...REQUEST, maxPacketsPerSecond: 50, signal: abort.signal });
    const rejected = expect(scanning).rejects.toThrow('enough');
    setImmediate(() => abort.abort(new Error('enough')));
    await rejected;
    expect(connect.requests[0]).toMatchObject({ maxPacketsPerSecond: 50 });
  });

  it('closes both engines', async () => {
    const engines = [new ScriptedScanner('syn'), new ScriptedScanner('connect')] as const;
    await createConfirmedScanner({ halfOpen: engines[0], connect: engines[1] }).close();
    expect(engines.map(({ isClosed }) => isClosed)).toEqual([true, true]);
  });
});
