/** Real packets: on loopback, and in network namespaces that the tests make. All need CAP_NET_RAW. */

import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import type { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, it } from 'vitest';

import { createConnectScanner } from '../connect/connect-scanner.ts';
import { type PortScanner, ScanEngineError } from '../port-scanner.ts';
import { synAvailability } from './availability.ts';
import { createSynScanner, type SynScannerOptions } from './syn-scanner.ts';
import {
  canKeepOneCapability,
  canMakeNamespaces,
  NO_PRIVILEGES,
  ONLY_RAW_SOCKETS,
  type Rules,
  runTask,
  SILENT,
  TARGET,
  TARGET_IPV6,
  Target,
} from './testing/half-open-network.ts';
import type { HalfOpenReport, HalfOpenTask } from './testing/half-open-task.ts';

/** A busy machine must not fail a test. */
const availability = await synAvailability();
const isRoot = process.getuid?.() === 0;
if (!availability.available) {
  process.stderr.write(`\nSKIPPED: no half-open scanning here (${availability.reason}). It is NOT tested.\n`);
}
const hasNamespaces = availability.available && canMakeNamespaces();
if (!hasNamespaces) {
  process.stderr.write('\nSKIPPED: namespaces need root, unshare, iproute2 and nftables. Silence is NOT tested.\n');
}
const hasPrivilegeTools = isRoot && canKeepOneCapability();
if (!hasPrivilegeTools) {
  process.stderr.write('\nSKIPPED: privileges can only be given up by root, with setpriv. They are NOT tested.\n');
}

const UNLIMITED: SynScannerOptions = {
  packetsPerSecondPerTarget: Infinity,
  packetsPerSecondPerNetwork: Infinity,
  packetsPerSecond: Infinity,
};
const SLOW: SynScannerOptions = { packetsPerSecondPerTarget: 5, maxPacketsPerSecondPerTarget: 5 };
const MANY_PORTS = Array.from({ length: 500 }, (_, index) => 20_000 + index);

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

function scannerWith(options: SynScannerOptions): PortScanner {
  const scanner = createSynScanner(options);
  cleanups.push(() => scanner.close());
  return scanner;
}

async function listen(address: string, port = 0): Promise<Server> {
  const server = createServer((connection) => connection.on('error', () => connection.destroy()).resume());
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, address, resolve));
  cleanups.push(() => new Promise((resolve) => server.close(resolve)));
  return server;
}

/** Connections to a local port that were offered and neither completed nor reset, as the kernel lists them. */
function halfOpenConnections(port: number): number {
  const synReceived = '03';
  const suffix = `:${port.toString(16).toUpperCase()}`;
  const lines = readFileSync('/proc/net/tcp', 'utf8').split('\n').slice(1);
  return lines.filter((line) => {
    const [, local, , state] = line.trim().split(/\s+/);
    return local?.endsWith(suffix) && state === synReceived;
  }).length;
}

function tcp(ports: readonly number[]) {
  return { tcp: ports, udp: [] };
}

describe.skipIf(!availability.available)('on loopback, the half-open scanner', () => {
  it.each(['127.84.0.1', '::1'])('finds exactly the listening ports of %s', async (address) => {
    const listening = [20_010, 20_123, 20_499];
    await Promise.all(listening.map((port) => listen(address, port)));
    const result = await scannerWith(UNLIMITED).scan({ address, ports: tcp(MANY_PORTS) });
    expect(result.open).toEqual(
      listening.map((port) => ({ protocol: 'tcp', port, state: 'open', evidence: 'syn_ack' })),
    );
    const closed = MANY_PORTS.filter((port) => result.stateOf('tcp', port)?.evidence === 'refused');
    expect(closed).toHaveLength(MANY_PORTS.length - listening.length);
    expect(result).toMatchObject({ engine: 'syn', hostAnswered: true, coveredPorts: 500, requestedPorts: 500 });
  });

  it('never completes a connection and leaves none half open', async () => {
    const server = await listen('127.84.0.2', 20_001);
    let connections = 0;
    server.on('connection', () => {
      connections += 1;
    });
    const scanner = scannerWith(UNLIMITED);
    for (let round = 0; round < 5; round += 1) {
      const { open } = await scanner.scan({ address: '127.84.0.2', ports: tcp([20_001]) });
      expect(open).toHaveLength(1);
    }
    expect(halfOpenConnections(20_001)).toBe(0);
    const client = connect(20_001, '127.84.0.2');
    cleanups.push(async () => client.destroy());
    await once(server, 'connection');
    expect(connections).toBe(1);
  });

  it('finds none of its own ports open when it scans the whole machine', async () => {
    const everything = Array.from({ length: 65_535 }, (_, index) => index + 1);
    const [syn, plain] = await Promise.all([
      scannerWith(UNLIMITED).scan({ address: '127.84.0.3', ports: tcp(everything) }),
      (await listen('127.84.0.3')).address() as AddressInfo,
    ]);
    const connectScanner = createConnectScanner({ connectsPerSecondPerHost: 1_000_000, connectsPerSecond: 1_000_000 });
    cleanups.push(() => connectScanner.close());
    const believed = await connectScanner.scan({ address: '127.84.0.3', ports: tcp(syn.open.map(({ port }) => port)) });
    expect(syn.coveredPorts).toBe(65_535);
    expect(believed.open.map(({ port }) => port)).toEqual(syn.open.map(({ port }) => port));
    expect(syn.open.map(({ port }) => port)).toContain(plain.port);
  });

  it('gives hundreds of concurrent scans their own answers, a few at a time', async () => {
    await Promise.all([listen('127.84.1.7', 20_005), listen('127.84.1.200', 20_006)]);
    const scanner = scannerWith({ ...UNLIMITED, maxConcurrentScans: 20 });
    const addresses = Array.from({ length: 300 }, (_, index) => `127.84.1.${index % 250}`);
    const results = await Promise.all(
      addresses.map((address) => scanner.scan({ address, ports: tcp([20_005, 20_006, 20_007]) })),
    );
    const open = results.flatMap((result) => result.open.map(({ port }) => `${result.address}:${port}`));
    // The first fifty addresses are scanned twice.
    expect(open.sort()).toEqual(['127.84.1.200:20006', '127.84.1.7:20005', '127.84.1.7:20005']);
    expect(results.map(({ coveredPorts }) => coveredPorts)).toEqual(addresses.map(() => 3));
  });

  it('answers a request without TCP ports at once', async () => {
    const result = await scannerWith({}).scan({ address: '127.84.0.4', ports: { tcp: [], udp: [53] } });
    expect(result).toMatchObject({ requestedPorts: 1, coveredPorts: 0, hostAnswered: false, open: [] });
  });

  it('rejects an aborted scan with the signal’s reason, running or waiting, and goes on with the others', async () => {
    const scanner = scannerWith({ ...SLOW, maxConcurrentScans: 2 });
    const abort = new AbortController();
    const scanMany = (address: string) => scanner.scan({ address, ports: tcp(MANY_PORTS), signal: abort.signal });
    const running = scanMany('127.84.0.5');
    const other = scanner.scan({ address: '127.84.0.6', ports: tcp([20_001]) });
    const waiting = scanMany('127.84.0.7');
    const rejected = [running, waiting].map((each) => expect(each).rejects.toThrow('enough'));
    abort.abort(new Error('enough'));
    await Promise.all(rejected);
    await expect(other).resolves.toMatchObject({ coveredPorts: 1 });
  });

  it('rejects running scans when the thread dies, and scans again on a new one', async () => {
    const started = new Promise<Worker>((resolve) => process.once('worker', resolve));
    const scanner = scannerWith(SLOW);
    const running = scanner.scan({ address: '127.84.0.8', ports: tcp(MANY_PORTS) });
    const died = expect(running).rejects.toThrow(ScanEngineError);
    await (await started).terminate();
    await died;
    await expect(scanner.scan({ address: '127.84.0.8', ports: tcp([20_001]) })).resolves.toMatchObject({
      coveredPorts: 1,
    });
  });

  it('rejects running, waiting and later scans once it is closed', async () => {
    const scanner = createSynScanner({ ...SLOW, maxConcurrentScans: 1 });
    const scan = () => scanner.scan({ address: '127.84.0.9', ports: tcp(MANY_PORTS) });
    const rejected = [scan(), scan()].map((each) => expect(each).rejects.toThrow(ScanEngineError));
    await scanner.close();
    await Promise.all(rejected);
    await expect(scan()).rejects.toThrow('The scanner is closed');
  });

  it.each([
    ['a name', { address: 'localhost', ports: tcp([1]) }],
    ['an address with a zone', { address: 'fe80::1%lo', ports: tcp([1]) }],
    ['descending ports', { address: '127.84.0.9', ports: tcp([2, 1]) }],
    ['port 65536', { address: '127.84.0.9', ports: tcp([65_536]) }],
    ['a rate of nothing', { address: '127.84.0.9', ports: tcp([1]), maxPacketsPerSecond: 0 }],
  ])('refuses %s', async (_, request) => {
    await expect(scannerWith({}).scan(request)).rejects.toThrow(TypeError);
  });

  it.each([
    { packetsPerSecond: 0 },
    { passes: 11 },
    { maxConcurrentScans: 1.5 },
    { packetsPerSecondPerTarget: Number.NaN },
  ])('refuses the option %o', (options) => {
    expect(() => createSynScanner(options)).toThrow(RangeError);
  });
});

/** A host that listens on ports 80, 443 and 3050, behind a firewall. */
async function scanBeside(rules: Rules, task: HalfOpenTask): Promise<HalfOpenReport> {
  const target = await Target.start([80, 443, 3050]);
  try {
    return await target.scan(rules, task);
  } finally {
    await target.stop();
  }
}

describe.skipIf(!hasNamespaces)(
  'beside a firewalled host, the half-open scanner',
  { tags: ['iproute2', 'nftables'] },
  () => {
    it.concurrent('tells open, closed, dropped and rejected ports apart, and a silent host from a closed one', async () => {
      const input = [
        'tcp dport 3000-3049 drop',
        'tcp dport 4000-4002 reject with icmpx type port-unreachable',
        'tcp dport 4003-4006 reject with icmpx type admin-prohibited',
        'tcp dport 4007-4011 reject with tcp reset',
      ];
      const ports = '80,81,443,3000-3050,4000-4011';
      const { outcomes, socketsLeft } = await scanBeside(
        { input },
        {
          isUnlimited: true,
          scans: [
            { address: TARGET, tcp: ports },
            { address: TARGET_IPV6, tcp: ports },
            { address: SILENT, tcp: '80,81' },
          ],
        },
      );
      const found = {
        hostAnswered: true,
        evidence: { syn_ack: 3, refused: 6, silence: 50, unreachable: 3, prohibited: 4 },
        open: [80, 443, 3050],
        coveredPorts: 66,
      };
      expect(outcomes).toEqual([
        { address: TARGET, ...found },
        { address: TARGET_IPV6, ...found },
        { address: SILENT, hostAnswered: false, evidence: { silence: 2 }, open: [], coveredPorts: 2 },
      ]);
      expect(socketsLeft).toBe(0);
    });

    it.concurrent('meets a host that comes back when it has been asked twice', async () => {
      const timed = (name: string) => `set ${name} { type ipv4_addr; flags dynamic, timeout; timeout 1h; }`;
      const input = [
        'ip saddr @away drop',
        'ip saddr != @seen add @seen { ip saddr } add @away { ip saddr timeout 1200ms } drop',
      ];
      const { outcomes } = await scanBeside(
        { input, sets: [timed('away'), timed('seen')] },
        { isUnlimited: true, scans: [{ address: TARGET, tcp: '1-1000,3050' }] },
      );
      expect(outcomes).toMatchObject([{ hostAnswered: true, open: [80, 443, 3050] }]);
    });

    it.concurrent('knows a host that only ever rejects by ICMP for one that answers', async () => {
      const { outcomes } = await scanBeside(
        { input: ['meta l4proto tcp reject with icmpx type admin-prohibited'] },
        { isUnlimited: true, scans: [{ address: TARGET, tcp: '1-50' }] },
      );
      expect(outcomes).toMatchObject([{ hostAnswered: true, evidence: { prohibited: 50 }, open: [] }]);
    });

    it.concurrent('misses nothing on a link that loses one packet in a hundred each way', async () => {
      const loses = 'meta l4proto tcp numgen random mod 100 < 1 drop';
      const { outcomes } = await scanBeside(
        { input: [loses, 'tcp dport != { 80, 443, 3050 } drop'], output: [loses] },
        {
          isUnlimited: true,
          scans: [
            { address: TARGET, tcp: '1-2000,3050' },
            { address: TARGET_IPV6, tcp: '1-2000,3050' },
          ],
        },
      );
      const found = { open: [80, 443, 3050], evidence: { syn_ack: 3, silence: 1998 }, coveredPorts: 2001 };
      expect(outcomes).toMatchObject([found, found]);
    });

    it.concurrent('slows down for a host that limits the rate of connections, and misreads nothing', async () => {
      const { outcomes } = await scanBeside(
        { input: ['tcp flags & (syn | ack) == syn limit rate over 500/second burst 50 packets drop'] },
        { scans: [{ address: TARGET, tcp: '1-1200,3050' }] },
      );
      expect(outcomes).toMatchObject([{ open: [80, 443, 3050], evidence: { syn_ack: 3, refused: 1198 } }]);
    });

    it.concurrent('reports no verdict for ports that a host hides once it has seen enough', async () => {
      const input = [
        'tcp flags & (syn | ack) == syn update @seen { ip saddr limit rate over 1/hour burst 200 packets } drop',
      ];
      const { outcomes } = await scanBeside(
        { input, sets: ['set seen { type ipv4_addr; flags dynamic; timeout 1h; }'] },
        { options: { giveUpMs: 1000 }, scans: [{ address: TARGET, tcp: '1-3100' }] },
      );
      const [outcome] = outcomes;
      expect(outcome?.hostAnswered).toBe(true);
      expect(outcome?.coveredPorts).toBeLessThan(250);
      expect(outcome?.evidence?.silence).toBeUndefined();
    });

    it.concurrent('confirms open ports by a handshake, those that were open before excepted', async () => {
      const { outcomes } = await scanBeside(
        { input: [] },
        { isUnlimited: true, isConfirmed: true, scans: [{ address: TARGET, tcp: '75-85,443', knownOpen: '443' }] },
      );
      expect(outcomes).toMatchObject([{ evidence: { handshake: 1, syn_ack: 1, refused: 10 }, open: [80, 443] }]);
    });

    it.concurrent('stops within a second when it is aborted, and frees its sockets', async () => {
      const { socketsAfterAbort, socketsLeft } = await scanBeside(
        { input: ['tcp dport != 80 drop'] },
        { isUnlimited: true, aborted: { address: TARGET, tcp: '1-65535' } },
      );
      expect(socketsAfterAbort).toBe(0);
      expect(socketsLeft).toBe(0);
    });
  },
);

describe.skipIf(!hasPrivilegeTools)('with privileges taken away, the half-open scanner', () => {
  it('works for any user with CAP_NET_RAW and nothing else', async () => {
    await listen('127.84.0.10', 20_001);
    const { available, outcomes } = await runTask(ONLY_RAW_SOCKETS, {
      isUnlimited: true,
      scans: [{ address: '127.84.0.10', tcp: '20000-20999' }],
    });
    expect(available).toEqual({ available: true });
    expect(outcomes).toMatchObject([{ open: [20_001], coveredPorts: 1000 }]);
  });

  it('says that CAP_NET_RAW is missing, and blames the machine', async () => {
    const { available, outcomes } = await runTask(NO_PRIVILEGES, { scans: [{ address: '127.84.0.10', tcp: '1' }] });
    expect(available).toEqual({ available: false, reason: 'no CAP_NET_RAW' });
    expect(outcomes).toEqual([{ address: '127.84.0.10', error: expect.stringMatching(/^ScanEngineError: .*EPERM/) }]);
  });
});

describe.skipIf(!hasNamespaces)('on a machine in trouble, the half-open scanner', { tags: 'iproute2' }, () => {
  it('rejects a scan of a host that no route leads to', async () => {
    const { outcomes } = await runTask(['unshare', '--net'], { scans: [{ address: SILENT, tcp: '1-100' }] });
    expect(outcomes).toEqual([{ address: SILENT, error: expect.stringMatching(/^ScanEngineError: .*ENETUNREACH/) }]);
  });

  it('leaves ports uncovered that a local firewall forbids, and covers the rest', async () => {
    const firewall = 'add table inet f; add chain inet f o { type filter hook output priority 0; }';
    const script = `ip link set lo up; nft '${firewall}; add rule inet f o tcp dport 81 drop'; exec "$@"`;
    const { outcomes } = await runTask(['unshare', '--net', 'sh', '-c', script, 'sh'], {
      scans: [{ address: '127.0.0.1', tcp: '80-82' }],
    });
    expect(outcomes).toMatchObject([{ hostAnswered: true, evidence: { refused: 2 }, coveredPorts: 2 }]);
  });
});
