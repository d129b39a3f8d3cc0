import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:tls';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { lookAtVouchedDomains } from '../../src/identity/portal-domains/look-at-vouched-domains.ts';
import { verifyByOperator } from '../../src/identity/portal-domains/verify-by-operator.ts';
import { CraftedAuthority } from '../../src/monitoring/certificates/testing/crafted-authority.ts';
import { reachTools } from '../../src/wiring/api-routes.ts';
import { runCommand } from '../support/command-line.ts';
import { type TestPartner, TestService, testEnvironment } from '../support/test-service.ts';
import { startTextNameServer, type TextNameServer } from '../support/text-name-server.ts';

const portal = 'security.acme.example';
const daySeconds = 86_400;
const authority = new CraftedAuthority();
const root = authority.make({
  commonName: 'Test Authority',
  keyOwner: 'root',
  extensions: ['basicConstraints=critical,CA:TRUE', 'keyUsage=critical,keyCertSign'],
});
/** Where TLS of the portal ends; which certificate it has is renewed. */
let proxy: Server;
let names: TextNameServer;
let service: TestService;
let partner: TestPartner;

beforeAll(async () => {
  proxy = createServer(certificate(portal, 5));
  proxy.on('tlsClientError', () => {});
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  names = await startTextNameServer();
  service = await TestService.start({ role: 'api', environment: { DNS_SERVERS: names.server } });
  partner = await service.partner();
  await verifyByOperator(partner.operation, portal);
});
afterAll(async () => {
  proxy?.close();
  authority.remove();
  await service?.stop();
  await names?.close();
});

function certificate(name: string, endsIn: number) {
  const made = authority.make({
    commonName: name,
    issuer: root,
    endsIn,
    extensions: [`subjectAltName=DNS:${name}`],
  });
  return { cert: made.pem, key: made.keyPem };
}

/** What a worker does every ten minutes. */
function look(): Promise<number> {
  const resolver = new Resolver({ timeout: 500, tries: 1 });
  resolver.setServers([names.server]);
  const { port } = proxy.address() as AddressInfo;
  return lookAtVouchedDomains(
    service.service.resources,
    { secretKey: service.store.keys.lasting, cnameBase: null },
    { ...reachTools(service.config, resolver), port, authorities: [root.pem] },
  );
}

/** By label of the state, and until the first one ends in days; null: it is not told. */
async function told() {
  // What is read from the database serves all scrapes of two seconds.
  await new Promise((resolve) => setTimeout(resolve, 2_100));
  const text = await (await fetch(`${service.url}/metrics`)).text();
  const seconds = /^breakwater_portal_certificate_expiry_seconds (\S+)$/m.exec(text)?.[1];
  const states = [...text.matchAll(/^breakwater_portal_certificates\{state="(\w+)"\} ([1-9]\d*)$/gm)];
  return {
    states: Object.fromEntries(states.map(([, state, count]) => [state, Number(count)])),
    days: seconds === undefined ? null : Math.round(Number(seconds) / daySeconds),
  };
}

async function diagnosis() {
  const { json } = await runCommand(testEnvironment(service.databaseName), ['doctor', '--json']);
  return json.findings.find(({ check }: { check: string }) => check === 'portal certificates');
}

async function troubles(): Promise<string[]> {
  return (await runCommand(testEnvironment(service.databaseName), ['status', '--json'])).json.troubles;
}

it('the certificate of a portal domain that the operator vouches for is seen once a day, and until it ends is a metric', async () => {
  expect(await told()).toEqual({ states: { unknown: 2 }, days: null });
  names.addresses.set(portal, ['127.0.0.1']);
  expect(await look()).toBe(2);
  expect(await look()).toBe(0);
  expect(await told()).toEqual({ states: { unreachable: 1, valid: 1 }, days: 5 });
  expect(names.questions.filter((name) => name.startsWith('_'))).toEqual([]);
});

it('doctor and status name the one that ends within a week, until it was seen renewed', async () => {
  expect(await diagnosis()).toMatchObject({
    state: 'warn',
    detail: expect.stringMatching(/^security\.acme\.example ends \d{4}-\d\d-\d\d$/),
  });
  expect(await troubles()).toContainEqual(
    expect.stringMatching(/^the certificate of security\.acme\.example ends on \d{4}-\d\d-\d\d$/),
  );
  proxy.setSecureContext(certificate(portal, 60));
  expect(await look()).toBe(0);
  service.clock.advanceSeconds(daySeconds);
  expect(await look()).toBe(2);
  expect(await told()).toMatchObject({ days: 59 });
  expect(await diagnosis()).toMatchObject({ state: 'ok' });
  expect((await troubles()).filter((trouble) => trouble.includes('certificate'))).toEqual([]);
});

it('a certificate of somebody else, which answers there, ends for nobody', async () => {
  proxy.setSecureContext(certificate('other.example', 2));
  service.clock.advanceSeconds(daySeconds);
  await look();
  expect(await told()).toEqual({ states: { unreachable: 1, other_name: 1 }, days: null });
  expect(await diagnosis()).toMatchObject({ state: 'ok' });
});

it('a domain that serves nobody has no certificate to renew', async () => {
  proxy.setSecureContext(certificate(portal, 3));
  service.clock.advanceSeconds(daySeconds);
  await look();
  expect((await told()).states).toEqual({ unreachable: 1, valid: 1 });
  await service.store.database.pool.query('DELETE FROM portal_domains WHERE domain = $1', [portal]);
  expect(await told()).toEqual({ states: { unreachable: 1 }, days: null });
});
