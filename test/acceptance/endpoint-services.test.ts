import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { propertyRuns } from '../../src/common/testing/property-runs.ts';
import { completeScan, type PortText, type ScanSight } from '../support/completed-scans.ts';
import { loopbackAddress } from '../support/listeners.ts';
import { provision } from '../support/scans.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

let service: TestService;
let partner: TestPartner;

beforeAll(async () => {
  service = await TestService.start({ role: 'api' });
  partner = await service.partner();
});
afterAll(async () => {
  await service?.stop();
});

/** A scan a minute after the one before. */
async function scanned(endpointId: string, sight: ScanSight): Promise<{ id: string; at: string }> {
  service.clock.advanceSeconds(60);
  const id = await completeScan(service, partner, endpointId, sight);
  return { id, at: (await partner.api.get(`/api/v1/scans/${id}`)).body.data.finished_at };
}

/** The time of an observation, which is written a moment before the end of its scan. */
function shortlyBefore(at: string) {
  const isSo = (text: string) => Date.parse(text) <= Date.parse(at) && Date.parse(text) > Date.parse(at) - 30_000;
  return expect.toSatisfy(isSo, `shortly before ${at}`);
}

async function servicesOf(endpointId: string, query = '') {
  const answer = await partner.api.get(`/api/v1/endpoints/${endpointId}/services${query}`);
  expect(answer.status).toBe(200);
  return answer.body;
}

async function allow(endpointId: string, port: number): Promise<string> {
  const rule = { billing_customer_id: 1, endpoint_id: endpointId, port_start: port };
  return (await partner.api.post('/api/v1/whitelists', rule)).body.data.id;
}

const webServer = {
  service: 'https',
  tls: true,
  product: 'Apache',
  version: '2.4.25',
  banner: 'HTTP/1.1 200 OK, title: Our shop',
  title: 'Our shop',
  certificateNames: ['shop.example.com', 'www.shop.example.com'],
  operatingSystem: 'debian',
  stated: {
    server: 'Apache/2.4.25 (Debian) OpenSSL/1.0.2u',
    'x-powered-by': 'PHP/7.0.33-0+deb9u12',
    generator: 'WordPress 4.9.1',
  },
} as const;

describe('GET /endpoints/{id}/services', () => {
  it('a server that was never scanned has no services, and the answer says that it is not complete', async () => {
    const endpointId = await provision(partner.api, loopbackAddress());
    expect(await servicesOf(endpointId)).toEqual({
      data: [],
      links: { self: `http://${partner.portalDomain}/api/v1/endpoints/${endpointId}/services` },
      meta: { scan_id: null, looked_at: null, complete: false, has_more: false, next_cursor: null },
    });
  });

  it('an allowed port is told with all that is known of it', async () => {
    const endpointId = await provision(partner.api, loopbackAddress());
    const ruleId = await allow(endpointId, 443);
    const { created_at } = (await partner.api.get(`/api/v1/whitelists/${ruleId}`)).body.data;
    const scan = await scanned(endpointId, { open: ['443:tcp'], identities: { '443:tcp': webServer } });
    const { data, meta } = await servicesOf(endpointId, '?billing_customer_id=1');
    expect(data).toEqual([
      {
        port: 443,
        protocol: 'tcp',
        state: 'open',
        service: 'https',
        known_by: 'probed',
        product: 'Apache',
        version: '2.4.25',
        operating_system: 'debian',
        tls: { certificate_names: ['shop.example.com', 'www.shop.example.com'] },
        components: [
          { name: 'Apache', version: '2.4.25', revision: null, where: 'server', verdicts: [expect.anything()] },
          { name: 'OpenSSL', version: '1.0.2u', revision: null, where: 'server', verdicts: [expect.anything()] },
          {
            name: 'PHP',
            version: '7.0.33',
            revision: '0+deb9u12',
            where: 'x-powered-by',
            verdicts: [expect.anything(), expect.anything()],
          },
          { name: 'WordPress', version: '4.9.1', revision: null, where: 'generator', verdicts: [expect.anything()] },
        ],
        title: 'Our shop',
        allowed: true,
        allowed_by: { rule_id: ruleId, created_by: 'api_key', created_at, expires_at: null },
        alert_id: null,
        since: shortlyBefore(scan.at),
        last_seen_at: scan.at,
      },
    ]);
    expect(meta).toMatchObject({ scan_id: scan.id, looked_at: scan.at, complete: true });
  });

  it('each component has what is known of its version, with whose data says so and how to check it', async () => {
    const endpointId = await provision(partner.api, loopbackAddress());
    await scanned(endpointId, { open: ['443:tcp'], identities: { '443:tcp': webServer } });
    const { data } = await servicesOf(endpointId);
    const verdicts = data[0].components.map((component: { verdicts: unknown[] }) => component.verdicts);
    const [apache, openssl, php, wordpress] = verdicts;
    expect(apache).toEqual([
      {
        verdict: 'unknown',
        about: 'vulnerability',
        severity: null,
        explanation: expect.stringContaining('does not say which package it comes from'),
        source: null,
        data_as_of: null,
        cve: null,
        fixed_version: null,
        check: "dpkg-query -W 'apache2-bin'",
      },
    ]);
    expect(openssl).toEqual([
      {
        verdict: 'affected',
        about: 'product_line',
        severity: 'medium',
        explanation: expect.stringMatching(/^OpenSSL 1\.0\.2 .* since 31 December 2019\./),
        source: 'endoflife',
        data_as_of: '2026-08-22',
        cve: null,
        fixed_version: null,
        check: "dpkg-query -W 'openssl'",
      },
    ]);
    expect(php).toEqual([
      {
        verdict: 'affected',
        about: 'operating_system',
        severity: 'medium',
        explanation: expect.stringMatching(/^Debian 9 .* free security updates since 30 June 2022\..* 30 June 2027/),
        source: 'distro-info',
        data_as_of: '2026-04-25',
        cve: null,
        fixed_version: null,
        check: 'grep PRETTY_NAME /etc/os-release',
      },
      expect.objectContaining({ verdict: 'unknown', explanation: expect.stringContaining('is not looked at') }),
    ]);
    expect(wordpress).toMatchObject([{ verdict: 'unknown', check: null }]);
  });

  it('a port that no rule covers names its alert, until a rule does', async () => {
    const endpointId = await provision(partner.api, loopbackAddress());
    await scanned(endpointId, { open: ['22:tcp', '8022:tcp'] });
    const { body: alerts } = await partner.api.get(`/api/v1/alerts?billing_customer_id=1&endpoint_id=${endpointId}`);
    const alertOf = (port: number) => alerts.data.alerts.find((alert: { port: number }) => alert.port === port).id;
    const rule = await allow(endpointId, 22);
    const state = async () =>
      (await servicesOf(endpointId)).data.map(({ port, allowed, alert_id }: Record<string, unknown>) => [
        port,
        allowed,
        alert_id,
      ]);
    expect(await state()).toEqual([
      [22, true, null],
      [8_022, false, alertOf(8_022)],
    ]);
    await partner.api.send('DELETE', `/api/v1/whitelists/${rule}`);
    expect((await state())[0]).toEqual([22, false, null]);
  });

  it('what a partial scan saw open was last seen by it, and nothing else was', async () => {
    const endpointId = await provision(partner.api, loopbackAddress());
    const heard = await scanned(endpointId, { open: ['22:tcp', '80:tcp', '443:tcp'] });
    const silent = await scanned(endpointId, { open: ['22:tcp', '443:tcp'], silent: ['80:tcp'] });
    const seen = async () =>
      (await servicesOf(endpointId)).data.map((port: Record<string, unknown>) => [port.port, port.last_seen_at]);
    expect(await seen()).toEqual([
      [22, silent.at],
      [80, heard.at],
      [443, silent.at],
    ]);
    const partial = await scanned(endpointId, { open: ['80:tcp', '443:tcp'], missing: 100 });
    expect(await seen()).toEqual([
      [22, silent.at],
      [80, partial.at],
      [443, partial.at],
    ]);
    const silentAgain = await scanned(endpointId, { open: ['22:tcp', '443:tcp'], silent: ['80:tcp'] });
    expect(await seen()).toEqual([
      [22, silentAgain.at],
      [80, partial.at],
      [443, silentAgain.at],
    ]);
  });

  it('a new version begins anew; a scan that sees the same only moves when it was last seen', async () => {
    const endpointId = await provision(partner.api, loopbackAddress());
    const first = await scanned(endpointId, { open: ['22:tcp'] });
    const second = await scanned(endpointId, { open: ['22:tcp'] });
    expect((await servicesOf(endpointId)).data).toMatchObject([
      { since: shortlyBefore(first.at), last_seen_at: second.at },
    ]);
    const third = await scanned(endpointId, { open: ['22:tcp'], identities: { '22:tcp': { version: '9.6' } } });
    expect((await servicesOf(endpointId)).data).toMatchObject([
      { version: '9.6', since: shortlyBefore(third.at), last_seen_at: third.at },
    ]);
  });

  it('a port that said nothing in the last scan was last seen in the one before', async () => {
    const endpointId = await provision(partner.api, loopbackAddress());
    await scanned(endpointId, { open: ['22:tcp', '80:tcp'] });
    const heard = await scanned(endpointId, { open: ['22:tcp', '80:tcp'] });
    const silent = await scanned(endpointId, { open: ['22:tcp'], silent: ['80:tcp'] });
    expect((await servicesOf(endpointId)).data).toMatchObject([
      { port: 22, last_seen_at: silent.at },
      { port: 80, last_seen_at: heard.at },
    ]);
  });

  it('what only its number suggests is known by it', async () => {
    const endpointId = await provision(partner.api, loopbackAddress());
    const unspoken = { service: 'http', method: 'port_number', product: null, version: null } as const;
    await scanned(endpointId, { open: ['80:tcp'], identities: { '80:tcp': unspoken } });
    expect((await servicesOf(endpointId)).data).toMatchObject([
      { service: 'http', known_by: 'port_number', product: null, components: [], title: null, tls: null },
    ]);
  });

  it('a look that is old, or of a server that is paused, is not complete', async () => {
    const endpointId = await provision(partner.api, loopbackAddress());
    const scan = await scanned(endpointId, { open: ['22:tcp'] });
    await partner.api.post('/api/v1/billing/suspend', { endpoint_id: endpointId });
    const { data, meta } = await servicesOf(endpointId);
    expect(data).toHaveLength(1);
    expect(meta).toMatchObject({ scan_id: scan.id, looked_at: scan.at, complete: false });
  });

  it('a cursor that is none of the list’s is refused', async () => {
    const endpointId = await provision(partner.api, loopbackAddress());
    const answer = await partner.api.get(`/api/v1/endpoints/${endpointId}/services?cursor=x`);
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errors)).toEqual(['cursor']);
  });

  it('pages of any length have every open port once, TCP first, ascending', async () => {
    const port = fc.tuple(fc.integer({ min: 1, max: 65_535 }), fc.constantFrom('tcp', 'udp'));
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(port, { selector: ([number, protocol]) => `${number}:${protocol}`, maxLength: 12 }),
        fc.integer({ min: 1, max: 13 }),
        async (ports, limit) => {
          const endpointId = await provision(partner.api, loopbackAddress());
          await scanned(endpointId, { open: ports.map(([number, protocol]) => `${number}:${protocol}` as PortText) });
          const seen: [number, string][] = [];
          let cursor = '';
          do {
            const page = await servicesOf(endpointId, `?limit=${limit}${cursor && `&cursor=${cursor}`}`);
            for (const found of page.data) seen.push([found.port, found.protocol]);
            cursor = page.meta.next_cursor ?? '';
            expect(page.meta.has_more).toBe(cursor !== '');
          } while (cursor !== '');
          expect(seen).toEqual(ports.toSorted((a, b) => a[1].localeCompare(b[1]) || a[0] - b[0]));
        },
      ),
      { numRuns: propertyRuns(20) },
    );
  });
});

describe('what is kept of what services state', () => {
  const named = (service: string, product: string, version: string, banner: string) => ({
    service,
    product,
    version,
    banner,
  });
  const web = (server: string, more: object = {}) => ({
    ...named('http', server.split('/')[0]!, server.split(/[/ ]/)[1]!, 'HTTP/1.1 200 OK'),
    stated: { server, ...more },
  });
  /** Ten ports of a hosting customer's server, as such servers introduce themselves. */
  const identities = {
    '21:tcp': named('ftp', 'ProFTPD', '1.3.5', '220 ProFTPD 1.3.5 Server (Debian) [203.0.113.7]'),
    '22:tcp': named('ssh', 'OpenSSH', '8.4p1', 'SSH-2.0-OpenSSH_8.4p1 Debian-5+deb11u1'),
    '25:tcp': named('smtp', 'Exim', '4.92', '220 mx.example.com ESMTP Exim 4.92 Tue, 03 Nov 2026 10:00:00 +0000'),
    '80:tcp': web('nginx/1.18.0'),
    '443:tcp': webServer,
    '993:tcp': named('imaps', 'Dovecot', '2.3', '* OK Dovecot (Debian) ready.'),
    '3306:tcp': named('mysql', 'MariaDB', '10.3.39', '5.5.5-10.3.39-MariaDB-0+deb10u2'),
    '6379:tcp': named('redis', 'Redis', '5.0.3', 'PONG'),
    '8080:tcp': web('Apache/2.4.62 (Debian) OpenSSL/3.0.15 mod_fcgid/2.3.9', {
      'x-powered-by': 'PHP/8.2.26',
      generator: 'WordPress 6.7.1\nElementor 3.25.10',
    }),
    '8443:tcp': web('nginx/1.26.2', { 'x-powered-by': 'PHP/8.3.14\nPleskLin' }),
  };
  const open = Object.keys(identities) as PortText[];

  const written = async (endpointId: string) =>
    (
      await partner.operation.db.execute(sql<{ rows: string; bytes: number }>`
        WITH kept AS (
          SELECT ctid::text || xmin::text AS version, identity AS told FROM observations
          WHERE partner_id = ${partner.partnerId} AND endpoint_id = ${endpointId}
          UNION ALL SELECT NULL, evidence FROM alerts
          WHERE partner_id = ${partner.partnerId} AND endpoint_id = ${endpointId} AND kind = 'port'
        )
        SELECT string_agg(version, ' ' ORDER BY version) AS rows,
          sum(pg_column_size(told) - pg_column_size(told - 'stated'))::int AS bytes FROM kept`)
    ).rows[0]!;

  it('takes at most 120 bytes for each of ten open ports, their alerts included, and nothing for a scan without change', async () => {
    const endpointId = await provision(partner.api, loopbackAddress());
    await scanned(endpointId, { open, identities });
    const first = await written(endpointId);
    expect(first.bytes / open.length).toBeGreaterThan(0);
    expect(first.bytes / open.length).toBeLessThanOrEqual(120);
    const again = await scanned(endpointId, { open, identities });
    expect(await written(endpointId)).toEqual(first);
    expect((await partner.api.get(`/api/v1/scans/${again.id}`)).body.data).not.toHaveProperty('changes');
    const { data } = await servicesOf(endpointId);
    expect(data.map(({ components }: { components: unknown[] }) => components.length)).toEqual([
      1, 1, 1, 1, 4, 1, 1, 1, 6, 3,
    ]);
  });
});
