import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { openStore, type Store } from '../../src/installation/store.ts';
import type { Clock } from '../../src/platform/clock.ts';
import { startService } from '../../src/service/app.ts';
import { eventually } from '../support/eventually.ts';
import { loopbackAddress } from '../support/listeners.ts';
import { alertsOf, endpointRow } from '../support/scan-outcomes.ts';
import { provision } from '../support/scans.ts';
import { host, ScriptedScanner } from '../support/scripted-scanner.ts';
import { TestService } from '../support/test-service.ts';

const daySeconds = 86_400;
/** Production's kind of clock: nobody set it ahead on purpose. */
const clockAhead = (seconds: () => number): Clock => ({
  now: () => new Date(Date.now() + seconds() * 1_000),
  offsetMs: 0,
});

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

/** A worker of the installation on a machine with such a clock, and what it logs. */
async function workerWith(clock: Clock, service: TestService, scanner: ScriptedScanner) {
  const lines: { msg: string; seconds?: number }[] = [];
  const logger = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const { config } = service;
  const store: Store = await openStore(config, { mode: 'serve', maxConnections: 5, logger });
  ends.push(() => store.close());
  const options = { config, store, role: 'worker', clock, logger, scanner, recheckDelaysMs: [1, 1] } as const;
  const worker = await startService({ ...options, leakSources: [] });
  ends.push(() => worker.stop());
  return lines;
}

describe.each([
  ['three days ahead', 3 * daySeconds],
  ['three days behind', -3 * daySeconds],
])('a worker whose clock is %s', (_what, seconds) => {
  it('says so at its start, scans what is due and nothing else, and writes the right times', async () => {
    const service = await TestService.start({ role: 'api' });
    ends.push(() => service.stop());
    const partner = await service.partner();
    const scanner = new ScriptedScanner();
    const [due, later] = [loopbackAddress(), loopbackAddress()];
    scanner.script(due, host({ open: [2022] }));
    const dueId = await provision(partner.api, due);
    const laterId = await provision(partner.api, later);
    const { pool } = service.store.database;
    await pool.query("UPDATE endpoints SET next_scan_at = now() + interval '1 day' WHERE id = $1", [laterId]);
    const before = await endpointRow(service, laterId);
    const lines = await workerWith(
      clockAhead(() => seconds),
      service,
      scanner,
    );
    expect(lines).toMatchObject([{ msg: expect.stringMatching(/clock is ahead of the database's/), seconds }]);
    const [alert] = await eventually('the due endpoint is scanned', async () => {
      const alerts = await alertsOf(partner.api, dueId);
      return alerts.length > 0 && alerts;
    });
    const apartSeconds = (time: string | Date) => (new Date(time).getTime() - Date.now()) / 1_000;
    const { next_scan_at } = await endpointRow(service, dueId);
    expect(apartSeconds(next_scan_at as Date)).toBeGreaterThan(0.9 * daySeconds);
    expect(apartSeconds(next_scan_at as Date)).toBeLessThan(1.1 * daySeconds);
    expect(Math.abs(apartSeconds(alert!.last_detected_at as string))).toBeLessThan(60);
    expect(await endpointRow(service, laterId)).toEqual(before);
    expect(scanner.requestsOf(later)).toEqual([]);
  });
});

it('a clock that is set three days ahead while the worker runs changes no schedule', async () => {
  let seconds = 0;
  const service = await TestService.start({ role: 'api' });
  ends.push(() => service.stop());
  const partner = await service.partner();
  const scanner = new ScriptedScanner();
  await workerWith(
    clockAhead(() => seconds),
    service,
    scanner,
  );
  seconds = 3 * daySeconds;
  const endpointId = await provision(partner.api, loopbackAddress());
  await eventually('it is scanned', async () => scanner.requests.length > 0);
  const { next_scan_at } = await endpointRow(service, endpointId);
  expect((next_scan_at as Date).getTime()).toBeLessThan(Date.now() + 1.1 * daySeconds * 1_000);
});
