import { describe, expect, it } from 'vitest';
import { DumpUnreadable } from '../dump-unreadable.ts';
import { readFirewallDump } from '../read-firewall-dump.ts';
import { sourceInEnglish } from '../sources.ts';

const address = '203.0.113.1';

/** What a paste says: `22:tcp(1)` is TCP port 22, by rule 1. */
function verdicts(dump: unknown, called = address) {
  const text = typeof dump === 'string' ? dump : JSON.stringify(dump, null, 4);
  const reading = readFirewallDump(text, { format: null, address: called });
  if (!reading) return null;
  const name = ({ start, last, transport }: (typeof reading.open)[number]) =>
    `${start === last ? start : `${start}-${last}`}:${transport}`;
  return {
    format: reading.format,
    default: reading.defaultPolicy,
    open: reading.open.map((range) => `${name(range)}(${range.lines.join(',')})`).join(' '),
    restricted: reading.restricted.map((range) => `${name(range)} ${sourceInEnglish(range.source)}`).join('; '),
    unknown: reading.unknown.map(name).join(' '),
    asks: reading.askFor.join('; '),
  };
}

type Verdicts = NonNullable<ReturnType<typeof verdicts>>;

function expectVerdicts(dump: unknown, expected: Partial<Verdicts> & Pick<Verdicts, 'format'>, called?: string): void {
  const nothing = { default: 'drop', open: '', restricted: '', unknown: '', asks: '' };
  expect(verdicts(dump, called)).toEqual({ ...nothing, ...expected });
}

describe('AWS security groups', () => {
  const permission = (more: object) => ({
    ...{ IpProtocol: 'tcp', FromPort: 22, ToPort: 22, IpRanges: [{ CidrIp: '0.0.0.0/0' }] },
    ...{ Ipv6Ranges: [], PrefixListIds: [], UserIdGroupPairs: [], ...more },
  });
  const egress = [{ IpProtocol: '-1', IpRanges: [{ CidrIp: '0.0.0.0/0' }] }];
  const group = (GroupId: string, ...IpPermissions: object[]) => ({
    ...{ GroupId, GroupName: 'web', VpcId: 'vpc-1', IpPermissions, IpPermissionsEgress: egress },
  });
  const groups = (...SecurityGroups: object[]) => ({ SecurityGroups });
  const instance = (PublicIpAddress: string, ...ids: string[]) => ({
    Reservations: [
      {
        Groups: [],
        Instances: [{ InstanceId: 'i-1', PublicIpAddress, SecurityGroups: ids.map((GroupId) => ({ GroupId })) }],
      },
    ],
  });
  const format = 'aws_sg';

  it('what is open to the world, to some and to groups; everything else is closed', () => {
    const read = groups(
      group(
        'sg-1',
        permission({}),
        permission({ FromPort: 8_000, ToPort: 8_010, Ipv6Ranges: [{ CidrIpv6: '::/0' }], IpRanges: [] }),
        permission({ FromPort: 5_432, ToPort: 5_432, IpRanges: [{ CidrIp: '192.0.2.0/24' }] }),
        permission({ FromPort: 6_379, ToPort: 6_379, IpRanges: [], UserIdGroupPairs: [{ GroupId: 'sg-9' }] }),
        permission({ IpProtocol: 'icmp', FromPort: -1, ToPort: -1 }),
      ),
    );
    const restricted = '5432:tcp 192.0.2.0/24; 6379:tcp security group sg-9';
    expectVerdicts(read, { format, open: '22:tcp(1)', restricted });
    expectVerdicts(
      read,
      { format, open: '8000-8010:tcp(2)', restricted: '6379:tcp security group sg-9' },
      '2001:db8::1',
    );
  });

  it('all protocols from everywhere is a default, and no choice of ports', () => {
    const all = { IpProtocol: '-1', IpRanges: [{ CidrIp: '0.0.0.0/0' }] };
    expectVerdicts(groups(group('sg-1', all)), { format, default: 'accept' });
    const tcp = permission({ IpProtocol: '6', FromPort: 0, ToPort: 65_535 });
    expectVerdicts(groups(group('sg-1', tcp)), { format, default: 'accept' });
  });

  it('what a prefix list has is not told, nor are ports that are none', () => {
    const list = permission({ IpRanges: [], PrefixListIds: [{ PrefixListId: 'pl-1' }] });
    const asks = 'aws ec2 get-managed-prefix-list-entries --prefix-list-id pl-1';
    expectVerdicts(groups(group('sg-1', list)), { format, unknown: '22:tcp', asks });
    const odd = permission({ FromPort: 'ssh' });
    expectVerdicts(groups(group('sg-1', odd)), { format, default: 'unknown', unknown: '1-65535:tcp' });
  });

  it('of several groups, what a server has counts where the paste says which one it has', () => {
    const web = group('sg-1', permission({}));
    const database = group('sg-2', permission({ FromPort: 3_306, ToPort: 3_306 }));
    const both = groups(web, database);
    const open = '22:tcp(1) 3306:tcp(2)';
    expectVerdicts(both, { format, unknown: '22:tcp 3306:tcp', asks: 'aws ec2 describe-instances' });
    const pasted = (...documents: object[]) =>
      documents.map((document) => `[root@host ~]# aws ec2 …\n${JSON.stringify(document, null, 4)}\n`).join('\n');
    expectVerdicts(pasted(both, instance(address, 'sg-1', 'sg-2')), { format, open });
    expectVerdicts(pasted(both, instance(address, 'sg-1')), { format, open: '22:tcp(1)' });
    expectVerdicts(pasted(groups(web), groups(database), instance(address, 'sg-2')), { format, open: '3306:tcp(2)' });
    const others = [instance('198.51.100.1', 'sg-1'), instance(address, 'sg-2')];
    expectVerdicts(pasted(both, ...others), { format, open: '3306:tcp(2)' });
    const asks = 'aws ec2 describe-security-groups --group-ids sg-3';
    const missing = pasted(groups(web), instance(address, 'sg-1', 'sg-3'));
    expectVerdicts(missing, {
      ...{ format, default: 'unknown', open: '22:tcp(1)' },
      ...{ unknown: '1-21:tcp 23-65535:tcp 1-65535:udp', asks },
    });
  });

  it('rules that are listed by themselves say the same', () => {
    const rule = { SecurityGroupRuleId: 'sgr-1', GroupId: 'sg-1', IsEgress: false, IpProtocol: 'tcp' };
    const read = {
      SecurityGroupRules: [
        { ...rule, FromPort: 443, ToPort: 443, CidrIpv4: '0.0.0.0/0' },
        { ...rule, FromPort: 22, ToPort: 22, ReferencedGroupInfo: { GroupId: 'sg-2' } },
        { ...rule, IsEgress: true, IpProtocol: '-1', FromPort: -1, ToPort: -1, CidrIpv4: '0.0.0.0/0' },
      ],
    };
    expectVerdicts(read, { format, open: '443:tcp(1)', restricted: '22:tcp security group sg-2' });
  });
});

describe('Google Cloud firewall rules', () => {
  const rule = (more: object) => ({
    ...{ kind: 'compute#firewall', direction: 'INGRESS', disabled: false, priority: 1_000 },
    ...{ network: 'https://www.googleapis.com/compute/v1/projects/p/global/networks/default' },
    ...{ sourceRanges: ['0.0.0.0/0'], allowed: [{ IPProtocol: 'tcp', ports: ['22'] }], ...more },
  });
  const tcp = (...ports: string[]) => [{ IPProtocol: 'tcp', ports }];
  const format = 'gcp_fw';

  it('the lowest number of priority counts, of equal ones what denies', () => {
    const read = [
      rule({ allowed: tcp('22', '80-90', '3306') }),
      rule({ allowed: undefined, denied: tcp('3306'), priority: 900 }),
      rule({ allowed: undefined, denied: tcp('85') }),
      rule({ allowed: undefined, denied: [{ IPProtocol: 'all' }], priority: 65_000 }),
    ];
    expectVerdicts(read, { format, open: '22:tcp(1) 80-84:tcp(1) 86-90:tcp(1)' });
  });

  it('what is disabled or for what goes out does not count; without sources it is for all of IPv4', () => {
    const read = [
      rule({ disabled: true }),
      rule({ direction: 'EGRESS', allowed: tcp('25') }),
      rule({ sourceRanges: undefined, allowed: tcp('443') }),
      rule({ sourceRanges: undefined, sourceTags: ['bastion'], allowed: tcp('5432') }),
    ];
    expectVerdicts(read, { format, open: '443:tcp(3)', restricted: '5432:tcp tag bastion' });
    expectVerdicts(read, { format, restricted: '5432:tcp tag bastion' }, '2001:db8::1');
  });

  it('whether the server is a target, its own description tells', () => {
    const read = [rule({ targetTags: ['web'], allowed: tcp('443') }), rule({})];
    const asks = 'gcloud compute instances describe NAME --format=json';
    expectVerdicts(read, { format, open: '22:tcp(2)', unknown: '443:tcp', asks });
    const server = (...items: string[]) => ({
      ...{ kind: 'compute#instance', tags: { items } },
      networkInterfaces: [{ network: 'projects/p/global/networks/default', accessConfigs: [{ natIP: address }] }],
    });
    expectVerdicts([...read, server('web')], { format, open: '22:tcp(2) 443:tcp(1)' });
    expectVerdicts([...read, server('mail')], { format, open: '22:tcp(2)' });
    expectVerdicts([...read, rule({ network: 'global/networks/other' })], {
      ...{ format, unknown: '22:tcp 443:tcp', asks },
    });
  });
});

describe('Azure network security groups', () => {
  const rule = (priority: number, more: object = {}) => ({
    ...{ name: `r${priority}`, priority, access: 'Allow', direction: 'Inbound', protocol: 'Tcp' },
    ...{ sourceAddressPrefix: '*', sourceAddressPrefixes: [], sourcePortRange: '*', sourcePortRanges: [] },
    ...{ destinationAddressPrefix: '*', destinationAddressPrefixes: [], destinationPortRange: '22' },
    ...{ destinationPortRanges: [], ...more },
  });
  const own = (name: string, ...securityRules: object[]) => ({ name, securityRules, defaultSecurityRules: [] });
  const format = 'azure_nsg';

  it('the lowest number of priority counts; behind stand what Azure has in every group', () => {
    const read = own('web', rule(300, { access: 'Deny' }), rule(310), rule(320, { destinationPortRange: '443' }));
    const found = verdicts(read)!;
    expect(found).toMatchObject({ format, default: 'drop', open: '443:tcp(3)', unknown: '' });
    expect(found.restricted).toContain('444-65535:tcp VirtualNetwork');
    expect(found.restricted).not.toMatch(/(?:^| )22:tcp/);
    expect(verdicts([rule(310)])).toMatchObject({ format, open: '22:tcp(1)' });
    expect(
      verdicts({ value: [{ name: 'x', properties: { securityRules: [{ properties: rule(310) }] } }] }),
    ).toMatchObject({ format, open: '22:tcp(1)' });
  });

  it('Internet is the world; other tags and application groups are not', () => {
    const read = own(
      'web',
      rule(100, {
        sourceAddressPrefix: 'Internet',
        destinationPortRange: '',
        destinationPortRanges: ['80', '8000-8010'],
      }),
      rule(110, { sourceAddressPrefix: 'AzureCloud', destinationPortRange: '5432' }),
      rule(120, { access: 'Deny', protocol: '*', destinationPortRange: '*' }),
    );
    expectVerdicts(read, {
      format,
      open: '80:tcp(1) 8000-8010:tcp(1)',
      restricted: '5432:tcp the service tag AzureCloud',
    });
  });

  it('an address behind the public one is not told, and of several groups each must let in', () => {
    const closing = rule(4_000, { access: 'Deny', protocol: '*', destinationPortRange: '*' });
    const inNetwork = rule(100, { destinationAddressPrefix: '10.0.0.4' });
    expectVerdicts(own('web', inNetwork, closing), { format, unknown: '22:tcp' });
    const [first, second] = [
      own('nic', rule(100), closing),
      own('subnet', rule(100), rule(110, { destinationPortRange: '443' }), closing),
    ];
    expect(verdicts([first, second])).toMatchObject({ open: expect.stringMatching(/^22:tcp/) });
    expect(verdicts([first, second])!.open).not.toContain('443');
  });
});

describe('firewalls of Hetzner Cloud', () => {
  const rule = (port: string | null, more: object = {}) => ({
    ...{ direction: 'in', protocol: 'tcp', port, source_ips: ['0.0.0.0/0', '::/0'], destination_ips: [], ...more },
  });
  const firewall = (id: number, ...rules: object[]) => ({ id, name: `f${id}`, rules, applied_to: [] });
  const format = 'hetzner_fw';

  it('what comes in by a rule; everything else is closed', () => {
    const read = firewall(
      1,
      rule('80-85'),
      rule('5432', { source_ips: ['192.0.2.1/32'] }),
      rule(null, { protocol: 'icmp' }),
      rule('25', { direction: 'out', source_ips: [], destination_ips: ['0.0.0.0/0'] }),
    );
    expectVerdicts(read, { format, open: '80-85:tcp(1)', restricted: '5432:tcp 192.0.2.1' });
    expectVerdicts({ firewalls: [read] }, { format, open: '80-85:tcp(1)', restricted: '5432:tcp 192.0.2.1' });
    expectVerdicts({ firewall: firewall(2) }, { format });
    expectVerdicts(firewall(3, rule('any')), { format, default: 'accept' });
  });

  it('of several, those that the server has', () => {
    const read = [firewall(1, rule('80')), firewall(2, rule('22'))];
    const server = { public_net: { ipv4: { ip: address }, firewalls: [{ id: 2, status: 'applied' }] } };
    expectVerdicts(read, { format, unknown: '22:tcp 80:tcp', asks: 'hcloud server describe NAME -o json' });
    expectVerdicts([...read, server], { format, open: '22:tcp(2)' });
  });
});

describe('JSON that is no reading', () => {
  const reading = (text: string) => () => readFirewallDump(text, { format: null, address });
  const whole = JSON.stringify({ SecurityGroups: [{ GroupId: 'sg-1', IpPermissions: [] }] }, null, 2);

  it('what breaks off or is not well-formed is refused with a sentence that says where', () => {
    expect(reading(whole.slice(0, -5))).toThrow(
      new DumpUnreadable('Its JSON breaks off before its end: paste all of it.'),
    );
    const broken = whole.replace('"sg-1",', '"sg-1"');
    expect(reading(`$ aws\n${broken}`)).toThrow(/not well-formed in line 6: paste it/);
  });

  it('rules of two providers are refused', () => {
    const other = JSON.stringify({ rules: [], applied_to: [] });
    expect(reading(`${whole}\n${other}`)).toThrow(/several providers/);
  });

  it('JSON of something else is no dump', () => {
    expect(reading('{"allowed": true}')()).toBeNull();
    expect(reading('{"rules": [{"a": 1}]}')()).toBeNull();
  });

  it('a comment of iptables that says allowed is not JSON', () => {
    const saved = '[0:0] -A INPUT -p tcp --dport 22 -m comment --comment "allowed" -j ACCEPT';
    expect(reading(`*filter\n:INPUT DROP [0:0]\n${saved}\nCOMMIT`)()!.open).toHaveLength(1);
  });
});
