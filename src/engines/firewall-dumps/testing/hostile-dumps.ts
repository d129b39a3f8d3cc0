import { hostileNftDumps } from './hostile-nft-dumps.ts';
import { address, fill, type HostileDump, octets, oddPort, port, sourceNetwork } from './hostile-text.ts';

function iptablesSave(bytes: number, line: (index: number) => string, chains = ''): string {
  return fill(
    bytes,
    `*filter\n:INPUT DROP [0:0]\n:FORWARD DROP [0:0]\n${chains}`,
    (index) => `${line(index)}\n`,
    'COMMIT\n',
  );
}

const listHeading =
  'Chain INPUT (policy DROP 0 packets, 0 bytes)\n pkts bytes target     prot opt in     out     source               destination\n';

const listRow = (target: string, source: string, details: string) =>
  `    0     0 ${target}     6    --  *      *       ${source}      0.0.0.0/0            ${details}\n`;

const ufwHeading =
  'Status: active\nDefault: deny (incoming), allow (outgoing), disabled (routed)\n\nTo                         Action      From\n';

const zoneHeading = (name: string) => `${name} (active)\n  target: default\n  interfaces: eth0\n  services: ssh\n`;

/** Dumps of every format that multiply what they cost: none of them may hold anybody up, or take the process with it. */
export const hostileDumps: readonly HostileDump[] = [
  ...hostileNftDumps,
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
