import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PlanTerms, setPlan } from '../../src/accounts/plans/set-plan.ts';
import { RISK_TABLE_UDP_PORTS } from '../../src/engines/port-scanner/port-sets.ts';
import { breakwater } from '../support/command-line.ts';
import { loopbackAddress } from '../support/listeners.ts';
import { systemOperation } from '../support/scan-steps.ts';
import { nextScan, provision } from '../support/scans.ts';
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
      return breakwater(testEnvironment(service.databaseName), ['plan', 'set', ...plan, ...options, '--json']);
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
