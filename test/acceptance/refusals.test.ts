import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAdministrator as createByOperator } from '../../src/identity/administrators/create-administrator.ts';
import { createLogger } from '../../src/platform/telemetry/logger.ts';
import { auditOfPartner } from '../support/audit-log.ts';
import { goodPassword, signInAdministrator, signInCustomer } from '../support/portal-browser.ts';
import { provision } from '../support/scans.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

const lines: Record<string, unknown>[] = [];
const unknownKey = `bwk_${'a'.repeat(43)}`;

let service: TestService;
let partner: TestPartner;

beforeAll(async () => {
  service = await TestService.start({ role: 'api' });
  partner = await service.partner();
  await provision(partner.api, '127.0.4.1', { client_id: 42 });
});
afterAll(async () => {
  await service?.stop();
});

/** Lets another process of the service refuse; what it held of a minute is in the audit log when it has stopped. */
async function refusing(work: (node: TestService, api: TestPartner['api']) => Promise<void>): Promise<void> {
  lines.length = 0;
  const logger = createLogger('info', { write: (line) => void lines.push(JSON.parse(line)) });
  const node = await TestService.start({
    role: 'api',
    sharedWith: service,
    logger,
    environment: { TRUST_PROXY: '127.0.0.1' },
  });
  try {
    await work(node, node.client(partner.portalDomain, partner.apiKey));
  } finally {
    await node.stop();
  }
}

async function refusals(of = partner) {
  const entries = await auditOfPartner(service, of.partnerId);
  return entries.filter(({ action }) => action === 'access.refused');
}

it('whoever is refused stands in the audit log, with address and browser: alike requests of a minute are one entry', async () => {
  const stranger = await service.partner('Other Hosting');
  const manager = { email: 'manager@example.com', name: null, password: goodPassword, role: 'manager' as const };
  const { id: managerId } = await createByOperator(partner.operation, manager);
  const foreign = await provision(stranger.api, '127.0.4.2', { client_id: 42 });
  await refusing(async (node, api) => {
    const agent = { 'user-agent': 'Guesser/1.0' };
    const guess = node.client(partner.portalDomain, unknownKey);
    for (let count = 0; count < 3; count += 1)
      expect((await guess.send('GET', '/api/v1/endpoints', undefined, agent)).status).toBe(401);
    const browser = await signInAdministrator(node, partner, manager.email);
    expect((await browser.post('/api/v1/keys', { name: 'x' })).status).toBe(403);
    const elsewhere = { origin: 'https://evil.example' };
    expect((await browser.sendFromElsewhere('POST', '/api/v1/session/view', {}, elsewhere)).status).toBe(403);
    await browser.send('DELETE', '/api/v1/session');
    expect((await node.client(stranger.portalDomain, partner.apiKey).get('/api/v1/account')).status).toBe(403);
    // Nobody is known, and nothing is refused: of these there is no entry.
    expect((await node.client(partner.portalDomain, null).get('/api/v1/endpoints')).status).toBe(401);
    expect((await node.client('nobody.example.net', unknownKey).get('/api/v1/endpoints')).status).toBe(401);
    expect((await api.get(`/api/v1/endpoints/${foreign}`)).status).toBe(404);
  });
  const origin = { address: '127.0.0.1', user_agent: null };
  const entry = (actor_kind: string, details: object) => ({
    action: 'access.refused',
    actor_kind,
    details: { requests: 1, ...origin, ...details },
  });
  const found = await refusals();
  expect(found).toHaveLength(4);
  expect(found).toEqual(
    expect.arrayContaining([
      entry('system', { status: 401, operation: 'GET /api/v1/endpoints', requests: 3, user_agent: 'Guesser/1.0' }),
      entry('administrator', {
        address: expect.any(String),
        status: 403,
        code: 'INSUFFICIENT_ROLE',
        operation: 'POST /api/v1/keys',
      }),
      entry('administrator', {
        address: expect.any(String),
        status: 403,
        code: 'ORIGIN_MISMATCH',
        operation: 'POST /api/v1/session/view',
      }),
      entry('api_key', { status: 403, code: 'TENANT_MISMATCH', operation: 'GET /api/v1/account' }),
    ]),
  );
  expect(await refusals(stranger)).toEqual([]);
  const shown = (await partner.api.get('/api/v1/audit?action=access')).body.data.entries;
  expect(shown.map(({ actor }: { actor: { id: string } }) => actor.id)).toContain(managerId);
});

it('however many ways somebody is refused in, a minute leaves few entries and one that counts the rest', async () => {
  const before = (await refusals()).length;
  await refusing(async (node) => {
    const guess = node.client(partner.portalDomain, unknownKey);
    for (let count = 0; count < 25; count += 1)
      await guess.send('GET', '/api/v1/endpoints', undefined, { 'user-agent': `Guesser/${count}` });
  });
  const found = (await refusals()).slice(before);
  expect(found).toHaveLength(21);
  expect(found.map(({ details }) => details)).toContainEqual({ others: true, requests: 5 });
});

it('the use of a sign-in link is in the audit log, with address and browser', async () => {
  await signInCustomer(service, partner, 42);
  const entries = await auditOfPartner(service, partner.partnerId);
  expect(entries.find(({ action }) => action === 'sign_in.token_used')).toEqual({
    action: 'sign_in.token_used',
    actor_kind: 'customer',
    details: { address: '127.0.0.1', user_agent: null },
  });
});

it('the lines of the log from 401 to 429 name the network, and the caller where one is known', async () => {
  await refusing(async (node, api) => {
    const elsewhere = { 'x-forwarded-for': '2001:db8:1:2:3::4' };
    await node.client(partner.portalDomain, unknownKey).send('GET', '/api/v1/endpoints', undefined, elsewhere);
    await api.get('/api/v1/endpoints?per_page=0');
    await api.get('/api/v1/endpoints');
  });
  const requests = lines.filter(({ msg }) => msg === 'request');
  const [unknown, invalid, served] = requests;
  expect(requests).toHaveLength(3);
  expect(unknown).toMatchObject({ status: '401', network: '2001:db8:1:2::/64' });
  expect(invalid).toMatchObject({ status: '422', network: '127.0.0.1', api_key_id: expect.any(String) });
  expect(served).not.toHaveProperty('network');
});
