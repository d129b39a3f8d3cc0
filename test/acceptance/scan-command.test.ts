import { createServer } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dataRows } from '../support/billing.ts';
import { expectFailure, runCommand } from '../support/command-line.ts';
import { freePort } from '../support/free-port.ts';
import { type Listener, listen, loopbackAddress } from '../support/listeners.ts';
import { nextScan, provision } from '../support/scans.ts';
import { type TestPartner, TestService, testEnvironment } from '../support/test-service.ts';

let service: TestService;
let partner: TestPartner;
const address = loopbackAddress();
let greeter: Listener;
let port: number;

beforeAll(async () => {
  service = await TestService.start({ role: 'api' });
  partner = await service.partner();
  port = await freePort();
  greeter = await listen(address, port);
});
afterAll(async () => {
  await greeter?.close();
  await service?.stop();
});

const information = '# Server\r\nredis_version:7.0.15\r\nredis_mode:standalone\r\n';
const redisInformation = `$${information.length}\r\n${information}\r\n`;

const scan = (words: readonly string[], more: Record<string, string> = {}) =>
  runCommand({ ...testEnvironment(service.databaseName), SCAN_ENGINE: 'connect', ...more }, ['scan', ...words]);

it('says what a worker would see of an address and what an alert would say, who has it monitored, and keeps nothing', async () => {
  const endpointId = await provision(partner.api, address);
  const before = await dataRows(service);
  const ports = ['--ports', `${port},${port + 1 > 65_535 ? 1 : port + 1}`];
  const told = await scan([address, ...ports, '--json']);
  expect(told).toMatchObject({
    exitCode: 0,
    stderr: expect.stringMatching(/2 TCP and 0 UDP ports, by connect.*: SCAN_ENGINE=connect/),
  });
  expect(told.json).toMatchObject({
    address,
    condition: null,
    host_answered: true,
    ports_requested: 2,
    ports_covered: 2,
    open: [
      {
        protocol: 'tcp',
        port,
        service: 'ssh',
        known_by: 'answer',
        product: 'OpenSSH',
        version: expect.stringContaining('9.2p1'),
        risk_level: expect.any(String),
        title: expect.stringContaining(`${port}`),
      },
    ],
    monitored: [{ partner: 'Acme Hosting', endpoint_id: endpointId, status: 'active', last_scan_at: null }],
  });
  const text = await scan([address, ...ports]);
  expect(text.stdout).toMatch(new RegExp(`^1 of 2 ports are open .*\n\n.*\n${port}/tcp +ssh +answer +OpenSSH 9.2p1`));
  expect(text.stdout).toContain('Debian 12 gets security updates until 30 June 2028.');
  expect(text.stdout).toContain(endpointId);
  expect(await dataRows(service)).toEqual(before);
});

it('says of each open port what the alert about it says, and `unknown` where nothing was understood', async () => {
  await using closing = new AsyncDisposableStack();
  const server = await TestService.start();
  closing.defer(() => server.stop());
  const host = loopbackAddress();
  const mute = await listen(host, 2003, '');
  closing.defer(() => mute.close());
  const redis = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', (asked) => socket.write(`${asked}`.startsWith('INFO') ? redisInformation : '+PONG\r\n'));
  }).listen(6379, host);
  closing.defer(() => void redis.close());
  const { api } = await server.partner();
  const { alerts } = await nextScan(api, await provision(api, host));
  const said = await runCommand({ ...testEnvironment(server.databaseName), SCAN_ENGINE: 'connect' }, [
    ...['scan', host, '--ports', '2003,6379', '--json'],
  ]);
  const open: { readonly port: number }[] = (said.json as { readonly open: [] }).open;
  expect(open).toMatchObject([
    { port: 2003, service: 'unknown', known_by: null },
    { port: 6379, service: 'redis', known_by: 'answer', severity: 'critical' },
  ]);
  for (const { port: number, protocol, service: name, severity, risk_level, title } of alerts)
    expect(open.find((each) => each.port === number)).toMatchObject({
      ...{ protocol, service: name, severity, risk_level, title },
    });
  expect(alerts).toHaveLength(2);
});

it('sends nothing to what may not be scanned, and says why', async () => {
  const refused = async (words: readonly string[], why: RegExp, more = {}) => {
    const outcome = await scan(words, more);
    expect(outcome).toMatchObject({ exitCode: 1, stdout: '' });
    expect(outcome.stderr).toMatch(why);
  };
  await refused(['10.0.0.1'], /^10\.0\.0\.1 is not scanned: it is private, reserved, or outside of SCAN_ALLOW/);
  await refused(['169.254.169.254'], /never a server of a customer/);
  await refused([address], /^\S+ is not scanned: SCAN_DENY or "breakwater exclusions"/, { SCAN_DENY: address });
  expectFailure(await scan(['shop.example']), 2, /"shop\.example" is no IP address/);
  await refused([address, '--ports', '70000'], /--ports cannot be read/);
  await refused([address, '--protocols', 'icmp'], /--protocols must be tcp or tcp\+udp/);
  await refused([address], /SCAN_ENGINE=off/, { SCAN_ENGINE: 'off' });
});
