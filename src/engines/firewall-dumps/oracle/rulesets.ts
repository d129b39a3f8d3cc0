import fc from 'fast-check';

/**
 * Random rulesets as their tools load them. Ports and addresses come from small pools, so that rules meet one another; the
 * addresses are told apart by the callers of the oracle's network.
 */

const tcpPorts = [22, 80, 443, 1_024, 8_000, 8_005, 8_010, 8_080, 60_000, 65_535];
const port = fc.constantFrom(...tcpPorts);
const portRange = fc.tuple(port, port).map(([a, b]) => (a === b ? `${a}` : `${Math.min(a, b)}:${Math.max(a, b)}`));

const prefixes = {
  ipv4: ['192.0.2.0/24', '192.0.2.16/28', '198.51.100.0/24', '198.51.100.7'],
  ipv6: ['2001:db8:2::/48', '2001:db8:2:1::/64', '2001:db8:3::/48', '2001:db8:3::7'],
} as const;

export type OracleFamily = keyof typeof prefixes;

/** Rare things: each makes a rule undecidable, or nearly so. */
function rarely<T>(value: fc.Arbitrary<T>, otherwise: T, oneIn: number): fc.Arbitrary<T> {
  return fc.oneof({ weight: oneIn - 1, arbitrary: fc.constant(otherwise) }, { weight: 1, arbitrary: value });
}

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

const chainNames = ['one', 'two', 'three'];

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

const nftRange = fc.tuple(port, port).map(([a, b]) => (a === b ? `${a}` : `${Math.min(a, b)}-${Math.max(a, b)}`));

/** Elements of a set must not overlap. */
const nftPortSet = fc
  .uniqueArray(port, { minLength: 1, maxLength: 5 })
  .chain((ports) =>
    fc.boolean().map((isRange) => {
      const sorted = ports.toSorted((a, b) => a - b);
      const [first, second, ...rest] = sorted;
      return isRange && second !== undefined ? [`${first}-${second}`, ...rest.map(String)] : sorted.map(String);
    }),
  )
  .map((elements) => elements.join(', '));

const not = fc.constantFrom('', '', '', '!= ');

const nftPorts = fc.oneof(
  fc.tuple(not, fc.oneof(port.map(String), nftRange)).map(([negated, ports]) => `${negated}${ports}`),
  fc.tuple(not, nftPortSet).map(([negated, ports]) => `${negated}{ ${ports} }`),
  fc.tuple(not, fc.constant('@ports')).map(([negated, name]) => `${negated}${name}`),
  fc.tuple(fc.constantFrom('<', '>', '<=', '>='), port).map(([operator, number]) => `${operator} ${number}`),
);

const nftProtocol = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(fc.constantFrom('tcp', 'udp'), nftPorts)
      .map(([protocol, ports]) => `${protocol} dport ${ports}`),
  },
  { weight: 2, arbitrary: nftPorts.map((ports) => `meta l4proto { tcp, udp } th dport ${ports}`) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '',
      'meta l4proto tcp',
      'meta l4proto != tcp',
      'meta l4proto { tcp, 47 }',
      'tcp flags syn / fin,syn,rst,ack',
      'tcp flags & (fin | syn | rst | ack) != syn',
      'tcp flags syn',
      'tcp flags ! syn',
      'meta nfproto ipv4',
      'meta nfproto ipv6',
      'icmp type echo-request',
    ),
  },
);

const nftSource = fc.oneof(
  { weight: 5, arbitrary: fc.constant('') },
  {
    weight: 3,
    arbitrary: fc
      .tuple(not, fc.constantFrom(...prefixes.ipv4))
      .map(([negated, prefix]) => `ip saddr ${negated}${prefix}`),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(not, fc.constantFrom(...prefixes.ipv6))
      .map(([negated, prefix]) => `ip6 saddr ${negated}${prefix}`),
  },
  { weight: 2, arbitrary: not.map((negated) => `ip saddr ${negated}@friends`) },
  { weight: 1, arbitrary: not.map((negated) => `ip saddr ${negated}{ 192.0.2.0/28, 198.51.100.7 }`) },
  { weight: 1, arbitrary: fc.constant('ip saddr 192.0.2.16-192.0.2.31') },
);

const nftState = fc.constantFrom(
  ...['', '', '', '', '', ''],
  'ct state new',
  'ct state established,related',
  'ct state { established, related }',
  'ct state != new',
  'ct state new,established',
  'ct state invalid',
  'ct status dnat',
);

const nftExtra = rarely(
  fc.constantFrom(
    'limit rate 1000000/second burst 60000 packets',
    'limit rate over 1000000/second burst 60000 packets',
    'counter',
    'log prefix "drop }"',
    'fib daddr type local',
    'fib daddr type { broadcast, multicast }',
    'meta pkttype host',
    'ip daddr 203.0.113.1',
    'ip daddr != 203.0.113.1',
    'ip daddr 203.0.113.2',
    'ip6 daddr 2001:db8:1::1',
    'ip frag-off & 0x1fff != 0',
    'add @counted { ip saddr limit rate over 1000000/second burst 60000 packets }',
    'update @noted { ip saddr }',
    'iifname "lo"',
    'iif != lo',
    'iifname { "lo", "docker0" }',
    'iifname != "docker0"',
  ),
  '',
  5,
);

const nftUnclear = rarely(fc.constantFrom('iifname "eth0"', 'meta mark 0x1', 'ip ttl > 5'), '', 25);

/** Verdicts that a chain may give; chains only call later ones. */
function nftVerdicts(chain: number): string[] {
  const later = chainNames.slice(chain + 1);
  return ['accept', 'accept', 'accept', 'drop', 'return', ...later.flatMap((name) => [`jump ${name}`, `goto ${name}`])];
}

function nftRule(chain: number): fc.Arbitrary<string> {
  const verdict = fc.constantFrom(...nftVerdicts(chain));
  const plain = fc
    .tuple(
      nftUnclear,
      nftSource,
      nftProtocol,
      nftState,
      nftExtra,
      fc.oneof(
        { weight: 6, arbitrary: verdict },
        { weight: 1, arbitrary: fc.constantFrom('reject', 'counter', 'continue') },
      ),
    )
    .map((words) => words.filter((word) => word !== '').join(' '));
  const portMap = fc
    .tuple(
      fc.constantFrom('tcp', 'udp'),
      fc.uniqueArray(port, { minLength: 1, maxLength: 4 }),
      fc.array(verdict, { minLength: 4, maxLength: 4 }),
    )
    .map(
      ([protocol, ports, verdicts]) =>
        `${protocol} dport vmap { ${ports.map((number, i) => `${number} : ${verdicts[i]}`).join(', ')} }`,
    );
  const pairMap = fc
    .tuple(
      fc.uniqueArray(fc.constantFrom('192.0.2.0/24', '198.51.100.7', '198.51.100.5'), { minLength: 1, maxLength: 3 }),
      port,
      verdict,
    )
    .map(
      ([sources, number, decision]) =>
        `ip saddr . tcp dport vmap { ${sources.map((source) => `${source} . ${number} : ${decision}`).join(', ')} }`,
    );
  const pairs = fc
    .tuple(
      fc.uniqueArray(fc.constantFrom('192.0.2.1', '198.51.100.7', '198.51.100.5'), { minLength: 1, maxLength: 3 }),
      nftRange,
      verdict,
    )
    .map(
      ([sources, range, decision]) =>
        `ip saddr . udp dport { ${sources.map((source) => `${source} . ${range}`).join(', ')} } ${decision}`,
    );
  return fc.oneof(
    { weight: 12, arbitrary: plain },
    { weight: 2, arbitrary: portMap },
    { weight: 1, arbitrary: pairMap },
    { weight: 1, arbitrary: pairs },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        'ct state vmap { established : accept, related : accept, invalid : drop }',
        'tcp dport vmap @verdicts',
        'meta l4proto vmap { tcp : continue, udp : accept }',
      ),
    },
  );
}

const nftRules = (chain: number, maxLength: number) => fc.array(nftRule(chain), { maxLength });

function nftChain(name: string, head: string, rules: readonly string[]): string {
  return `  chain ${name} {\n${[head, ...rules]
    .filter((line) => line !== '')
    .map((line) => `    ${line}`)
    .join('\n')}\n  }`;
}

const nftNat = fc
  .array(
    fc.tuple(
      fc.constantFrom('tcp', 'udp'),
      port,
      fc.oneof(
        port.map((to) => `redirect to :${to}`),
        port.map((to) => `dnat ip to 172.17.0.2:${to}`),
      ),
    ),
    { maxLength: 3 },
  )
  .map((rules) => rules.map(([protocol, number, target]) => `${protocol} dport ${number} ${target}`));

/** Input of `nft -f`. */
export const nftablesRuleset: fc.Arbitrary<string> = fc
  .record({
    policy: fc.constantFrom('accept', 'drop', 'drop', 'drop'),
    input: nftRules(-1, 8),
    chains: fc.tuple(...chainNames.map((_name, index) => nftRules(index, 4))),
    ports: nftPortSet,
    verdicts: fc.uniqueArray(port, { minLength: 1, maxLength: 3 }),
    second: rarely(
      fc.tuple(
        fc.constantFrom('filter - 5', 'filter + 10', '-200'),
        fc.constantFrom('accept', 'accept', 'drop'),
        nftRules(2, 3),
      ),
      null,
      4,
    ),
    prerouting: rarely(nftRules(2, 2), [], 8),
    forward: fc.tuple(fc.constantFrom('accept', 'drop'), nftRules(2, 2)),
    nat: rarely(nftNat, [], 4),
  })
  .map(({ policy, input, chains, ports, verdicts, second, prerouting, forward, nat }) => {
    const others = chainNames.map((name, index) => nftChain(name, '', chains[index]!));
    const base = (
      name: string,
      hook: string,
      priority: string,
      chainPolicy: string,
      rules: readonly string[],
      type = 'filter',
    ) => nftChain(name, `type ${type} hook ${hook} priority ${priority}; policy ${chainPolicy};`, rules);
    return [
      'table inet world {',
      `  set ports { type inet_service; flags interval; elements = { ${ports} }; }`,
      '  set friends { type ipv4_addr; flags interval; elements = { 192.0.2.16/28, 198.51.100.0/24 }; }',
      '  set noted { type ipv4_addr; flags dynamic; size 1000; }',
      '  set counted { type ipv4_addr; flags dynamic; size 1000; }',
      `  map verdicts { type inet_service : verdict; elements = { ${verdicts.map((number, i) => `${number} : ${['accept', 'drop', 'return'][i]}`).join(', ')} }; }`,
      ...others.toReversed(),
      base('input', 'input', 'filter', policy, input),
      ...(second ? [base('later', 'input', second[0], second[1], second[2])] : []),
      ...(prerouting.length > 0 ? [base('early', 'prerouting', 'mangle', 'accept', prerouting)] : []),
      base('forward', 'forward', 'filter', forward[0], forward[1]),
      ...(nat.length > 0 ? [base('translated', 'prerouting', 'dstnat', 'accept', nat, 'nat')] : []),
      '}',
      '',
    ].join('\n');
  });

// ufw

const ufwPorts = fc.oneof(
  fc.tuple(port, fc.constantFrom('', '/tcp', '/udp')).map(([number, protocol]) => `${number}${protocol}`),
  fc.tuple(portRange, fc.constantFrom('/tcp', '/udp')).map(([range, protocol]) => `${range}${protocol}`),
  fc
    .tuple(fc.uniqueArray(port, { minLength: 2, maxLength: 3 }), fc.constantFrom('/tcp', '/udp'))
    .map(([ports, protocol]) => `${ports.join(',')}${protocol}`),
);

/** Arguments of one `ufw` command that changes the ruleset by a step. */
export const ufwCommand: fc.Arbitrary<string[]> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.constantFrom('allow', 'allow', 'deny', 'reject', 'limit'), ufwPorts)
      .map(([action, ports]) => [action, ports]),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(
        fc.constantFrom('allow', 'deny', 'reject'),
        fc.constantFrom(...prefixes.ipv4, ...prefixes.ipv6, 'any'),
        fc.constantFrom('tcp', 'udp'),
        port,
      )
      .map(([action, from, protocol, number]) => [
        action,
        'from',
        from,
        'to',
        'any',
        'port',
        `${number}`,
        'proto',
        protocol,
      ]),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('192.0.2.0/24', '198.51.100.7', '2001:db8:2::/48').map((from) => ['deny', 'from', from]),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('Telnet', 'WWW Full', 'DNS', 'Kerberos Full').map((profile) => ['allow', profile]),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom('allow', 'deny'), port)
      .map(([action, number]) => ['insert', '1', action, `${number}/tcp`]),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom('docker0', 'wg0'), port)
      .map(([name, number]) => ['allow', 'in', 'on', name, 'to', 'any', 'port', `${number}`, 'proto', 'tcp']),
  },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 8 }).map((number) => ['--force', 'delete', `${number}`]) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('deny', 'deny', 'reject', 'allow').map((policy) => ['default', policy, 'incoming']),
  },
);
