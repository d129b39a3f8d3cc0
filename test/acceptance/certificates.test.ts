import tls from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TlsFacts } from '../../src/engines/service-identification/tls/tls-facts.ts';
import { CraftedAuthority } from '../../src/monitoring/certificates/testing/crafted-authority.ts';
import { certificate, tlsFacts } from '../../src/monitoring/certificates/testing/tls-facts.ts';
import { applyScanResult } from '../../src/monitoring/port-scans/apply-scan-result.ts';
import { loopbackAddress } from '../support/listeners.ts';
import { enqueueScan, openPort, resultWith, systemOperation, takeScanJob } from '../support/scan-steps.ts';
import { nextScan, provision, scanAgain } from '../support/scans.ts';
import { expectSuccess } from '../support/shapes.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

interface Alert {
  readonly id: string;
  readonly severity: string;
  readonly status: string;
  readonly resolution: string | null;
  readonly title: string;
  readonly evidence: { readonly cause: string };
}

const path = '/api/v1/monitoring/alerts';

async function certificateAlerts({ api }: TestPartner): Promise<Alert[]> {
  return expectSuccess(await api.get(`${path}?kind=certificate&limit=100`)).alerts as Alert[];
}

describe('what a scan sees of TLS', () => {
  let service: TestService;
  let partner: TestPartner;
  let endpointId: string;

  beforeAll(async () => {
    service = await TestService.start({ role: 'api' });
  });
  afterAll(() => service?.stop());

  async function newServer(): Promise<void> {
    partner = await service.partner();
    endpointId = await provision(partner.api, '203.0.113.9', { hostname: 'shop.example.com' });
  }

  /** A certificate that begins and ends so many days from now, as the service's clock has it. */
  function validity(endsIn: number): TlsFacts {
    const at = (days: number) => new Date(service.clock.now().getTime() + days * 86_400_000).toISOString();
    return tlsFacts({ chain: [certificate(0, 0, { notBefore: at(endsIn - 365), notAfter: at(endsIn) })] });
  }

  async function scan(seen: TlsFacts | null, more: Partial<Parameters<typeof applyScanResult>[2]> = {}): Promise<void> {
    service.clock.advanceSeconds(60);
    const operation = systemOperation(service, partner);
    await enqueueScan(operation, endpointId);
    const job = await takeScanJob(operation);
    const { identity, ...port } = openPort(443);
    const web = { ...identity, service: 'https', tls: true, product: 'nginx' };
    const open = seen === null ? [] : [{ ...port, identity: web, tlsFacts: seen }];
    await applyScanResult(operation, job, { ...resultWith(open), ...more });
  }

  it('is one alert for each cause, with evidence, words and commands, beside the one about the port', async () => {
    await newServer();
    await scan({ ...validity(-1), obsoleteProtocol: 'TLSv1' });
    const alerts = await certificateAlerts(partner);
    expect(alerts.map(({ evidence }) => evidence.cause).toSorted()).toEqual(['expiry', 'protocol']);
    const expiry = alerts.find(({ evidence }) => evidence.cause === 'expiry')!;
    expect(expiry).toMatchObject({
      kind: 'certificate',
      subject: { type: 'endpoint', id: endpointId, name: 'shop.example.com', address: '203.0.113.9' },
      severity: 'high',
      status: 'open',
      title: expect.stringMatching(/expired/i),
      explanation: expect.stringMatching(/What to do/),
      facts: expect.arrayContaining([{ label: 'Port', value: '443 (TCP)' }]),
      remediation: { selected: expect.any(String), platforms: expect.arrayContaining([]) },
      actions: ['acknowledge', 'false-positive', 'resolve'],
    });
    const { alert } = expectSuccess(await partner.api.get(`${path}/${expiry.id}`));
    expect(alert).toEqual(expiry);
    const ports = expectSuccess(await partner.api.get('/api/v1/alerts')).alerts as { id: string }[];
    expect(ports).toHaveLength(1);
    expect((await partner.api.get(`/api/v1/alerts/${expiry.id}`)).status).toBe(404);
  });

  it('ends with the scan that sees the renewed certificate, though the service is the same', async () => {
    await newServer();
    await scan(validity(5));
    expect(await certificateAlerts(partner)).toMatchObject([{ severity: 'medium', status: 'open' }]);
    await scan(validity(360));
    expect(await certificateAlerts(partner)).toMatchObject([{ status: 'resolved', resolution: 'cause_ended' }]);
  });

  it('ends when its port is closed', async () => {
    await newServer();
    await scan(validity(-1));
    await scan(null, { closed: [{ protocol: 'tcp', port: 443 }] });
    expect(await certificateAlerts(partner)).toMatchObject([{ status: 'resolved', resolution: 'cause_ended' }]);
  });

  it('stays when TLS could not be seen this time', async () => {
    await newServer();
    await scan(validity(-1));
    await scan(null);
    expect(await certificateAlerts(partner)).toMatchObject([{ status: 'open' }]);
  });

  it('is one alert that grows more urgent as the day comes, and comes back to who took note of it', async () => {
    await newServer();
    await scan(validity(20));
    const [{ id }] = (await certificateAlerts(partner)) as [Alert];
    expectSuccess(await partner.api.post(`${path}/${id}/acknowledge`, {}));
    await scan(validity(13));
    expect(await certificateAlerts(partner)).toMatchObject([{ id, severity: 'low', status: 'acknowledged' }]);
    await scan(validity(6));
    expect(await certificateAlerts(partner)).toMatchObject([{ id, severity: 'medium', status: 'open' }]);
  });

  it('ends with its server', async () => {
    await newServer();
    await scan(validity(-1));
    await partner.api.post('/api/v1/billing/terminate', { endpoint_id: endpointId });
    expect(await certificateAlerts(partner)).toMatchObject([
      { status: 'resolved', resolution: 'endpoint_terminated', evidence: { cause: 'expiry' } },
    ]);
  });
});

describe('with a real server', () => {
  it('an expired certificate is seen, and seen no more after its renewal', async () => {
    const authority = new CraftedAuthority();
    const [expired, renewed] = [-2, 300].map((endsIn) => authority.make({ commonName: 'shop.example.com', endsIn }));
    const scanning = await TestService.start();
    const address = loopbackAddress();
    const server = tls.createServer({ cert: expired!.pem, key: expired!.keyPem }, (socket) => {
      socket.on('error', () => {});
      socket.on('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nOK'));
    });
    try {
      await new Promise<void>((resolve) => server.listen(8_443, address, resolve));
      const shopkeeper = await scanning.partner();
      const id = await provision(shopkeeper.api, address);
      await nextScan(shopkeeper.api, id);
      const causes = async (status: string) =>
        (await certificateAlerts(shopkeeper))
          .filter((alert) => alert.status === status)
          .map(({ evidence }) => evidence.cause);
      expect(await causes('open')).toContain('expiry');
      server.setSecureContext({ cert: renewed!.pem, key: renewed!.keyPem });
      scanning.clock.advanceSeconds(300);
      await scanAgain(shopkeeper.api, id);
      expect(await causes('open')).not.toContain('expiry');
      expect(await causes('resolved')).toEqual(['expiry']);
    } finally {
      server.close();
      await scanning.stop();
    }
  });
});
