/**
 * What loopback can't show: silence, "unreachable", missing routes, exhausted descriptors. Everything happens inside network
 * namespaces that the test makes and that end with their processes.
 */

import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parsePortRanges } from '../port-sets.ts';
import { canMakeNamespaces as canFilter, TARGET as FILTERED, Target } from '../syn/testing/half-open-network.ts';

import type { ScanProcessReport, ScanProcessTask } from './fixtures/scan-process.ts';

const run = promisify(execFile);
const TARGET = fileURLToPath(new URL('../fixtures/namespaced-target.ts', import.meta.url));
const SCANNER = fileURLToPath(new URL('./fixtures/scan-process.ts', import.meta.url));
/** A busy machine must not fail a test. */
const UNPACED = {
  connectsPerSecondPerHost: 1_000_000,
  connectsPerSecondPerNetwork: 1_000_000,
  connectsPerSecond: 1_000_000,
} as const;
const BOTH_KINDS = ['native', 'node'] as const;
const IMPATIENT = { ...UNPACED, initialTimeoutMs: 300, minTimeoutMs: 100 } as const;

const ANSWERING = '10.99.0.2';
const SILENT = '10.99.0.3';

function canMakeNamespaces(): boolean {
  return spawnSync('unshare', ['--net', 'ip', 'rule', 'list'], { stdio: 'ignore' }).status === 0;
}

function canLimitDescriptors(): boolean {
  return spawnSync('prlimit', ['--version'], { stdio: 'ignore' }).status === 0;
}

const hasNamespaces = canMakeNamespaces();
if (!hasNamespaces)
  process.stderr.write('\nSKIPPED: namespaces need root, unshare and iproute2. Silence is NOT tested.\n');
const hasFirewall = canFilter();
if (!hasFirewall)
  process.stderr.write('\nSKIPPED: namespaces need root and nftables. Limits of rate are NOT tested.\n');
const hasDescriptorLimits = canLimitDescriptors();
if (!hasDescriptorLimits)
  process.stderr.write('\nSKIPPED: prlimit is missing. Exhausted descriptors are NOT tested.\n');

async function scanInProcess(wrapper: readonly string[], task: ScanProcessTask): Promise<ScanProcessReport> {
  const [command = '', ...words] = [...wrapper, process.execPath, SCANNER, JSON.stringify(task)];
  const { stdout } = await run(command, words, { timeout: 20_000 });
  return JSON.parse(stdout) as ScanProcessReport;
}

/** Runs a shell script in a fresh namespace, and then the scan. */
function inNamespace(script: string): readonly string[] {
  return ['unshare', '--net', 'sh', '-c', `set -e; ip link set lo up; ${script}; exec "$@"`, 'sh'];
}

/** A namespace that is connected to the target's by a cable; nobody answers at the silent address. */
function besideTarget(targetPid: number): readonly string[] {
  return inNamespace(
    [
      'ip link add scanner type veth peer name target',
      `ip link set target netns ${targetPid}`,
      'ip address add 10.99.0.1/24 dev scanner',
      'ip link set scanner up',
      `nsenter --target ${targetPid} --net sh -e -c '${TARGET_SETUP}' >&2`,
      `ip neighbour add ${SILENT} lladdr 02:00:00:00:00:03 dev scanner`,
    ].join('; '),
  );
}

/**
 * Ports 3000-3099 are dropped, 4000 is rejected as prohibited (which IPv4 reports like unreachable), 4001 as unreachable.
 * The table of local addresses would win over these rules, so it moves behind them.
 */
const TARGET_SETUP = [
  'ip link set lo up',
  `ip address add ${ANSWERING}/24 dev target`,
  'ip link set target up',
  'echo 1 > /proc/sys/net/ipv4/ip_forward',
  'echo 0 > /proc/sys/net/ipv4/icmp_ratelimit',
  'ip rule add pref 10 iif target ipproto tcp dport 3000-3099 blackhole',
  'ip rule add pref 11 iif target ipproto tcp dport 4000 prohibit',
  'ip rule add pref 12 iif target ipproto tcp dport 4001 unreachable',
  'ip rule add pref 100 lookup local',
  'ip rule del pref 0',
].join('; ');

describe.skipIf(!hasNamespaces)('beside a firewalled host, the connect scanner', () => {
  let target: ChildProcess;
  beforeEach(async () => {
    target = spawn('unshare', ['--net', process.execPath, TARGET, '80', '443', '3050'], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    if (target.stdout === null) throw new Error('The target has no output');
    await once(target.stdout, 'data');
  });
  afterEach(async () => {
    const ended = once(target, 'exit');
    target.stdin?.end();
    await ended;
  });

  it.each(BOTH_KINDS)(
    'tells open, closed, silent and unreachable ports apart, and a silent host from a closed one, with %s sockets',
    async (sockets) => {
      const { outcomes } = await scanInProcess(besideTarget(target.pid ?? 0), {
        options: { ...IMPATIENT, sockets },
        scans: [
          { address: ANSWERING, tcp: '80,81,443,3000-3099,4000,4001' },
          { address: SILENT, tcp: '80,81' },
        ],
      });
      const dropped = Object.fromEntries(parsePortRanges('3000-3099').map((port) => [port, 'silence']));
      expect(outcomes).toEqual([
        {
          address: ANSWERING,
          hostAnswered: true,
          evidence: {
            80: 'handshake',
            81: 'refused',
            443: 'handshake',
            ...dropped,
            4000: 'unreachable',
            4001: 'unreachable',
          },
        },
        { address: SILENT, hostAnswered: false, evidence: { 80: 'silence', 81: 'silence' } },
      ]);
    },
  );

  it.each(BOTH_KINDS)(
    'lets a small scan end beside a huge one of a silent host, and an abort or the end frees that one’s %s sockets',
    async (sockets) => {
      const report = await scanInProcess(besideTarget(target.pid ?? 0), {
        options: { ...IMPATIENT, sockets, maxSockets: 40, threads: 1 },
        scans: [{ address: ANSWERING, tcp: '80,5000-5200' }],
        background: { address: SILENT, tcp: '1-65535' },
      });
      expect(report.outcomes[0]?.evidence).toMatchObject({ 80: 'handshake', 5200: 'refused' });
      expect(report.backgroundRanUntilAborted).toBe(true);
      expect(report.socketsAfterAbort).toBe(report.socketsBefore);
      expect(report.socketsBeforeClose).toBeGreaterThan(report.socketsBefore);
      expect(report.socketsAfterClose).toBe(report.socketsBefore);
    },
  );
});

describe.skipIf(!hasFirewall)('beside a host that limits rates, the connect scanner', { tags: ['nftables'] }, () => {
  it('slows down until it has found every open port, even where nothing limits its pace', async () => {
    const open = Array.from({ length: 40 }, (_, index) => 50 * (index + 1));
    const target = await Target.start(open);
    try {
      const input = ['tcp flags & (syn | ack) == syn limit rate over 500/second burst 20 packets drop'];
      const { outcomes } = await scanInProcess(target.beside({ input }), {
        options: { ...UNPACED, maxSocketsPerHost: 100_000 },
        scans: [{ address: FILTERED, tcp: '1-2000' }],
      });
      const evidence = Object.entries(outcomes[0]?.evidence ?? {});
      const found = evidence.filter(([, each]) => each === 'handshake').map(([port]) => Number(port));
      expect(found).toEqual(open);
    } finally {
      await target.stop();
    }
  });
});

describe.skipIf(!hasNamespaces)('on a machine in trouble, the connect scanner', () => {
  it.concurrent.each(BOTH_KINDS)('rejects a scan of a host that no route leads to (%s sockets)', async (sockets) => {
    const { outcomes } = await scanInProcess(inNamespace('true'), {
      options: { ...UNPACED, sockets },
      scans: [{ address: SILENT, tcp: '1-65535' }],
    });
    expect(outcomes).toEqual([{ address: SILENT, error: expect.stringMatching(/^ScanEngineError: .*ENETUNREACH/) }]);
  });

  it.concurrent.each(BOTH_KINDS)(
    'leaves ports uncovered that a local policy forbids, and covers the rest (%s sockets)',
    async (sockets) => {
      const forbidden =
        'ip rule add pref 100 lookup local; ip rule add pref 10 ipproto tcp dport 81 prohibit; ip rule del pref 0';
      const { outcomes } = await scanInProcess(inNamespace(forbidden), {
        options: { ...UNPACED, sockets },
        scans: [{ address: '127.0.0.1', tcp: '80-82' }],
      });
      expect(outcomes).toEqual([
        { address: '127.0.0.1', hostAnswered: true, evidence: { 80: 'refused', 82: 'refused' } },
      ]);
    },
  );

  it.concurrent.each(BOTH_KINDS)(
    'never takes a socket that met itself for a listener (%s sockets)',
    async (sockets) => {
      const { outcomes } = await scanInProcess(
        inNamespace('echo 40000 40000 > /proc/sys/net/ipv4/ip_local_port_range'),
        {
          options: { ...UNPACED, sockets },
          scans: [{ address: '127.0.0.1', tcp: '40000' }],
        },
      );
      expect(outcomes).toEqual([
        { address: '127.0.0.1', error: expect.stringMatching(/^ScanEngineError: .*ESELFCONNECT/) },
      ]);
    },
  );
});

describe.skipIf(!hasDescriptorLimits)('with too few descriptors, the connect scanner', () => {
  it.concurrent.each(BOTH_KINDS)('still tells every port’s true state (%s sockets)', async (sockets) => {
    const address = sockets === 'native' ? '127.82.0.1' : '127.82.0.3';
    const server = createServer((connection) => connection.on('error', () => connection.destroy())).listen(
      20_100,
      address,
    );
    await once(server, 'listening');
    const tcp = '20000-20999';
    const { outcomes } = await scanInProcess(['prlimit', '--nofile=48:48'], {
      options: { ...UNPACED, sockets, maxSockets: 1000 },
      scans: [{ address, tcp }],
    });
    server.close();
    const evidence = Object.fromEntries(
      parsePortRanges(tcp).map((port) => [port, port === 20_100 ? 'handshake' : 'refused']),
    );
    expect(outcomes).toEqual([{ address, hostAnswered: true, evidence }]);
  });

  it.concurrent.each(BOTH_KINDS)('outlasts a short shortage (%s sockets)', async (sockets) => {
    const { outcomes } = await scanInProcess(['prlimit', '--nofile=64:64'], {
      options: { ...UNPACED, sockets },
      scans: [{ address: '127.82.0.2', tcp: '20000-20009' }],
      descriptorShortageMs: 300,
    });
    expect(outcomes).toMatchObject([{ hostAnswered: true, evidence: { 20000: 'refused', 20009: 'refused' } }]);
  });

  it.concurrent.each(BOTH_KINDS)(
    'blames the machine when no descriptor is to be had at all (%s sockets)',
    async (sockets) => {
      const { outcomes } = await scanInProcess(['prlimit', '--nofile=64:64'], {
        options: { ...UNPACED, sockets },
        scans: [{ address: '127.82.0.2', tcp: '20000-20009' }],
        descriptorShortageMs: 60_000,
      });
      expect(outcomes).toEqual([{ address: '127.82.0.2', error: expect.stringMatching(/^ScanEngineError: .*EMFILE/) }]);
    },
  );
});
