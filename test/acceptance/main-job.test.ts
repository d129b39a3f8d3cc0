import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Listener, listen, loopbackAddress, sshGreeting } from '../support/listeners.ts';
import { detail, nextScan, provision, scanAgain } from '../support/scans.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

let service: TestService;
let partner: TestPartner;
const listeners: Listener[] = [];

beforeAll(async () => {
  service = await TestService.start();
  partner = await service.partner();
});
afterAll(async () => {
  await service?.stop();
  for (const listener of listeners) await listener.close();
});

async function listening(address: string, port: number, greeting?: string): Promise<Listener> {
  const listener = await listen(address, port, greeting);
  listeners.push(listener);
  return listener;
}

describe('the main job: provision, scan, alert, resolve', () => {
  it('an open port of a provisioned server raises an explained alert that resolves by itself when the port closes', async () => {
    const address = loopbackAddress();
    const ssh = await listening(address, 2022, sshGreeting);
    const endpointId = await provision(partner.api, address, { client_id: 1 });
    const first = await nextScan(partner.api, endpointId);

    expect(first.latest_scan).toMatchObject({ open_ports: [2022], status: 'completed' });
    expect(first).toMatchObject({ new_ports: [], closed_ports: [] });
    expect(first.alerts).toMatchObject([
      { port: 2022, protocol: 'tcp', service: 'ssh', severity: 'medium', status: 'open' },
    ]);

    const read = await partner.api.get(`/api/v1/alerts/${first.alerts[0].id}`);
    expect(read.status).toBe(200);
    expect(read.body.data.alert.explanation).toMatch(/SSH/);
    expect(read.body.data.alert.explanation).toContain(address);
    expect(read.body.data.alert.explanation).toContain('OpenSSH');

    await ssh.close();
    const second = await scanAgain(partner.api, endpointId);
    expect(second).toMatchObject({ alerts: [], new_ports: [], closed_ports: [2022], latest_scan: { open_ports: [] } });
    const resolved = await partner.api.get(`/api/v1/alerts/${first.alerts[0].id}`);
    expect(resolved.body.data.alert).toMatchObject({ status: 'resolved', resolution: 'port_closed' });
  });

  it('new_ports and closed_ports compare the last two completed scans', async () => {
    const address = loopbackAddress();
    const http = await listening(address, 8080, 'HTTP/1.1 400 Bad Request\r\n\r\n');
    const endpointId = await provision(partner.api, address);
    await nextScan(partner.api, endpointId);
    await listening(address, 3306, sshGreeting);
    await http.close();
    const second = await scanAgain(partner.api, endpointId);
    expect(second).toMatchObject({ new_ports: [3306], closed_ports: [8080], latest_scan: { open_ports: [3306] } });
    service.clock.advanceSeconds(301);
    const third = await scanAgain(partner.api, endpointId);
    expect(third).toMatchObject({ new_ports: [], closed_ports: [], latest_scan: { open_ports: [3306] } });
  });

  it('an alert that is resolved by hand while the port is open is raised anew, with another id, by the next scan', async () => {
    const address = loopbackAddress();
    await listening(address, 6379, sshGreeting);
    const endpointId = await provision(partner.api, address);
    const first = await nextScan(partner.api, endpointId);
    const [alert] = first.alerts;
    const answer = await partner.api.post(`/api/v1/alerts/${alert.id}/resolve`, {});
    expect(answer).toMatchObject({
      status: 200,
      body: { data: { alert: { status: 'resolved', resolution: 'manual' } } },
    });
    // Resolving it asks for that scan by itself.
    const [raised] = (await nextScan(partner.api, endpointId, first.data.last_scan_at)).alerts;
    expect(raised.port).toBe(6379);
    expect(raised.id).not.toBe(alert.id);
  });

  it('an alert that is seen again keeps its id and its first detection', async () => {
    const address = loopbackAddress();
    await listening(address, 2022, sshGreeting);
    const endpointId = await provision(partner.api, address);
    const [before] = (await nextScan(partner.api, endpointId)).alerts;
    const [after] = (await scanAgain(partner.api, endpointId)).alerts;
    expect(after).toMatchObject({ id: before.id, first_detected_at: before.first_detected_at });
    expect(after.last_detected_at > before.last_detected_at).toBe(true);
  });

  it('an IPv6 server is scanned', async () => {
    const address = '::1';
    await listening(address, 2022, sshGreeting);
    const endpointId = await provision(partner.api, address, { client_id: 6 });
    const body = await nextScan(partner.api, endpointId);
    expect(body.latest_scan.open_ports).toContain(2022);
    expect(body.data.ip_address).toBe('::1');
  });

  it('the platform of a server is learnt from what its services say', async () => {
    const address = loopbackAddress();
    await listening(address, 22, sshGreeting);
    const endpointId = await provision(partner.api, address);
    expect((await detail(partner.api, endpointId)).data.platform).toBeNull();
    expect((await nextScan(partner.api, endpointId)).data.platform).toBe('debian');
  });
});

describe('manual scans', () => {
  it('a manual scan inside the cooldown is refused and says when to try again', async () => {
    const endpointId = await provision(partner.api, loopbackAddress());
    const before = await nextScan(partner.api, endpointId);
    const scan = { client_id: 1, endpoint_id: endpointId };
    const first = await partner.api.post('/api/v1/billing/scan-endpoint', scan);
    expect(first).toMatchObject({ status: 202, body: { data: { status: 'pending', cooldown_seconds: 300 } } });
    const second = await partner.api.post('/api/v1/billing/scan-endpoint', scan);
    expect(second).toMatchObject({ status: 429, body: { success: false, error: { code: 'RATE_LIMITED' } } });
    const wait = second.body.error.details.retry_after_seconds;
    expect(wait).toBeGreaterThan(290);
    expect(second.headers['retry-after']).toBe(String(wait));
    await nextScan(partner.api, endpointId, before.data.last_scan_at);
    service.clock.advanceSeconds(wait);
    expect((await partner.api.post('/api/v1/billing/scan-endpoint', scan)).status).toBe(202);
  });
});
