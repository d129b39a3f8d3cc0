import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../common/testing/property-runs.ts';
import { type PortScanner, ScanEngineError } from '../port-scanner.ts';
import type { UdpProbe } from './udp-probe.ts';

import { createUdpScanner, type UdpScannerOptions } from './udp-scanner.ts';

const ADDRESS = '127.83.0.1';
/** Below the range that local ports are taken from. */
const PORT = 20_100;
const OTHER_PORT = 20_101;
const hello: UdpProbe = { request: () => Buffer.from('hello') };
const helloFromAnyPort: UdpProbe = { ...hello, answersFromAnyPort: true };
const QUICK = {
  datagramsPerSecondPerHost: 100_000,
  datagramsPerSecondPerNetwork: 100_000,
  datagramsPerSecond: 100_000,
  answerTimeoutMs: 150,
} as const;

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

interface Server {
  readonly socket: Socket;
  readonly received: string[];
}

type Answer = (socket: Socket, count: number, from: { port: number; address: string }) => void;

async function serve(answer: Answer, address = ADDRESS, port = PORT): Promise<Server> {
  const socket = createSocket(address.includes(':') ? 'udp6' : 'udp4');
  const received: string[] = [];
  socket.on('message', (message, from) => {
    received.push(String(message));
    answer(socket, received.length, from);
  });
  socket.bind(port, address);
  await once(socket, 'listening');
  cleanUps.push(() => socket.close());
  return { socket, received };
}

function scanner(options: Partial<UdpScannerOptions> = {}): PortScanner {
  const created = createUdpScanner({ probes: new Map([[PORT, [hello]]]), ...QUICK, ...options });
  cleanUps.push(() => created.close());
  return created;
}

const request = { address: ADDRESS, ports: { tcp: [], udp: [PORT] } };
const answering: Answer = (socket, _count, { port, address }) => socket.send('welcome', port, address);
const silent: Answer = () => {};

describe('the UDP scanner', () => {
  it.each([ADDRESS, '::1'])('calls a port of %s open when it answers, and hands over the answer', async (address) => {
    await serve(answering, address);
    const result = await scanner().scan({ ...request, address });
    const open = { protocol: 'udp', port: PORT, state: 'open', evidence: 'answer', answer: Buffer.from('welcome') };
    expect(result.open).toEqual([open]);
    expect(result.stateOf('udp', PORT)).toEqual(open);
    expect(result).toMatchObject({ engine: 'udp', hostAnswered: true, coveredPorts: 1, requestedPorts: 1 });
  });

  it.each([hello, helloFromAnyPort])('calls a port closed when ICMP says that nobody is there', async (probe) => {
    const result = await scanner({ probes: new Map([[PORT, [probe]]]) }).scan(request);
    expect(result.stateOf('udp', PORT)).toMatchObject({ state: 'closed', evidence: 'refused' });
    expect(result).toMatchObject({ open: [], hostAnswered: true, coveredPorts: 1 });
  });

  it('calls a port filtered when every repetition stays unanswered', async () => {
    const { received } = await serve(silent);
    const result = await scanner({ retries: 2 }).scan(request);
    expect(result.stateOf('udp', PORT)).toMatchObject({ state: 'filtered', evidence: 'silence' });
    expect(result.hostAnswered).toBe(false);
    expect(received).toEqual(['hello', 'hello', 'hello']);
  });

  it('survives the loss of all requests but the last', async () => {
    await serve((socket, count, from) => count === 3 && socket.send('welcome', from.port, from.address));
    expect((await scanner({ retries: 2 }).scan(request)).open).toHaveLength(1);
  });

  it('hears an answer to an earlier request that comes late', async () => {
    const { received } = await serve((socket, count, from) => {
      if (count === 1) setTimeout(() => socket.send('late', from.port, from.address), 200);
    });
    const result = await scanner({ retries: 8 }).scan(request);
    expect(String(result.open[0]?.answer)).toBe('late');
    expect(received.length).toBeGreaterThan(1);
  });

  it('never answers an answer, however many come', async () => {
    const { received } = await serve((socket, _count, { port, address }) => {
      for (let copy = 0; copy < 20; copy += 1) socket.send(`welcome ${copy}`, port, address);
    });
    const [open] = (await scanner().scan(request)).open;
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(String(open?.answer)).toMatch(/^welcome/);
    expect(received).toEqual(['hello']);
  });

  it('takes an empty datagram for an answer', async () => {
    await serve((socket, _count, { port, address }) => socket.send('', port, address));
    expect((await scanner().scan(request)).open[0]?.answer).toHaveLength(0);
  });

  it.each([
    ['another address', '127.83.0.2', PORT, helloFromAnyPort],
    ['another port, where the protocol has no such thing', ADDRESS, OTHER_PORT, hello],
  ])('ignores what comes from %s', async (_, address, port, probe) => {
    const other = await serve(silent, address, port);
    await serve((_socket, _count, from) => other.socket.send('fooled you', from.port, from.address));
    const result = await scanner({ probes: new Map([[PORT, [probe]]]) }).scan(request);
    expect(result.stateOf('udp', PORT)).toMatchObject({ state: 'filtered' });
  });

  it('hears an answer from another port of the target, where the protocol sends it from there', async () => {
    const other = await serve(silent, ADDRESS, OTHER_PORT);
    await serve((_socket, _count, from) => other.socket.send('data', from.port, from.address));
    const result = await scanner({ probes: new Map([[PORT, [helloFromAnyPort]]]) }).scan(request);
    expect(String(result.open[0]?.answer)).toBe('data');
  });

  it('tries one probe after the other', async () => {
    const { received } = await serve(
      (socket, count, from) => count === 2 && socket.send('hi', from.port, from.address),
    );
    const second: UdpProbe = { request: ({ address, port }) => Buffer.from(`${address} ${port}`) };
    const result = await scanner({ probes: new Map([[PORT, [hello, second]]]) }).scan(request);
    expect(result.open).toHaveLength(1);
    expect(received).toEqual(['hello', `${ADDRESS} ${PORT}`]);
  });

  it('never judges a port without a probe, nor a TCP port', async () => {
    await serve(answering);
    const result = await scanner().scan({ address: ADDRESS, ports: { tcp: [80], udp: [PORT, OTHER_PORT] } });
    expect(result.stateOf('udp', OTHER_PORT)).toBeUndefined();
    expect(result.stateOf('tcp', PORT)).toBeUndefined();
    expect(result).toMatchObject({ requestedPorts: 3, coveredPorts: 1 });
  });

  it('is not harmed by what an answer holds', async () => {
    let garbage = Buffer.alloc(0);
    await serve((socket, _count, { port, address }) => socket.send(garbage, port, address));
    const garbageScanner = scanner();
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 1400 }), async (bytes) => {
        garbage = Buffer.from(bytes);
        expect((await garbageScanner.scan(request)).open[0]?.answer).toEqual(garbage);
      }),
      { numRuns: propertyRuns(20) },
    );
  });

  it('gives many scans at once their own answers, with few sockets', async () => {
    const addresses = Array.from({ length: 60 }, (_, index) => `127.83.1.${index + 1}`);
    const sayWho =
      (who: string): Answer =>
      (socket, _count, { port, address }) =>
        socket.send(who, port, address);
    await Promise.all(addresses.map((address) => serve(sayWho(address), address)));
    const busy = scanner({ maxPortsAtOnce: 8 });
    const results = await Promise.all(addresses.map((address) => busy.scan({ ...request, address })));
    expect(results.map(({ open }) => String(open[0]?.answer))).toEqual(addresses);
  });

  it('sends no faster than the request allows', async () => {
    const { received } = await serve(silent);
    const abort = new AbortController();
    const ports = Array.from({ length: 50 }, (_, index) => PORT + index);
    const paced = scanner({ probes: new Map(ports.map((port) => [port, [hello]])) });
    const others = await Promise.all(ports.slice(1).map((port) => serve(silent, ADDRESS, port)));
    const scan = paced.scan({
      address: ADDRESS,
      ports: { tcp: [], udp: ports },
      maxPacketsPerSecond: 0.01,
      signal: abort.signal,
    });
    const aborted = expect(scan).rejects.toThrow('enough');
    await new Promise((resolve) => setTimeout(resolve, 300));
    abort.abort(new Error('enough'));
    await aborted;
    expect([received, ...others.map((other) => other.received)].flat()).toEqual(['hello']);
  });

  it('rejects an aborted scan, and running and later ones once it is closed', async () => {
    await serve(silent);
    const closing = scanner({ answerTimeoutMs: 60_000 });
    const abort = new AbortController();
    const aborted = expect(closing.scan({ ...request, signal: abort.signal })).rejects.toThrow('enough');
    const running = expect(closing.scan(request)).rejects.toThrow(ScanEngineError);
    await new Promise((resolve) => setTimeout(resolve, 50));
    abort.abort(new Error('enough'));
    await aborted;
    await closing.close();
    await running;
    await expect(closing.scan(request)).rejects.toThrow('The scanner is closed');
  });

  it('blames the machine when no port could be asked', async () => {
    const unreachable: UdpProbe = { request: () => new Uint8Array(70_000) };
    const scan = scanner({ retries: 0, probes: new Map([[PORT, [unreachable]]]) }).scan(request);
    await expect(scan).rejects.toThrow(/could be asked: EMSGSIZE/);
    await expect(scan).rejects.toThrow(ScanEngineError);
  });

  it.each([
    ['a name', { address: 'localhost', ports: { tcp: [], udp: [1] } }],
    ['an address with a zone', { address: 'fe80::1%lo', ports: { tcp: [], udp: [1] } }],
    ['descending ports', { address: ADDRESS, ports: { tcp: [], udp: [2, 1] } }],
    ['port 65536', { address: ADDRESS, ports: { tcp: [], udp: [65_536] } }],
    ['a ceiling of nothing', { ...request, maxPacketsPerSecond: 0 }],
  ])('refuses %s', async (_, wrong) => {
    await expect(scanner().scan(wrong)).rejects.toThrow(TypeError);
  });

  it.each([{ retries: -1 }, { maxPortsAtOnce: 0 }, { datagramsPerSecond: 1.5 }])('refuses the option %o', (options) => {
    expect(() => createUdpScanner({ probes: new Map(), ...options })).toThrow(RangeError);
  });
});
