import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PlanTerms, setPlan } from '../../src/accounts/plans/set-plan.ts';
import { RISK_TABLE_UDP_PORTS, TOP_TCP_PORTS } from '../../src/engines/port-scanner/port-sets.ts';
import { act, portMonitoring, subscribe } from '../support/billing.ts';
import { runCommand } from '../support/command-line.ts';
import { type Listener, listen, loopbackAddress, sshGreeting } from '../support/listeners.ts';
import { systemOperation } from '../support/scan-steps.ts';
import { nextScan, provision, scanAgain } from '../support/scans.ts';
import { ScriptedScanner } from '../support/scripted-scanner.ts';
import { type TestPartner, TestService, testEnvironment } from '../support/test-service.ts';

class BothProtocols extends ScriptedScanner {
  override readonly protocols = ['tcp', 'udp'] as const;
}

const scanner = new BothProtocols();
let service: TestService;
let partner: TestPartner;

beforeAll(async () => {
  service = await TestService.start({ scanner });
  partner = await service.partner();
});
afterAll(() => service?.stop());

async function plan(terms: Omit<PlanTerms, 'capacity'>): Promise<void> {
  await setPlan(systemOperation(service, partner), { capacity: 5, ...terms });
}

/** What the engine is asked when a server on the plan is scanned. */
async function requestOf(planSlug: string) {
  const address = loopbackAddress();
  const service_id = Math.floor(Math.random() * 1e9);
  const endpointId = await provision(partner.api, address, { service_id, plan_slug: planSlug });
  await nextScan(partner.api, endpointId);
  return scanner.requestsOf(address)[0]!;
}

describe('what a plan says of scans', () => {
  it("without any, the default TCP ports are asked at the installation's pace", async () => {
    const { ports, maxPacketsPerSecond } = await requestOf('starter');
    expect(ports.tcp.length).toBeGreaterThan(1_000);
    expect(ports.udp).toEqual([]);
    expect(maxPacketsPerSecond).toBe(1_000);
  });

  it('ports, protocols and rate reach the engine; of UDP, what a stranger can see at all', async () => {
    await plan({ slug: 'thorough', ports: '22,8000-8002', protocols: 'tcp+udp', maxPacketsPerSecond: 50 });
    const { ports, maxPacketsPerSecond } = await requestOf('thorough');
    expect(ports.tcp).toEqual([22, 8_000, 8_001, 8_002]);
    expect(RISK_TABLE_UDP_PORTS).toEqual(expect.arrayContaining([...ports.udp]));
    expect(ports.udp).toEqual(expect.arrayContaining([53, 161, 11_211]));
    expect(ports.udp).not.toContain(51_820);
    expect(maxPacketsPerSecond).toBe(50);
  });

  it("a rate above the installation's does not lift it", async () => {
    await plan({ slug: 'eager', maxPacketsPerSecond: 500_000 });
    expect((await requestOf('eager')).maxPacketsPerSecond).toBe(1_000);
  });

  it('the command line sets protocols and rate, keeps what is omitted, and takes the rate back', async () => {
    const set = async (...options: string[]) => {
      const plan = [
        '--partner',
        partner.partnerId,
        '--product',
        'port_monitoring',
        '--plan',
        'by-hand',
        '--capacity',
        '3',
      ];
      return runCommand(testEnvironment(service.databaseName), ['plan', 'set', ...plan, ...options, '--json']);
    };
    const made = await set('--protocols', 'tcp+udp', '--max-packets-per-second', '200', '--ports', 'full');
    expect(made.json).toMatchObject({
      protocols: 'tcp+udp',
      max_packets_per_second: 200,
      ports: 'full',
      changed: true,
    });
    expect((await set()).json).toMatchObject({ protocols: 'tcp+udp', max_packets_per_second: 200, changed: false });
    const reset = await set('--protocols', 'tcp', '--max-packets-per-second', 'default');
    expect(reset.json).toMatchObject({ protocols: 'tcp', max_packets_per_second: null, changed: true });
    expect(await set('--max-packets-per-second', '5')).toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(/rate/),
    });
    expect(await set('--protocols', 'udp')).toMatchObject({ exitCode: 2 });
  });
});

describe('the plan that a server is scanned by', () => {
  let clients = 1_000;
  const client = () => ++clients;

  async function coverageOf(endpointId: string) {
    const answer = await partner.api.get(`/api/v1/endpoints/${endpointId}`);
    expect(answer.status).toBe(200);
    const [listed] = (await partner.api.get(`/api/v1/endpoints?search=${answer.body.data.ip_address}`)).body.data;
    expect(listed.coverage).toEqual(answer.body.data.coverage);
    return answer.body.data.coverage;
  }

  beforeAll(async () => {
    await plan({ slug: 'wide', ports: 'full', protocols: 'tcp+udp', scanIntervalSeconds: 43_200 });
    await plan({ slug: 'narrow', ports: '22', maxPacketsPerSecond: 100, scanIntervalSeconds: 172_800 });
  });

  it('without any plan is the default, which names what it looks at', async () => {
    expect(await coverageOf(await provision(partner.api, loopbackAddress(), { client_id: client() }))).toEqual({
      ports: 'top-1000',
      tcp_ports: TOP_TCP_PORTS.length,
      udp_ports: 0,
      protocols: 'tcp',
      interval_seconds: 86_400,
      time_budget_seconds: 36,
      source: 'default',
      plan_slugs: [],
      vantage_points: [],
    });
  });

  it.each(['provision with another service', 'provision without a service', 'POST /endpoints'])(
    'is that of its customer, by %s',
    async (how) => {
      const client_id = client();
      await subscribe(partner.api, portMonitoring(client_id, 1), { plan_slug: 'wide' });
      const ip_address = loopbackAddress();
      const endpointId =
        how === 'POST /endpoints'
          ? (await partner.api.post('/api/v1/endpoints', { billing_customer_id: client_id, ip_address })).body.data.id
          : await provision(partner.api, ip_address, {
              client_id,
              ...(how === 'provision with another service' ? { service_id: 2 } : {}),
            });
      const { data } = await nextScan(partner.api, endpointId);
      expect(data.coverage).toMatchObject({
        ports: 'full',
        tcp_ports: 65_535,
        protocols: 'tcp+udp',
        interval_seconds: 43_200,
        source: 'subscriptions',
        plan_slugs: ['wide'],
      });
      expect(scanner.requestsOf(ip_address)[0]!.ports.tcp).toHaveLength(65_535);
      const [scan] = (await partner.api.get(`/api/v1/endpoints/${endpointId}/scans`)).body.data;
      expect(scan.coverage).toEqual({ ports: 'full', tcp_ports: 65_535, udp_ports: data.coverage.udp_ports });
    },
  );

  it('is of several the most of each, and while a subscription is suspended it does not count', async () => {
    const client_id = client();
    await subscribe(partner.api, portMonitoring(client_id, 1), { plan_slug: 'wide' });
    await subscribe(partner.api, portMonitoring(client_id, 2), { plan_slug: 'narrow' });
    const endpointId = await provision(partner.api, loopbackAddress(), { client_id });
    expect(await coverageOf(endpointId)).toMatchObject({
      ports: 'full',
      interval_seconds: 43_200,
      plan_slugs: ['narrow', 'wide'],
    });
    await act(partner.api, 'suspend-subscription', portMonitoring(client_id, 1));
    expect(await coverageOf(endpointId)).toMatchObject({ ports: '22', interval_seconds: 172_800, udp_ports: 0 });
    await act(partner.api, 'terminate-subscription', portMonitoring(client_id, 2));
    expect(await coverageOf(endpointId)).toMatchObject({ ports: 'top-1000', source: 'default' });
  });

  it('is first that of its own service, also when that is named by a repeated provision or changed', async () => {
    const client_id = client();
    await subscribe(partner.api, portMonitoring(client_id, 1), { plan_slug: 'wide' });
    const ip_address = loopbackAddress();
    const endpointId = await provision(partner.api, ip_address, { client_id, service_id: 2, plan_slug: 'narrow' });
    expect(await coverageOf(endpointId)).toMatchObject({ ports: '22', source: 'service', plan_slugs: ['narrow'] });
    await act(partner.api, 'provision', { client_id, ip_address, service_id: 2, plan_slug: 'starter' });
    expect(await coverageOf(endpointId)).toMatchObject({ ports: 'top-1000', source: 'service' });
    await act(partner.api, 'provision', { client_id, ip_address, service_id: 2, plan_slug: 'none-of-ours' });
    expect(await coverageOf(endpointId)).toMatchObject({ ports: 'full', source: 'subscriptions' });
    await act(partner.api, 'provision', { client_id, ip_address, service_id: 1 });
    expect(await coverageOf(endpointId)).toMatchObject({ ports: 'full', source: 'service' });
    await act(partner.api, 'change-subscription', { ...portMonitoring(client_id, 1), new_plan_slug: 'narrow' });
    expect(await coverageOf(endpointId)).toMatchObject({ ports: '22', source: 'service' });
  });

  it('takes effect when it is edited, and brings the next scan nearer when its interval is shorter', async () => {
    const client_id = client();
    const slug = 'edited';
    await plan({ slug, scanIntervalSeconds: 172_800 });
    await subscribe(partner.api, portMonitoring(client_id, 1), { plan_slug: slug });
    const endpointId = await provision(partner.api, loopbackAddress(), { client_id });
    const { data: before } = await nextScan(partner.api, endpointId);
    const secondsTo = (at: string) => (Date.parse(at) - service.clock.now().getTime()) / 1_000;
    expect(secondsTo(before.next_scan_at)).toBeGreaterThan(160_000);
    await plan({ slug, scanIntervalSeconds: 7_200, ports: '22,80' });
    const after = (await partner.api.get(`/api/v1/endpoints/${endpointId}`)).body.data;
    expect(after.coverage).toMatchObject({ ports: '22,80', interval_seconds: 7_200 });
    expect(secondsTo(after.next_scan_at)).toBeLessThanOrEqual(7_200);
    expect(secondsTo(after.next_scan_at)).toBeGreaterThan(7_000);
    // Back and forth gains nothing.
    await plan({ slug, scanIntervalSeconds: 172_800 });
    await plan({ slug, scanIntervalSeconds: 7_200 });
    expect((await partner.api.get(`/api/v1/endpoints/${endpointId}`)).body.data.next_scan_at).toBe(after.next_scan_at);
  });
});

describe('a listener on a port that the default leaves out', () => {
  const port = 51_820;
  const listeners: Listener[] = [];
  let real: TestService;

  beforeAll(async () => {
    const fast = '200000';
    real = await TestService.start({
      environment: {
        SCAN_ENGINE: 'connect',
        SCAN_PACKETS_PER_SECOND: fast,
        SCAN_PACKETS_PER_SECOND_PER_TARGET: fast,
        SCAN_PACKETS_PER_SECOND_PER_NETWORK: fast,
      },
    });
  });
  afterAll(async () => {
    for (const each of listeners) await each.close();
    await real?.stop();
  });

  it('is not seen by default, and found by a full plan from the next scan on', { timeout: 60_000 }, async () => {
    const partner = await real.partner();
    await setPlan(systemOperation(real, partner), { slug: 'all', capacity: 5, ports: 'full' });
    const address = loopbackAddress();
    listeners.push(await listen(address, port, sshGreeting));
    const endpointId = await provision(partner.api, address);
    expect((await nextScan(partner.api, endpointId)).latest_scan.open_ports).not.toContain(port);
    await subscribe(partner.api, portMonitoring(1), { plan_slug: 'all' });
    real.clock.advanceSeconds(400);
    const { latest_scan: scan, alerts } = await scanAgain(partner.api, endpointId);
    expect(scan.open_ports).toContain(port);
    expect(alerts).toEqual(expect.arrayContaining([expect.objectContaining({ port })]));
  });
});
