import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AccountClient, attackedEnvironment, Operator } from '../support/fuzzer/fuzz-world.ts';
import { type Attack, hostileFamilies } from '../support/hostile-input.ts';
import { createTestDatabase, dropTestDatabase, testDatabaseUrl } from '../support/test-service.ts';
import { WatchedServer } from '../support/watched-server.ts';

let databaseName: string;
let operator: Operator;
let server: WatchedServer;
let attack: Attack;
let other: AccountClient;

beforeAll(async () => {
  databaseName = await createTestDatabase();
  const databaseUrl = testDatabaseUrl(databaseName);
  server = await WatchedServer.start(attackedEnvironment(databaseUrl));
  operator = await Operator.open(databaseUrl);
  const client = new AccountClient(server.url, operator, await operator.createAccount('attacker'));
  other = new AccountClient(server.url, operator, await operator.createAccount('other'));
  const address = { client_id: 1, ip_address: '127.0.0.1' };
  const provisioned = await client.withKey.post('/api/v1/billing/provision', address);
  await other.withKey.post('/api/v1/billing/provision', address);
  await client.renew();
  attack = { url: server.url, client, endpointId: provisioned.body.data.endpoint_id, dumpBytes: 100_000 };
});
afterAll(async () => {
  await operator?.close();
  await server?.stop();
  if (databaseName) await dropTestDatabase(databaseName);
});

/** How long it takes, `npm run bench hostile-input` shows. */
describe('hostile input gets an answer that is no failure, and the next one is served', () => {
  it.each(hostileFamilies.map((family) => [family.name, family] as const))('%s', async (_name, family) => {
    for (const caller of family.by) {
      const statuses = await Promise.all(
        Array.from({ length: Math.min(2, family.atOnce) }, (_, index) => family.send(attack, caller, index)),
      );
      // A body may be refused, and its connection ended, while it is still being sent.
      for (const status of statuses) expect(status ?? 413, caller).toBeLessThan(500);
      expect(server.isAlive, caller).toBe(true);
      const list = await other.withKey.get('/api/v1/endpoints?billing_customer_id=1');
      expect({ status: list.status, servers: list.body.data.length }).toEqual({ status: 200, servers: 1 });
    }
  });

  it('and what was sent has left nothing behind in the answers: no name of our software, no sniffing, no framing', async () => {
    const answers = await Promise.all(
      ['/', '/nowhere', '/api/v1/health', '/api/v1/nowhere', '/openapi.json', '/readyz'].map((path) =>
        other.withKey.get(path),
      ),
    );
    for (const { headers } of answers) {
      expect(headers).not.toHaveProperty('x-powered-by');
      expect(headers).not.toHaveProperty('server');
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': expect.any(String),
        'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      });
    }
  });
});
