import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AskedConnection, noteConnections } from '../support/asked-connections.ts';
import { eventually } from '../support/eventually.ts';
import { type NameServer, startNameServer, type ZoneEntry } from '../support/name-server.ts';
import { expectSuccess } from '../support/shapes.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

/** Each class of addresses that requests may not go to, as names lead there. */
const forbidden = [
  ...['0.0.0.0', '10.0.0.1', '100.64.0.1', '100.100.100.200', '127.0.0.1', '127.255.255.254', '168.63.129.16'],
  ...['169.254.169.254', '172.16.0.1', '192.0.0.192', '192.0.2.1', '192.88.99.1', '192.168.1.1', '198.18.0.1'],
  ...['198.51.100.1', '203.0.113.1', '224.0.0.1', '240.0.0.1', '255.255.255.255'],
  ...['::1', '::7f00:1', '::ffff:7f00:1', '::ffff:0:7f00:1', '64:ff9b::7f00:1', '64:ff9b::a9fe:a9fe', '64:ff9b:1::1'],
  ...['100::1', '2001::1', '2001:0:7f00:1::', '2001:db8::1', '2002:7f00:1::1', '2002:a9fe:a9fe::1', '3fff::1'],
  ...['5f00::1', 'fc00::1', 'fd00:ec2::254', 'fe80::1', 'fec0::1', 'ff02::1'],
];
const nameOf = (index: number) => `target-${index}.example.com`;
const admitted = '127.0.0.2';

let names: NameServer;
/** Redirects to loopback, from an address that is admitted. */
let redirecting: Server;
let service: TestService;
let partner: TestPartner;
let port: number;
/** Every connection that was asked for. */
const asked: AskedConnection[] = [];
let restore: () => void;

beforeAll(async () => {
  const zone: Record<string, ZoneEntry> = Object.fromEntries(
    forbidden.map((address, index) => [nameOf(index), [address]]),
  );
  names = await startNameServer({
    ...zone,
    'mixed.example.com': ['8.8.8.8', '10.0.0.1'],
    'dual.example.com': ['8.8.8.8', '::1'],
  });
  redirecting = createServer((_request, response) =>
    response.writeHead(307, { location: `http://127.0.0.1:${port}/` }).end(),
  ).listen(0, '0.0.0.0');
  await once(redirecting, 'listening');
  port = (redirecting.address() as AddressInfo).port;
  const environment = {
    DNS_SERVERS: names.server,
    WEBHOOK_ALLOW: admitted,
    WEBHOOK_PORTS: `443,8443,${port}`,
    SCAN_ENGINE: 'off',
  };
  service = await TestService.start({ environment });
  partner = await service.partner();
  restore = noteConnections((connection) => asked.push(connection));
});
afterAll(async () => {
  restore?.();
  await service?.stop();
  redirecting?.close();
  await names?.close();
});
beforeEach(() => {
  asked.length = 0;
});

/** Connections to the ports that targets here have; others are this test's own, and the database's. */
const connections = () => asked.filter((connection) => [443, 8_443, port].includes(connection.port));

/** URLs that say themselves that nobody is to go there. */
const plainly = () => [
  ...forbidden.map((address) => `https://${address.includes(':') ? `[${address}]` : address}:8443/hooks/a`),
  ...['https://127.1:8443/', 'https://0x7f.1:8443/', 'https://2130706433:8443/', 'https://017700000001:8443/'],
  ...['https://localhost:8443/', 'https://a.localhost:8443/', 'https://127。0。0。1:8443/', 'https://①②⑦.0.0.1:8443/'],
  ...['https://user:password@hooks.example.com/', 'https://user@hooks.example.com/', 'http://8.8.8.8/'],
  ...[22, 25, 6_379, 5_432, 1_023].map((odd) => `https://hooks.example.com:${odd}/`),
  ...['ftp://hooks.example.com/', 'file:///etc/passwd', 'http://127.0.0.1:1/'],
];

/** Names that can be seen to lead there only when somebody looks. */
const byName = [
  ...forbidden.map((_, index) => nameOf(index)),
  'mixed.example.com',
  'dual.example.com',
  'nowhere.example.com',
];

describe('a URL that a partner gives', () => {
  it('is refused for webhooks and channels when it names a forbidden target itself, and nothing is connected to', async () => {
    for (const url of plainly()) {
      for (const [path, body] of [
        ['/api/v1/webhooks', { url }],
        ['/api/v1/channels', { type: 'mattermost', name: 'Chat', url }],
        ['/api/v1/channels', { type: 'ntfy', name: 'Push', url, topic: 'alerts' }],
      ] as const) {
        const { status, body: answer } = await partner.api.post(path, body);
        expect([url, path, status, Object.keys(answer.errors ?? {})]).toEqual([url, path, 422, ['url']]);
      }
    }
    expect(connections()).toEqual([]);
  });

  it('leads to no connection for webhooks and the test of channels when its name does', async () => {
    const webhooks: string[] = [];
    for (const name of byName) {
      const { webhook } = expectSuccess(
        await partner.api.post('/api/v1/webhooks', { url: `https://${name}:8443/hooks/a` }),
        201,
      );
      webhooks.push(webhook.id);
      expectSuccess(await partner.api.post(`/api/v1/webhooks/${webhook.id}/test`), 202);
      if (webhooks.length % 10 === 0 || name === byName.at(-1)) await allTried(webhooks.splice(0));
    }
    for (const name of byName) {
      const { channel } = expectSuccess(
        await partner.api.post('/api/v1/channels', {
          type: 'mattermost',
          name: 'Chat',
          url: `https://${name}:8443/hooks/a`,
        }),
        201,
      );
      const tested = expectSuccess(await partner.api.post(`/api/v1/channels/${channel.id}/test`));
      expect(tested).toMatchObject({ accepted: false, failure: 'The host has no address that requests may go to.' });
      expect((await partner.api.send('DELETE', `/api/v1/channels/${channel.id}`)).status).toBe(204);
    }
    expect(connections()).toEqual([]);
  });

  it('is asked once and no further where it redirects to a forbidden target', async () => {
    const url = `http://${admitted}:${port}/hooks/a`;
    const { webhook } = expectSuccess(await partner.api.post('/api/v1/webhooks', { url }), 201);
    expectSuccess(await partner.api.post(`/api/v1/webhooks/${webhook.id}/test`), 202);
    await allTried([webhook.id]);
    const { channel } = expectSuccess(
      await partner.api.post('/api/v1/channels', { type: 'mattermost', name: 'Chat', url }),
      201,
    );
    expect(expectSuccess(await partner.api.post(`/api/v1/channels/${channel.id}/test`)).accepted).toBe(false);
    expect(new Set(connections().map(({ address }) => address))).toEqual(new Set([admitted]));
  });
});

/** Waits until each webhook's test was tried once, and removes the webhooks. */
async function allTried(ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    await eventually('it was tried', async () => {
      const { deliveries } = expectSuccess(await partner.api.get(`/api/v1/webhooks/${id}/deliveries`));
      return deliveries[0]?.last_attempt !== null;
    });
    expect((await partner.api.send('DELETE', `/api/v1/webhooks/${id}`)).status).toBe(204);
  }
}
