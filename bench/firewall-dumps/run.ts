/**
 * How long it takes to read a firewall dump of 2 MiB, the longest that the API takes, and one of half the length: time should
 * be linear. Then the same of dumps that are made to cost as much as they can, which are read or refused, once each.
 *
 *   npx node bench/firewall-dumps/run.ts [rounds]
 *
 * Goal: 2 MiB in at most 200 ms; of a hostile dump an answer, which may be a refusal, in at most 2 s.
 */

import { DumpTooLarge } from '../../src/engines/firewall-dumps/budget.ts';
import { readFirewallDump } from '../../src/engines/firewall-dumps/read-firewall-dump.ts';
import { hostileDumps } from '../../src/engines/firewall-dumps/testing/hostile-dumps.ts';
import type { HostileDump } from '../../src/engines/firewall-dumps/testing/hostile-text.ts';
import { type Comparison, median, printComparisons } from '../comparison.ts';

const ROUNDS = Number(process.argv[2] ?? 7);
const LONG = 2 * 1_048_576;
const GOAL_MS = 200;
const HOSTILE_GOAL_MS = 2_000;
/** More than any firewall names. */
const PORTS = 2_000;

function address(index: number): string {
  return `198.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`;
}

function port(index: number): number {
  return 1_024 + ((index * 31) % PORTS);
}

/** Lines until the text is so long. */
function fill(length: number, head: string, line: (index: number) => string, foot: string): string {
  const lines = [head];
  let size = head.length + foot.length;
  for (let index = 0; size < length; index += 1) {
    const next = line(index);
    lines.push(next);
    size += next.length + 1;
  }
  return [...lines, foot].join('\n');
}

/** By name, a dump of a length: block lists, ports, sources, chains. */
const dumps: Readonly<Record<string, (length: number) => string>> = {
  'iptables-save, block list': (length) =>
    fill(
      length,
      '*filter\n:INPUT DROP [0:0]\n:FORWARD DROP [0:0]',
      (index) => `-A INPUT -s ${address(index * 2)}/32 -j DROP`,
      '-A INPUT -p tcp -m tcp --dport 443 -j ACCEPT\nCOMMIT',
    ),
  'iptables-save, ports': (length) =>
    fill(
      length,
      '*filter\n:INPUT DROP [0:0]\n:FORWARD DROP [0:0]',
      (index) => `-A INPUT -p tcp -m tcp --dport ${port(index)} -j ACCEPT`,
      'COMMIT',
    ),
  'iptables-save, sources and ports': (length) =>
    fill(
      length,
      '*filter\n:INPUT DROP [0:0]\n:FORWARD DROP [0:0]',
      (index) => `-A INPUT -s ${address(index)}/32 -p tcp -m tcp --dport ${port(index)} -j ACCEPT`,
      'COMMIT',
    ),
  'iptables -L -n -v': (length) =>
    fill(
      length,
      'Chain INPUT (policy DROP 0 packets, 0 bytes)\n pkts bytes target     prot opt in     out     source               destination',
      (index) =>
        `    0     0 ACCEPT     6    --  *      *       0.0.0.0/0            0.0.0.0/0            tcp dpt:${port(index)}`,
      '',
    ),
  'nft list ruleset': (length) =>
    fill(
      length,
      'table inet filter {\n\tchain input {\n\t\ttype filter hook input priority filter; policy drop;',
      (index) => `\t\tip saddr { ${address(index)}, 192.0.2.0/24 } tcp dport { 22, ${port(index)} } accept`,
      '\t}\n}',
    ),
  'nft list ruleset, one set': (length) =>
    fill(
      length,
      'table inet filter {\n\tset blocked {\n\t\ttype ipv4_addr\n\t\telements = { 192.0.2.1,',
      (index) => `\t\t\t     ${address(index * 2)}, ${address(index * 2 + 1_000_000)},`,
      '192.0.2.2 }\n\t}\n\tchain input {\n\t\ttype filter hook input priority filter; policy drop;\n\t\tip saddr @blocked drop\n\t\ttcp dport 443 accept\n\t}\n}',
    ),
  'nft -j list ruleset': (length) => {
    const rule = (index: number) =>
      `{"rule":{"family":"inet","table":"f","chain":"in","handle":${index},"expr":[{"match":{"op":"==","left":{"payload":{"protocol":"tcp","field":"dport"}},"right":${port(index)}}},{"accept":null}]}},`;
    return fill(
      length,
      '{"nftables":[{"table":{"family":"inet","name":"f"}},{"chain":{"family":"inet","table":"f","name":"in","type":"filter","hook":"input","prio":0,"policy":"drop"}},',
      rule,
      '{"metainfo":{}}]}',
    );
  },
  'ufw status verbose': (length) =>
    fill(
      length,
      'Status: active\nDefault: deny (incoming), allow (outgoing), disabled (routed)\n\nTo                         Action      From',
      (index) => `${port(index)}/tcp                     ALLOW IN    ${index % 3 ? 'Anywhere' : address(index)}`,
      '',
    ),
  'firewall-cmd --list-all': (length) =>
    fill(
      length,
      'public (active)\n  target: default\n  interfaces: eth0\n  services: ssh\n  ports: 80/tcp\n  rich rules: ',
      (index) =>
        `\trule family="ipv4" source address="${address(index)}" port port="${port(index)}" protocol="tcp" accept`,
      '',
    ),
};

function measure(dump: string): number {
  const startedAtMs = performance.now();
  if (!readFirewallDump(dump, { format: null, address: '203.0.113.1' }))
    throw new Error('The dump was not recognised.');
  return performance.now() - startedAtMs;
}

function compare(name: string, make: (length: number) => string): Comparison {
  const [long, short] = [make(LONG), make(LONG / 2)];
  const ms = { long: [] as number[], short: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    ms.long.push(measure(long));
    ms.short.push(measure(short));
  }
  const [longMs, shortMs] = [median(ms.long), median(ms.short)];
  console.log(`${name}: 2 MiB in ${longMs.toFixed(0)} ms, 1 MiB in ${shortMs.toFixed(0)} ms`);
  return {
    name: `firewall dump, ${name}`,
    unit: 'KiB/s',
    ours: LONG / 1_024 / (longMs / 1_000),
    peerName: `2 MiB in ${GOAL_MS} ms`,
    peer: LONG / 1_024 / (GOAL_MS / 1_000),
    goalRatio: 1,
    correct: true,
  };
}

function answerHostile({ name, dump }: HostileDump): Comparison {
  const text = dump(LONG);
  const startedAtMs = performance.now();
  let answer = 'read';
  try {
    readFirewallDump(text, { format: null, address: '203.0.113.1' });
  } catch (error) {
    if (!(error instanceof DumpTooLarge)) throw error;
    answer = `refused, since ${error.message}`;
  }
  const ms = performance.now() - startedAtMs;
  console.log(`${name}: ${ms.toFixed(0)} ms, ${answer}`);
  return {
    name: `hostile firewall dump, ${name}`,
    unit: 'KiB/s',
    ours: LONG / 1_024 / (ms / 1_000),
    peerName: `2 MiB in ${HOSTILE_GOAL_MS} ms`,
    peer: LONG / 1_024 / (HOSTILE_GOAL_MS / 1_000),
    goalRatio: 1,
    correct: true,
  };
}

printComparisons([
  ...Object.entries(dumps).map(([name, make]) => compare(name, make)),
  ...hostileDumps.map(answerHostile),
]);
