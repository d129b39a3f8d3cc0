/** A family of dumps that are made to cost as much as they can. */
export interface HostileDump {
  readonly name: string;
  /** @returns a dump of about that many bytes, and never more; the API takes 2 MiB with the JSON around it */
  readonly dump: (bytes: number) => string;
}

/** As many lines as fit between head and foot. */
function fill(bytes: number, head: string, line: (index: number) => string, foot = ''): string {
  const parts = [head];
  let left = bytes - head.length - foot.length;
  for (let index = 0; ; index += 1) {
    const next = line(index);
    left -= next.length;
    if (left < 0) break;
    parts.push(next);
  }
  return [...parts, foot].join('');
}

const octets = (index: number) => `${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`;
/** One of many addresses that are nowhere near each other. */
const address = (index: number) => `${1 + ((index >> 8) % 200)}.${index & 255}.${(index >> 16) & 127}.0`;
const port = (index: number) => 1 + (index % 65_535);
/** Odd ports do not grow together. */
const oddPort = (index: number) => 1 + 2 * (index % 32_767);
const sourceNetwork = (index: number) => `${1 + ((index >> 16) % 200)}.${(index >> 8) & 255}.${index & 255}.0/24`;

function nftRules(bytes: number, rule: (index: number) => string, definitions = ''): string {
  const head = `table inet f {\n${definitions} chain input { type filter hook input priority 0; policy drop;\n`;
  return fill(bytes, head, (index) => `  ${rule(index)}\n`, ' }\n}\n');
}

/** A named set takes half of the dump, and the rules that use it the other half. */
function nftSetAndRules(type: string, element: (index: number) => string, rule: (index: number) => string) {
  return (bytes: number) => {
    const set = fill(
      bytes >> 1,
      ` set s { type ${type}; flags interval; elements = { ${element(0)}`,
      (index) => `, ${element(index + 1)}`,
      ' } }\n',
    );
    return nftRules(bytes, rule, set);
  };
}

function iptablesSave(bytes: number, line: (index: number) => string, chains = ''): string {
  return fill(
    bytes,
    `*filter\n:INPUT DROP [0:0]\n:FORWARD DROP [0:0]\n${chains}`,
    (index) => `${line(index)}\n`,
    'COMMIT\n',
  );
}

function nftJson(bytes: number, object: (index: number) => string, definitions = ''): string {
  const head = `{"nftables":[{"table":{"family":"inet","name":"f"}},${definitions}{"chain":{"family":"inet","table":"f","name":"in","type":"filter","hook":"input","prio":0,"policy":"drop"}}`;
  return fill(bytes, head, (index) => `,${object(index)}`, ']}');
}

const jsonRule = (expressions: string, chain = 'in') =>
  `{"rule":{"family":"inet","table":"f","chain":"${chain}","expr":[${expressions}]}}`;
const jsonMatch = (protocol: string, field: string, right: string, op = '==') =>
  `{"match":{"op":"${op}","left":{"payload":{"protocol":"${protocol}","field":"${field}"}},"right":${right}}}`;
const jsonChain = (name: string) => `{"chain":{"family":"inet","table":"f","name":"${name}"}}`;

const listHeading =
  'Chain INPUT (policy DROP 0 packets, 0 bytes)\n pkts bytes target     prot opt in     out     source               destination\n';
const listRow = (target: string, source: string, details: string) =>
  `    0     0 ${target}     6    --  *      *       ${source}      0.0.0.0/0            ${details}\n`;

const ufwHeading =
  'Status: active\nDefault: deny (incoming), allow (outgoing), disabled (routed)\n\nTo                         Action      From\n';
const zoneHeading = (name: string) => `${name} (active)\n  target: default\n  interfaces: eth0\n  services: ssh\n`;

/** Dumps of every format that multiply what they cost: none of them may hold anybody up, or take the process with it. */
export const hostileDumps: readonly HostileDump[] = [
  {
    name: 'nft: a set of addresses, and the same rule as often',
    dump: nftSetAndRules(
      'ipv4_addr',
      (index) => `${address(index)}/17`,
      () => 'ip saddr @s tcp dport 5 accept',
    ),
  },
  {
    name: 'nft: a set of addresses, accepted and, negated, refused in turn',
    dump: nftSetAndRules(
      'ipv4_addr',
      (index) => `${address(index)}/17`,
      (index) => (index % 2 === 0 ? 'ip saddr @s tcp dport 5 accept' : 'ip saddr != @s udp dport 6 drop'),
    ),
  },
  {
    name: 'nft: a large set, and rules for its complement cut by another source each',
    dump: nftSetAndRules(
      'ipv4_addr',
      (index) => `${address(index)}/17`,
      (index) => `ip saddr != @s ip saddr != 9.${octets(index)} tcp dport ${port(index)} accept`,
    ),
  },
  {
    name: 'nft: a set of ports, and a source for each rule',
    dump: nftSetAndRules(
      'inet_service',
      (index) => `${oddPort(index)}`,
      (index) => `ip saddr 1.${octets(index)} tcp dport @s accept`,
    ),
  },
  {
    name: 'nft: a set of ports, accepted and refused in turn by source',
    dump: nftSetAndRules(
      'inet_service',
      (index) => `${oddPort(index)}`,
      (index) => `ip saddr 1.${octets(index)} tcp dport @s ${index % 2 === 0 ? 'accept' : 'drop'}`,
    ),
  },
  {
    name: 'nft: a set of addresses and ports together, and rules that use it',
    dump: nftSetAndRules(
      'ipv4_addr . inet_service',
      (index) => `${address(index)} . ${oddPort(index)}`,
      () => 'ip saddr . tcp dport @s accept',
    ),
  },
  {
    name: 'nft: a verdict map of ports, and rules that use it',
    dump: (bytes) =>
      nftRules(
        bytes,
        (index) => `ip saddr 1.${octets(index)} tcp dport vmap @m`,
        fill(
          bytes >> 1,
          ' map m { type inet_service : verdict; elements = { 1 : drop',
          (index) => `, ${oddPort(index + 1)} : ${index % 2 === 0 ? 'accept' : 'drop'}`,
          ' } }\n',
        ),
      ),
  },
  {
    name: 'nft: literal sets of ports and addresses',
    dump: (bytes) => nftRules(bytes, () => 'tcp dport { 1-2, 5-9, 22 } ip saddr { 1.2.3.0/24, 5.6.7.8 } accept'),
  },
  {
    name: 'nft: a literal set of its own for each rule',
    dump: (bytes) =>
      nftRules(
        bytes,
        (index) =>
          `tcp dport { ${port(3 * index)}, ${port(5 * index)}-${port(5 * index) + 40} } ip saddr { ${sourceNetwork(index)}, 5.6.7.8 } accept`,
      ),
  },
  {
    name: 'nft: a source and a port for each rule',
    dump: (bytes) => nftRules(bytes, (index) => `ip saddr ${sourceNetwork(index)} tcp dport ${port(index)} accept`),
  },
  {
    name: 'nft: IPv6 sources and a port for each rule',
    dump: (bytes) =>
      nftRules(
        bytes,
        (index) => `ip6 saddr 2001:db8:${(index & 0xffff).toString(16)}::/48 tcp dport ${port(index)} accept`,
      ),
  },
  {
    name: 'nft: chains that call each other, after other rules each time',
    dump: (bytes) =>
      fill(
        bytes,
        'table inet f {\n chain input { type filter hook input priority 0; policy drop; jump a\n }\n',
        (index) => ` chain a { jump b\n }\n chain b { ${`tcp dport ${port(index)} jump a\n`.repeat(8)} }\n`,
        '}\n',
      ),
  },
  {
    name: 'nft: two chains that call each other in every line',
    dump: (bytes) =>
      `${fill(bytes >> 1, 'table inet f {\n chain input { type filter hook input priority 0; policy drop; jump a\n }\n chain a {\n', () => 'jump b\n', '}\n')}${fill(bytes >> 1, ' chain b {\n', () => 'jump a\n', '}\n}\n')}`,
  },
  {
    name: 'nft: a ladder of chains, each calling the next twice',
    dump: (bytes) =>
      fill(
        bytes,
        'table inet f {\n chain input { type filter hook input priority 0; policy drop; jump c0\n }\n',
        (index) =>
          ` chain c${index} { tcp dport ${port(index)} jump c${index + 1}; ip saddr ${sourceNetwork(index)} jump c${index + 1}\n }\n`,
        '}\n',
      ),
  },
  {
    name: 'nft: as many chains as fit',
    dump: (bytes) =>
      fill(
        bytes,
        'table inet f {\n',
        (index) => ` chain c${index} { type filter hook input priority ${index}; tcp dport ${port(index)} drop; }\n`,
        '}\n',
      ),
  },
  {
    name: 'nft: as many tables as fit',
    dump: (bytes) =>
      fill(bytes, '', (index) => `table inet t${index} { chain c { type filter hook input priority ${index}; }\n}\n`),
  },
  {
    name: 'nft: translations to a port each',
    dump: (bytes) =>
      fill(
        bytes,
        'table inet f {\n chain in { type filter hook input priority 0; policy accept; tcp dport 1-60000 drop; }\n chain pre { type nat hook prerouting priority -100;\n',
        (index) => `  tcp dport ${port(index)} redirect to :${port(index * 7)}\n`,
        ' }\n}\n',
      ),
  },
  {
    name: 'nft: braces only',
    dump: (bytes) => fill(bytes, 'table inet f { chain c { ', () => '{', ''),
  },
  {
    name: 'nft: commas in one set',
    dump: (bytes) => fill(bytes, 'table inet f {\n set s { elements = { 1', () => ',', '} }\n}\n'),
  },
  {
    name: 'nft: one very long rule',
    dump: (bytes) =>
      fill(
        bytes,
        'table inet f {\n chain c { type filter hook input priority 0; ',
        (index) => `tcp dport != ${port(index)} `,
        'accept\n }\n}\n',
      ),
  },
  {
    name: 'nft: one rule of maps that multiply',
    dump: (bytes) =>
      nftRules(
        bytes,
        () => `${'ip saddr . tcp dport { 1.2.3.4 . 1, 1.2.3.5 . 2, 1.2.3.6 . 3, 1.2.3.7 . 4 } '.repeat(8)}accept`,
      ),
  },
  {
    name: 'nft: interfaces with a privilege for each rule',
    dump: (bytes) =>
      nftRules(
        bytes,
        (index) => `iifname "wg${index % 1_000}" ip saddr ${sourceNetwork(index)} tcp dport ${port(index)} accept`,
      ),
  },
  {
    name: 'nft JSON: a set of addresses, and the same rule as often',
    dump: (bytes) =>
      nftJson(
        bytes,
        () => jsonRule(`${jsonMatch('ip', 'saddr', '"@s"')},${jsonMatch('tcp', 'dport', '5')},{"accept":null}`),
        fill(
          bytes >> 1,
          '{"set":{"family":"inet","table":"f","name":"s","type":"ipv4_addr","elem":["9.9.9.9"',
          (index) => `,{"prefix":{"addr":"${address(index)}","len":17}}`,
          ']}},',
        ),
      ),
  },
  {
    name: 'nft JSON: rules that call each other',
    dump: (bytes) =>
      nftJson(
        bytes,
        (index) =>
          jsonRule(
            `${jsonMatch('tcp', 'dport', `${port(index)}`)},{"jump":{"target":"${index % 2 === 0 ? 'a' : 'b'}"}}`,
            ['in', 'b', 'a'][index % 3],
          ),
        `${jsonChain('a')},${jsonChain('b')},`,
      ),
  },
  {
    name: 'nft JSON: a set of ports, and a source for each rule',
    dump: (bytes) =>
      nftJson(
        bytes,
        (index) =>
          jsonRule(
            `${jsonMatch('ip', 'saddr', `"1.${octets(index)}"`)},${jsonMatch('tcp', 'dport', '"@s"')},{"accept":null}`,
          ),
        fill(
          bytes >> 1,
          '{"set":{"family":"inet","table":"f","name":"s","type":"inet_service","elem":[1',
          (index) => `,${oddPort(index + 1)}`,
          ']}},',
        ),
      ),
  },
  {
    name: 'nft JSON: lists in lists',
    dump: (bytes) => {
      const depth = (bytes - 400) >> 1;
      return nftJson(bytes, () => jsonRule(jsonMatch('tcp', 'dport', `${'['.repeat(depth)}${']'.repeat(depth)}`)));
    },
  },
  {
    name: 'nft JSON: objects in objects',
    dump: (bytes) => {
      const depth = Math.floor((bytes - 400) / 6);
      return nftJson(bytes, () => jsonRule(jsonMatch('tcp', 'dport', `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`)));
    },
  },
  {
    name: 'nft JSON: nothing but empty objects',
    dump: (bytes) => nftJson(bytes, () => '{}'),
  },
  {
    name: 'nft JSON: lists of fields',
    dump: (bytes) =>
      nftJson(bytes, () =>
        jsonRule(
          `{"match":{"op":"==","left":{"concat":[${'{"meta":{"key":"l4proto"}},'.repeat(30)}{"meta":{"key":"mark"}}]},"right":"@s"}},{"accept":null}`,
        ),
      ),
  },
  {
    name: 'iptables-save: a source and a port for each rule',
    dump: (bytes) =>
      iptablesSave(bytes, (index) => `-A INPUT -s ${sourceNetwork(index)} -p tcp --dport ${port(index)} -j ACCEPT`),
  },
  {
    name: 'iptables-save: a source for each list of ports',
    dump: (bytes) =>
      iptablesSave(bytes, (index) => {
        const list = Array.from({ length: 15 }, (_, place) => oddPort(index * 15 + place)).join(',');
        return `-A INPUT -s 1.${octets(index)} -p tcp -m multiport --dports ${list} -j ACCEPT`;
      }),
  },
  {
    name: 'iptables-save: chains that call each other',
    dump: (bytes) =>
      iptablesSave(
        bytes,
        (index) => ['-A INPUT -j a', '-A a -j b', '-A b -j a'][index % 3]!,
        ':a - [0:0]\n:b - [0:0]\n',
      ),
  },
  {
    name: 'iptables-save: chains that call each other with sources',
    dump: (bytes) =>
      iptablesSave(
        bytes,
        (index) => {
          const [from, to] = [
            ['INPUT', 'a'],
            ['a', 'b'],
            ['b', 'a'],
          ][index % 3] as [string, string];
          return `-A ${from} -s ${sourceNetwork(index)} -p tcp --dport ${port(index)} -j ${to}`;
        },
        ':a - [0:0]\n:b - [0:0]\n',
      ),
  },
  {
    name: 'iptables-save: allowed and refused in turn',
    dump: (bytes) =>
      iptablesSave(
        bytes,
        (index) =>
          `-A INPUT -s ${sourceNetwork(index)} -p tcp --dport ${port(index)}:65535 -j ${index % 2 === 0 ? 'ACCEPT' : 'DROP'}`,
      ),
  },
  {
    name: 'iptables-save: negated sources',
    dump: (bytes) =>
      iptablesSave(bytes, (index) => `-A INPUT ! -s ${sourceNetwork(index)} -p tcp --dport ${port(index)} -j DROP`),
  },
  {
    name: 'iptables-save: as many chains as fit',
    dump: (bytes) => iptablesSave(bytes, (index) => `:c${index} - [0:0]`),
  },
  {
    name: 'iptables-save: as many tables as fit',
    dump: (bytes) => fill(bytes, '', () => '*filter\n:INPUT DROP\n:FORWARD DROP\nCOMMIT\n'),
  },
  {
    name: 'iptables-save: conditions that nobody can decide',
    dump: (bytes) =>
      iptablesSave(
        bytes,
        (index) =>
          `-A INPUT -s ${sourceNetwork(index)} -m set --match-set x${index} src -p tcp --dport ${port(index)} -j ACCEPT`,
      ),
  },
  {
    name: 'iptables-save: networks that they are for',
    dump: (bytes) =>
      iptablesSave(
        bytes,
        (index) =>
          `-A INPUT -d ${sourceNetwork(index)} -s ${address(index)}/24 -p tcp --dport ${port(index)} -j ACCEPT`,
      ),
  },
  {
    name: 'iptables-save: one very long rule',
    dump: (bytes) =>
      iptablesSave(
        bytes,
        () => `-A INPUT ${'-m comment --comment x '.repeat(Math.floor((bytes - 200) / 23))}-j ACCEPT`,
      ),
  },
  {
    name: 'iptables-save: one very long list of ports',
    dump: (bytes) =>
      iptablesSave(
        bytes,
        () =>
          `-A INPUT -p tcp -m multiport --dports ${fill(bytes - 200, '1', (index) => `,${oddPort(index)}`)} -j ACCEPT`,
      ),
  },
  {
    name: 'iptables-save: one word',
    dump: (bytes) => iptablesSave(bytes, () => `-A INPUT -s ${'1'.repeat(bytes - 200)} -j ACCEPT`),
  },
  {
    name: 'iptables-save: quotation marks and backslashes',
    dump: (bytes) =>
      iptablesSave(bytes, () => `-A INPUT --comment ${'"\\'.repeat(Math.floor((bytes - 200) / 2))} -j ACCEPT`),
  },
  {
    name: 'iptables -S: a policy in every line',
    dump: (bytes) => fill(bytes, '', (index) => (index % 2 === 0 ? '-P INPUT DROP\n' : '-A INPUT -j ACCEPT\n')),
  },
  {
    name: 'iptables -L: a source and a port for each rule',
    dump: (bytes) =>
      fill(bytes, listHeading, (index) => listRow('ACCEPT', sourceNetwork(index), `tcp dpt:${port(index)}`)),
  },
  {
    name: 'iptables -L: a source for each list of ports',
    dump: (bytes) =>
      fill(bytes, listHeading, (index) => {
        const list = Array.from({ length: 15 }, (_, place) => oddPort(index * 15 + place)).join(',');
        return listRow('ACCEPT', `1.${octets(index)}`, `multiport dports ${list}`);
      }),
  },
  {
    name: 'iptables -L: chains that call each other',
    dump: (bytes) => {
      const third = Math.floor(bytes / 3);
      const rows = (chain: string, target: string) =>
        fill(third, listHeading.replace('INPUT (policy DROP 0 packets, 0 bytes)', chain), () =>
          listRow(target, '0.0.0.0/0', ''),
        );
      return (
        rows('INPUT (policy DROP 0 packets, 0 bytes)', 'a') +
        rows('a (1 references)', 'b') +
        rows('b (1 references)', 'a')
      );
    },
  },
  {
    name: 'iptables -L: comments that do not end',
    dump: (bytes) => fill(bytes, listHeading, () => listRow('ACCEPT', '0.0.0.0/0', '/* '.repeat(300))),
  },
  {
    name: 'iptables -L: spaces',
    dump: (bytes) => `${listHeading}${listRow('ACCEPT', '0.0.0.0/0', '')}${' '.repeat(bytes - 400)}x`,
  },
  {
    name: 'iptables -L: as many chains as fit',
    dump: (bytes) => fill(bytes, '', (index) => `Chain c${index} (0 references)\n`),
  },
  {
    name: 'ufw status: a source and a port for each line',
    dump: (bytes) => fill(bytes, ufwHeading, (index) => `${port(index)}/tcp ALLOW IN ${sourceNetwork(index)}\n`),
  },
  {
    name: 'ufw status: profiles of several lists on both sides',
    dump: (bytes) => fill(bytes, ufwHeading, () => 'Turnserver ALLOW IN 192.0.2.0/24 Kerberos Full\n'),
  },
  {
    name: 'ufw status: lists of ports, allowed and refused in turn',
    dump: (bytes) =>
      fill(bytes, ufwHeading, (index) => {
        const list = Array.from({ length: 15 }, (_, place) => oddPort(index * 15 + place)).join(',');
        return `${list}/tcp ${index % 2 === 0 ? 'ALLOW' : 'DENY'} IN ${sourceNetwork(index)}\n`;
      }),
  },
  {
    name: 'ufw status: one line of spaces',
    dump: (bytes) => `${ufwHeading}22/tcp${' '.repeat(bytes - ufwHeading.length - 30)}ALLOW IN  Anywhere\n`,
  },
  {
    name: 'firewalld: rich rules with a source and a port each',
    dump: (bytes) =>
      fill(
        bytes,
        `${zoneHeading('public')}  rich rules: \n`,
        (index) =>
          `\trule family="ipv4" source address="${sourceNetwork(index)}" port port="${port(index)}" protocol="tcp" accept\n`,
      ),
  },
  {
    name: 'firewalld: rich rules that allow and refuse by priority',
    dump: (bytes) =>
      fill(
        bytes,
        `${zoneHeading('public')}  rich rules: \n`,
        (index) =>
          `\trule priority="${(index % 60_000) - 30_000}" family="ipv4" source NOT address="${sourceNetwork(index)}" port port="${port(index)}-65535" protocol="tcp" ${index % 2 === 0 ? 'accept' : 'drop'}\n`,
      ),
  },
  {
    name: 'firewalld: as many zones as fit, with sources',
    dump: (bytes) =>
      fill(
        bytes,
        '',
        (index) =>
          `z${index} (active)\n  target: default\n  interfaces: eth${index}\n  sources: ${sourceNetwork(index)}\n  services: ssh http https\n  ports: ${port(index)}/tcp\n`,
      ),
  },
  {
    name: 'firewalld: one line of ports',
    dump: (bytes) => fill(bytes, `${zoneHeading('public')}  ports:`, (index) => ` ${oddPort(index)}/tcp`, '\n'),
  },
  { name: 'no format: line ends only', dump: (bytes) => '\n'.repeat(bytes) },
  { name: 'no format: one line', dump: (bytes) => 'x'.repeat(bytes) },
  { name: 'no format: one line of spaces', dump: (bytes) => ' '.repeat(bytes) },
  { name: 'no format: quotation marks', dump: (bytes) => '"'.repeat(bytes) },
  { name: 'no format: dashes', dump: (bytes) => '- '.repeat(bytes >> 1) },
  { name: 'iptables-save: line ends among rules', dump: (bytes) => iptablesSave(bytes, () => '') },
  {
    name: 'ipset save: lists of one large set, and rules that use them',
    dump: (bytes) => {
      const set = fill(bytes >> 1, 'create s hash:ip family inet\n', (index) => `add s ${address(index)}\n`);
      const lists = fill(bytes >> 2, '', (index) => `create l${index} list:set size 8\nadd l${index} s\n`);
      const rule = (index: number) =>
        `-A INPUT -p tcp --dport ${oddPort(index)} -m set --match-set l${index} src -j ACCEPT`;
      return `${set}${lists}${iptablesSave(bytes - set.length - lists.length, rule)}`;
    },
  },
  {
    name: 'iptables-save: lists that are left out, and limits, before a port each',
    dump: (bytes) =>
      iptablesSave(
        bytes,
        (index) =>
          `-A INPUT -m set --match-set ${'n'.repeat(100)}${index} src -j DROP\n-A INPUT -m limit --limit 9/sec -j RETURN\n-A INPUT -p tcp --dport ${oddPort(index)} -j ACCEPT`,
      ),
  },
  {
    name: 'nft: includes, and the same chain again and again',
    dump: (bytes) =>
      fill(
        bytes,
        'table inet f { chain input { type filter hook input priority 0; policy drop; } }\n',
        (index) =>
          `include "a"\ntable inet f { include "b"\n chain input { include "c"\n tcp dport ${oddPort(index)} accept; } }\n`,
      ),
  },
  {
    name: 'firewalld: direct rules that call one another',
    dump: (bytes) =>
      fill(
        bytes,
        'public (active)\n  target: default\n  interfaces: eth0\n  services: ssh\nipv4 filter INPUT 0 -j c0\n',
        (index) =>
          `ipv4 filter c${index >> 1} ${index % 9} -p tcp --dport ${oddPort(index)} -j c${(index >> 1) + 1}\nipv4 filter INPUT ${index} -s ${sourceNetwork(index)} -j ACCEPT\n`,
      ),
  },
];
