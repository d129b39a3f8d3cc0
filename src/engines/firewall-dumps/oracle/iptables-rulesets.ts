import fc from 'fast-check';
import { chainNames, type OracleFamily, port, portRange, prefixes, rarely } from './ruleset-parts.ts';

const negation = fc.constantFrom('', '', '', '! ');

// iptables

const iptablesPorts = fc.oneof(
  fc.tuple(negation, fc.oneof(port.map(String), portRange)).map(([not, ports]) => `${not}--dport ${ports}`),
  fc
    .tuple(negation, fc.uniqueArray(fc.oneof(port.map(String), portRange), { minLength: 1, maxLength: 4 }))
    .map(([not, ports]) => `-m multiport ${not}--dports ${ports.join(',')}`),
  fc.constant(''),
);

const iptablesProtocol = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(fc.constantFrom('tcp', 'udp'), iptablesPorts)
      .map(([protocol, ports]) => `-p ${protocol} ${ports}`),
  },
  { weight: 1, arbitrary: fc.constantFrom('', '', '! -p tcp', '! -p udp', '-p 47', '-p tcp --syn', '-p tcp ! --syn') },
);

const iptablesState = fc.constantFrom(
  ...['', '', '', '', '', ''],
  '-m conntrack --ctstate NEW',
  '-m conntrack --ctstate RELATED,ESTABLISHED',
  '-m conntrack ! --ctstate NEW',
  '-m state --state NEW,ESTABLISHED',
  '-m conntrack --ctstate INVALID',
  '-m conntrack ! --ctstate INVALID',
);

const iptablesExtra = (family: OracleFamily) =>
  rarely(
    fc.constantFrom(
      '-m limit --limit 10000/sec --limit-burst 10000',
      '-m comment --comment "it is \\"fine\\" -j DROP"',
      '-m addrtype --dst-type LOCAL',
      '-m addrtype --dst-type MULTICAST',
      '-m addrtype ! --dst-type LOCAL',
      '-m addrtype --src-type UNICAST',
      '-m pkttype --pkt-type unicast',
      '-m pkttype --pkt-type broadcast',
      '-m hashlimit --hashlimit-above 10000/sec --hashlimit-burst 10000 --hashlimit-name h --hashlimit-mode srcip',
      '-m hashlimit --hashlimit-upto 10000/sec --hashlimit-burst 10000 --hashlimit-name i',
      '-m recent --name knocked --rcheck',
      '-m recent --name knocked --update --seconds 60 --hitcount 5',
      family === 'ipv4'
        ? '-m iprange --src-range 192.0.2.16-192.0.2.31'
        : '-m iprange --src-range 2001:db8:2::-2001:db8:2:0:8000::',
      family === 'ipv4' ? '-d 203.0.113.1' : '-d 2001:db8:1::1',
      family === 'ipv4' ? '! -d 203.0.113.1' : '! -d 2001:db8:1::1',
      family === 'ipv4' ? '-d 224.0.0.251' : '-d ff02::fb',
      family === 'ipv4' ? '-d 203.0.113.2' : '-d 2001:db8:1::2',
    ),
    '',
    5,
  );

const iptablesInterface = fc.oneof(
  { weight: 16, arbitrary: fc.constant('') },
  { weight: 4, arbitrary: fc.constantFrom('-i lo', '! -i lo', '-i docker0', '! -i docker0', '-i wg+') },
  { weight: 1, arbitrary: fc.constantFrom('-i eth0', '! -i eth0') },
);

/** Chains only call later ones, so that there is no loop. */
function iptablesRule(family: OracleFamily, chain: number, terminal: readonly string[]): fc.Arbitrary<string> {
  const source = fc.oneof(
    { weight: 3, arbitrary: fc.constant('') },
    {
      weight: 2,
      arbitrary: fc.tuple(negation, fc.constantFrom(...prefixes[family])).map(([not, prefix]) => `${not}-s ${prefix}`),
    },
  );
  const later = chainNames.slice(chain + 1);
  const calls = later.flatMap((name) => [`-j ${name}`, `-j ${name}`, `-g ${name}`]);
  const target = fc.constantFrom(...terminal, ...calls, '-j RETURN', '-j LOG --log-prefix "x "', '');
  return fc
    .tuple(source, iptablesInterface, iptablesProtocol, iptablesState, iptablesExtra(family), target)
    .map((words) => words.filter((word) => word !== '').join(' '));
}

const filterTargets = ['-j ACCEPT', '-j ACCEPT', '-j ACCEPT', '-j DROP', '-j REJECT'];

function iptablesRules(
  family: OracleFamily,
  chain: number,
  name: string,
  terminal: readonly string[],
  maxLength: number,
) {
  return fc
    .array(iptablesRule(family, chain, terminal), { maxLength })
    .map((rules) => rules.map((rule) => `-A ${name} ${rule}`.trimEnd()));
}

function table(name: string, declarations: readonly string[], rules: readonly string[]): string {
  return [`*${name}`, ...declarations, ...rules, 'COMMIT', ''].join('\n');
}

function filterTable(family: OracleFamily): fc.Arbitrary<string> {
  return fc
    .tuple(
      fc.constantFrom('ACCEPT', 'DROP', 'DROP', 'DROP'),
      iptablesRules(family, -1, 'INPUT', filterTargets, 8),
      fc.tuple(...chainNames.map((name, index) => iptablesRules(family, index, name, filterTargets, 4))),
      fc.constantFrom('ACCEPT', 'DROP'),
      iptablesRules(family, 2, 'FORWARD', filterTargets, 2),
    )
    .map(([policy, input, chains, forwardPolicy, forward]) =>
      table(
        'filter',
        [`:INPUT ${policy} [0:0]`, `:FORWARD ${forwardPolicy} [0:0]`, ...chainNames.map((name) => `:${name} - [0:0]`)],
        [...input, ...forward, ...chains.flat()],
      ),
    );
}

function natTable(family: OracleFamily): fc.Arbitrary<string> {
  const container = family === 'ipv4' ? '172.17.0.2' : 'fd00:17::2';
  const withPort = (to: number) => (family === 'ipv4' ? `${container}:${to}` : `[${container}]:${to}`);
  const rule = fc
    .tuple(
      fc.constantFrom('tcp', 'udp'),
      port,
      fc.oneof(
        port.map((to) => `-j REDIRECT --to-ports ${to}`),
        port.map((to) => `-j DNAT --to-destination ${withPort(to)}`),
        fc.constant(`-j DNAT --to-destination ${container}`),
      ),
      fc.constantFrom('', '! -i docker0 ', '-m addrtype --dst-type LOCAL '),
    )
    .map(([protocol, dport, target, more]) => `-A PREROUTING ${more}-p ${protocol} --dport ${dport} ${target}`);
  return fc
    .array(rule, { minLength: 1, maxLength: 3 })
    .map((rules) => table('nat', [':PREROUTING ACCEPT [0:0]'], rules));
}

function preroutingTable(name: 'raw' | 'mangle', family: OracleFamily): fc.Arbitrary<string> {
  return iptablesRules(family, 2, 'PREROUTING', ['-j ACCEPT', '-j DROP'], 3).map((rules) =>
    table(name, [':PREROUTING ACCEPT [0:0]'], rules),
  );
}

/** Input of iptables-restore or ip6tables-restore. */
export function iptablesRuleset(family: OracleFamily): fc.Arbitrary<string> {
  return fc
    .tuple(
      filterTable(family),
      rarely(natTable(family), '', 4),
      rarely(preroutingTable('raw', family), '', 6),
      rarely(preroutingTable('mangle', family), '', 6),
    )
    .map((tables) => tables.join(''));
}

// nftables
