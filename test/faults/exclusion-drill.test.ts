import { spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { runCommand } from '../support/command-line.ts';
import { eventually } from '../support/eventually.ts';
import { OutageNetwork } from '../support/outage-network.ts';
import { insertAlert } from '../support/rows.ts';
import { alertsOf } from '../support/scan-outcomes.ts';
import { provision } from '../support/scans.ts';
import { type TestPartner, TestService, testEnvironment } from '../support/test-service.ts';

/** The worker reaches the database from its namespace through the file system only. */
const canDrill =
  process.getuid?.() === 0 &&
  inject('databaseServer').host.startsWith('/') &&
  ['ip', 'nft'].every((tool) => spawnSync(tool, ['-V']).status === 0);

const excluded = Array.from({ length: 100 }, (_, index) => `10.77.2.${100 + index}`);
const spared = '10.77.2.2';
/** Within these seconds an exclusion is in force everywhere. */
const graceSeconds = 10;
const watchedSeconds = 5;

let network: OutageNetwork;
let service: TestService;
let partner: TestPartner;
afterEach(async () => {
  await network?.[Symbol.asyncDispose]();
  await service?.stop();
});

async function scansThat(status: string): Promise<number> {
  const { rows } = await service.store.database.pool.query(
    'SELECT count(*)::int AS count FROM scans WHERE status = $1',
    [status],
  );
  return rows[0].count;
}

describe('an exclusion while scans run', { tags: ['iproute2', 'nftables'] }, () => {
  it.skipIf(!canDrill)('has no packet go to its network ten seconds later', async () => {
    network = await OutageNetwork.start([2022], excluded);
    const environment = { SCAN_ALLOW: '10.77.2.0/24' };
    service = await TestService.start({ role: 'api', environment });
    partner = await service.partner();
    const ids = [];
    for (const address of excluded) ids.push(await provision(partner.api, address));
    const sparedId = await provision(partner.api, spared);
    const alertId = await insertAlert(service, partner, ids[0]!, { port: 2022 });
    await network.countPackets('{ 10.77.2.96/27, 10.77.2.128/25 }');
    await network.startWorker({
      ...testEnvironment(service.databaseName),
      ...environment,
      // So that every scan is still under way when the exclusion comes.
      SCAN_PACKETS_PER_SECOND: '1500',
    });
    await eventually('100 scans run', async () => (await scansThat('running')) >= excluded.length);

    const networks = ['10.77.2.96/27', '10.77.2.128/25'];
    const outcome = await runCommand({ ...testEnvironment(service.databaseName), ...environment }, [
      ...['exclusions', 'add', ...networks, '--reason', 'a complaint', '--json'],
    ]);
    expect(outcome.json).toMatchObject({ added: networks, endpoints_withdrawn: excluded.length });
    const before = await network.packetsCounted();
    expect(before).toBeGreaterThan(1_000);
    await sleep(graceSeconds * 1_000);
    const then = await network.packetsCounted();
    await sleep(watchedSeconds * 1_000);
    console.log(`${before} packets until the exclusion, ${then - before} in the ten seconds after it`);
    expect((await network.packetsCounted()) - then).toBe(0);

    expect(await scansThat('cancelled')).toBe(excluded.length);
    expect(await alertsOf(partner.api, ids[0]!)).toMatchObject([{ id: alertId, status: 'open' }]);
    const scheduled = await service.store.database.pool.query(
      'SELECT id FROM endpoints WHERE next_scan_at IS NOT NULL',
    );
    expect(scheduled.rows).toEqual([{ id: sparedId }]);
  });
});
