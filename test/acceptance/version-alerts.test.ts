import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureEventPartitions } from '../../src/core/events/event-history.ts';
import { ensureScanPartitions } from '../../src/monitoring/port-scans/scan-history.ts';
import { completeScan, type ScanSight } from '../support/completed-scans.ts';
import { eventually } from '../support/eventually.ts';
import { MailServer } from '../support/mail-server.ts';
import { mailIsQuiet, newClientId } from '../support/notifications.ts';
import { provision } from '../support/scans.ts';
import { expectSuccess } from '../support/shapes.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

interface Alert {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly explanation: string;
}

const path = '/api/v1/monitoring/alerts';
let mailServer: MailServer;
let service: TestService;
let partner: TestPartner;
let nextAddress = 0;

beforeAll(async () => {
  mailServer = await MailServer.start();
  service = await TestService.start({ environment: { ...mailServer.environment, SCAN_ENGINE: 'off' } });
  service.clock.standAt(new Date('2026-11-29T12:00:00Z'));
  await ensureScanPartitions(service.service.resources);
  await ensureEventPartitions(service.service.resources);
  partner = await service.partner();
});
afterAll(async () => {
  await service?.stop();
  await mailServer?.close();
});

async function newServer(clientId = newClientId()) {
  nextAddress += 1;
  const client = { client_id: clientId, client_email: `jane-${clientId}@example.org` };
  return { clientId, id: await provision(partner.api, `127.41.0.${nextAddress}`, client) };
}

const sshOf = (debian: string, version: string) => ({ version, banner: `SSH-2.0-OpenSSH_${version} Debian-${debian}` });
const buster = sshOf('10+deb10u2', '7.9p1');
const bookworm = sshOf('2+deb12u3', '9.2p1');

async function scan(endpointId: string, ssh: { version: string; banner: string }, more: ScanSight = {}) {
  service.clock.advanceSeconds(60);
  const open = ['22:tcp', '2222:tcp'] as const;
  await completeScan(service, partner, endpointId, { open, identities: { '22:tcp': ssh, '2222:tcp': ssh }, ...more });
}

async function alertsOf(clientId: number): Promise<Alert[]> {
  return expectSuccess(await partner.api.get(`${path}?kind=version&billing_customer_id=${clientId}`)).alerts as Alert[];
}

it('a system without updates is one alert of its server, once two scans agree, whether or not its ports are allowed', async () => {
  const { clientId, id } = await newServer();
  const rule = { billing_customer_id: clientId, endpoint_id: id, port_start: 22 };
  expect((await partner.api.post('/api/v1/whitelists', rule)).status).toBeLessThan(300);
  await scan(id, buster);
  expect(await alertsOf(clientId)).toEqual([]);
  await scan(id, buster);
  const [alert, ...others] = await alertsOf(clientId);
  expect(others).toEqual([]);
  expect(alert).toMatchObject({
    kind: 'version',
    severity: 'medium',
    status: 'open',
    title: 'Debian 10 is out of support',
    subject: { type: 'endpoint', id },
    explanation: expect.stringMatching(/since 30 June 2024.*distro-info-data.*Debian 10 → Debian 11 → Debian 12/s),
    facts: expect.arrayContaining([
      { label: 'Product', value: 'OpenSSH 7.9p1 Debian-10+deb10u2' },
      { label: 'Port', value: '22/tcp, 2222/tcp' },
      { label: 'How to check it on the server', value: 'grep PRETTY_NAME /etc/os-release' },
    ]),
    remediation: { platforms: [{ commands: { upgrade_to_next_release: expect.stringContaining('bullseye') } }] },
  });
});

it('two scans that disagree tell nothing, and neither does a greeting that goes back and forth', async () => {
  const { clientId, id } = await newServer();
  for (const ssh of [buster, bookworm, buster, bookworm, buster]) await scan(id, ssh);
  expect(await alertsOf(clientId)).toEqual([]);
});

it('it ends with the scan that hears another release, and not by a port that says nothing', async () => {
  const { clientId, id } = await newServer();
  await scan(id, buster);
  await scan(id, buster);
  const silent = { method: 'port_number', product: null, version: null } as const;
  await scan(id, buster, { identities: { '22:tcp': silent, '2222:tcp': silent } });
  expect(await alertsOf(clientId)).toMatchObject([{ status: 'open' }]);
  await scan(id, bookworm);
  expect(await alertsOf(clientId)).toMatchObject([
    {
      status: 'resolved',
      resolution: 'cause_ended',
      explanation: expect.stringMatching(/^On 127\.41\.0\.\d+ this was so until .*Debian 10 is out of support/),
    },
  ]);
});

it('who pays for extended support dismisses it with a reason and an end, and is asked no more until then', async () => {
  const { clientId, id } = await newServer();
  await scan(id, buster);
  await scan(id, buster);
  const [alert] = await alertsOf(clientId);
  const until = new Date(service.clock.now().getTime() + 300 * 86_400_000).toISOString();
  const dismissal = { reason: 'We pay for extended support.', until };
  expectSuccess(await partner.api.post(`${path}/${alert!.id}/false-positive`, dismissal));
  await scan(id, buster);
  expect(await alertsOf(clientId)).toMatchObject([{ id: alert!.id, status: 'false_positive' }]);
});

it('it is one cause over all customers, and is mailed to each', async () => {
  partner = await service.partner();
  const first = await newServer();
  const servers = [first, await newServer(first.clientId), await newServer()];
  for (const { id } of servers) {
    await scan(id, buster);
    await scan(id, buster);
  }
  const { causes } = expectSuccess(await partner.api.get('/api/v1/monitoring/causes?min_severity=medium')) as {
    causes: { kind: string; oldest_alert: { id: string } }[];
  };
  expect(causes.filter(({ kind }) => kind === 'version')).toMatchObject([
    { title: 'Debian 10 is out of support', severity: 'medium', resources: 3, customers: 2, subject_type: 'endpoint' },
  ]);
  const { oldest_alert: oldest } = causes.find(({ kind }) => kind === 'version')!;
  const alike = expectSuccess(await partner.api.get(`${path}?alike=${oldest.id}&status=open`)).alerts as {
    subject: { id: string };
  }[];
  expect(alike.map(({ subject }) => subject.id).sort()).toEqual(servers.map(({ id }) => id).sort());
  await eventually('a mail', async () => {
    service.clock.advanceSeconds(300);
    await mailIsQuiet(service);
    return mailServer.mailsTo(`jane-${first.clientId}@example.org`).length > 0;
  });
  const mails = mailServer.mailsTo(`jane-${first.clientId}@example.org`);
  expect(mails.map(({ text }) => text).join('\n')).toContain('Debian 10 is out of support');
});
