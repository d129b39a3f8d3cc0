import { address, fill, type HostileDump, octets, oddPort, port, sourceNetwork } from './hostile-text.ts';

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

function nftJson(bytes: number, object: (index: number) => string, definitions = ''): string {
  const head = `{"nftables":[{"table":{"family":"inet","name":"f"}},${definitions}{"chain":{"family":"inet","table":"f","name":"in","type":"filter","hook":"input","prio":0,"policy":"drop"}}`;
  return fill(bytes, head, (index) => `,${object(index)}`, ']}');
}

const jsonRule = (expressions: string, chain = 'in') =>
  `{"rule":{"family":"inet","table":"f","chain":"${chain}","expr":[${expressions}]}}`;

const jsonMatch = (protocol: string, field: string, right: string, op = '==') =>
  `{"match":{"op":"${op}","left":{"payload":{"protocol":"${protocol}","field":"${field}"}},"right":${right}}}`;

const jsonChain = (name: string) => `{"chain":{"family":"inet","table":"f","name":"${name}"}}`;

/** Dumps of nftables, as text and JSON. */
export const hostileNftDumps: readonly HostileDump[] = [
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
    name: 'nft: includes, and the same chain again and again',
    dump: (bytes) =>
      fill(
        bytes,
        'table inet f { chain input { type filter hook input priority 0; policy drop; } }\n',
        (index) =>
          `include "a"\ntable inet f { include "b"\n chain input { include "c"\n tcp dport ${oddPort(index)} accept; } }\n`,
      ),
  },
];
