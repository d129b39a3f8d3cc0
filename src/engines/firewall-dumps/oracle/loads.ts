import type { Family } from '../addresses.ts';
import type { Dump } from './compare.ts';
import type { OracleNetwork } from './oracle-network.ts';

/** Loads a ruleset with the real tool and dumps it in every way that we read. Null: the tool refuses it. */
export async function loadIptables(
  network: OracleNetwork,
  rulesets: Readonly<Record<Family, string>>,
  variant: 'nft' | 'legacy',
): Promise<readonly Dump[] | null> {
  await clearIptables(network, variant);
  const dumps: Dump[] = [];
  for (const [family, program] of [
    ['ipv4', `iptables-${variant}`],
    ['ipv6', `ip6tables-${variant}`],
  ] as const) {
    const { status } = await network.run(`${program}-restore`, [], rulesets[family]);
    if (status !== 0) return null;
    const tables = [...rulesets[family].matchAll(/^\*(\w+)/gm)].map(([, table]) => table!);
    // One shell for all listings: starting it costs more than they do.
    const marker = '=====';
    const script = [
      `${program}-save`,
      ...tables.map((table) => `${program} -t ${table} -S`),
      `echo ${marker}`,
      ...tables.map((table) => `${program} -t ${table} -L -n -v`),
    ];
    const output = await network.mustRun('sh', ['-ec', [script[0], `echo ${marker}`, ...script.slice(1)].join('\n')]);
    const [save, list, long] = output.split(`${marker}\n`) as [string, string, string];
    const families = [family];
    dumps.push({ name: `${program}-save`, text: save, families });
    const inSet = save
      .replaceAll(` ! -s ${listed[family]} `, ' -m set ! --match-set listed src ')
      .replaceAll(` -s ${listed[family]} `, ' -m set --match-set listed src ');
    const type = family === 'ipv4' ? 'inet' : 'inet6';
    const ipset = `create listed hash:net family ${type} hashsize 1024 maxelem 65536\nadd listed ${listed[family]}\n`;
    dumps.push({ name: `${program}-save with an ipset`, text: inSet, families, isPartial: inSet !== save });
    dumps.push({ name: `${program}-save and ipset save`, text: `${ipset}${inSet}`, families });
    // Without an address or ICMP in it, nothing tells these listings from those of IPv4.
    if (family === 'ipv4') dumps.push({ name: `${program} -S`, text: list, families });
    dumps.push({ name: `${program} -L -n -v`, text: long, families });
  }
  return dumps;
}

/** Addresses that the rules name themselves, and the dumps as an ipset: its module is not in every kernel. */
const listed = { ipv4: '198.51.100.0/24', ipv6: '2001:db8:3::/48' } as const;

/** Legacy tables stay unless they are emptied; those of nftables go with their table. */
export async function clearIptables(network: OracleNetwork, variant: 'nft' | 'legacy'): Promise<void> {
  const empty = ['raw', 'mangle', 'nat', 'filter'].map((table) => `*${table}\nCOMMIT\n`).join('');
  for (const program of [`iptables-${variant}-restore`, `ip6tables-${variant}-restore`])
    await network.mustRun(program, [], empty + acceptingPolicies);
}

const acceptingPolicies = '*filter\n:INPUT ACCEPT [0:0]\n:FORWARD ACCEPT [0:0]\nCOMMIT\n';

export async function loadNftables(network: OracleNetwork, ruleset: string): Promise<readonly Dump[] | null> {
  const { status } = await network.run('nft', ['-f', '-'], `flush ruleset\n${ruleset}`);
  if (status !== 0) return null;
  const families = ['ipv4', 'ipv6'] as const;
  const text = await network.mustRun('nft', ['list', 'ruleset']);
  const terse = await network.mustRun('nft', ['-t', 'list', 'ruleset']);
  return [
    { name: 'nft list ruleset', text, families },
    { name: 'nft -j list ruleset', text: await network.mustRun('nft', ['-j', 'list', 'ruleset']), families },
    // Without the elements of its sets.
    { name: 'nft -t list ruleset', text: terse, families, isPartial: true },
    ...withInclude(text, families),
  ];
}

/** The ruleset as a file of /etc that leaves one of its rules to another one. */
function withInclude(listing: string, families: readonly Family[]): Dump[] {
  const lines = listing.split('\n');
  const rules = lines.flatMap((line, index) => (/ (accept|drop|return|jump \w+|goto \w+)$/.test(line) ? [index] : []));
  const chosen = rules[Math.floor(rules.length / 2)];
  if (chosen === undefined) return [];
  const text = lines.with(chosen, '\t\tinclude "/etc/nftables/rules.nft"').join('\n');
  return [{ name: 'nftables.conf with include', text, families, isPartial: true }];
}

/** The words that ufw translates. */
function inGerman(status: string): string {
  return status
    .replace('Status: active', 'Status: Aktiv')
    .replace('Logging: ', 'Protokollierung: ')
    .replace('Default: ', 'Voreinstellung: ')
    .replace('(incoming)', '(eingehend)')
    .replace('(outgoing)', '(abgehend)')
    .replace('(routed)', '(gesendet)')
    .replace('New profiles: ', 'Neue Profile: ')
    .replace('To                         Action      From', 'Zu                         Aktion      Von')
    .replace('--                         ------      ----', '--                         ------      ---');
}

/** Dumps of what ufw has now, while it is active. */
export async function dumpUfw(network: OracleNetwork): Promise<readonly Dump[]> {
  const families = ['ipv4', 'ipv6'] as const;
  const verbose = await network.mustRun('ufw', ['status', 'verbose']);
  const numbered = await network.mustRun('ufw', ['status', 'numbered']);
  const raw = await network.mustRun('ufw', ['show', 'raw']);
  return [
    { name: 'ufw status verbose', text: verbose, families },
    { name: 'ufw status verbose in German', text: inGerman(verbose), families },
    { name: 'ufw status numbered', text: numbered, families, isPartial: true },
    { name: 'ufw show raw', text: raw, families },
  ];
}
