import { spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { setPlan } from '../../src/accounts/plans/set-plan.ts';
import { eventually } from '../support/eventually.ts';
import { OutageNetwork, outageAddresses } from '../support/outage-network.ts';
import { alertsOf, endedScan, requestScan, scansOf, scanToEnd } from '../support/scan-outcomes.ts';
import { systemOperation } from '../support/scan-steps.ts';
import { detail, nextScan, provision } from '../support/scans.ts';
import { type TestPartner, TestService, testEnvironment } from '../support/test-service.ts';

/** The worker reaches the database from its namespace through the file system only. */
const canDrill =
  process.getuid?.() === 0 &&
  inject('databaseServer').host.startsWith('/') &&
  ['ip', 'nft'].every((tool) => spawnSync(tool, ['-V']).status === 0);

const ports = [2022, 3306, 8080];
let network: OutageNetwork;
let service: TestService;
let partner: TestPartner;

async function startDrills(engine: string): Promise<void> {
  network = await OutageNetwork.start(ports);
  const environment = { SCAN_ALLOW: '10.77.0.0/16', SCAN_COOLDOWN_SECONDS: '0' };
  service = await TestService.start({ role: 'api', environment });
  partner = await service.partner();
  const terms = { slug: 'drill', capacity: 5, ports: '2000-2150,3306,8080' };
  await setPlan(systemOperation(service, partner), terms);
  await network.startWorker({
    ...testEnvironment(service.databaseName),
    ...environment,
    SCAN_ENGINE: engine,
    // Slow enough for a cable to be pulled in the middle of a scan.
    SCAN_PACKETS_PER_SECOND_PER_TARGET: '300',
    SCAN_CANARIES: `${outageAddresses.canary}:443`,
  });
}

/** Scans while something breaks, and tells what came of it. */
async function scanThrough(endpointId: string, outage: () => Promise<void>) {
  const scanId = await requestScan(partner.api, endpointId);
  await eventually('the scan runs', async () => (await scansOf(service, endpointId)).at(-1)?.status === 'running');
  await sleep(200);
  await outage();
  return endedScan(service, scanId, 60_000);
}

/** All that must be as it was: ports and alerts, but for the time when they were last seen. */
async function believed(endpointId: string) {
  const alerts = await alertsOf(partner.api, endpointId);
  const {
    latest_scan: { open_ports },
  } = await detail(partner.api, endpointId);
  return { alerts: alerts.map(({ last_detected_at: _, ...alert }) => alert), open_ports };
}

const noVerdict = { status: 'failed', error: expect.stringMatching(/^(partial|host_unreachable|uplink_down): /) };

const everyOutage: readonly [string, () => Promise<void>][] = [
  ['the target is unplugged', () => network.cable('target', 'down')],
  ["the worker's uplink is unplugged", () => network.cable('worker', 'down')],
  ['a full connection table drops all new connections', () => network.router('ct state new drop')],
  [
    'a full connection table drops two thirds of new connections',
    () => network.router('ct state new numgen random mod 3 < 2 drop'),
  ],
];
/** What depends on the engine is how it meets silence; the rest is drilled once. */
const drills = [
  { engine: 'syn', outages: everyOutage, canaries: true },
  { engine: 'connect', outages: everyOutage.slice(0, 1), canaries: false },
];

describe.skipIf(!canDrill).each(drills)(
  'drills of the $engine engine',
  { tags: ['iproute2', 'nftables'] },
  ({ engine, outages, canaries }) => {
    beforeAll(() => startDrills(engine));
    afterAll(async () => {
      await network?.[Symbol.asyncDispose]();
      await service?.stop();
    });
    afterEach(async () => {
      await network.router(undefined);
      for (const machine of ['worker', 'target', 'canary'] as const) await network.cable(machine, 'up');
    });

    const scanned: Record<string, string> = {};
    /** The endpoint of a target, scanned once in peace. */
    async function endpointOf(address: string): Promise<string> {
      if (!scanned[address]) {
        scanned[address] = await provision(partner.api, address, { service_id: 1, plan_slug: 'drill' });
        const body = await nextScan(partner.api, scanned[address]);
        expect(body).toMatchObject({ latest_scan: { open_ports: ports }, condition: null });
      }
      return scanned[address];
    }

    it.each(outages)(
      'when %s in the middle of a scan, nothing resolves and nothing false is raised',
      async (_, outage) => {
        const endpointId = await endpointOf(outageAddresses.targets[0]);
        const before = await believed(endpointId);
        expect(before.alerts).toMatchObject(ports.map(() => ({ status: 'open' })));
        const scan = await scanThrough(endpointId, outage);
        if (scan.status !== 'completed') expect(scan).toMatchObject(noVerdict);
        expect(await believed(endpointId)).toEqual(before);
      },
      90_000,
    );

    it('a scan after the outages finds everything as it was, without a condition', async () => {
      const endpointId = await endpointOf(outageAddresses.targets[0]);
      const before = await believed(endpointId);
      expect(await scanToEnd(service, partner.api, endpointId)).toMatchObject({
        status: 'completed',
        open_ports_count: 3,
      });
      expect(await believed(endpointId)).toEqual(before);
      expect((await detail(partner.api, endpointId)).condition).toBeNull();
    });

    if (!canaries) return;
    it('a port that really closes resolves only while a canary answers; until then the scan is repeated later', async () => {
      const endpointId = await endpointOf(outageAddresses.targets[1]);
      await network.stopListening();
      await network.cable('canary', 'down');
      const frozen = await scanToEnd(service, partner.api, endpointId);
      expect(frozen).toMatchObject({ status: 'failed', error: expect.stringMatching(/^uplink_down: /) });
      expect(await alertsOf(partner.api, endpointId)).toMatchObject(ports.map(() => ({ status: 'open' })));
      const { data } = await detail(partner.api, endpointId);
      expect(Date.parse(data.next_scan_at) - service.clock.now().getTime()).toBeLessThan(1_000_000);

      await network.cable('canary', 'up');
      await sleep(1_000);
      expect(network.events.filter(({ msg }) => /canary/.test(String(msg)))).not.toEqual([]);
      // The scan before had failed checks: one that begins more than an interval later starts with a clean slate.
      await sleep(11_000);
      expect(await scanToEnd(service, partner.api, endpointId)).toMatchObject({
        status: 'completed',
        open_ports_count: 0,
      });
      expect(await alertsOf(partner.api, endpointId)).toMatchObject(ports.map(() => ({ resolution: 'port_closed' })));
    });
  },
);
