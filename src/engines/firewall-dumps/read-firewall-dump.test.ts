import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../common/testing/property-runs.ts';
import { DumpTooLarge } from './budget.ts';
import { dumpInEnglish } from './dump-wording.ts';
import type { JudgedPorts } from './judge-ports.ts';
import { type DumpFormat, dumpFormats, readFirewallDump } from './read-firewall-dump.ts';
import { sourceInEnglish } from './sources.ts';

const address = '203.0.113.1';

interface Verdicts {
  readonly default: string;
  readonly open: string;
  readonly restricted: string;
  readonly unknown: string;
}

/** What a dump says: `22:tcp(3)` is TCP port 22, by line 3. */
function verdicts(
  dump: string,
  called: string | null = address,
  format: DumpFormat | null = null,
  publicInterface?: string,
): Verdicts | null {
  const reading = readFirewallDump(dump, { format, address: called, publicInterface });
  if (!reading) return null;
  const name = ({ start, last, transport }: (typeof reading.open)[number]) =>
    `${start === last ? start : `${start}-${last}`}:${transport}`;
  return {
    default: reading.defaultPolicy,
    open: reading.open.map((range) => `${name(range)}(${range.lines.join(',')})`).join(' '),
    restricted: reading.restricted.map((range) => `${name(range)} ${sourceInEnglish(range.source)}`).join('; '),
    unknown: reading.unknown.map(name).join(' '),
  };
}

/** Expects what is named; what is not named is nothing. */
/** A reading, nothing, or a refusal that says why: no other error. */
function expectAnAnswer(dump: string): void {
  try {
    readFirewallDump(dump, { format: null, address });
  } catch (error) {
    expect(error).toBeInstanceOf(DumpTooLarge);
  }
}

function expectVerdicts(dump: string, expected: Partial<Verdicts>, called: string | null = address): void {
  expect(verdicts(dump, called)).toEqual({ default: 'drop', open: '', restricted: '', unknown: '', ...expected });
}

/** How many ports are undecided. */
function undecidedPorts(dump: string): number {
  const { unknown } = readFirewallDump(dump, { format: null, address })!;
  return unknown.reduce((sum, { start, last }) => sum + last - start + 1, 0);
}

/** Rules of `iptables -S`, after a policy of drop in line 1. */
const iptables = (...rules: string[]) => ['-P INPUT DROP', ...rules].join('\n');
/** Rules of an input chain that drops, which begin in line 4. */
const nft = (...rules: string[]) =>
  [
    ...['table inet filter {', '\tchain input {', '\t\ttype filter hook input priority filter; policy drop;'],
    ...rules,
    ...['\t}', '}'],
  ].join('\n');
const ufw = (...rows: string[]) =>
  ['Status: active', 'Default: deny (incoming), allow (outgoing), disabled (routed)', '', ...rows].join('\n');
/** A listing of -v with these rows, which begin in line 3. */
const list = (...rows: string[]) =>
  [
    'Chain INPUT (policy DROP 0 packets, 0 bytes)',
    ' pkts bytes target     prot opt in     out     source               destination         ',
    ...rows,
  ].join('\n');
const everything = '1-65535:tcp 1-65535:udp';

describe('the interface that faces the world', () => {
  const rules = [
    '-A INPUT -i eth0 -p tcp --dport 22 -j DROP',
    '-A INPUT -i wg0 -j ACCEPT',
    '-A INPUT -i eth+ -p tcp --dport 443 -j ACCEPT',
    '-A INPUT -i eth1 -p tcp --dport 5432 -j ACCEPT',
    '-A INPUT ! -i eth0 -p tcp --dport 6379 -j ACCEPT',
  ];
  const dump = iptables(...rules);
  const decided = { default: 'drop', open: '443:tcp(4)', unknown: '' };
  const about = (name?: string, text = dump) => verdicts(text, address, null, name)!;

  it('decides rules for one interface; others are for who comes in there', () => {
    expect(about().unknown).toContain('443:tcp');
    expect(about('eth0')).toMatchObject(decided);
    const { restricted } = about('eth0');
    expect(restricted).toMatch(/^1-442:tcp interface wg0;/);
    expect(restricted).toContain('interface eth1');
    expect(restricted).toContain('interface other than eth0');
    expect(about('eth1').open).toBe('443:tcp(4) 5432:tcp(5) 6379:tcp(6)');
    expect(about('wg0')).toMatchObject({ default: 'accept', unknown: '' });
  });

  it('is told by a route in the same paste, as long as it is one', () => {
    const default_ = 'default via 192.0.2.1 dev eth0 proto dhcp metric 100';
    const neighbour = '192.0.2.1 dev eth5 proto dhcp scope link src 192.0.2.10 metric 100';
    const get = (target: string, name: string) =>
      `${target} via 192.0.2.1 dev ${name} src 192.0.2.10 uid 0 \n    cache `;
    for (const route of [default_, get('1.1.1.1', 'eth0'), get('2606:4700:4700::1111 from ::', 'eth0')])
      expect(about(undefined, `${dump}\n${route}\n${neighbour}\n`), route).toEqual(about('eth0'));
    expect(about(undefined, `${dump}\n${default_}\n${get('10.1.2.3', 'eth1')}\n`)).toEqual(about('eth0'));
    for (const routes of [`${default_}\ndefault dev eth1 scope link`, get('10.1.2.3', 'eth0'), neighbour])
      expect(about(undefined, `${dump}\n${routes}\n`), routes).toEqual(about());
  });

  it('what is asked for is the command that tells it', () => {
    expect(readFirewallDump(dump, { format: null, address })!.askFor).toEqual(['ip route get 1.1.1.1']);
  });

  it('decides sets of nftables, ufw and zones of firewalld', () => {
    expect(about('eth0', nft('iifname { "eth0", "wg0" } tcp dport 22 accept'))).toMatchObject({ open: '22:tcp(4)' });
    expect(about('eth1', ufw('22/tcp on eth0  ALLOW IN  Anywhere'))).toMatchObject({ open: '' });
    const zones = ['inside', 'outside'].map((name, index) => [
      `${name} (active)`,
      '  target: default',
      `  interfaces: eth${index}`,
      `  services: ${index ? 'https' : 'ssh'}`,
    ]);
    const listed = zones.map((lines) => lines.join('\n')).join('\n\n');
    expect(about('eth0', listed)).toMatchObject({ open: '22:tcp(4)', unknown: '' });
    expect(about('eth1', listed)).toMatchObject({ open: '443:tcp(9)', unknown: '' });
    expect(about(undefined, listed).unknown).toBe('22:tcp 443:tcp');
  });
});

describe('iptables-save and -S', () => {
  const carries = '-A INPUT -p tcp -m string --algo bm --string "x" --icase --from 40 --to 65535 -j REJECT';

  it('what opens a TCP connection carries nothing that a rule could look for', () => {
    expectVerdicts(iptables(carries, '-A INPUT -p tcp --dport 22 -j ACCEPT'), { open: '22:tcp(3)' });
    expectVerdicts(iptables(carries.replace('tcp', 'udp'), '-A INPUT -p udp --dport 53 -j ACCEPT'), {
      unknown: '53:udp',
    });
  });

  it('a refusal that may not match is not the default', () => {
    const undecided = '-A INPUT -m u32 --u32 0x1 -j REJECT';
    expectVerdicts(iptables('-A INPUT -p tcp --dport 22 -j ACCEPT', undecided), { open: '22:tcp(2)' });
  });

  it('the first match decides', () => {
    const rules = ['-A INPUT -p tcp --dport 22 -j DROP', '-A INPUT -p tcp --dport 22:23 -j ACCEPT'];
    expectVerdicts(iptables(...rules), { open: '23:tcp(3)' });
    expectVerdicts(iptables(...rules.toReversed()), { open: '22-23:tcp(2)' });
  });

  it('ports come one by one, in ranges, in lists and negated', () => {
    expectVerdicts(iptables('-A INPUT -p tcp -m multiport --dports 80,443,8000:8010 -j ACCEPT'), {
      open: '80:tcp(2) 443:tcp(2) 8000-8010:tcp(2)',
    });
    expectVerdicts(iptables('-A INPUT -p udp -m udp ! --dport 53 -j DROP', '-A INPUT -p udp -j ACCEPT'), {
      open: '53:udp(3)',
    });
    expectVerdicts(iptables('-A INPUT -p tcp -m multiport ! --dports 1:1000 -j DROP', '-A INPUT -p tcp -j ACCEPT'), {
      open: '1-1000:tcp(3)',
    });
  });

  it('the exclamation mark of old stands behind the option', () => {
    expectVerdicts(iptables('-A INPUT -p udp --dport ! 53 -j DROP', '-A INPUT -p udp -j ACCEPT'), {
      open: '53:udp(3)',
    });
  });

  it('a policy of drop and a last rule that drops or rejects are the same', () => {
    const open = ['-A INPUT -p tcp --dport 22 -j ACCEPT'];
    expectVerdicts(iptables(...open), { open: '22:tcp(2)' });
    expectVerdicts(['-P INPUT ACCEPT', ...open, '-A INPUT -j DROP'].join('\n'), { open: '22:tcp(2)' });
    expectVerdicts(['-P INPUT ACCEPT', ...open, '-A INPUT -j REJECT'].join('\n'), {
      open: '22:tcp(2)',
      default: 'reject',
    });
  });

  it('what is open by default is not listed, whatever else is dropped', () => {
    expectVerdicts('-P INPUT ACCEPT\n-A INPUT -p tcp --dport 3306 -j DROP', { default: 'accept' });
    expectVerdicts(iptables('-A INPUT -j ACCEPT'), { default: 'accept' });
    expectVerdicts(iptables('-A INPUT -p tcp --dport 0:65535 -j ACCEPT'), { default: 'accept' });
  });

  it('answers, invalid packets and packets that open nothing do not count', () => {
    const states = ['RELATED,ESTABLISHED', 'INVALID', 'UNTRACKED'].map(
      (state) => `-A INPUT -m conntrack --ctstate ${state} -j ACCEPT`,
    );
    expectVerdicts(
      iptables(...states, '-A INPUT -m state ! --state NEW -j ACCEPT', '-A INPUT -p tcp ! --syn -j ACCEPT'),
      {},
    );
    expectVerdicts(
      iptables('-A INPUT -p tcp -m state --state NEW -m tcp --dport 22 --tcp-flags FIN,SYN,RST,ACK SYN -j ACCEPT'),
      {
        open: '22:tcp(2)',
      },
    );
    expectVerdicts(iptables('-A INPUT -p tcp -m tcp --tcp-flags ALL NONE -j ACCEPT', '-A INPUT -f -j ACCEPT'), {});
  });

  it('before connections are tracked, everything counts as invalid', () => {
    const filter = '*filter\n:INPUT ACCEPT [0:0]\nCOMMIT\n';
    const raw = (state: string) =>
      `*raw\n:PREROUTING ACCEPT [0:0]\n-A PREROUTING -m conntrack --ctstate ${state} -j DROP\nCOMMIT\n`;
    expectVerdicts(filter + raw('INVALID'), {});
    expectVerdicts(filter + raw('NEW'), { default: 'accept' });
  });

  it('chains call chains; RETURN and the end of a chain go back, goto does not', () => {
    const chains = ['-N web', '-N admin', '-A INPUT -p tcp -j web', '-A INPUT -p tcp --dport 25 -j ACCEPT'];
    expectVerdicts(
      iptables(
        ...chains,
        '-A web -p tcp --dport 25 -j RETURN',
        '-A web -p tcp --dport 80 -j ACCEPT',
        '-A web -p tcp --dport 20:25 -g admin',
        '-A web -p tcp --dport 22 -j ACCEPT',
        '-A admin -p tcp --dport 21 -j ACCEPT',
        '-A admin -p tcp --dport 24 -j RETURN',
      ),
      { open: '21:tcp(10) 25:tcp(5) 80:tcp(7)' },
    );
  });

  it('chains that call themselves, or that the dump lacks, leave the ports undecided', () => {
    expectVerdicts(iptables('-N a', '-A INPUT -p tcp --dport 22 -j a', '-A a -j a'), { unknown: '22:tcp' });
    expectVerdicts(iptables('-A INPUT -p tcp --dport 22 -j elsewhere'), { unknown: '22:tcp' });
  });

  it('a chain that calls the next one twice, thirty deep, ends, if only in a refusal', () => {
    const names = Array.from({ length: 30 }, (_, index) => `c${index}`);
    const calls = names.flatMap((name, index) =>
      Array(2).fill(`-A ${name} -s 192.0.2.${index} -j ${names[index + 1] ?? 'c0'}`),
    );
    const wide = names.flatMap((name, index) => Array(2).fill(`-A ${name} -j ${names[index + 1] ?? 'c0'}`));
    const dump = (rules: readonly string[]) =>
      iptables(...names.map((name) => `-N ${name}`), '-A INPUT -j c0', ...rules);
    expect(verdicts(dump(calls))).not.toBeNull();
    expect(() => verdicts(dump(wide))).toThrow('the jumps between its chains are too many');
  });

  it('restricted to sources is not open; more than half of the world is', () => {
    expectVerdicts(
      iptables(
        '-A INPUT -s 192.0.2.0/24 -p tcp --dport 22 -j ACCEPT',
        '-A INPUT -m iprange --src-range 198.51.100.1-198.51.100.9 -p tcp --dport 22 -j ACCEPT',
        '-A INPUT ! -s 10.0.0.0/8 -p tcp --dport 80 -j ACCEPT',
        '-A INPUT -s 203.0.113.0/24 -j DROP',
        '-A INPUT -p tcp --dport 443 -j ACCEPT',
      ),
      { open: '80:tcp(4) 443:tcp(6)', restricted: '22:tcp 192.0.2.0/24, 198.51.100.1-198.51.100.9' },
    );
  });

  it('loopback is nobody from elsewhere; who comes by a tunnel or from a container is restricted', () => {
    expectVerdicts(iptables('-A INPUT -i lo -j ACCEPT'), {});
    expectVerdicts(iptables('-A INPUT ! -i lo -p tcp --dport 22 -j ACCEPT'), { open: '22:tcp(2)' });
    expectVerdicts(
      iptables('-A INPUT -i wg0 -p tcp --dport 22 -j ACCEPT', '-A INPUT ! -i docker0 -p tcp --dport 23 -j ACCEPT'),
      {
        open: '23:tcp(3)',
        restricted: '22:tcp interface wg0',
      },
    );
  });

  it('which physical interface faces the world is not in the dump', () => {
    expectVerdicts(iptables('-A INPUT -i eth0 -p tcp --dport 22 -j ACCEPT'), { unknown: '22:tcp' });
    expectVerdicts(iptables('-A INPUT -i eth1 -j ACCEPT', '-A INPUT -p tcp --dport 22 -j ACCEPT'), {
      default: 'unknown',
      open: '22:tcp(3)',
      unknown: '1-21:tcp 23-65535:tcp 1-65535:udp',
    });
  });

  it('what cannot be decided does not matter where both ways lead to the same', () => {
    expectVerdicts(
      iptables('-N web', '-A INPUT -i eth0 -g web', '-A INPUT -g web', '-A web -p tcp --dport 80 -j ACCEPT'),
      { open: '80:tcp(5)' },
    );
  });

  it.each([
    ['an ipset', '-m set --match-set friends src'],
    ['a mark', '-m mark --mark 0x1'],
    ['the time', '-m time --timestart 01:00:00'],
    ['a MAC address', '-m mac --mac-source 00:11:22:33:44:55'],
    ['chance', '-m statistic --mode random --probability 0.5'],
    ['a condition that nobody knows', '--colour blue'],
  ])('%s is not in the dump', (_what, condition) => {
    expectVerdicts(iptables(`-A INPUT -p tcp --dport 22 ${condition} -j ACCEPT`), { unknown: '22:tcp' });
  });

  it('a limit lets the world in; what is above a limit, or known already, is no stranger', () => {
    const rule = (condition: string, target: string) => `-A INPUT -p tcp --dport 22 ${condition} -j ${target}`;
    for (const condition of [
      '-m limit --limit 5/min',
      '-m hashlimit --hashlimit-upto 3/sec --hashlimit-name h',
      '-m connlimit --connlimit-upto 5',
    ])
      expectVerdicts(iptables(rule(condition, 'ACCEPT')), { open: '22:tcp(2)' });
    for (const condition of [
      '-m hashlimit --hashlimit-above 3/sec --hashlimit-name h',
      '-m connlimit --connlimit-above 3',
      '-m recent --update --seconds 30 --hitcount 6 --name ssh --rsource',
    ])
      expectVerdicts(iptables(rule(condition, 'DROP'), rule('-m recent --set --name ssh', 'ACCEPT')), {
        open: '22:tcp(3)',
      });
    expectVerdicts(iptables(rule('-m recent --rcheck --name knocked', 'ACCEPT')), {});
  });

  it('a limit in front of what lets the world in does not keep it out', () => {
    expectVerdicts(
      iptables(
        '-N SYNFLOOD',
        '-A INPUT -p tcp -m tcp --tcp-flags FIN,SYN,RST,ACK SYN -j SYNFLOOD',
        '-A INPUT -p tcp --dport 22 -j ACCEPT',
        '-A INPUT -s 192.0.2.0/24 -p tcp --dport 5432 -j ACCEPT',
        '-A SYNFLOOD -m limit --limit 100/sec --limit-burst 150 -j RETURN',
        '-A SYNFLOOD -j DROP',
      ),
      { open: '22:tcp(4)', restricted: '5432:tcp 192.0.2.0/24' },
    );
    expectVerdicts(
      nft('jump slowly', 'tcp dport 22 accept').replace(
        '\tchain input',
        '\tchain slowly {\n\t\tlimit rate 100/second return\n\t\tdrop\n\t}\n\tchain input',
      ),
      { open: '22:tcp(9)' },
    );
  });

  it('whom a limit of refusals lets through later is not guessed', () => {
    expectVerdicts(
      iptables('-A INPUT -p tcp --dport 22 -m limit --limit 5/min -j DROP', '-A INPUT -p tcp --dport 22 -j ACCEPT'),
      {
        unknown: '22:tcp',
      },
    );
    expectVerdicts(
      iptables(
        '-N refuse',
        '-A INPUT -m limit --limit 5/min -j refuse',
        '-A INPUT -p tcp --dport 22 -j ACCEPT',
        '-A refuse -j DROP',
      ),
      { unknown: '22:tcp' },
    );
  });

  it('a source port that only some programs take is a restriction', () => {
    expectVerdicts(iptables('-A INPUT -p udp --sport 67 --dport 68 -j ACCEPT'), {
      restricted: '68:udp source port 67',
    });
    expectVerdicts(iptables('-A INPUT -p tcp --sport 1024:65535 --dport 22 -j ACCEPT'), { open: '22:tcp(2)' });
  });

  it('packets to other addresses than that of the server do not count', () => {
    const to = (destination: string) => iptables(`-A INPUT -d ${destination} -p tcp --dport 22 -j ACCEPT`);
    expectVerdicts(to('203.0.113.1'), { open: '22:tcp(2)' });
    expectVerdicts(to('203.0.113.2'), {});
    expectVerdicts(iptables('-A INPUT ! -d 203.0.113.1 -p tcp --dport 22 -j ACCEPT'), {});
    expectVerdicts(to('224.0.0.251'), {});
    expectVerdicts(to('127.0.0.0/8'), {}, null);
    expectVerdicts(to('10.0.0.5'), { unknown: '22:tcp' });
    expectVerdicts(to('203.0.113.1'), { unknown: '22:tcp' }, null);
  });

  it('drops before the filter table count', () => {
    const table = (name: string, chain: string) =>
      `*${name}\n:${chain} ACCEPT [0:0]\n-A ${chain} -p tcp --dport 22 -j DROP\nCOMMIT\n`;
    const filter = '*filter\n:INPUT DROP [0:0]\n-A INPUT -p tcp --dport 22:23 -j ACCEPT\nCOMMIT\n';
    for (const early of [
      table('raw', 'PREROUTING'),
      table('mangle', 'PREROUTING'),
      table('mangle', 'INPUT'),
      table('security', 'INPUT'),
    ]) {
      expectVerdicts(early + filter, { open: '23:tcp(7)' });
      expectVerdicts(filter + early, { open: '23:tcp(3)' });
    }
  });

  it('a redirected port is judged by where it goes', () => {
    const nat = '*nat\n:PREROUTING ACCEPT [0:0]\n-A PREROUTING -p tcp --dport 80 -j REDIRECT --to-ports 8080\nCOMMIT\n';
    const filter = '*filter\n:INPUT DROP [0:0]\n-A INPUT -p tcp --dport 8080 -j ACCEPT\nCOMMIT\n';
    expectVerdicts(nat + filter, { open: '80:tcp(3,7) 8080:tcp(7)' });
  });

  it('a redirect to the port that was called may translate nothing: what asks for translated connections is in doubt', () => {
    const nat =
      '*nat\n:PREROUTING ACCEPT [0:0]\n-A PREROUTING -p tcp --dport 79:80 -j REDIRECT --to-ports 80\nCOMMIT\n';
    const filter = '*filter\n:INPUT DROP [0:0]\n-A INPUT -m conntrack --ctstate DNAT -j ACCEPT\nCOMMIT\n';
    expectVerdicts(nat + filter, { unknown: '79-80:tcp' });
    expectVerdicts(nat.replace('79:80', '79') + filter, { open: '79:tcp(3)' });
  });

  it('ports that Docker publishes bypass INPUT, and DOCKER-USER can close them', () => {
    const docker = (user: string) => `*nat
:PREROUTING ACCEPT [0:0]
:DOCKER - [0:0]
-A PREROUTING -m addrtype --dst-type LOCAL -j DOCKER
-A DOCKER -i docker0 -j RETURN
-A DOCKER ! -i docker0 -p tcp -m tcp --dport 8080 -j DNAT --to-destination 172.17.0.2:80
COMMIT
*raw
:PREROUTING ACCEPT [0:0]
-A PREROUTING -d 172.17.0.2/32 ! -i docker0 -j DROP
COMMIT
*filter
:INPUT DROP [0:0]
:FORWARD DROP [0:0]
:DOCKER - [0:0]
:DOCKER-USER - [0:0]
-A FORWARD -j DOCKER-USER
-A FORWARD -o docker0 -m conntrack --ctstate RELATED,ESTABLISHED -j ACCEPT
-A FORWARD -o docker0 -j DOCKER
-A FORWARD -i docker0 ! -o docker0 -j ACCEPT
-A DOCKER -d 172.17.0.2/32 ! -i docker0 -o docker0 -p tcp -m tcp --dport 80 -j ACCEPT
${user}
COMMIT
`;
    expectVerdicts(docker('-A DOCKER-USER -j RETURN'), { open: '8080:tcp(6,21)' });
    expectVerdicts(docker('-A DOCKER-USER -p tcp -m conntrack --ctorigdstport 8080 -j DROP'), { unknown: '8080:tcp' });
    expectVerdicts(docker('-A DOCKER-USER -d 172.17.0.3 -j DROP'), { open: '8080:tcp(6,21)' });
    expectVerdicts(docker('-A DOCKER-USER -d 172.17.0.2 -o br-0123456789ab -j DROP'), { unknown: '8080:tcp' });
    expectVerdicts(docker('-A DOCKER-USER -s 192.0.2.0/24 -j RETURN\n-A DOCKER-USER -j DROP'), {
      restricted: '8080:tcp 192.0.2.0/24',
    });
  });

  it('IPv4 and IPv6 are separate: rules of one say nothing of the other', () => {
    const v4 =
      '# Generated by iptables-save v1.8.9\n*filter\n:INPUT DROP [0:0]\n-A INPUT -p tcp --dport 22 -j ACCEPT\nCOMMIT\n';
    const v6 =
      '# Generated by ip6tables-save v1.8.9\n*filter\n:INPUT DROP [0:0]\n-A INPUT -p tcp --dport 23 -j ACCEPT\nCOMMIT\n';
    expectVerdicts(v4 + v6, { open: '22:tcp(4)' });
    expectVerdicts(v4 + v6, { open: '23:tcp(9)' }, '2001:db8::1');
    expectVerdicts(v4, { default: 'unknown', unknown: everything }, '2001:db8::1');
    expectVerdicts(v6, { default: 'unknown', unknown: everything });
    expectVerdicts('-P INPUT DROP\n-A INPUT -p ipv6-icmp -j ACCEPT', { default: 'unknown', unknown: everything });
  });

  it('a dump that breaks off leaves undecided what the rest could decide', () => {
    const whole = '*filter\n:INPUT DROP [0:0]\n-A INPUT -p tcp --dport 22 -j ACCEPT\n';
    expectVerdicts(whole, { default: 'unknown', open: '22:tcp(3)', unknown: '1-21:tcp 23-65535:tcp 1-65535:udp' });
    expectVerdicts(`${whole}COMMIT\n`, { open: '22:tcp(3)' });
  });

  it('comments are not rules, whatever is in them', () => {
    expectVerdicts(iptables('-A INPUT -p tcp --dport 22 -m comment --comment "no \\"-j DROP\\" -p udp" -j ACCEPT'), {
      open: '22:tcp(2)',
    });
    expectVerdicts(iptables('-A INPUT -p tcp --dport 22 -m comment --comment -j -j ACCEPT'), { open: '22:tcp(2)' });
  });

  it('counters and CRLF line ends change nothing', () => {
    expectVerdicts(
      '*filter\r\n:INPUT DROP [12:3456]\r\n[5:300] -A INPUT -p tcp -m tcp --dport 22 -j ACCEPT\r\nCOMMIT\r\n',
      { open: '22:tcp(3)' },
    );
    expectVerdicts('-P INPUT DROP -c 1 2\n-A INPUT -p tcp --dport 22 -c 3 4 -j ACCEPT', { open: '22:tcp(2)' });
  });
});

describe('a list of addresses that the dump leaves out', () => {
  const openExcept = (dump: string) => {
    const reading = readFirewallDump(dump, { format: null, address })!;
    return reading.open.map(({ start, last, transport, verdict, source }) => ({
      ports: `${start}-${last}:${transport}`,
      verdict,
      source: sourceInEnglish(source),
    }));
  };
  const except = (ports: string, list: string) => ({
    ...{ ports, verdict: 'open_except_listed', source: `any except ${list}` },
  });

  it('that refuses: ports are open except to those on it, restricted ones stay so, and closed ones closed', () => {
    const csf = iptables(
      '-N LOCALINPUT',
      '-N DENYIN',
      '-A INPUT ! -i lo -j LOCALINPUT',
      '-A INPUT -p tcp -m conntrack --ctstate NEW -m tcp --dport 22 -j ACCEPT',
      '-A INPUT -s 192.0.2.0/24 -p tcp --dport 5432 -j ACCEPT',
      '-A LOCALINPUT ! -i lo -j DENYIN',
      '-A DENYIN -m set --match-set chain_DENY src -j DROP',
    );
    expect(openExcept(csf)).toEqual([except('22-22:tcp', 'the ipset chain_DENY')]);
    expectVerdicts(csf, { open: '22:tcp(5)', restricted: '5432:tcp 192.0.2.0/24 except the ipset chain_DENY' });
  });

  it('that refuses and one that lets in, behind a limit: what is open to the world stays so, and the rest is asked for', () => {
    const csf = iptables(
      ...['ALLOWIN', 'DENYIN', 'LOCALINPUT', 'LOGDROPIN', 'SYNFLOOD'].map((name) => `-N ${name}`),
      '-A INPUT ! -i lo -j LOCALINPUT',
      '-A INPUT -i lo -j ACCEPT',
      '-A INPUT ! -i lo -p tcp -m tcp --tcp-flags FIN,SYN,RST,ACK SYN -j SYNFLOOD',
      '-A INPUT ! -i lo -m conntrack --ctstate RELATED,ESTABLISHED -j ACCEPT',
      '-A INPUT -p tcp -m conntrack --ctstate NEW -m tcp --dport 22 -m connlimit --connlimit-above 5 -j REJECT',
      '-A INPUT ! -i lo -p tcp -m conntrack --ctstate NEW -m tcp --dport 22 -j ACCEPT',
      '-A INPUT ! -i lo -p udp -m conntrack --ctstate NEW -m udp --dport 53 -j ACCEPT',
      '-A INPUT ! -i lo -j LOGDROPIN',
      '-A ALLOWIN ! -i lo -m set --match-set chain_ALLOW src -j ACCEPT',
      '-A DENYIN ! -i lo -m set --match-set chain_DENY src -j DROP',
      '-A LOCALINPUT ! -i lo -j ALLOWIN',
      '-A LOCALINPUT ! -i lo -j DENYIN',
      '-A LOGDROPIN -p tcp -m limit --limit 30/min -j LOG --log-prefix "Firewall: *TCP_IN Blocked* "',
      '-A LOGDROPIN -j DROP',
      '-A SYNFLOOD -m limit --limit 100/sec --limit-burst 150 -j RETURN',
      '-A SYNFLOOD -j DROP',
    );
    expect(openExcept(csf).map(({ ports, verdict }) => [ports, verdict])).toEqual([
      ['22-22:tcp', 'open_except_listed'],
      ['53-53:udp', 'open_except_listed'],
    ]);
    expect(readFirewallDump(csf, { format: null, address })!.askFor).toEqual(['ipset save']);
    const saved = ['chain_ALLOW', 'chain_DENY'].map(
      (name) => `create ${name} hash:net family inet\nadd ${name} 192.0.2.1\n`,
    );
    expect(verdicts(`${saved.join('')}${csf}`)).toMatchObject({
      default: 'drop',
      open: '22:tcp(16) 53:udp(17)',
      unknown: '',
    });
  });

  it('of a zone of firewalld: its sources go there, and the world does not', () => {
    const dump = [
      'drop (active)\n  target: DROP\n  sources: ipset:blacklist\n  services: ',
      'public (active)\n  target: default\n  interfaces: eth0\n  sources: \n  services: ssh',
    ].join('\n\n');
    expect(openExcept(dump)).toEqual([except('22-22:tcp', 'the ipset blacklist')]);
  });

  it('that refuses, in nftables, firewalld and a listing of rows', () => {
    const set = '\tset blocked {\n\t\ttype ipv4_addr\n\t}\n\tchain input';
    expect(openExcept(nft('ip saddr @blocked drop', 'tcp dport 22 accept').replace('\tchain input', set))).toEqual([
      except('22-22:tcp', 'the set blocked'),
    ]);
    expect(openExcept(nft('ip saddr != @blocked tcp dport 22 accept'))).toEqual([
      except('22-22:tcp', 'the set blocked'),
    ]);
    expect(
      openExcept(
        [
          'public (active)',
          ...['  target: default', '  interfaces: eth0', '  services: ssh', '  rich rules: '],
          '\trule source ipset="blacklist" drop',
        ].join('\n'),
      ),
    ).toEqual([except('22-22:tcp', 'the ipset blacklist')]);
    expect(
      openExcept(
        list(
          '    0     0 DROP       0    --  *      *       0.0.0.0/0            0.0.0.0/0            match-set f2b-sshd src',
          '    0     0 ACCEPT     6    --  *      *       0.0.0.0/0            0.0.0.0/0            tcp dpt:22',
        ),
      ),
    ).toEqual([except('22-22:tcp', 'the ipset f2b-sshd')]);
    expect(
      openExcept(iptables('-A INPUT -m geoip --source-country CN,RU -j DROP', '-A INPUT -p udp --dport 53 -j ACCEPT')),
    ).toEqual([except('53-53:udp', 'the addresses of CN,RU')]);
  });

  it('that is pasted beside the rules is taken for what it is', () => {
    const saved = [
      'create blocked hash:net family inet hashsize 1024 maxelem 65536 timeout 0',
      'add blocked 198.51.100.0/24 timeout 5',
      'create friends hash:ip family inet hashsize 1024 maxelem 65536',
      'add friends 192.0.2.7',
      'create all list:set size 8',
      'add all friends',
      'create web bitmap:port range 0-65535',
      'add web 80',
      'create pairs hash:ip,port family inet hashsize 1024 maxelem 65536',
      'add pairs 192.0.2.7,tcp:22',
    ];
    const dump = [
      ...saved,
      iptables(
        '-A INPUT -m set --match-set blocked src -j DROP',
        '-A INPUT -p tcp --dport 22 -j ACCEPT',
        '-A INPUT -p tcp --dport 23 -m set --match-set all src -j ACCEPT',
        '-A INPUT -p tcp -m set --match-set web dst -j ACCEPT',
        '-A INPUT -p tcp --dport 25 -m set --match-set pairs src,dst -j ACCEPT',
      ),
    ].join('\n');
    expectVerdicts(dump, { open: '22:tcp(13) 80:tcp(15)', restricted: '23:tcp 192.0.2.7', unknown: '25:tcp' });
    expect(readFirewallDump(dump, { format: null, address })).toMatchObject({
      askFor: [],
      open: [{ verdict: 'open' }, {}],
    });
  });

  it('is asked for', () => {
    const asked = (dump: string) => readFirewallDump(dump, { format: null, address })!.askFor;
    const rules = ['-A INPUT -m set --match-set blocked src -j DROP', '-A INPUT -p tcp --dport 22 -j ACCEPT'];
    expect(asked(iptables(...rules))).toEqual(['ipset save']);
    expect(asked(nft('ip saddr @blocked drop', 'tcp dport 22 accept'))).toEqual(['nft list ruleset']);
    // Where it decides nothing, it is not.
    expect(asked(iptables('-A INPUT -m set --match-set blocked src -j DROP'))).toEqual([]);
  });

  it('that lets in proves nothing, and neither does one of ports', () => {
    for (const rules of [
      ['-A INPUT -p tcp --dport 22 -m set --match-set friends src -j ACCEPT'],
      ['-A INPUT -m set ! --match-set friends src -j DROP', '-A INPUT -p tcp --dport 22 -j ACCEPT'],
      ['-A INPUT -p tcp --dport 22 -m set --match-set web dst -j DROP', '-A INPUT -p tcp --dport 22 -j ACCEPT'],
    ])
      expectVerdicts(iptables(...rules), { unknown: '22:tcp' });
  });

  it('beside something else in doubt leaves the ports undecided', () => {
    const rules = ['-A INPUT -m set --match-set blocked src -j DROP', '-A INPUT -i eth0 -p tcp --dport 22 -j ACCEPT'];
    expectVerdicts(iptables(...rules), { unknown: '22:tcp' });
  });
});

describe('iptables -L -n -v', () => {
  it('reads what it shows in words', () => {
    expectVerdicts(
      list(
        '    0     0 ACCEPT     0    --  lo     *       0.0.0.0/0            0.0.0.0/0           ',
        '    0     0 ACCEPT     6    --  *      *       0.0.0.0/0            0.0.0.0/0            tcp dpt:22 limit: avg 5/min burst 5',
        '  12K  3456 ACCEPT     17   --  *      *      !10.0.0.0/8           0.0.0.0/0            multiport dports 53,5000:5010 /* a tcp dpt:99 */',
        '    0     0            6    --  *      *       0.0.0.0/0            0.0.0.0/0            tcp dpt:23 recent: SET name: X side: source mask: 255.255.255.255',
        '    0     0 ACCEPT     6    --  *      *       192.0.2.7            0.0.0.0/0            tcp dpts:80:90 ctstate NEW',
      ),
      { open: '22:tcp(4) 53:udp(5) 5000-5010:udp(5)', restricted: '80-90:tcp 192.0.2.7' },
    );
  });

  it('without -v interfaces are hidden, so that nothing is proved', () => {
    const dump =
      'Chain INPUT (policy DROP)\ntarget     prot opt source               destination         \nACCEPT     all  --  0.0.0.0/0            0.0.0.0/0           \n';
    expectVerdicts(dump, { default: 'unknown', unknown: everything });
  });

  it('with names instead of numbers', () => {
    expectVerdicts(
      list('    0     0 ACCEPT     tcp  --  any    any     anywhere             anywhere             tcp dpt:ssh'),
      { open: '22:tcp(3)' },
    );
  });

  it('ip6tables of old has no column for options', () => {
    const dump = list(
      '    0     0 ACCEPT     tcp      *      *       ::/0                 ::/0                 tcp dpt:22',
    );
    expectVerdicts(dump, { open: '22:tcp(3)' }, '2001:db8::1');
  });
});

describe('nftables', () => {
  it('sets: anonymous, named, of intervals, negated, concatenated', () => {
    expectVerdicts(
      [
        'table inet filter {',
        '\tset admins {',
        '\t\ttype ipv4_addr',
        '\t\tflags interval',
        '\t\telements = { 192.0.2.0/24,',
        '\t\t\t     198.51.100.1-198.51.100.9 }',
        '\t}',
        nft(
          'tcp dport { 22, 8000-8010 } accept',
          'ip saddr @admins tcp dport 5432 accept',
          'ip saddr . tcp dport { 192.0.2.1 . 25, 192.0.2.2 . 26-27 } accept',
          'udp dport != { 53 } drop',
          'meta l4proto udp accept',
        )
          .split('\n')
          .slice(1)
          .join('\n'),
      ].join('\n'),
      {
        open: '22:tcp(10) 8000-8010:tcp(10) 53:udp(14)',
        restricted: '25:tcp 192.0.2.1; 26-27:tcp 192.0.2.2; 5432:tcp 192.0.2.0/24, 198.51.100.1-198.51.100.9',
      },
    );
  });

  it('verdict maps decide by element; states in them are no door', () => {
    expectVerdicts(
      nft(
        'ct state vmap { established : accept, related : accept, invalid : drop }',
        'tcp dport vmap { 22 : accept, 23 : drop, 80-90 : accept, * : continue }',
        'tcp dport { 23, 24 } accept',
      ),
      { open: '22:tcp(5) 24:tcp(6) 80-90:tcp(5)' },
    );
  });

  it('of several base chains on a hook all must accept', () => {
    const second = (policy: string, ...rules: string[]) =>
      `table inet other {\n\tchain c {\n\t\ttype filter hook input priority filter + 10; policy ${policy};\n\t\t${rules.join('\n\t\t')}\n\t}\n}`;
    const first = nft('tcp dport 22-23 accept');
    expectVerdicts(`${first}\n${second('accept', 'tcp dport 22 drop')}`, { open: '23:tcp(4)' });
    expectVerdicts(`${first}\n${second('drop', 'tcp dport 22 accept')}`, { open: '22:tcp(4,10)' });
  });

  it('a verdict map that nobody can decide may do anything, not only what its first element says', () => {
    expectVerdicts(nft('tcp dport 22 numgen random mod 2 vmap { 0 : accept, 1 : drop }', 'tcp dport 22 accept'), {
      unknown: '22:tcp',
    });
  });

  it('what is not in the dump is not guessed: sets without elements, maps that are missing', () => {
    expectVerdicts(nft('ip saddr @friends tcp dport 22 accept'), { unknown: '22:tcp' });
    expectVerdicts(nft('tcp dport vmap @ports'), { default: 'unknown', unknown: '1-65535:tcp' });
    const terse = nft('ip saddr @friends tcp dport 22 accept').replace(
      'inet filter {',
      'inet filter {\n\tset friends {\n\t\ttype ipv4_addr\n\t}',
    );
    expectVerdicts(terse, { unknown: '22:tcp' });
  });

  it('a set that is empty beside one that is not lets nobody in', () => {
    const sets = '\n\tset a {\n\t\ttype ipv4_addr\n\t}\n\tset b {\n\t\ttype inet_service\n\t\telements = { 80 }\n\t}';
    const dump = nft('ip saddr @a tcp dport 22 accept', 'tcp dport @b accept').replace(
      'inet filter {',
      `inet filter {${sets}`,
    );
    expectVerdicts(dump, { open: '80:tcp(12)' });
  });

  it('families: ip and ip6 tables, and conditions that only one family can have', () => {
    const dump = [
      'table ip a {\n\tchain c {\n\t\ttype filter hook input priority 0; policy drop;\n\t\ttcp dport 22 accept\n\t}\n}',
      'table ip6 a {\n\tchain c {\n\t\ttype filter hook input priority 0; policy drop;\n\t\ttcp dport 23 accept\n\t}\n}',
    ].join('\n');
    expectVerdicts(dump, { open: '22:tcp(4)' });
    expectVerdicts(dump, { open: '23:tcp(10)' }, '2001:db8::1');
    const implied = nft('tcp dport 22 reject with icmp port-unreachable', 'tcp dport 22-23 accept');
    expectVerdicts(implied, { open: '23:tcp(5)' });
    expectVerdicts(implied, { open: '22-23:tcp(5)' }, '2001:db8::1');
    const dynamic = nft('tcp dport 22 update @seen { ip saddr timeout 1m } accept');
    expectVerdicts(dynamic, { open: '22:tcp(4)' });
    expectVerdicts(dynamic, {}, '2001:db8::1');
  });

  it('strings are not words: a log prefix that says accept', () => {
    expectVerdicts(nft('tcp dport 22 log prefix "accept } " drop', 'tcp dport 23 accept comment "drop"'), {
      open: '23:tcp(5)',
    });
  });

  it('limits, counters and meters', () => {
    expectVerdicts(
      nft(
        'tcp dport 22 limit rate over 5/minute drop',
        'tcp dport 22 counter packets 5 bytes 300 limit rate 9/second burst 5 packets accept',
        'tcp dport 23 meter m size 65535 { ip saddr limit rate over 5/minute } drop',
        'tcp dport 23 ct count over 10 drop',
        'tcp dport 23 accept',
      ),
      { open: '22:tcp(5) 23:tcp(8)' },
    );
  });

  it('a chain that breaks off leaves undecided what the rest could decide', () => {
    const dump = nft('tcp dport 22 accept').split('\n').slice(0, -2).join('\n');
    expectVerdicts(dump, { default: 'unknown', open: '22:tcp(4)', unknown: '1-21:tcp 23-65535:tcp 1-65535:udp' });
  });

  it('what an include has in it is not guessed: what follows is undecided, and what stands before is not', () => {
    const halfway = nft('tcp dport 22 accept', 'include "/etc/nftables/early.nft"  tcp dport {25, 80} accept');
    expect(verdicts(halfway)).toMatchObject({ default: 'unknown', open: '22:tcp(4)', restricted: '' });
    expect(undecidedPorts(halfway)).toBe(2 * 65_535 - 1);
    const dump = nft('include "/etc/nftables/early.nft"', 'tcp dport 80 accept');
    const { undecided, askFor } = readFirewallDump(dump, { format: null, address })!;
    expect(undecidedPorts(dump)).toBe(2 * 65_535);
    expect(undecided).toEqual([expect.objectContaining({ line: 4, text: 'include "/etc/nftables/early.nft"' })]);
    expect(askFor).toEqual(['nft list ruleset']);
  });

  it.each([
    ['an include in the table', (dump: string) => dump.replace('inet filter {', 'inet filter {\n\tinclude "a.nft"')],
    ['an include of the file, before', (dump: string) => `include "/etc/nftables.d/*.nft"\n${dump}`],
    ['an include of the file, behind', (dump: string) => `${dump}\ninclude "/etc/nftables.d/*.nft"\n`],
    ['a command that adds rules', (dump: string) => `${dump}\nadd rule inet filter input tcp dport 25 accept\n`],
    ['a command that empties a chain', (dump: string) => `${dump}\nflush chain inet filter input\n`],
  ])('%s leaves every port undecided', (_what, change) => {
    const dump = change(nft('tcp dport 22 accept'));
    expect(verdicts(dump)).toMatchObject({ default: 'unknown', open: '', restricted: '' });
    expect(undecidedPorts(dump)).toBe(2 * 65_535);
  });

  it('what a file says before its tables, or of what a table is called, changes nothing', () => {
    const dump = nft('tcp dport 22 accept');
    expectVerdicts(`#!/usr/sbin/nft -f\nflush ruleset\n${dump}`, { open: '22:tcp(6)' });
    expectVerdicts(`table inet filter\ndelete table inet filter\n${dump}`, { open: '22:tcp(6)' });
  });

  it('a table, and a chain, that is opened again has more', () => {
    const more = 'table inet filter {\n\tchain input {\n\t\ttcp dport 25 accept\n\t}\n}';
    expectVerdicts(`${nft('tcp dport 22 accept')}\n${more}`, { open: '22:tcp(4) 25:tcp(9)' });
  });

  it('a bridge is not the server', () => {
    const bridge = 'table bridge b {\n\tchain c {\n\t\ttype filter hook input priority 0; policy drop;\n\t}\n}';
    expectVerdicts(`${bridge}\n${nft('tcp dport 22 accept')}`, { open: '22:tcp(9)' });
  });

  it('what stands at a network device decides only if it is the one that faces the world', () => {
    const ingress =
      'table netdev n {\n\tchain c {\n\t\ttype filter hook ingress device "eth0" priority 0; policy accept;\n\t\ttcp dport 22 drop\n\t}\n}';
    expectVerdicts(`${ingress}\n${nft('tcp dport 22-23 accept')}`, { open: '23:tcp(10)', unknown: '22:tcp' });
  });
});

describe('ufw', () => {
  it('a port without protocol is both; LIMIT is open; DENY and REJECT are not', () => {
    expectVerdicts(
      ufw(
        '22/tcp                     ALLOW IN    Anywhere                  ',
        '53                         ALLOW IN    Anywhere                  ',
        '2222/tcp                   LIMIT IN    Anywhere                   # slow it # ALLOW IN',
        '25/tcp                     REJECT IN   Anywhere                  ',
        '25/tcp                     ALLOW IN    Anywhere                  ',
        '80,443,8000:8010/tcp       ALLOW IN    Anywhere                   (log)',
        '123/udp                    ALLOW OUT   Anywhere                  ',
        '8080/tcp                   ALLOW FWD   Anywhere                  ',
      ),
      {
        open: '22:tcp(4) 53:tcp(5) 80:tcp(9) 443:tcp(9) 2222:tcp(6) 8000-8010:tcp(9) 53:udp(5)',
        restricted: '68:udp source port 67',
      },
    );
  });

  it('profiles by name, and unknown ones are undecided', () => {
    expectVerdicts(
      ufw(
        'Nginx Full                 ALLOW       Anywhere',
        '7777/tcp (My Game)         ALLOW IN    Anywhere',
        'My Other Game              ALLOW       Anywhere',
      ),
      {
        default: 'unknown',
        open: '80:tcp(4) 443:tcp(4) 7777:tcp(5)',
        unknown: '1-79:tcp 81-442:tcp 444-7776:tcp 7778-65535:tcp 1-65535:udp',
      },
    );
  });

  it('of two statuses in one paste the last one counts', () => {
    const active = ufw('22/tcp ALLOW IN Anywhere');
    expectVerdicts(`Status: inactive\n\n${active}`, { open: '22:tcp(6)', restricted: '68:udp source port 67' });
    expectVerdicts(`${active}\n\nStatus: inactive\n`, { default: 'accept' });
  });

  it('IPv6 rules are those with (v6) or an IPv6 address', () => {
    const dump = ufw(
      '22/tcp                     ALLOW IN    Anywhere',
      '23/tcp (v6)                ALLOW IN    Anywhere (v6)',
      '24/tcp                     ALLOW IN    2001:db8::/32',
    );
    expectVerdicts(dump, { open: '22:tcp(4)', restricted: '68:udp source port 67' });
    expectVerdicts(dump, { open: '23:tcp(5)', restricted: '24:tcp 2001:db8::/32' }, '2001:db8::1');
  });

  it.each([
    [
      'German',
      'Status: Aktiv',
      'Voreinstellung: deny (eingehend), allow (abgehend), disabled (gesendet)',
      'Zu',
      'Aktion',
      'Von',
    ],
    [
      'Spanish',
      'Estado: activo',
      'Predeterminado: deny (entrantes), allow (salientes), disabled (enrutados)',
      'Hasta',
      'Acción',
      'Desde',
    ],
    [
      'Italian',
      'Stato: attivo',
      'Predefinito: deny (in entrata), allow (in uscita), disabled (instradato)',
      'A',
      'Azione',
      'Da',
    ],
    [
      'Russian',
      'Состояние: активен',
      'По умолчанию: deny (входящие), allow (исходящие), disabled (маршрутизированные)',
      'В',
      'Действие',
      'Из',
    ],
    ['Chinese', '状态： 激活', '默认：deny (传入), allow (传出), disabled (路由)', '至', '动作', '来自'],
  ])('in %s it says the same', (_language, status, policy, ...heads) => {
    const lengths = [26, 11, 4];
    const row = (words: readonly string[]) => words.map((word, index) => word.padEnd(lengths[index]!)).join(' ');
    const dump = [
      ...[status, policy, '', row(heads), row(heads.map((head) => '-'.repeat(head.length)))],
      ...['22/tcp                     ALLOW IN    Anywhere', '80                         DENY IN     Anywhere'],
      '22/tcp (v6)                ALLOW IN    Anywhere (v6)',
    ].join('\n');
    expect(verdicts(dump)).toMatchObject({ default: 'drop', open: '22:tcp(6)', unknown: '' });
    expect(verdicts(dump, '2001:db8::1')).toMatchObject({ default: 'drop', open: '22:tcp(8)' });
    expect(verdicts(dump.replace(policy, ''))).toMatchObject({ default: 'unknown', open: '22:tcp(6)' });
  });

  it('in another language and without rules, active and inactive look alike', () => {
    expect(verdicts('Status: Inaktiv\n')).toBeNull();
  });

  it('inactive means that everything is open by default', () => {
    expectVerdicts('Status: inactive\n', { default: 'accept' });
  });

  it('without the default policy, only what rules say is known', () => {
    const dump =
      'Status: active\n\nTo                         Action      From\n--                         ------      ----\n22/tcp                     ALLOW       Anywhere\n23/tcp                     DENY        Anywhere\n';
    expectVerdicts(dump, { default: 'unknown', open: '22:tcp(5)', unknown: '1-21:tcp 24-65535:tcp 1-65535:udp' });
  });
});

describe('firewalld', () => {
  const zone = (name: string, settings: Readonly<Record<string, string>>) =>
    [
      name,
      ...Object.entries({ target: 'default', interfaces: '', sources: '', services: '', ports: '', ...settings }).map(
        ([key, value]) => `  ${key}: ${value}`,
      ),
      '',
    ].join('\n');

  it('a paste that is indented as a whole says the same', () => {
    const pasted = zone('public (active)', { interfaces: 'ens33', services: 'ssh' });
    const indented = pasted.replace(/^(?=.)/gm, '   ');
    expect(verdicts(indented)).toEqual(verdicts(pasted));
    expectVerdicts(indented, { default: 'reject', open: '22:tcp(5)' });
  });

  it('services by name, ports, and the zone of the interface that faces the world', () => {
    expectVerdicts(
      [
        zone('internal', { ports: '1/tcp' }),
        zone('public (active)', {
          interfaces: 'eth0',
          services: 'ssh mdns dhcpv6-client',
          ports: '80/tcp 8000-8010/udp',
        }),
      ].join('\n'),
      { default: 'reject', open: '22:tcp(12) 80:tcp(13) 8000-8010:udp(13)' },
    );
  });

  it('a zone of sources comes first, and its target can refuse or accept', () => {
    expectVerdicts(
      [
        zone('drop (active)', { target: 'DROP', sources: '198.51.100.0/24' }),
        zone('public (active)', { interfaces: 'eth0', services: 'ssh' }),
        zone('trusted (active)', { target: 'ACCEPT', sources: '192.0.2.0/24' }),
      ].join('\n'),
      {
        default: 'reject',
        open: '22:tcp(12)',
        restricted: '1-21:tcp 192.0.2.0/24; 23-65535:tcp 192.0.2.0/24; 1-65535:udp 192.0.2.0/24',
      },
    );
  });

  it('rich rules: refusals first, then what is allowed, and priorities around both', () => {
    const rules = [
      'rule family="ipv4" source address="192.0.2.0/24" port port="3306" protocol="tcp" accept',
      'rule service name="ssh" log prefix="x" limit value="1/m" drop',
      'rule priority="-5" port port="9000-9001" protocol="tcp" reject type="tcp-reset"',
      'rule priority="5" port port="9002" protocol="tcp" accept limit value="3/m"',
      'rule port port="9003" protocol="tcp" drop limit value="3/m"',
      'rule family="ipv4" source NOT address="192.0.2.0/24" port port="80" protocol="tcp" drop',
    ].map((rule) => `\t${rule}`);
    const dump = `${zone('public (active)', { interfaces: 'eth0', services: 'ssh', ports: '9000-9003/tcp 80/tcp' })}  rich rules: \n${rules.join('\n')}\n`;
    expectVerdicts(dump, {
      default: 'reject',
      open: '9002:tcp(6)',
      unknown: '9003:tcp',
      restricted: '80:tcp 192.0.2.0/24; 3306:tcp 192.0.2.0/24',
    });
  });

  it('forwarded ports are open without being listed', () => {
    const dump = `${zone('public (active)', { interfaces: 'eth0' })}  forward-ports: \n\tport=5555:proto=tcp:toport=22:toaddr=\n\tport=5556:proto=udp:toport=53:toaddr=10.0.0.3\n`;
    expectVerdicts(dump, { default: 'reject', open: '5555:tcp(8) 5556:udp(9)' });
  });

  it('which of two zones with interfaces faces the world is not in the dump', () => {
    const dump = [
      zone('internal (active)', { interfaces: 'eth1', ports: '22/tcp 5432/tcp' }),
      zone('public (active)', { interfaces: 'eth0', ports: '22/tcp' }),
    ].join('\n');
    expectVerdicts(dump, { default: 'reject', open: '22:tcp(6,13)', unknown: '5432:tcp' });
  });

  it('direct rules stand before the zones: what they refuse is closed, what they accept alone is undecided', () => {
    const direct = [
      'ipv4 filter INPUT 1 -p tcp --dport 22 -j DROP',
      'ipv4 filter INPUT 0 -s 192.0.2.0/24 -p tcp --dport 22 -j ACCEPT',
      'ipv4 filter INPUT 2 -p tcp -m tcp --dport 25 -j ACCEPT',
      'ipv4 filter INPUT 2 -p tcp -m tcp --dport 80 -j mine',
      'ipv4 filter mine 0 -j DROP',
      'ipv6 filter INPUT 0 -p tcp --dport 443 -j DROP',
    ];
    const zones = zone('public (active)', { interfaces: 'eth0', services: 'ssh', ports: '80/tcp 443/tcp' });
    const dump = `${zones}\n${direct.join('\n')}\n`;
    expect(verdicts(dump)).toMatchObject({
      ...{ default: 'reject', open: '443:tcp(6)', restricted: '22:tcp 192.0.2.0/24', unknown: '25:tcp' },
    });
    expect(readFirewallDump(dump, { format: null, address })!.askFor).toEqual(['nft list ruleset']);
    const passed = `${zones}\nipv4 -I INPUT -p tcp --dport 443 -j DROP\n`;
    expect(verdicts(passed)).toMatchObject({ default: 'unknown', open: '' });
  });

  it('a zone that is not active proves nothing', () => {
    expectVerdicts(zone('work', { services: 'ssh' }), { default: 'unknown', unknown: everything });
  });

  it('services that administrators made are undecided', () => {
    const dump = zone('public (active)', { interfaces: 'eth0', services: 'ssh mygame' });
    expect(verdicts(dump)).toMatchObject({ open: '22:tcp(5)', default: 'unknown' });
  });
});

describe('csf.conf', () => {
  const conf = (changes: Readonly<Record<string, string>> = {}) =>
    Object.entries({
      ...{
        TESTING: '0',
        TCP_IN: '22, 80,30000:35000',
        TCP_OUT: '1:65535',
        UDP_IN: '53',
        IPV6: '1',
        TCP6_IN: '443',
        UDP6_IN: '',
      },
      ...{ DROP: 'DROP', ETH_DEVICE: '', ETH_DEVICE_SKIP: '', SYNFLOOD: '1', SYNFLOOD_RATE: '100/s', CC_DENY: '' },
      ...changes,
    })
      .map(([name, value]) => `# What it does\n${name} = "${value}"\n`)
      .join('\n');

  it('opens what it names, but for whom csf.deny names', () => {
    expectVerdicts(conf(), { open: '22:tcp(5) 80:tcp(5) 30000-35000:tcp(5) 53:udp(11)' });
    expectVerdicts(conf(), { open: '443:tcp(17)' }, '2001:db8::1');
    const { open, format } = readFirewallDump(conf(), { format: null, address })!;
    expect(format).toBe('iptables');
    expect(open[0]).toMatchObject({ verdict: 'open_except_listed' });
    expect(sourceInEnglish(open[0]!.source)).toBe('any except the addresses in csf.deny');
    expect(verdicts(conf({ DROP: 'REJECT' }))).toMatchObject({ default: 'reject' });
  });

  it.each([
    ['in testing mode', { TESTING: '1' }],
    ['for some countries only', { CC_ALLOW_FILTER: 'DE,AT' }],
    ['on one interface only', { ETH_DEVICE: 'eth0' }],
  ])('%s proves nothing', (_what, change) => {
    expect(verdicts(conf(change))).toMatchObject({ open: '' });
  });

  it('countries that are refused, and ports that some countries are', () => {
    const changed = conf({ CC_DENY: 'CN', CC_DENY_PORTS: 'RU', CC_DENY_PORTS_TCP: '22', CC_DENY_PORTS_UDP: '' });
    const { open } = readFirewallDump(changed, { format: null, address })!;
    expect(open.map(({ start, source }) => `${start} ${sourceInEnglish(source)}`)).toEqual([
      '22 any except the addresses in csf.deny, the addresses of CN, the addresses of RU',
      ...['80', '30000', '53'].map((port) => `${port} any except the addresses in csf.deny, the addresses of CN`),
    ]);
  });
});

describe('text that is no dump', () => {
  const rules = '-P INPUT DROP\n-A INPUT -p tcp --dport 22 -j ACCEPT\n';
  const repeated = (line: string, count: number) =>
    Array.from({ length: count }, (_, index) => `${line} ${index}`).join('\n');

  it.each([
    ['prose with rules in it', `${repeated('Then the firewall lets in what you name, as in', 30)}\n${rules}`],
    ['source code with rules in it', `${repeated('  my $rule = $table->add("INPUT");', 30)}\n${rules}`],
    [
      'a page with a listing',
      `${repeated('You see it like this:', 40)}\n${list('    0     0 ACCEPT     6    --  *  *  0.0.0.0/0  0.0.0.0/0')}`,
    ],
    ['a page with a table of nftables', `${repeated('Put this into the file:', 40)}\n${nft('tcp dport 22 accept')}`],
    [
      'a page with zones',
      `${repeated('Look at the zone, which says:', 60)}\npublic (active)\n  target: default\n  services: ssh\n`,
    ],
    [
      'a page with the status of ufw',
      `${repeated('Look at the status, which says:', 60)}\n${ufw('22/tcp ALLOW IN Anywhere')}`,
    ],
    ['a script with rules in it', `#!/bin/sh\niptables-restore <<EOF\n${rules}EOF\n`],
    ['a script of another interpreter', `#!/usr/bin/env perl\n${rules}`],
  ])('%s is refused', (_what, text) => {
    expect(verdicts(text)).toBeNull();
  });

  it('a prompt, a greeting and comments before a dump are not in its way', () => {
    const greeting = 'Welcome to Debian GNU/Linux 12 (bookworm)!\nLast login: Sun Nov 22\nroot@web1:~# iptables -S\n';
    expectVerdicts(`${greeting}${repeated('# A comment', 100)}\n${rules}`, { open: '22:tcp(105)' });
    expectVerdicts(`#!/usr/sbin/nft -f\n${nft('tcp dport 22 accept')}`, { open: '22:tcp(5)' });
  });
});

const fixtures = new Map(
  readdirSync(new URL('fixtures', import.meta.url)).map((name) => [
    name,
    readFileSync(new URL(`fixtures/${name}`, import.meta.url), 'utf8'),
  ]),
);

/** Ports that are open, restricted, closed or unknown, without what made them so. */
function ports(name: string, called = address): string[] {
  return merged(readFirewallDump(fixtures.get(name)!, { format: null, address: called })!.ports);
}

/** Neighbours that are judged alike for different reasons become one. */
function merged(judged: readonly JudgedPorts[]): string[] {
  const ranges: { transport: string; start: number; last: number; verdict: string }[] = [];
  for (const { transport, start, last, verdict, source } of judged) {
    const next = { transport, start, last, verdict: `${verdict} ${sourceInEnglish(source)}` };
    const previous = ranges.at(-1);
    if (previous?.transport === transport && previous.verdict === next.verdict) previous.last = last;
    else ranges.push(next);
  }
  return ranges.map(({ transport, start, last, verdict }) => `${transport} ${start}-${last} ${verdict}`);
}

describe('real dumps of one firewall in several formats say the same', () => {
  it.each([
    ['iptables -S and -L', 'iptables-rules.txt', 'iptables-list.txt'],
    ['iptables of nftables and of old', 'iptables-list.txt', 'iptables-legacy-list.txt'],
    ['ufw status and its chains', 'ufw-status-verbose.txt', 'ufw-show-raw.txt'],
    ['ufw and what iptables-save says of it', 'ufw-status-verbose.txt', 'ufw-iptables-save.txt'],
    ['firewalld and its tables', 'firewalld-all-zones.txt', 'firewalld-nftables.txt'],
    ['nftables in text and in JSON', 'nftables.txt', 'nftables.json'],
  ])('%s', (_what, one, other) => {
    expect(ports(one)).toEqual(ports(other));
  });

  it('ufw for IPv6', () => {
    expect(ports('ufw-status-verbose.txt', '2001:db8::1')).toEqual(ports('ufw-show-raw.txt', '2001:db8::1'));
  });

  it('each is recognised for what it is', () => {
    const formats = [...fixtures].map(([name, dump]) => [
      name,
      readFirewallDump(dump, { format: null, address })?.format,
    ]);
    for (const [name, format] of formats)
      expect(name).toContain(
        String(name).startsWith('firewalld-nft') ? 'firewalld' : String(name).startsWith('ufw-nft') ? 'ufw' : format,
      );
  });
});

describe('what is undecided', () => {
  it('is explained by the lines that cannot be decided, with their text', () => {
    const reading = readFirewallDump(
      iptables('-A INPUT -i eth1 -g later', '-A INPUT -p tcp --dport 22 -j ACCEPT', '-N later', '-A later -j RETURN'),
      { format: null, address },
    );
    expect(reading!.undecided.map((line) => ({ ...line, reason: dumpInEnglish(line.reason) }))).toEqual([
      {
        line: 2,
        text: '-A INPUT -i eth1 -g later',
        reason: 'It depends on the interface eth1, and which one faces the world is not in the dump.',
      },
    ]);
  });
});

describe('any text', () => {
  it.each([
    ['', 'nothing'],
    ['hello world\n', 'prose'],
    ['{"nftables": 5}', 'JSON of something else'],
    ['{"nftables": [', 'JSON that breaks off'],
    ['table of contents\n', 'words that happen to begin like a table'],
    ['public\n  colour: blue\n', 'indented settings of something else'],
  ])('%j is %s: not recognised', (text) => {
    for (const format of [null, ...dumpFormats]) expect(verdicts(text, address, format)).toBeNull();
  });

  it('judges every port exactly once, and never throws', () => {
    const whole = fc.constantFrom(...fixtures.values());
    const cut = fc
      .tuple(whole, fc.nat(), fc.nat(), fc.string({ unit: 'binary' }))
      .map(([text, from, length, inserted]) => {
        const start = from % text.length;
        return text.slice(0, start) + inserted + text.slice(start + (length % 200));
      });
    const shuffled = fc
      .array(
        whole.chain((text) => fc.constantFrom(...text.split('\n'))),
        { maxLength: 60 },
      )
      .map((all) => all.join('\n'));
    const words = fc
      .array(
        whole.chain((text) => fc.constantFrom(...text.split(/(\s+)/))),
        { maxLength: 200 },
      )
      .map((all) => `table inet x { chain y { ${all.join('')}`);
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'binary' }), cut, shuffled, words),
        fc.constantFrom(null, ...dumpFormats),
        fc.constantFrom(null, address, '2001:db8::1'),
        (text, format, called) => {
          const reading = readFirewallDump(text, { format, address: called });
          if (!reading) return;
          for (const transport of ['tcp', 'udp']) {
            const own = reading.ports.filter((range) => range.transport === transport);
            expect(own[0]!.start).toBe(1);
            expect(own.at(-1)!.last).toBe(65_535);
            for (const [index, { start, last }] of own.entries()) {
              expect(start).toBeLessThanOrEqual(last);
              if (index > 0) expect(start).toBe(own[index - 1]!.last + 1);
            }
          }
        },
      ),
      { numRuns: propertyRuns(300) },
    );
  });

  it.each([
    ['brackets', '{"nftables":[', '['],
    ['braces', 'table inet x { chain y { tcp dport ', '{ '],
    ['quotes', '*filter\n:INPUT DROP [0:0]\n-A INPUT ', '"\\" '],
    [
      'comments',
      'Chain INPUT (policy DROP)\n pkts bytes target     prot opt in     out     source               destination\n 0 0 ACCEPT 6 -- * * 0.0.0.0/0 0.0.0.0/0 ',
      '/* ',
    ],
    ['exclamation marks', '*filter\n:INPUT DROP [0:0]\n-A INPUT ', '! '],
    ['dots', 'table inet x { chain y { ip saddr ', '. '],
    ['blanks', 'Status: active\n22', ' ALLOW'],
    ['zones', '', 'a\n  target: default\n  services: ssh\n'],
    ['colons', 'public (active)\n  target: default\n  services: \n  sources: ', ':'],
    ['lines', '-P INPUT DROP', '\n'],
    ['spaces in a heading', '-P INPUT DROP\n', ' '],
    ['a policy', 'Chain INPUT (policy ', 'x'],
    ['spaces behind an address', 'Status: active\n22 ALLOW 192.0.2.1', ' '],
    ['source ports of a target', '-P INPUT DROP\n-A INPUT -j REDIRECT ', '--to-ports '],
    ['rules', '-P INPUT DROP\n', '-A INPUT -j x\n'],
    ['refusals of many sources', '-P INPUT DROP\n', '-A INPUT -s 192.0.2.1 -m mark --mark 1 -j DROP\n'],
    ['limits', 'table inet x { chain y { add @s { ip saddr ', 'limit '],
    ['sets in sets', 'table inet x { chain y { ', 'add @s { ip saddr limit '],
    ['statements that nobody knows', 'table inet x { chain y { ', 'x counter '],
    ['keywords', 'table inet x { chain y { ', 'ip saddr '],
    ['verdict maps', 'table inet x { chain y { ', 'tcp dport vmap { 1 : accept } '],
    ['rich rules', 'public (active)\n  target: default\n  services: \n  rich rules: \n', '\trule family="\n'],
  ])('a million characters of %s end soon', (_what, head, repeated) => {
    const text = head + repeated.repeat(Math.floor(1_000_000 / repeated.length));
    for (const end of [' y\n', '\n}\n}\n']) expectAnAnswer(text + end);
  });

  it.each([
    ['JSON in JSON', '{"nftables":[{"rule":{"expr":', '[', ']', '}}]}'],
    [
      'statements in statements',
      '{"nftables":[{"table":{"family":"ip","name":"t"}},{"chain":{"family":"ip","table":"t","name":"c","hook":"input"}},{"rule":{"family":"ip","table":"t","chain":"c","expr":',
      '[{"set":{"stmt":',
      '}}]',
      '}}]}',
    ],
  ])('a hundred thousand levels of %s end soon', (_what, head, open, close, end) => {
    const text = `${head + open.repeat(100_000)}1${close.repeat(100_000)}${end}`;
    expectAnAnswer(text);
  });

  it('ten thousand rules about a set of fifty thousand elements end soon', () => {
    const addresses = Array.from({ length: 50_000 }, (_, index) => `198.18.${index >> 8}.${index & 255}`).join(', ');
    const dump = (rule: string) =>
      `table ip x {\nset s {\ntype ipv4_addr\nelements = { ${addresses} }\n}\nchain c {\ntype filter hook input priority 0; policy drop;\n${`${rule}\n`.repeat(10_000)}}\n}\n`;
    for (const rule of [
      'ip saddr @s accept',
      'ip daddr @s drop',
      'ip saddr vmap @s',
      'ip saddr . ip daddr @s accept',
      'iifname @s accept',
      'tcp dport @s accept',
    ])
      expectAnAnswer(dump(rule));
  });

  it('twenty thousand published ports and as many rules for them end soon', () => {
    const numbers = Array.from({ length: 20_000 }, (_, index) => index);
    const container = (index: number) => `172.17.${index >> 8}.${index & 255}`;
    const dump = [
      ...['*nat', ':PREROUTING ACCEPT [0:0]'],
      ...numbers.map(
        (index) => `-A PREROUTING -p tcp --dport ${index + 1} -j DNAT --to-destination ${container(index)}:80`,
      ),
      ...['COMMIT', '*filter', ':INPUT DROP [0:0]', ':FORWARD DROP [0:0]'],
      ...numbers.map((index) => `-A FORWARD -d ${container(index)} -p tcp --dport 80 -j ACCEPT`),
      ...['COMMIT', ''],
    ].join('\n');
    expectAnAnswer(dump);
  });
});
