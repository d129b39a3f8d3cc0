import { describe, expect, it } from 'vitest';

import { combineScanners } from './combined-scanner.ts';
import { type HostScanRequest, type PortScanner, type Protocol, ScanEngineError } from './port-scanner.ts';

interface FakeScanner extends PortScanner {
  readonly requests: HostScanRequest[];
  readonly closed: () => boolean;
}

/** Finds every port of its protocol open; `hostAnswered` and failures as told. */
function fakeScanner(
  protocol: Protocol,
  name: string,
  { hostAnswered = true, failure }: { hostAnswered?: boolean; failure?: Error } = {},
): FakeScanner {
  const requests: HostScanRequest[] = [];
  let isClosed = false;
  return {
    name,
    protocols: [protocol],
    requests,
    closed: () => isClosed,
    close: async () => {
      isClosed = true;
    },
    scan: async (request) => {
      requests.push(request);
      if (failure) throw failure;
      const ports = request.ports[protocol];
      const resultOf = (port: number) => ({ protocol, port, state: 'open', evidence: 'answer' }) as const;
      return {
        address: request.address,
        engine: name,
        hostAnswered,
        open: ports.map(resultOf),
        stateOf: (asked, port) => (asked === protocol && ports.includes(port) ? resultOf(port) : undefined),
        coveredPorts: ports.length,
        requestedPorts: request.ports.tcp.length + request.ports.udp.length,
        durationMs: protocol === 'tcp' ? 20 : 30,
      };
    },
  };
}

const request: HostScanRequest = { address: '192.0.2.1', ports: { tcp: [22, 80], udp: [53] } };
const failure = new ScanEngineError('no descriptors');

describe('combined scanners', () => {
  it('give each engine its own ports and merge what they find', async () => {
    const tcp = fakeScanner('tcp', 'syn', { hostAnswered: false });
    const udp = fakeScanner('udp', 'udp');
    const combined = combineScanners({ tcp, udp });
    const result = await combined.scan({ ...request, knownOpen: { tcp: [22], udp: [53] } });
    expect(tcp.requests).toMatchObject([{ ports: { tcp: [22, 80], udp: [] }, knownOpen: { tcp: [22], udp: [] } }]);
    expect(udp.requests).toMatchObject([{ ports: { tcp: [], udp: [53] }, knownOpen: { tcp: [], udp: [53] } }]);
    expect(combined).toMatchObject({ name: 'syn+udp', protocols: ['tcp', 'udp'] });
    expect(result).toMatchObject({
      address: '192.0.2.1',
      engine: 'syn+udp',
      hostAnswered: true,
      coveredPorts: 3,
      requestedPorts: 3,
      durationMs: 30,
    });
    expect(result.open.map(({ protocol, port }) => `${port}/${protocol}`)).toEqual(['22/tcp', '80/tcp', '53/udp']);
    expect(result.stateOf('udp', 53)).toMatchObject({ state: 'open' });
    expect(result.stateOf('tcp', 53)).toBeUndefined();
  });

  it('leave an engine alone that has nothing to do', async () => {
    const tcp = fakeScanner('tcp', 'connect');
    const udp = fakeScanner('udp', 'udp');
    const result = await combineScanners({ tcp, udp }).scan({ ...request, ports: { tcp: [], udp: [53] } });
    expect([tcp.requests, result.engine]).toEqual([[], 'udp']);
  });

  it('keep a target’s ceiling together', async () => {
    const tcp = fakeScanner('tcp', 'syn');
    const udp = fakeScanner('udp', 'udp');
    const combined = combineScanners({ tcp, udp });
    await combined.scan({ ...request, maxPacketsPerSecond: 100 });
    expect((tcp.requests[0]?.maxPacketsPerSecond ?? 0) + (udp.requests[0]?.maxPacketsPerSecond ?? 0)).toBe(100);
    await combined.scan({ ...request, ports: { tcp: [22], udp: [] }, maxPacketsPerSecond: 100 });
    expect(tcp.requests[1]?.maxPacketsPerSecond).toBe(100);
  });

  it('leave the ports of one protocol uncovered when the machine is at fault for that one only', async () => {
    const scanners = { tcp: fakeScanner('tcp', 'syn'), udp: fakeScanner('udp', 'udp', { failure }) };
    expect(await combineScanners(scanners).scan(request)).toMatchObject({
      engine: 'syn',
      coveredPorts: 2,
      requestedPorts: 3,
    });
  });

  it('reject when both engines fail, and for any other reason than the machine’s trouble', async () => {
    const failing = { tcp: fakeScanner('tcp', 'syn', { failure }), udp: fakeScanner('udp', 'udp', { failure }) };
    await expect(combineScanners(failing).scan(request)).rejects.toThrow(failure);
    const aborted = { ...failing, udp: fakeScanner('udp', 'udp', { failure: new TypeError('aborted') }) };
    await expect(combineScanners(aborted).scan(request)).rejects.toThrow('aborted');
  });

  it('are closed together', async () => {
    const tcp = fakeScanner('tcp', 'syn');
    const udp = fakeScanner('udp', 'udp');
    await combineScanners({ tcp, udp }).close();
    expect([tcp.closed(), udp.closed()]).toEqual([true, true]);
  });
});
