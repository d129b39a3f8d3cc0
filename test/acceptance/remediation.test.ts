import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signInCustomer } from '../support/portal-browser.ts';
import { insertAlert } from '../support/rows.ts';
import { provision } from '../support/scans.ts';
import { expectProblem, expectRefusal, expectSuccess } from '../support/shapes.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

const platforms = ['ufw', 'iptables', 'aws_sg', 'gcp_fw', 'azure_nsg', 'generic'] as const;
const docsHosts: Record<(typeof platforms)[number], string> = {
  ufw: 'manpages.ubuntu.com',
  iptables: 'www.netfilter.org',
  aws_sg: 'docs.aws.amazon.com',
  gcp_fw: 'cloud.google.com',
  azure_nsg: 'learn.microsoft.com',
  generic: 'www.mongodb.com',
};

let service: TestService;
let partner: TestPartner;

beforeAll(async () => {
  service = await TestService.start({
    role: 'api',
    environment: { SCAN_ALLOW: '192.0.2.0/24,198.51.100.0/24,2001:db8::/32' },
  });
  partner = await service.partner();
});
afterAll(async () => {
  await service?.stop();
});

interface Exposed {
  readonly address?: string;
  readonly port: number;
  readonly protocol?: 'tcp' | 'udp';
  readonly service?: string;
  readonly platform?: string | null;
  readonly clientId?: number;
}

let lastHost = 0;

/** An alert about a port, and how its remediation is asked for. */
async function exposed({ port, protocol = 'tcp', clientId = 1, ...more }: Exposed): Promise<string> {
  lastHost += 1;
  const endpointId = await provision(partner.api, more.address ?? `192.0.2.${lastHost}`, { client_id: clientId });
  const alertId = await insertAlert(service, partner, endpointId, { port, protocol });
  const { pool } = service.store.database;
  await pool.query("UPDATE alerts SET evidence = jsonb_set(evidence, '{service}', to_jsonb($2::text)) WHERE id = $1", [
    alertId,
    more.service ?? 'unknown',
  ]);
  await pool.query('UPDATE endpoints SET platform = $2 WHERE id = $1', [endpointId, more.platform ?? null]);
  return `/api/v1/alerts/${alertId}/remediation`;
}

describe('remediation of an alert', () => {
  it.each(platforms)('%s has commands for the port, its protocol and its address family', async (platform) => {
    const path = await exposed({
      port: 27_017,
      service: 'mongodb',
      address: `2001:db8::${platforms.indexOf(platform) + 1}`,
    });
    const data = expectSuccess(await partner.api.get(`${path}?platform=${platform}`));
    expect(Object.keys(data.platform_options)).toEqual(platforms);
    expect(data).toMatchObject({ selected_platform: platform, warning: null });
    expect(new URL(data.docs_url).host).toBe(docsHosts[platform]);
    const text = Object.values(data.commands).join('\n');
    expect(text).toContain('27017');
    expect(text).toMatch(/tcp/i);
    expect(text).toMatch(/ipv6|ip6tables|::\/0|\[::1\]|2001:db8::/i);
  });

  it('a UDP port gets commands about UDP', async () => {
    const path = await exposed({ port: 11_211, protocol: 'udp', service: 'memcached' });
    const { commands } = expectSuccess(await partner.api.get(`${path}?platform=ufw`));
    expect(commands.close_port).toContain('proto udp');
    expect(commands.close_port).toContain('11211');
    expect(commands.close_port).not.toContain('tcp');
  });

  it('SSH on 2022 warns of a lockout before its commands', async () => {
    const path = await exposed({ port: 2022, service: 'ssh', address: '198.51.100.7' });
    const { warning, commands } = expectSuccess(await partner.api.get(`${path}?platform=ufw`));
    expect(warning).toContain('2022/tcp (ssh) on 198.51.100.7');
    expect(warning).toContain('lock you out');
    expect(commands.close_port).toContain('YOUR_IPV4');
  });

  it('is told in the language of who reads it; commands and scripts are the same in all', async () => {
    const path = await exposed({ port: 22, service: 'ssh', address: '198.51.100.22', clientId: 22 });
    const english = expectSuccess(await partner.api.get(`${path}?platform=generic`));
    const reader = await signInCustomer(service, partner, 22);
    const german = expectSuccess(await reader.get(`${path}?platform=generic`, { 'accept-language': 'de' }));
    const said = (data: typeof english) => ({
      platform: data.platform_options.generic,
      warning: data.warning.split('. '),
      where: data.run_as,
      ways: data.alternatives.map(({ label }: { label: string }) => label),
    });
    const words = (data: typeof english) => Object.values(said(data)).flat();
    expect(words(german)).toHaveLength(words(english).length);
    for (const [index, word] of words(german).entries()) expect(word).not.toBe(words(english)[index]);
    expect(german.warning).toContain('22/tcp (ssh) auf 198.51.100.22');
    for (const key of ['commands', 'script', 'undo_script']) expect(german[key]).toEqual(english[key]);
    const ufw = expectSuccess(await reader.get(`${path}?platform=ufw`, { 'accept-language': 'de' }));
    const conditions = ufw.steps.map((step: { only_if: string | null }) => step.only_if);
    expect(conditions).toContain('Nur wenn ein Container von Docker den Port veröffentlicht.');
  });

  it.each(platforms)('a database warns of nothing on %s', async (platform) => {
    const path = await exposed({ port: 5432, service: 'postgresql' });
    expect(expectSuccess(await partner.api.get(`${path}?platform=${platform}`)).warning).toBeNull();
  });

  it.each([
    ['debian', 'ufw'],
    ['ubuntu', 'ufw'],
    ['iptables', 'iptables'],
    ['windows', 'generic'],
    [null, 'generic'],
  ])('the default for a server seen to run %s is %s', async (platform, expected) => {
    const path = await exposed({ port: 8081, service: 'http', platform });
    const data = expectSuccess(await partner.api.get(path));
    expect(data).toMatchObject({ selected_platform: expected, recommended_platform: expected });
    expect(expectSuccess(await partner.api.get(`${path}?platform=aws_sg`)).selected_platform).toBe('aws_sg');
  });

  it.each(['ufw', 'iptables'])(
    'where the rules of %s were read, that comes first, for a data store too',
    async (platform) => {
      const data = expectSuccess(await partner.api.get(await exposed({ port: 6379, service: 'redis', platform })));
      expect(data).toMatchObject({ selected_platform: platform, recommended_platform: platform });
    },
  );

  it('a data store is first told to listen on the server itself only where no firewall is known', async () => {
    const path = await exposed({ port: 6379, service: 'redis', platform: 'debian' });
    const data = expectSuccess(await partner.api.get(path));
    expect(data).toMatchObject({ selected_platform: 'generic', recommended_platform: 'generic' });
    expect(data.script).toContain('bind $loopback');
    const ufw = expectSuccess(await partner.api.get(`${path}?platform=ufw`));
    expect(ufw).toMatchObject({ selected_platform: 'ufw', recommended_platform: 'generic', alternatives: [] });
  });

  it('stopping the service is another way, and no step after the one that keeps it running', async () => {
    const path = await exposed({ port: 3306, service: 'mysql' });
    const { commands, steps, alternatives } = expectSuccess(await partner.api.get(`${path}?platform=generic`));
    expect(steps.map(({ name }: { name: string }) => name)).toEqual(Object.keys(commands));
    expect(JSON.stringify(commands)).not.toMatch(/systemctl (stop|disable)/);
    expect(alternatives.map(({ name }: { name: string }) => name)).toEqual(['close_in_firewall', 'stop_the_service']);
    expect(alternatives[1].script).toContain('systemctl disable --now');
  });

  it('steps that need containers say so', async () => {
    const path = await exposed({ port: 8081, service: 'http' });
    const { steps } = expectSuccess(await partner.api.get(`${path}?platform=ufw`));
    for (const { name, only_if } of steps as { name: string; only_if: string | null }[])
      expect(only_if !== null, name).toBe(/docker|podman/.test(name));
    expect(steps).toContainEqual(expect.objectContaining({ name: 'close_port', role: 'change', only_if: null }));
  });

  it.each([
    ['rdp', null, true],
    ['smb', 'windows', true],
    ['rdp', 'debian', false],
    ['unknown', null, false],
  ])('%s on %s is for Windows: %s', async (name, platform, isWindows) => {
    const path = await exposed({ port: 3389, service: name, platform });
    const data = expectSuccess(await partner.api.get(`${path}?platform=generic`));
    expect(data.platform_options.generic.includes('Windows')).toBe(isWindows);
    expect(data.run_as.includes('PowerShell')).toBe(isWindows);
    expect(data.script.includes('New-NetFirewallRule') || data.script.includes('Set-NetFirewallRule')).toBe(isWindows);
    expect(data.docs_url.includes('man7.org')).toBe(!isWindows);
  });

  it('an empty platform counts as absent', async () => {
    const path = await exposed({ port: 6379, platform: 'debian' });
    expect(expectSuccess(await partner.api.get(`${path}?platform=`)).selected_platform).toBe('ufw');
  });

  it('a resolved alert still tells how to close its port', async () => {
    const path = await exposed({ port: 6379, service: 'redis' });
    await partner.api.post(path.replace('remediation', 'resolve'));
    expect(expectSuccess(await partner.api.get(path)).commands).toBeTypeOf('object');
  });

  it('what the service called itself is in no command', async () => {
    const path = await exposed({ port: 8081, service: 'x; rm -rf /' });
    for (const platform of platforms) {
      const { commands } = expectSuccess(await partner.api.get(`${path}?platform=${platform}`));
      expect(JSON.stringify(commands)).not.toContain('rm -rf /');
    }
  });
});

describe('refusals', () => {
  it('an unknown platform is 422', async () => {
    const path = await exposed({ port: 80 });
    expectRefusal(await partner.api.get(`${path}?platform=windows`), 422, ['platform']);
  });

  it('an alert that does not exist, another account’s and a malformed id are the same 404', async () => {
    const path = await exposed({ port: 80 });
    const other = await service.partner('Other Hosting');
    for (const [client, url] of [
      [other, path],
      [partner, '/api/v1/alerts/00000000-0000-4000-8000-000000000000/remediation'],
      [partner, '/api/v1/alerts/nonsense/remediation'],
    ] as const)
      expectProblem(await client.api.get(url), 404, 404);
  });

  it('another customer’s alert is 403', async () => {
    const path = await exposed({ port: 80, clientId: 5 });
    expectProblem(await partner.api.get(`${path}?billing_customer_id=6`), 403, 403);
    expectSuccess(await partner.api.get(`${path}?billing_customer_id=5`));
    expectRefusal(await partner.api.get(`${path}?billing_customer_id=x`), 422, ['billing_customer_id']);
  });

  it('without a key there is nothing', async () => {
    const path = await exposed({ port: 80 });
    expectRefusal(await service.client(partner.portalDomain, null).get(path), 401);
  });
});
