import fc from 'fast-check';
import { chainNames, port, prefixes, rarely } from './ruleset-parts.ts';

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
