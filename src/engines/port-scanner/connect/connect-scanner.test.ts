import { createServer, type Server } from 'node:net';
import type { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { propertyRuns } from '../../../common/testing/property-runs.ts';
import { type PortScanner, ScanEngineError } from '../port-scanner.ts';

import { type ConnectScannerOptions, createConnectScanner } from './connect-scanner.ts';

/** A busy machine must not fail a test. */
const UNPACED = {
  connectsPerSecondPerHost: 1_000_000,
  connectsPerSecondPerNetwork: 1_000_000,
  connectsPerSecond: 1_000_000,
} as const;
/** So slow that a scan of many ports is still running whenever the test gets to look at it. */
const SLOW = { connectsPerSecondPerHost: 5, mostConnectsPerSecondPerHost: 5 } as const;
const MANY_PORTS = Array.from({ length: 500 }, (_, index) => 20_000 + index);

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

function scannerWith(options: ConnectScannerOptions): PortScanner {
  const scanner = createConnectScanner(options);
  cleanups.push(() => scanner.close());
  return scanner;
}

async function listen(address: string, port: number): Promise<Server> {
  const server = createServer((connection) => connection.on('error', () => connection.destroy()).resume());
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, address, resolve));
  return server;
}

async function listenOn(address: string, ports: readonly number[]): Promise<() => Promise<void>> {
  const servers = await Promise.all(ports.map((port) => listen(address, port)));
  const close = async () => {
    await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  };
  cleanups.push(close);
  return close;
}

function selection(tcp: Iterable<number>) {
  return { tcp: [...new Set(tcp)].sort((a, b) => a - b), udp: [] };
}

describe('the connect scanner', () => {
  it.each([
    ['127.81.0.1', 'native'],
    ['127.81.0.1', 'node'],
    ['::1', 'native'],
    ['::1', 'node'],
  ] as const)(
    'calls exactly the listening ports of %s open and every other one closed, with %s sockets',
    async (address, sockets) => {
      const scanner = scannerWith({ ...UNPACED, sockets });
      // Below the range that local ports are taken from, so that nobody else's connection occupies one.
      const port = fc.integer({ min: 20_000, max: 30_000 });
      const property = fc.asyncProperty(
        fc.uniqueArray(port, { maxLength: 20 }),
        fc.uniqueArray(port, { minLength: 1, maxLength: 300 }),
        async (listening, others) => {
          const close = await listenOn(address, listening);
          const result = await scanner.scan({ address, ports: selection([...listening, ...others]) });
          await close();
          const asked = selection([...listening, ...others]).tcp;
          const closed = asked.filter((each) => !listening.includes(each));
          expect(result.open.map((each) => each.port)).toEqual(selection(listening).tcp);
          expect(asked.filter((each) => result.stateOf('tcp', each)?.state === 'closed')).toEqual(closed);
          expect(result).toMatchObject({ address, engine: 'connect', hostAnswered: true, coveredPorts: asked.length });
        },
      );
      await fc.assert(property, { numRuns: propertyRuns(15) });
    },
  );

  it('says how it knows', async () => {
    await listenOn('127.81.0.2', [20_001]);
    const result = await scannerWith({}).scan({ address: '127.81.0.2', ports: selection([20_001, 20_002]) });
    expect(result.open).toEqual([{ protocol: 'tcp', port: 20_001, state: 'open', evidence: 'handshake' }]);
    expect(result.stateOf('tcp', 20_002)).toEqual({
      protocol: 'tcp',
      port: 20_002,
      state: 'closed',
      evidence: 'refused',
    });
    expect(result.stateOf('tcp', 20_003)).toBeUndefined();
  });

  it('leaves UDP ports uncovered', async () => {
    const result = await scannerWith({}).scan({ address: '127.81.0.2', ports: { tcp: [20_002], udp: [53] } });
    expect(result).toMatchObject({ requestedPorts: 2, coveredPorts: 1 });
    expect(result.stateOf('udp', 53)).toBeUndefined();
  });

  it('answers a request without ports at once', async () => {
    const result = await scannerWith({}).scan({ address: '127.81.0.2', ports: selection([]) });
    expect(result).toMatchObject({ requestedPorts: 0, coveredPorts: 0, hostAnswered: false, open: [] });
  });

  it('gives hundreds of concurrent scans their own answers, on one thread or two', async () => {
    await Promise.all([listenOn('127.81.1.7', [20_005]), listenOn('127.81.1.200', [20_006])]);
    for (const threads of [1, 2]) {
      const scanner = scannerWith({ ...UNPACED, threads, maxSockets: 64 });
      const addresses = Array.from({ length: 300 }, (_, index) => `127.81.1.${index % 250}`);
      const ports = selection([20_005, 20_006, 20_007]);
      const results = await Promise.all(addresses.map((address) => scanner.scan({ address, ports })));
      const open = results.flatMap(({ address, open }) => open.map((each) => `${address}:${each.port}`));
      // The first fifty addresses are scanned twice.
      expect(open.sort()).toEqual(['127.81.1.200:20006', '127.81.1.7:20005', '127.81.1.7:20005']);
      expect(results.map(({ coveredPorts }) => coveredPorts)).toEqual(addresses.map(() => 3));
    }
  });

  it.each(['native', 'node'] as const)('covers everything with a single one of %s sockets', async (sockets) => {
    const result = await scannerWith({ ...UNPACED, sockets, maxSockets: 1 }).scan({
      address: '127.81.0.3',
      ports: selection(MANY_PORTS),
    });
    expect(result).toMatchObject({ coveredPorts: MANY_PORTS.length, open: [] });
  });

  it('shares few sockets between IPv4 and IPv6', async () => {
    const scanner = scannerWith({ ...UNPACED, maxSockets: 3, threads: 1 });
    const ports = selection(MANY_PORTS.slice(0, 100));
    const results = await Promise.all(['127.81.0.9', '::1'].map((address) => scanner.scan({ address, ports })));
    expect(results.map(({ coveredPorts }) => coveredPorts)).toEqual([100, 100]);
  });

  it.each([
    ['of the request', { ...UNPACED, retries: 0 }, 5, ['127.81.0.7']],
    [
      'of the target’s network',
      { ...UNPACED, connectsPerSecondPerNetwork: 5 },
      undefined,
      ['127.81.0.7', '127.81.0.8'],
    ],
  ] as const)('keeps the ceiling %s', async (_, options, maxPacketsPerSecond, addresses) => {
    let connections = 0;
    const servers = await Promise.all(
      addresses.flatMap((address) => MANY_PORTS.slice(0, 40).map((port) => listen(address, port))),
    );
    cleanups.push(async () => {
      for (const server of servers) server.close();
    });
    for (const server of servers) server.on('connection', () => (connections += 1));
    const scanner = scannerWith(options);
    const abort = new AbortController();
    const ports = selection(MANY_PORTS.slice(0, 40));
    const startedAtMs = performance.now();
    const scans = addresses.map((address) =>
      scanner.scan({ address, ports, maxPacketsPerSecond, signal: abort.signal }),
    );
    const aborted = Promise.allSettled(scans);
    await vi.waitUntil(() => connections > 0, { timeout: 20_000 });
    await new Promise((resolve) => setTimeout(resolve, 700));
    abort.abort();
    await aborted;
    const allowed = (5 * (performance.now() - startedAtMs)) / 1000 + 2;
    // A handshake is three packets.
    expect(connections).toBeLessThanOrEqual(allowed / 3 + 1);
  });

  it('rejects an aborted scan with the signal’s reason and goes on with the others', async () => {
    const scanner = scannerWith(SLOW);
    const abort = new AbortController();
    const aborted = scanner.scan({ address: '127.81.0.4', ports: selection(MANY_PORTS), signal: abort.signal });
    const other = scanner.scan({ address: '127.81.0.4', ports: selection([20_001]) });
    abort.abort(new Error('enough'));
    await expect(aborted).rejects.toThrow('enough');
    await expect(other).resolves.toMatchObject({ coveredPorts: 1 });
  });

  it('does not begin a scan whose signal is already aborted', async () => {
    const signal = AbortSignal.abort(new Error('too late'));
    await expect(scannerWith({}).scan({ address: '127.81.0.4', ports: selection([1]), signal })).rejects.toThrow(
      'too late',
    );
  });

  it('rejects running scans when the thread dies, and scans again on a new one', async () => {
    const started = new Promise<Worker>((resolve) => process.once('worker', resolve));
    const scanner = scannerWith(SLOW);
    const running = scanner.scan({ address: '127.81.0.5', ports: selection(MANY_PORTS) });
    const died = expect(running).rejects.toThrow(ScanEngineError);
    await (await started).terminate();
    await died;
    await expect(scanner.scan({ address: '127.81.0.5', ports: selection([20_001]) })).resolves.toMatchObject({
      coveredPorts: 1,
    });
  });

  it('rejects running and later scans once it is closed', async () => {
    const scanner = createConnectScanner(SLOW);
    const running = expect(scanner.scan({ address: '127.81.0.6', ports: selection(MANY_PORTS) })).rejects.toThrow(
      ScanEngineError,
    );
    await scanner.close();
    await running;
    await expect(scanner.scan({ address: '127.81.0.6', ports: selection([1]) })).rejects.toThrow(
      'The scanner is closed',
    );
  });

  it.each([
    ['a name', { address: 'localhost', ports: { tcp: [1], udp: [] } }],
    ['an address with a zone', { address: 'fe80::1%lo', ports: { tcp: [1], udp: [] } }],
    ['descending ports', { address: '127.81.0.6', ports: { tcp: [2, 1], udp: [] } }],
    ['a port asked for twice', { address: '127.81.0.6', ports: { tcp: [1, 1], udp: [] } }],
    ['port 0', { address: '127.81.0.6', ports: { tcp: [0], udp: [] } }],
    ['port 65536', { address: '127.81.0.6', ports: { tcp: [65_536], udp: [] } }],
    ['a ceiling of nothing', { address: '127.81.0.6', ports: { tcp: [1], udp: [] }, maxPacketsPerSecond: 0 }],
  ])('refuses %s', async (_, request) => {
    await expect(scannerWith({}).scan(request)).rejects.toThrow(TypeError);
  });

  it.each([
    { maxSockets: 0 },
    { threads: 1.5 },
    { retries: -1 },
    { mostConnectsPerSecondPerHost: 999 },
    { fewestConnectsPerSecondPerHost: 1001 },
    { connectsPerSecond: Number.NaN },
  ])('refuses the option %o', (options) => {
    expect(() => createConnectScanner(options)).toThrow(RangeError);
  });
});
