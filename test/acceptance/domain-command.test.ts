import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectFailure, runCommand } from '../support/command-line.ts';
import { startTextNameServer, type TextNameServer } from '../support/text-name-server.ts';

let first: TextNameServer;
let second: TextNameServer;

beforeAll(async () => {
  [first, second] = await Promise.all([startTextNameServer(), startTextNameServer()]);
  for (const server of [first, second]) {
    server.zone.set('shop.example', ['v=spf1 +all']);
    server.zone.set('_dmarc.shop.example', ['v=DMARC1; p=none']);
    server.zone.set('own7._domainkey.shop.example', ['v=DKIM1; p=']);
  }
});
afterAll(() => Promise.all([first, second].map((server) => server?.close())));

const domain = (words: readonly string[], servers = [first.server]) =>
  runCommand({ DNS_SERVERS: servers.join(',') }, ['domain', ...words]);

// biome-ignore lint/suspicious/noExplicitAny: the values of a command have many shapes
const checkOf = ({ json }: { json: any }, name: string) =>
  json.checks.find(({ check }: { check: string }) => check === name);

it('says of each check what was found, what should be, and on which answers that stands, and needs no installation', async () => {
  const told = await domain(['https://Shop.Example/', '--selectors', 'own7', '--json']);
  expect(told).toMatchObject({ exitCode: 0, stderr: '' });
  expect(told.json).toMatchObject({ domain: 'shop.example', resolvers: [first.server], complete: false });
  expect(checkOf(told, 'spf')).toMatchObject({
    state: 'weak',
    severity: 'high',
    found: ['v=spf1 +all'],
    should_be: 'shop.example. TXT "v=spf1 ~all"',
    explanation: expect.stringContaining('every server in the world'),
    evidence: [{ name: 'shop.example', type: 'TXT', server: first.server, at: expect.any(String), outcome: 'records' }],
  });
  expect(checkOf(told, 'dmarc')).toMatchObject({ should_be: '_dmarc.shop.example. TXT "v=DMARC1; p=quarantine"' });
  expect(checkOf(told, 'dkim')).toMatchObject({ state: 'broken', severity: 'medium' });
  const text = await domain(['shop.example']);
  expect(text.stdout).toMatch(/^shop\.example, asked of 127\.0\.0\.1:\d+\.\n\ncheck +state +severity\n/);
  expect(text.stdout).toContain('\n  found:     v=spf1 +all\n  should be: shop.example. TXT "v=spf1 ~all"\n');
});

it('says nothing of what two resolvers tell differently', async () => {
  second.zone.set('shop.example', ['v=spf1 -all']);
  const told = await domain(['shop.example', '--json'], [first.server, second.server]);
  expect(checkOf(told, 'spf')).toMatchObject({ state: 'unknown', severity: null, should_be: null });
  expect(checkOf(told, 'dmarc')).toMatchObject({ state: 'weak', severity: 'low' });
});

it('takes the answer of one resolver when the other is away', async () => {
  second.zone.set('shop.example', 'failure');
  const told = await domain(['shop.example', '--json'], [first.server, second.server]);
  expect(checkOf(told, 'spf')).toMatchObject({ state: 'weak', severity: 'high' });
});

it('goes by what it is told of mail', async () => {
  const told = await domain(['shop.example', '--mail', 'yes', '--json']);
  expect(checkOf(told, 'mx')).toMatchObject({ state: 'broken', severity: 'high' });
});

it('asks nobody in evaluation mode', async () => {
  expectFailure(await runCommand({}, ['domain', 'shop.example']), 1, /evaluation mode.*DNS_SERVERS/);
});

it('refuses what is no domain, and no answer', async () => {
  expectFailure(await domain(['192.0.2.1']), 1, /must be a domain name .*, not an IP address/);
  expectFailure(await domain(['shop.example', '--mail', 'perhaps']), 1, /--mail must be yes or no/);
});
