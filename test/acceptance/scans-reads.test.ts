import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dropOldAuditEntries } from '../../src/core/audit/drop-old-entries.ts';
import { applyScanFailure } from '../../src/monitoring/port-scans/apply-scan-result.ts';
import type { OpenPort } from '../../src/monitoring/port-scans/observations.ts';
import { completeScan, type PortText, parsePort } from '../support/completed-scans.ts';
import { loopbackAddress } from '../support/listeners.ts';
import { openConsole, signInCustomer } from '../support/portal-browser.ts';
import { pretendLiveWorker } from '../support/rows.ts';
import { requestScan } from '../support/scan-outcomes.ts';
import { enqueueScan, systemOperation, takeScanJob } from '../support/scan-steps.ts';
import { provision } from '../support/scans.ts';
import { expectProblem, expectRefusal, withoutRequestTraces } from '../support/shapes.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

const absentId = '00000000-0000-4000-8000-000000000000';

let service: TestService;
let partner: TestPartner;

beforeAll(async () => {
  service = await TestService.start({ role: 'api' });
  partner = await service.partner();
});
afterAll(async () => {
  await service?.stop();
});

async function scanned(endpointId: string, open: PortText[], closed: PortText[] = []): Promise<string> {
  service.clock.advanceSeconds(60);
  return completeScan(service, partner, endpointId, { open, closed });
}

async function openPortsOf(scanId: string): Promise<number[]> {
  return (await partner.api.get(`/api/v1/scans/${scanId}`)).body.data.open_ports;
}

async function historyPage(endpointId: string, query = '') {
  const answer = await partner.api.get(`/api/v1/endpoints/${endpointId}/scans?${query}`);
  expect(answer.status).toBe(200);
  return answer.body;
}

/** What is told of a port on which `completeScan` saw an OpenSSH server. */
const openSsh = (version: string) => ({
  service: 'ssh',
  known_by: 'probed',
  product: 'OpenSSH',
  version,
  components: [{ name: 'OpenSSH', version, revision: null, where: 'answer' }],
});

const changesOf = async (scanId: string) => (await partner.api.get(`/api/v1/scans/${scanId}`)).body.data.changes;

const idsOf = (page: { data: { id: string }[] }) => page.data.map(({ id }) => id);

describe('GET /scans/{id}', () => {
  it('a completed scan: its times, its extent and the ports that were open after it', async () => {
    const endpointId = await provision(partner.api, loopbackAddress());
    const scanId = await scanned(endpointId, ['8080:tcp', '22:tcp']);
    const answer = await partner.api.get(`/api/v1/scans/${scanId}?billing_customer_id=1`);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      data: {
        id: scanId,
        endpoint_id: endpointId,
        trigger: 'scheduled',
        requested_by: null,
        status: 'completed',
        engine: null,
        created_at: expect.stringMatching(/Z$/),
        started_at: null,
        finished_at: expect.stringMatching(/Z$/),
        scan_duration_ms: 12,
        host_answered: true,
        ports_scanned: 1_000,
        missing_ports: 0,
        open_ports_count: 2,
        coverage: null,
        error: null,
        open_ports: [22, 8_080],
        changes: [22, 8_080].map((port) => ({ port, protocol: 'tcp', before: null, now: openSsh('9.2') })),
      },
      links: { self: `http://${partner.portalDomain}/api/v1/scans/${scanId}` },
      meta: { version: 'v1', timestamp: expect.stringMatching(/Z$/) },
    });
  });

  it('TCP and UDP numbers are merged, each once', async () => {
    const endpointId = await provision(partner.api, loopbackAddress());
    expect(await openPortsOf(await scanned(endpointId, ['53:udp', '53:tcp', '161:udp']))).toEqual([53, 161]);
  });

  it('every scan keeps what was open after it, whatever later scans see', async () => {
    const endpointId = await provision(partner.api, loopbackAddress());
    const scans = [
      await scanned(endpointId, ['22:tcp', '80:tcp']),
      await scanned(endpointId, ['22:tcp', '443:tcp'], ['80:tcp']),
      await scanned(endpointId, [], ['22:tcp', '443:tcp']),
      await scanned(endpointId, ['80:tcp']),
    ];
    expect(await Promise.all(scans.map(openPortsOf))).toEqual([[22, 80], [22, 443], [], [80]]);
  });

  it('a partial scan says how many ports did not answer, what it saw open, and is compared with none', async () => {
    const endpointId = await provision(partner.api, loopbackAddress());
    await scanned(endpointId, ['22:tcp']);
    const scanId = await completeScan(service, partner, endpointId, { open: ['80:tcp', '22:tcp'], missing: 19 });
    const [latest] = (await historyPage(endpointId)).data;
    expect(latest).toMatchObject({
      id: scanId,
      status: 'partial',
      host_answered: true,
      ports_scanned: 981,
      missing_ports: 19,
      open_ports_count: 2,
      error: 'partial: 19 of 1000 ports did not answer in time',
    });
    expect(await openPortsOf(scanId)).toBeNull();
  });

  it('a scan tells what it changed: opened, closed, and another version; and leaves the list out where that is nothing', async () => {
    const endpointId = await provision(partner.api, loopbackAddress());
    await scanned(endpointId, ['22:tcp', '80:tcp']);
    expect(await changesOf(await scanned(endpointId, ['22:tcp', '80:tcp']))).toBeUndefined();
    service.clock.advanceSeconds(60);
    const changing = await completeScan(service, partner, endpointId, {
      open: ['22:tcp', '443:tcp'],
      closed: ['80:tcp'],
      identities: { '22:tcp': { version: '9.6' } },
    });
    const changes = [
      { port: 22, protocol: 'tcp', before: openSsh('9.2'), now: openSsh('9.6') },
      { port: 80, protocol: 'tcp', before: openSsh('9.2'), now: null },
      { port: 443, protocol: 'tcp', before: null, now: openSsh('9.2') },
    ];
    expect(await changesOf(changing)).toEqual(changes);
    await scanned(endpointId, [], ['22:tcp', '443:tcp']);
    expect(await changesOf(changing)).toEqual(changes);
  });

  it('a packager’s new revision of the same version is a change', async () => {
    const endpointId = await provision(partner.api, loopbackAddress());
    const withRevision = (revision: string) => {
      service.clock.advanceSeconds(60);
      const identity = { version: '8.4p1', banner: `SSH-2.0-OpenSSH_8.4p1 Debian-5+${revision}` };
      return completeScan(service, partner, endpointId, { open: ['22:tcp'], identities: { '22:tcp': identity } });
    };
    await withRevision('deb11u1');
    expect(await changesOf(await withRevision('deb11u1'))).toBeUndefined();
    const [change] = await changesOf(await withRevision('deb11u3'));
    expect(change.before.components[0]).toMatchObject({ version: '8.4p1', revision: 'Debian-5+deb11u1' });
    expect(change.now.components[0]).toMatchObject({ version: '8.4p1', revision: 'Debian-5+deb11u3' });
  });

  it('what a web server states besides is a change when it changes, not when it is first heard or its page is broken', async () => {
    const endpointId = await provision(partner.api, loopbackAddress());
    const web = (status: string, stated?: OpenPort['identity']['stated']) => {
      service.clock.advanceSeconds(60);
      const identity = { service: 'http', product: 'nginx', version: '1.22.1', banner: `HTTP/1.1 ${status}` };
      const identities = { '80:tcp': { ...identity, ...(stated && { stated }) } };
      return completeScan(service, partner, endpointId, { open: ['80:tcp'], identities });
    };
    const php = (version: string) => ({ server: 'nginx/1.22.1', 'x-powered-by': `PHP/${version}` });
    await web('200 OK');
    expect(await changesOf(await web('200 OK', php('8.1.2')))).toBeUndefined();
    expect(await changesOf(await web('502 Bad Gateway', { server: 'nginx/1.22.1' }))).toBeUndefined();
    expect(await changesOf(await web('502 Bad Gateway'))).toBeUndefined();
    const [change] = await changesOf(await web('200 OK', php('8.2.7')));
    const phpOf = (seen: { components: { name: string }[] }) => seen.components.find(({ name }) => name === 'PHP');
    expect(phpOf(change.before)).toMatchObject({ version: '8.1.2', where: 'x-powered-by' });
    expect(phpOf(change.now)).toMatchObject({ version: '8.2.7' });
  });

  it('a pending scan has no ports yet', async () => {
    const endpointId = await provision(partner.api, loopbackAddress());
    const scanId = await enqueueScan(systemOperation(service, partner), endpointId);
    const answer = await partner.api.get(`/api/v1/scans/${scanId}`);
    expect(answer.body.data).toMatchObject({ status: 'pending', finished_at: null, open_ports: null, error: null });
    await takeScanJob(systemOperation(service, partner));
  });

  it('a failed scan says why and has no ports, though some were open before', async () => {
    const endpointId = await provision(partner.api, loopbackAddress());
    await scanned(endpointId, ['22:tcp']);
    service.clock.advanceSeconds(60);
    const operation = systemOperation(service, partner);
    const scanId = await enqueueScan(operation, endpointId);
    await applyScanFailure(operation, await takeScanJob(operation), {
      error: 'partial: 3 of 1000 ports got a verdict',
    });
    const answer = await partner.api.get(`/api/v1/scans/${scanId}`);
    expect(answer.body.data).toMatchObject({
      status: 'failed',
      error: 'partial: 3 of 1000 ports got a verdict',
      open_ports: null,
      open_ports_count: null,
    });
  });

  it('a cancelled scan has no ports', async () => {
    const endpointId = await provision(partner.api, loopbackAddress());
    const scanId = await enqueueScan(systemOperation(service, partner), endpointId);
    await partner.api.post('/api/v1/billing/suspend', { endpoint_id: endpointId });
    const answer = await partner.api.get(`/api/v1/scans/${scanId}`);
    expect(answer.body.data).toMatchObject({ status: 'cancelled', open_ports: null });
    await takeScanJob(systemOperation(service, partner));
  });

  it('the scan of another customer: 403 with code 403', async () => {
    const scanId = await scanned(await provision(partner.api, loopbackAddress()), []);
    const answer = await partner.api.get(`/api/v1/scans/${scanId}?billing_customer_id=2`);
    expectProblem(answer, 403, '403');
    expect(answer.body.error.message).toBe('Access denied');
  });

  it('one that does not exist, an id that is no UUID, and one of a terminated endpoint: 404 with code 404', async () => {
    const endpointId = await provision(partner.api, loopbackAddress());
    const scanId = await scanned(endpointId, []);
    await partner.api.post('/api/v1/billing/terminate', { endpoint_id: endpointId });
    for (const id of [absentId, 'latest', scanId]) {
      expectProblem(await partner.api.get(`/api/v1/scans/${id}`), 404, '404');
    }
  });

  it("another partner's: the same answer as for one that does not exist", async () => {
    const scanId = await scanned(await provision(partner.api, loopbackAddress()), []);
    const { api } = await service.partner();
    const [foreign, absent] = [await api.get(`/api/v1/scans/${scanId}`), await api.get(`/api/v1/scans/${absentId}`)];
    expect(foreign.status).toBe(404);
    expect(withoutRequestTraces(foreign)).toEqual(withoutRequestTraces(absent));
  });

  it('a customer that is no number: 422', async () => {
    expectRefusal(await partner.api.get(`/api/v1/scans/${absentId}?billing_customer_id=x`), 422, [
      'billing_customer_id',
    ]);
  });
});

describe('GET /endpoints/{id}/scans', () => {
  it('an endpoint that was never scanned: an empty page', async () => {
    const endpointId = await provision(partner.api, loopbackAddress());
    const url = `http://${partner.portalDomain}/api/v1/endpoints/${endpointId}/scans?per_page=15&page=1`;
    expect(await historyPage(endpointId)).toEqual({
      data: [],
      links: { first: url, last: url, prev: null, next: null },
      meta: { current_page: 1, per_page: 15, total: 0, has_more: false, next_cursor: null },
    });
  });

  it('scans of every ending, newest first, page by page; those of other endpoints are not among them', async () => {
    const endpointId = await provision(partner.api, loopbackAddress());
    await scanned(await provision(partner.api, loopbackAddress()), ['22:tcp']);
    const scans: string[] = [];
    for (let count = 0; count < 4; count += 1) scans.unshift(await scanned(endpointId, ['22:tcp']));
    service.clock.advanceSeconds(60);
    const operation = systemOperation(service, partner);
    scans.unshift(await enqueueScan(operation, endpointId));
    await applyScanFailure(operation, await takeScanJob(operation), { error: 'partial: none' });

    const first = await historyPage(endpointId, 'per_page=2&billing_customer_id=1');
    expect(first.meta).toMatchObject({ current_page: 1, per_page: 2, total: 5, has_more: true });
    expect(first.data[0]).toMatchObject({ id: scans[0], status: 'failed', error: 'partial: none' });
    expect(first.data[0]).not.toHaveProperty('open_ports');
    const pages = [first];
    for (let next = first.links.next; next !== null; next = pages.at(-1)!.links.next) {
      const { pathname, search } = new URL(next);
      pages.push((await partner.api.get(`${pathname}${search}`)).body);
    }
    expect(pages.map(idsOf)).toEqual([scans.slice(0, 2), scans.slice(2, 4), scans.slice(4)]);
    expect(first.links.prev).toBeNull();
    expect(pages[2].links).toMatchObject({ first: first.links.first, last: first.links.last, next: null });
    const { pathname, search } = new URL(pages[2].links.prev);
    expect((await partner.api.get(`${pathname}${search}`)).body).toEqual(pages[1]);
  });

  it('says who asked for a scan by hand, as long as the audit log knows, and of one that was due nobody', async () => {
    const endpointId = await provision(partner.api, loopbackAddress());
    const operation = systemOperation(service, partner);
    for (const caller of [
      partner.api,
      await signInCustomer(service, partner, 1),
      await openConsole(service, partner),
    ]) {
      service.clock.advanceSeconds(900);
      await pretendLiveWorker(service);
      const scanId = await requestScan(caller, endpointId);
      await applyScanFailure(operation, await takeScanJob(operation), { error: 'partial: none' });
      await partner.api.post('/api/v1/billing/suspend', { endpoint_id: endpointId });
      await partner.api.post('/api/v1/billing/resume', { endpoint_id: endpointId });
      const [latest] = (await historyPage(endpointId)).data;
      const single = (await partner.api.get(`/api/v1/scans/${scanId}`)).body.data;
      expect(single).toMatchObject({ id: scanId, trigger: 'manual', requested_by: latest.requested_by });
    }
    await scanned(endpointId, []);
    const told = async () =>
      (await historyPage(endpointId)).data.map((scan: { requested_by: string | null }) => scan.requested_by);
    expect(await told()).toEqual([null, 'administrator', 'customer', 'api_key']);
    service.clock.advanceSeconds(1);
    await dropOldAuditEntries(service.service.resources, 0);
    expect(await told()).toEqual([null, null, null, null]);
  });

  it('past the end: an empty page', async () => {
    const endpointId = await provision(partner.api, loopbackAddress());
    await scanned(endpointId, []);
    expect(await historyPage(endpointId, 'page=7')).toMatchObject({ data: [], meta: { current_page: 7, total: 1 } });
  });

  it.each(['per_page', 'page', 'billing_customer_id'])('%s of 0: 422', async (field) => {
    const endpointId = await provision(partner.api, loopbackAddress());
    const answer = await partner.api.get(`/api/v1/endpoints/${endpointId}/scans?${field}=0`);
    expectRefusal(answer, 422, [field]);
  });

  it('more than 100 a page: 422', async () => {
    const endpointId = await provision(partner.api, loopbackAddress());
    const answer = await partner.api.get(`/api/v1/endpoints/${endpointId}/scans?per_page=101`);
    expectRefusal(answer, 422, ['per_page']);
  });
});

describe('any history of scans', () => {
  const ports: PortText[] = ['22:tcp', '53:tcp', '53:udp', '443:tcp'];
  const look = fc.constantFrom('open', 'closed', 'unjudged');
  const histories = fc.array(fc.tuple(look, look, look, look), { minLength: 1, maxLength: 6 });

  it('each scan has the ports that were open after it, and the pages partition the scans', async () => {
    await fc.assert(
      fc.asyncProperty(histories, fc.integer({ min: 1, max: 4 }), async (looks, perPage) => {
        const endpointId = await provision(partner.api, loopbackAddress());
        const openNow = new Set<PortText>();
        const expected: { id: string; ports: number[] }[] = [];
        for (const seen of looks) {
          const open = ports.filter((_, at) => seen[at] === 'open');
          const closed = ports.filter((port, at) => seen[at] === 'closed' && openNow.has(port));
          const id = await scanned(endpointId, open, closed);
          for (const port of open) openNow.add(port);
          for (const port of closed) openNow.delete(port);
          const numbers = new Set([...openNow].map((text) => parsePort(text).port));
          expected.unshift({ id, ports: [...numbers].sort((a, b) => a - b) });
        }
        const listed: string[] = [];
        for (let page = 1; page <= Math.ceil(looks.length / perPage); page += 1)
          listed.push(...idsOf(await historyPage(endpointId, `per_page=${perPage}&page=${page}`)));
        expect(listed).toEqual(expected.map(({ id }) => id));
        for (const scan of expected) expect(await openPortsOf(scan.id)).toEqual(scan.ports);
      }),
      { numRuns: 12 },
    );
  });
});
