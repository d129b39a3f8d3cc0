import { describe, expect, it } from 'vitest';
import {
  endlessScan,
  type HostScript,
  host,
  ScriptedScanner,
  silentHost,
} from '../../../test/support/scripted-scanner.ts';
import { createAddressPolicy } from '../../engines/address-policy/address-policy.ts';
import { saidNothing } from '../../engines/service-identification/service-identity.ts';
import type { TlsFacts } from '../../engines/service-identification/tls/tls-facts.ts';
import { createLogger } from '../../platform/telemetry/logger.ts';
import type { ClaimedScan } from './endpoint-scanner.ts';
import { runScan } from './run-scan.ts';
import { UplinkWatch } from './uplink-watch.ts';

const address = '127.0.0.1';
const identity = {
  service: 'ssh',
  method: 'probed' as const,
  ...saidNothing,
};

const tlsFacts: TlsFacts = {
  serverName: null,
  serverNameRefused: false,
  protocol: 'TLSv1.3',
  obsoleteProtocol: 'none',
  startTls: null,
  http: true,
  chain: [],
  pathLength: 0,
  trust: null,
  dnsNames: [],
  ipAddresses: [],
  nameMatches: null,
  addressMatches: null,
  otherNames: {},
};

interface World {
  readonly scripts?: readonly HostScript[];
  readonly canaryAnswers?: boolean;
  readonly scan?: Partial<ClaimedScan>;
}

/** Runs a scan of ports 80 and 81, of which 80 was open before, in a world of the test's own. */
function scanIn({ scripts = [], canaryAnswers = true, scan = {} }: World, signal = new AbortController().signal) {
  const scanner = new ScriptedScanner();
  scanner.script(address, ...scripts);
  const identified: number[] = [];
  const tools = {
    policy: createAddressPolicy(['127.0.0.0/8']),
    scanner,
    identifier: {
      identify: async ({ port, hostname }: { port: number; hostname?: string | undefined }) => {
        identified.push(port);
        return { ...identity, tlsFacts: { ...tlsFacts, serverName: hostname ?? null } };
      },
      close: async () => {},
    },
    uplink: new UplinkWatch({
      canaries: [{ host: '192.0.2.1', port: 443 }],
      logger: createLogger('silent'),
      onChange: () => {},
      answers: async () => canaryAnswers,
    }),
    recheckDelaysMs: [1, 1],
  };
  const claimed: ClaimedScan = {
    scanId: 'scan',
    endpointId: 'endpoint',
    world: 'live',
    address,
    hostname: 'shop.example.com',
    domains: ['shop.example.org'],
    trigger: 'scheduled',
    ports: { tcp: [80, 81], udp: [] },
    terms: {
      source: 'default',
      planSlugs: [],
      ports: '80,81',
      protocols: 'tcp',
      intervalSeconds: 86_400,
      vantagePoints: [],
      maxPacketsPerSecond: 1_000,
    },
    maxPacketsPerSecond: 1_000,
    knownOpen: [{ protocol: 'tcp', port: 80 }],
    answeredBefore: true,
    ...scan,
  };
  return { outcome: runScan(tools, claimed, signal), scanner, identified };
}

const port80 = { protocol: 'tcp', port: 80 };

describe('runScan', () => {
  it('asks for the name of the endpoint, and keeps what TLS showed apart from the identity that is stored', async () => {
    const { outcome } = scanIn({ scripts: [host({ open: [80] })] });
    const { open } = await outcome;
    expect(open).toEqual([{ ...port80, identity, tlsFacts: { ...tlsFacts, serverName: 'shop.example.com' } }]);
  });

  it('sends nothing to an address that the policy excludes by now, though the scan was claimed', async () => {
    const { outcome, scanner, identified } = scanIn({ scan: { address: '192.0.2.1' } });
    await expect(outcome).rejects.toMatchObject({ reason: 'address_excluded' });
    expect(scanner.requests).toEqual([]);
    expect(identified).toEqual([]);
  });

  it('tells a refused port from one that is only silent', async () => {
    await expect(scanIn({ scripts: [host()] }).outcome).resolves.toMatchObject({ closed: [port80], silent: [] });
    const quiet = host({ filtered: [80] });
    await expect(scanIn({ scripts: [quiet] }).outcome).resolves.toMatchObject({ closed: [], silent: [port80] });
  });

  it('says nothing of a port that offers connections which cannot be completed', async () => {
    const stuck: HostScript = async (request) => {
      const result = await host({ filtered: [80] })(request);
      const stateOf: typeof result.stateOf = (protocol, port) => {
        const state = result.stateOf(protocol, port);
        return state && port === 80 ? { ...state, evidence: 'syn_ack' } : state;
      };
      return { ...result, stateOf };
    };
    await expect(scanIn({ scripts: [stuck] }).outcome).resolves.toMatchObject({ open: [], closed: [], silent: [] });
  });

  it.each<[string, readonly HostScript[]]>([
    ['a port closed', [host()]],
    ['a port fell silent', [host({ filtered: [80] })]],
    ['the host fell silent', [silentHost]],
    ['the host fell silent while it was looked at again', [host(), silentHost]],
  ])('believes nothing when %s while no canary answers', async (_, scripts) => {
    const { outcome } = scanIn({ scripts, canaryAnswers: false });
    await expect(outcome).rejects.toMatchObject({ reason: 'uplink_down' });
  });

  it('believes what it sees open, whatever the canaries say', async () => {
    const { outcome, identified } = scanIn({ scripts: [host({ open: [80, 81] })], canaryAnswers: false });
    await expect(outcome).resolves.toMatchObject({ closed: [], open: [port80, { port: 81 }] });
    expect(identified).toEqual([80, 81]);
  });

  it('asks a customary port that refused once more where another is open, for one of two machines behind it may refuse', async () => {
    const scan = { ports: { tcp: [22, 443, 444], udp: [] }, knownOpen: [] };
    const scripts = [host({ open: [22] }), host({ open: [22] }), host({ open: [443] })];
    const { outcome, scanner } = scanIn({ scripts, scan });
    await expect(outcome).resolves.toMatchObject({ open: [{ port: 22 }, { port: 443 }] });
    expect(scanner.requests.at(-1)!.ports.tcp).toEqual([443]);
    const refusing = scanIn({ scripts: [host()], scan });
    await expect(refusing.outcome).resolves.toMatchObject({ open: [] });
    expect(refusing.scanner.requests).toHaveLength(1);
  });

  describe('of a host whose every port leads to one listener', () => {
    const ports = { tcp: Array.from({ length: 500 }, (_, index) => index + 1), udp: [] };
    const scan = { ports, knownOpen: [] };
    /** It had room for so many connections; the others were offered one. */
    const withRoomFor =
      (room: number): HostScript =>
      async (request) => {
        const result = await host({ open: request.ports.tcp.slice(0, room), rest: 'filtered' })(request);
        const stateOf: typeof result.stateOf = (protocol, port) => {
          const state = result.stateOf(protocol, port);
          return state?.state === 'filtered' ? { ...state, evidence: 'syn_ack' } : state;
        };
        return { ...result, hostAnswered: true, stateOf };
      };

    it.each([1, 5, 50, 400])('with room for %i connections says that it answers everything', async (room) => {
      const { outcome, scanner } = scanIn({ scripts: [withRoomFor(room), host({ rest: 'open' })], scan });
      await expect(outcome).resolves.toMatchObject({ condition: 'answers_everything', open: [] });
      expect(scanner.requests.at(-1)!.maxPacketsPerSecond).toBeLessThanOrEqual(20);
    });

    it('says so, too, when all that was open is gone together', async () => {
      const { outcome } = scanIn({ scripts: [withRoomFor(50), silentHost], scan });
      await expect(outcome).resolves.toMatchObject({ condition: 'answers_everything' });
    });

    it('tells it from a protection that offers every connection and completes those to services', async () => {
      const { outcome } = scanIn({ scripts: [withRoomFor(3), withRoomFor(3), host()], scan });
      await expect(outcome).resolves.toMatchObject({ condition: null, open: [{ port: 1 }, { port: 2 }, { port: 3 }] });
    });
  });

  it('tries to identify nothing on a host that answers everything', async () => {
    const { outcome, identified } = scanIn({ scripts: [host({ rest: 'open' })] });
    await expect(outcome).resolves.toMatchObject({ condition: 'answers_everything', open: [] });
    expect(identified).toEqual([]);
  });

  it('ends with the reason of its signal', async () => {
    const abort = new AbortController();
    const { outcome } = scanIn({ scripts: [endlessScan()] }, abort.signal);
    abort.abort(new Error('the endpoint was paused'));
    await expect(outcome).rejects.toThrow('the endpoint was paused');
  });
});
