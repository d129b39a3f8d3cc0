import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ScanEngineError } from '../../src/engines/port-scanner/port-scanner.ts';
import { scanQueue } from '../../src/monitoring/port-scans/jobs.ts';
import { eventually } from '../support/eventually.ts';
import { loopbackAddress } from '../support/listeners.ts';
import { alertsOf, endedScan, endpointRow, requestScan, scansOf, scanToEnd } from '../support/scan-outcomes.ts';
import { detail, nextScan, provision } from '../support/scans.ts';
import { endlessScan, type HostScript, host, ScriptedScanner, silentHost } from '../support/scripted-scanner.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

const scanner = new ScriptedScanner();
const exposed = host({ open: [2022] });
let service: TestService;
let partner: TestPartner;

beforeAll(async () => {
  service = await TestService.start({ scanner, environment: { SCAN_COOLDOWN_SECONDS: '0' } });
  partner = await service.partner();
});
afterAll(() => service?.stop());

/** An endpoint whose first scan saw `first`, and what its address answers from then on. */
function scannedEndpoint(first: HostScript, ...then: readonly HostScript[]) {
  return scannedEndpointOf(1, first, ...then);
}

async function endpointAt(script: HostScript, clientId = 1) {
  const address = loopbackAddress();
  scanner.script(address, script);
  return { address, endpointId: await provision(partner.api, address, { client_id: clientId }) };
}

async function scannedEndpointOf(clientId: number, first: HostScript, ...then: readonly HostScript[]) {
  const { address, endpointId } = await endpointAt(first, clientId);
  await nextScan(partner.api, endpointId);
  scanner.script(address, ...then);
  return { address, endpointId, looksBefore: scanner.requestsOf(address).length };
}

async function observationRows(endpointId: string): Promise<unknown[]> {
  const { rows } = await service.store.database.pool.query(
    'SELECT xmin::text, * FROM observations WHERE endpoint_id = $1 ORDER BY id',
    [endpointId],
  );
  return rows;
}

/** All that a scan may change about an endpoint's ports. */
async function findings(endpointId: string) {
  // When it is looked at next is the schedule's to say, which settles behind a scan; that a look told nothing is said there.
  const { condition: _, look: ___, data, ...more } = await detail(partner.api, endpointId);
  const { next_scan_at: __, ...endpoint } = data;
  return {
    alerts: await alertsOf(partner.api, endpointId),
    observations: await observationRows(endpointId),
    detail: { ...more, endpoint },
  };
}

async function conditionOf(endpointId: string) {
  return (await detail(partner.api, endpointId)).condition;
}

const engineTrouble: HostScript = () => {
  throw new ScanEngineError('no descriptors are left');
};

describe.concurrent('a scan without evidence resolves nothing and raises nothing', () => {
  it.each<[string, HostScript, RegExp]>([
    ['finds the host silent', silentHost, /^host_unreachable: /],
    ['can ask no port but one, which is silent', host({ rest: 'filtered', uncovered: [80] }), /^unprobed: /],
  ])('a scan that %s', async (_, script, error) => {
    const { endpointId } = await scannedEndpoint(exposed, script);
    const before = await findings(endpointId);
    expect(before.alerts).toMatchObject([{ port: 2022, status: 'open' }]);
    const scan = await scanToEnd(service, partner.api, endpointId);
    expect(scan).toMatchObject({ status: 'failed', error: expect.stringMatching(error) });
    expect(await findings(endpointId)).toEqual(before);
    expect((await detail(partner.api, endpointId)).look).toMatchObject({ state: 'failing' });
    expect((await endpointRow(service, endpointId)).current_scan_id).toBeNull();
  });

  it('a scan that fails on every attempt; its attempts last longer than an outage of a minute', async () => {
    const { endpointId } = await scannedEndpoint(exposed, engineTrouble);
    const before = await findings(endpointId);
    const scanId = await requestScan(partner.api, endpointId);
    const waits: number[] = [];
    for (let attempt = 1; attempt <= scanQueue.retryLimit; attempt += 1) {
      const seconds = await eventually(`attempt ${attempt} has failed`, async () => {
        // Read and hastened in one statement.
        const { rows } = await service.store.database.pool.query<{ seconds: number }>(
          `WITH waiting AS (SELECT id, extract(epoch FROM start_after - now())::float8 AS seconds FROM pgboss.job
             WHERE name = 'scan' AND id = $1 AND state = 'retry' AND retry_count = $2 AND start_after > now())
           UPDATE pgboss.job SET start_after = now() FROM waiting
           WHERE name = 'scan' AND job.id = waiting.id RETURNING seconds`,
          [scanId, attempt - 1],
        );
        return rows[0]?.seconds;
      });
      waits.push(seconds);
    }
    expect(waits.reduce((sum, seconds) => sum + seconds)).toBeGreaterThan(60);
    const ended = { status: 'failed', error: expect.stringMatching(/^worker_lost: /) };
    expect(await endedScan(service, scanId)).toMatchObject(ended);
    expect(await findings(endpointId)).toEqual(before);
    expect((await detail(partner.api, endpointId)).look).toMatchObject({ state: 'failing' });
    expect((await endpointRow(service, endpointId)).current_scan_id).toBeNull();
  });

  it('a host that never answered is scanned to an end without ports and without alerts', async () => {
    const { endpointId } = await scannedEndpoint(silentHost, silentHost);
    const body = await detail(partner.api, endpointId);
    expect(body).toMatchObject({ alerts: [], latest_scan: { status: 'completed', open_ports: [] } });
    expect(await scansOf(service, endpointId)).toMatchObject([{ status: 'completed', host_answered: false }]);
  });

  it('a host that falls silent between the scan and the rechecks keeps its alerts', async () => {
    const { endpointId } = await scannedEndpoint(exposed, host({ filtered: [2022] }), silentHost);
    const before = await findings(endpointId);
    const scan = await scanToEnd(service, partner.api, endpointId);
    expect(scan).toMatchObject({ status: 'failed', error: expect.stringMatching(/^host_unreachable: /) });
    expect(await findings(endpointId)).toEqual(before);
  });

  it('after a scan without evidence the next one compares with the last that had some', async () => {
    const { endpointId, address } = await scannedEndpoint(exposed, silentHost);
    await scanToEnd(service, partner.api, endpointId);
    scanner.script(address, host({ open: [8080] }));
    expect(await scanToEnd(service, partner.api, endpointId)).toMatchObject({ status: 'completed' });
    expect(await detail(partner.api, endpointId)).toMatchObject({ new_ports: [8080], closed_ports: [2022] });
  });
});

describe.concurrent('a scan to which a host answers, but not for every port in time', () => {
  const inPart = host({ open: [3306], uncovered: [80, 2022] });

  it('is partial: it raises what it proved open, closes nothing, and is no look', async () => {
    const { address, endpointId, looksBefore } = await scannedEndpoint(exposed, inPart);
    const before = await detail(partner.api, endpointId);
    expect(await scanToEnd(service, partner.api, endpointId)).toMatchObject({
      error: expect.stringMatching(/^partial: /),
    });
    const rechecks = scanner.requestsOf(address).slice(looksBefore + 1);
    expect(rechecks.filter(({ ports }) => ports.tcp.includes(2022))).toEqual([]);
    expect(await alertsOf(partner.api, endpointId)).toMatchObject([
      { port: 2022, status: 'open' },
      { port: 3306, status: 'open' },
    ]);
    const after = await detail(partner.api, endpointId);
    const { latest_scan, new_ports, closed_ports, suspected_closed_ports, condition } = before;
    expect(after).toMatchObject({ latest_scan, new_ports, closed_ports, suspected_closed_ports, condition });
    expect(after.data.last_scan_at).toBe(before.data.last_scan_at);
    expect(after.look).toEqual({
      state: 'in_part',
      at: before.data.last_scan_at,
      missing_ports: 2,
      sentence: 'Looked at in part: 2 ports did not answer.',
    });
    const { body } = await partner.api.get(`/api/v1/endpoints/${endpointId}/scans`);
    expect(body.data[0]).toMatchObject({ status: 'partial', missing_ports: 2, open_ports_count: 1 });
  });

  it('confirms what it saw again: the alert was seen now, and is not suspected of being closed', async () => {
    const { address, endpointId } = await scannedEndpoint(exposed, host({ filtered: [2022] }));
    await scanToEnd(service, partner.api, endpointId);
    const [before] = await alertsOf(partner.api, endpointId);
    scanner.script(address, host({ open: [2022], uncovered: [80] }));
    await scanToEnd(service, partner.api, endpointId);
    const [after] = await alertsOf(partner.api, endpointId);
    expect(after.last_detected_at > before.last_detected_at).toBe(true);
    expect(await detail(partner.api, endpointId)).toMatchObject({ suspected_closed_ports: [] });
  });

  it('as the first one of a server raises alerts, and the server was not looked at', async () => {
    const { endpointId } = await endpointAt(inPart);
    await eventually('its scan has ended', async () => (await alertsOf(partner.api, endpointId)).length > 0);
    expect(await detail(partner.api, endpointId)).toMatchObject({
      latest_scan: null,
      look: { state: 'in_part', at: null },
      data: { last_scan_at: null },
    });
  });

  it('tells no change; the next one that completes tells what is new since the one before', async () => {
    const { address, endpointId } = await scannedEndpoint(exposed, inPart);
    await scanToEnd(service, partner.api, endpointId);
    scanner.script(address, host({ open: [3306] }));
    await scanToEnd(service, partner.api, endpointId);
    expect(await detail(partner.api, endpointId)).toMatchObject({
      latest_scan: { open_ports: [3306] },
      new_ports: [3306],
      closed_ports: [2022],
      look: { state: 'looked_at', missing_ports: null },
    });
  });

  it('is repeated once before its schedule comes again', async () => {
    const { endpointId } = await scannedEndpoint(exposed, inPart);
    const dueInSeconds = async () => {
      const { next_scan_at } = await endpointRow(service, endpointId);
      return (next_scan_at!.getTime() - service.clock.now().getTime()) / 1_000;
    };
    await scanToEnd(service, partner.api, endpointId);
    expect(await dueInSeconds()).toBeLessThanOrEqual(900);
    const { pool } = service.store.database;
    await pool.query('UPDATE endpoints SET next_scan_at = $2 WHERE id = $1', [
      endpointId,
      new Date(service.clock.now().getTime() + 86_400_000),
    ]);
    await scanToEnd(service, partner.api, endpointId);
    expect(await dueInSeconds()).toBeGreaterThan(80_000);
  });
});

describe.concurrent('a port that vanished', () => {
  it('is looked at twice again before its alert resolves', async () => {
    const { address, endpointId, looksBefore } = await scannedEndpoint(exposed, host());
    await scanToEnd(service, partner.api, endpointId);
    const [scan, ...rechecks] = scanner.requestsOf(address).slice(looksBefore);
    expect(scan!.ports.tcp.length).toBeGreaterThan(1_000);
    expect(rechecks.map((recheck) => recheck.ports.tcp.includes(2022))).toEqual([true, true]);
    expect(await alertsOf(partner.api, endpointId)).toMatchObject([{ status: 'resolved', resolution: 'port_closed' }]);
  });

  it.each<[string, HostScript]>([
    ['refused', host()],
    ['silent', host({ filtered: [2022] })],
  ])('and was %s keeps its alert when a recheck finds it open', async (_, vanished) => {
    const { endpointId } = await scannedEndpoint(exposed, vanished, host({ filtered: [2022] }), exposed);
    const before = await alertsOf(partner.api, endpointId);
    expect(await scanToEnd(service, partner.api, endpointId)).toMatchObject({
      status: 'completed',
      open_ports_count: 1,
    });
    const [after, ...others] = await alertsOf(partner.api, endpointId);
    expect(others).toEqual([]);
    expect(after).toMatchObject({ id: before[0].id, status: 'open', first_detected_at: before[0].first_detected_at });
    expect(await detail(partner.api, endpointId)).toMatchObject({
      closed_ports: [],
      latest_scan: { open_ports: [2022] },
    });
  });

  it('counts as closed on silence alone only when the next scan finds it silent too', async () => {
    const quiet = host({ filtered: [2022] });
    const { address, endpointId, looksBefore } = await scannedEndpoint(exposed, quiet);
    const before = await alertsOf(partner.api, endpointId);
    await scanToEnd(service, partner.api, endpointId);
    expect(scanner.requestsOf(address).length - looksBefore).toBe(3);
    expect(await alertsOf(partner.api, endpointId)).toEqual(before);
    expect(await detail(partner.api, endpointId)).toMatchObject({
      closed_ports: [],
      suspected_closed_ports: [2022],
      latest_scan: { open_ports: [2022] },
    });
    await scanToEnd(service, partner.api, endpointId);
    expect(await alertsOf(partner.api, endpointId)).toMatchObject([{ status: 'resolved', resolution: 'port_closed' }]);
    expect(await detail(partner.api, endpointId)).toMatchObject({
      closed_ports: [2022],
      suspected_closed_ports: [],
      latest_scan: { open_ports: [] },
    });
  });

  it('that was silent in one scan and open in the next is not suspected any more: a later silence counts anew', async () => {
    const quiet = host({ filtered: [2022] });
    const { address, endpointId } = await scannedEndpoint(exposed, quiet);
    for (const sight of [quiet, exposed, quiet]) {
      scanner.script(address, sight);
      await scanToEnd(service, partner.api, endpointId);
      const suspected = sight === quiet ? [2022] : [];
      expect(await detail(partner.api, endpointId)).toMatchObject({ suspected_closed_ports: suspected });
    }
    expect(await alertsOf(partner.api, endpointId)).toMatchObject([{ status: 'open' }]);
  });

  it('stays suspected over scans that judge nothing', async () => {
    const quiet = host({ filtered: [2022] });
    const { address, endpointId } = await scannedEndpoint(exposed, quiet);
    for (const sight of [quiet, silentHost, quiet]) {
      scanner.script(address, sight);
      await scanToEnd(service, partner.api, endpointId);
    }
    expect(await alertsOf(partner.api, endpointId)).toMatchObject([{ status: 'resolved', resolution: 'port_closed' }]);
  });

  it('keeps its alert when the last recheck could not probe it', async () => {
    const quiet = host({ filtered: [2022] });
    const { endpointId } = await scannedEndpoint(exposed, quiet, quiet, host({ uncovered: [2022] }));
    await scanToEnd(service, partner.api, endpointId);
    expect(await alertsOf(partner.api, endpointId)).toMatchObject([{ status: 'open' }]);
  });

  it('is looked for whatever ports the plan has now', async () => {
    const { address, endpointId, looksBefore } = await scannedEndpoint(exposed, exposed);
    await partner.api.post('/api/v1/billing/provision', {
      client_id: 1,
      ip_address: address,
      service_id: 77,
      plan_slug: 'web-only',
    });
    await service.store.database.db
      .insertInto('plans')
      .values({
        partner_id: partner.partnerId,
        product_slug: 'port_monitoring',
        plan_slug: 'web-only',
        capacity: 5,
        ports: '80,443',
        updated_at: new Date(),
      })
      .execute();
    await scanToEnd(service, partner.api, endpointId);
    expect(scanner.requestsOf(address)[looksBefore]!.ports.tcp).toEqual([80, 443, 2022]);
    expect(await alertsOf(partner.api, endpointId)).toMatchObject([{ status: 'open' }]);
  });
});

describe.concurrent('a host that is silent', () => {
  it('has one condition, explained, for as long as it lasts, and none when it answers again', async () => {
    const { address, endpointId } = await scannedEndpoint(exposed, silentHost);
    expect(await conditionOf(endpointId)).toBeNull();
    await scanToEnd(service, partner.api, endpointId);
    const condition = await conditionOf(endpointId);
    expect(condition).toMatchObject({ kind: 'unreachable', explanation: expect.stringContaining('did not answer') });
    await scanToEnd(service, partner.api, endpointId);
    expect(await conditionOf(endpointId)).toEqual(condition);
    scanner.script(address, exposed);
    await scanToEnd(service, partner.api, endpointId);
    expect(await conditionOf(endpointId)).toBeNull();
    expect(await alertsOf(partner.api, endpointId)).toMatchObject([{ port: 2022, status: 'open' }]);
  });

  it('has the condition from its first scan on', async () => {
    const { endpointId } = await scannedEndpoint(silentHost, silentHost);
    expect(await conditionOf(endpointId)).toMatchObject({ kind: 'unreachable' });
  });
});

describe.concurrent('a host with many open ports', () => {
  const everything = host({ rest: 'open' });
  const services = Array.from({ length: 150 }, (_, index) => 8_000 + index);
  /** Ports picked at random are closed there, as on any real host. */
  const sturdy = host({ open: services });

  it('that answers everything raises one condition instead of alerts', async () => {
    const { endpointId } = await scannedEndpoint(everything, everything);
    expect(await alertsOf(partner.api, endpointId)).toEqual([]);
    expect(await detail(partner.api, endpointId)).toMatchObject({
      condition: { kind: 'answers_everything', explanation: expect.stringContaining('picked at random') },
      latest_scan: { status: 'completed', open_ports: [] },
    });
    expect(await scansOf(service, endpointId)).toMatchObject([{ status: 'completed', open_ports_count: null }]);
  });

  it('that begins to answer everything keeps its alerts as they were', async () => {
    const { address, endpointId } = await scannedEndpoint(exposed, everything);
    const before = [await alertsOf(partner.api, endpointId), await observationRows(endpointId)];
    await scanToEnd(service, partner.api, endpointId);
    expect(await conditionOf(endpointId)).toMatchObject({ kind: 'answers_everything' });
    expect([await alertsOf(partner.api, endpointId), await observationRows(endpointId)]).toEqual(before);
    scanner.script(address, host());
    await scanToEnd(service, partner.api, endpointId);
    expect(await conditionOf(endpointId)).toBeNull();
    expect(await alertsOf(partner.api, endpointId)).toMatchObject([{ status: 'resolved', resolution: 'port_closed' }]);
  });

  it('that really has them raises an alert for each that was asked', async () => {
    const { endpointId, address } = await scannedEndpoint(sturdy, sturdy);
    const asked = scanner.requestsOf(address)[0]!.ports.tcp;
    const { rows } = await service.store.database.pool.query('SELECT port FROM alerts WHERE endpoint_id = $1', [
      endpointId,
    ]);
    expect(rows.map(({ port }) => port).sort((a, b) => a - b)).toEqual(services.filter((port) => asked.includes(port)));
    expect(rows.length).toBeGreaterThan(100);
    expect(await conditionOf(endpointId)).toBeNull();
  });
});

describe.concurrent('history', () => {
  it('scans that see nothing new write no observation', async () => {
    const { endpointId } = await scannedEndpoint(host({ open: [2022, 8080] }), host({ open: [2022, 8080] }));
    const before = await observationRows(endpointId);
    expect(before).toHaveLength(2);
    for (let scan = 1; scan <= 3; scan += 1) await scanToEnd(service, partner.api, endpointId);
    expect(await observationRows(endpointId)).toEqual(before);
    expect(await scansOf(service, endpointId)).toHaveLength(4);
  });
});

describe.concurrent('cancelled scans', () => {
  it.each(['suspend', 'terminate'])('a running scan stops when its endpoint is stopped by %s', async (action) => {
    const { address, endpointId } = await scannedEndpoint(exposed, exposed);
    let aborted = false;
    scanner.script(
      address,
      endlessScan(() => {
        aborted = true;
      }),
    );
    const request = { client_id: 1, endpoint_id: endpointId };
    const { body } = await partner.api.post('/api/v1/billing/scan-endpoint', request);
    await eventually('the second scan begins', async () => scanner.scansOf(address).length === 2);
    await partner.api.post(`/api/v1/billing/${action}`, request);
    await eventually('the scan stops', async () => aborted, 2_000);
    expect(await endedScan(service, body.data.scan_id)).toMatchObject({ status: 'cancelled', error: null });
  });

  it('an endpoint that comes back after its scan was cancelled is scanned again when it is due', async () => {
    // A change of what a customer pays for may hasten all its servers: this one has no other.
    const clientId = 2;
    const { address, endpointId } = await scannedEndpointOf(clientId, exposed, exposed);
    scanner.script(address, endlessScan(), host({ open: [8080] }));
    const request = { client_id: clientId, endpoint_id: endpointId };
    await partner.api.post('/api/v1/billing/scan-endpoint', request);
    await eventually('the second scan begins', async () => scanner.scansOf(address).length === 2);
    const { next_scan_at: due } = await endpointRow(service, endpointId);
    await partner.api.post('/api/v1/billing/suspend', request);
    const before = await endpointRow(service, endpointId);
    expect(before).toMatchObject({ status: 'paused', current_scan_id: null, next_scan_at: null });
    await partner.api.post('/api/v1/billing/resume', request);
    expect((await endpointRow(service, endpointId)).next_scan_at).toEqual(due);
    const { pool } = service.store.database;
    await pool.query('UPDATE endpoints SET next_scan_at = $2 WHERE id = $1', [endpointId, service.clock.now()]);
    const body = await nextScan(partner.api, endpointId, before.last_scan_at!.toISOString());
    expect(body).toMatchObject({ new_ports: [8080], closed_ports: [2022] });
  });
});
