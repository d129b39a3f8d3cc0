import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { recheckVerifications } from '../../src/resources/domains/recheck-verifications.ts';
import type { HostnameResolver } from '../../src/resources/endpoints/resolve-hostname.ts';
import { monitorDomain } from '../support/domain-scans.ts';
import { enableSandbox, type SandboxClient } from '../support/sandbox-client.ts';
import { detail, nextScan, provision, scanAgain } from '../support/scans.ts';
import { ScriptedScanner } from '../support/scripted-scanner.ts';
import { expectProblem, expectRefusal, expectSuccess } from '../support/shapes.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';
import { startTextNameServer, type TextNameServer } from '../support/text-name-server.ts';

/** Records every question about a hostname; each leads to a private address. */
const asked: string[] = [];
const resolver: HostnameResolver = {
  resolve4: async (name) => {
    asked.push(name);
    return ['10.1.2.3'];
  },
  resolve6: async (name) => {
    asked.push(name);
    return [];
  },
};
/** Records every look that anything takes at the network. */
const scanner = new ScriptedScanner();
let names: TextNameServer;
let service: TestService;
let partner: TestPartner;
let sandbox: SandboxClient;

beforeAll(async () => {
  names = await startTextNameServer();
  const environment = { SCAN_ALLOW: '192.0.2.0/24', DNS_SERVERS: names.server, SCAN_COOLDOWN_SECONDS: '0' };
  service = await TestService.start({ scanner, resolver, environment });
});
afterAll(async () => {
  await service?.stop();
  await names?.close();
});
beforeEach(async () => {
  partner = await service.partner();
  sandbox = await enableSandbox(service, partner);
  asked.length = 0;
  scanner.requests.length = 0;
  names.questions.length = 0;
});

const add = (api: SandboxClient | TestPartner['api'], ip_address: string, more: object = {}) =>
  api.post('/api/v1/endpoints', { billing_customer_id: 1, ip_address, ...more });

describe('in the sandbox, where no packet leaves', () => {
  it('every address has its scenario, whatever the policy says of it: scheduled, by hand, and after a pause', async () => {
    expectSuccess(await sandbox.send('PUT', '/api/v1/sandbox/scenario', { scenario: 'critical' }));
    const addresses = [
      ...['127.0.0.1', '0.0.0.0', '10.1.2.3', '169.254.169.254', '224.0.0.1', '255.255.255.255', '198.51.100.7'],
      ...['::1', 'fe80::1', 'fd00:ec2::254', '4000::1'],
    ];
    await Promise.all(
      addresses.map(async (address) => {
        const answer = await sandbox.post('/api/v1/billing/provision', { client_id: 1, ip_address: address });
        expect(expectSuccess(answer, 201), address).toEqual({ endpoint_id: expect.any(String), status: 'active' });
        const { endpoint_id } = answer.body.data;
        const scheduled = await nextScan(sandbox, endpoint_id);
        expect(scheduled.latest_scan.open_ports).toEqual([22, 445, 3389, 6379]);
        expect(scheduled.data.next_scan_at).not.toBeNull();
        await scanAgain(sandbox, endpoint_id);
        for (const action of ['suspend', 'resume', 'terminate'])
          expectSuccess(await sandbox.post(`/api/v1/billing/${action}`, { endpoint_id }));
        expect((await add(sandbox, address)).body).not.toHaveProperty('note');
        expect((await detail(sandbox, endpoint_id)).data.next_scan_at).not.toBeNull();
      }),
    );
    expect(scanner.requests).toEqual([]);
  });

  it.each(['1.2.3', '010.0.0.1', '10.0.0.0/8', 'fe80::1%eth0', '2130706433', 'no name!'])(
    'the syntax of an address is checked all the same: %s',
    async (text) => {
      expectRefusal(await add(sandbox, text), 422, ['ip_address']);
    },
  );

  it('capacity that comes back wakes an address that the policy refuses, too', async () => {
    const subscription = { client_id: 1, service_id: 9, product_slug: 'port_monitoring' };
    expectSuccess(
      await sandbox.post('/api/v1/billing/provision-subscription', { ...subscription, plan_slug: 'starter' }),
      201,
    );
    const endpointId = await provision(sandbox, '127.0.0.5');
    for (const action of ['suspend', 'resume'])
      expectSuccess(await sandbox.post(`/api/v1/billing/${action}-subscription`, subscription));
    expect((await detail(sandbox, endpointId)).data).toMatchObject({
      status: 'active',
      next_scan_at: expect.any(String),
    });
  });

  it('a hostname is looked up nowhere: it leads to an address for documentation, always the same', async () => {
    const first = await add(sandbox, 'Web1.Example.com.');
    expect(first).toMatchObject({ status: 201, body: { data: { hostname: 'web1.example.com' } } });
    expect(first.body.data.ip_address).toMatch(/^2001:db8:/);
    expect(await add(sandbox, 'web1.example.com')).toMatchObject({
      status: 200,
      body: { data: { id: first.body.data.id } },
    });
    const second = await add(sandbox, 'web2.example.com');
    expect(second.status).toBe(201);
    expect(second.body.data.ip_address).not.toBe(first.body.data.ip_address);
    expectProblem(await add(sandbox, 'web1.invalid'), 422, 'DNS_RESOLUTION_FAILED', { hostname: 'web1.invalid' });
    expect(asked).toEqual([]);
    // In the real world the resolver is asked: it does record.
    await add(partner.api, 'web1.example.com');
    expect(asked).not.toEqual([]);
  });

  it('every hostname leads to an address of its own', async () => {
    const seen = new Map<string, string>();
    await fc.assert(
      fc.asyncProperty(fc.domain(), async (name) => {
        fc.pre(!name.toLowerCase().endsWith('.invalid'));
        const { status, body } = await add(sandbox, name);
        expect([200, 201]).toContain(status);
        const known = seen.get(body.data.ip_address);
        expect(known === undefined || known === name.toLowerCase()).toBe(true);
        seen.set(body.data.ip_address, name.toLowerCase());
      }),
      { numRuns: 30 },
    );
    expect(asked).toEqual([]);
  });

  it('the proof of a domain is taken for made, and no name server is asked, then or later', async () => {
    const id = await monitorDomain(sandbox, 1, 'shop.example.com');
    const path = `/api/v1/domain-monitoring/domains/${id}/verification/check`;
    expect(expectSuccess(await sandbox.post(path, { billing_customer_id: 1 }))).toMatchObject({ record_found: true });
    service.clock.advanceSeconds(2 * 86_400);
    const resolveTxt = async (name: string) => {
      names.questions.push(name);
      return [];
    };
    expect(
      await recheckVerifications(service.service.resources, {
        secretKey: service.store.keys.lasting,
        resolver: { resolveTxt },
      }),
    ).toBeGreaterThan(0);
    const { verified } = expectSuccess(
      await sandbox.get(`/api/v1/domain-monitoring/domains/${id}?billing_customer_id=1`),
    ).domain;
    expect(verified).toBe(true);
    expect(names.questions).toEqual([]);
  });
});
