/**
 * What readings say of dumps, in English, by key; placeholders stand in braces. Wordings of other languages have the same keys. Commands
 * stand between backticks.
 */
export const englishDumpTexts = {
  address: 'The dump does not tell what the address {address} is.',
  'address-called': 'It depends on the address that was called, and which ones the server has is not in the dump.',
  'address-destination': 'It depends on the destination address, and which ones the server has is not in the dump.',
  'address-in-network': "It depends on the server's address in its network ({addresses}).",
  addresses: 'The dump does not tell which addresses {name} has.',
  'addresses-of-destination': 'The dump does not tell which addresses the destination has.',
  'addresses-of-source': 'The dump does not tell which addresses the source has.',
  'chain-ends': 'The dump ends within the chain.',
  'chain-missing': 'The chain it calls is not in the dump.',
  'chains-too-deep': 'Its chains call one another too deeply.',
  compares: 'It compares {fields}.',
  'csf-testing': 'Csf is in testing mode, and takes its rules away every few minutes.',
  'default-policy': 'The dump does not show the default policy.',
  family: 'The dump has no filter rules for {family}, and the server is called by an {family} address.',
  'firewall-missing': 'It depends on the firewall {name}, which is not in the dump.',
  'firewalld-backend':
    'It is enough where firewalld works through iptables and not where through nftables, and which one is not in the dump.',
  'from-application-security-group': 'application security group {name}',
  'from-countries': 'the addresses of {name}',
  'from-csf': 'the addresses in {name}',
  'from-except': '{source} except {lists}',
  'from-except-unnamed': '{source} except lists that are not in the dump',
  'from-interface': 'interface {name}',
  'from-interface-other': 'interface other than {name}',
  'from-ipset': 'the ipset {name}',
  'from-more': '{addresses} and {count} more',
  'from-prefixes': 'the prefix list {name}',
  'from-security-group': 'security group {name}',
  'from-service-account': 'service account {name}',
  'from-service-tag': 'the service tag {name}',
  'from-set': 'the set {name}',
  'from-source-port': 'source port {name}',
  'from-tag': 'tag {name}',
  'from-with': '{source} with {party}',
  flags: 'The dump does not tell what {flags} is.',
  interface: 'It depends on the interface, and which one faces the world is not in the dump.',
  'interface-named': 'It depends on the interface {name}, and which one faces the world is not in the dump.',
  'interface-outgoing': 'It depends on the interface that leads to the destination.',
  'interface-type': 'It depends on the type of the interface.',
  'interfaces-hidden': 'The listing does not show interfaces: `iptables -L -n -v` and `iptables-save` do.',
  'interfaces-outgoing': 'It names several outgoing interfaces.',
  'ipset-kind': 'The ipset {name} is of a kind that is not read.',
  'json-extension': 'The JSON does not tell what {name} of iptables does: iptables-save does.',
  'leads-to': 'What {text} leads to is not in the dump.',
  limit: 'It matches only as often as its limit allows.',
  'limit-named': 'It depends on a limit that the rule only names.',
  'list-countries': 'The dump does not list the addresses of {name}.',
  'list-csf': 'The dump does not list the addresses in {name}.',
  'list-ipset': 'The dump does not list the ipset {name}.',
  'list-prefixes': 'The dump does not list the prefix list {name}.',
  'list-set': 'The dump does not list the set {name}.',
  mac: "It depends on the neighbour's MAC address ({address}).",
  mark: 'It depends on a mark that other rules set.',
  masks: 'It masks {field}.',
  'note-aws': 'Network ACLs of the subnet and firewalls on the server itself are not in security groups.',
  'note-azure':
    'A server can have a security group of its interface and one of its subnet, each of which has to let a connection in. Firewalls on the server itself are not in this dump.',
  'note-csf':
    'csf.conf says which ports csf opens. Whom csf.allow and csf.deny name, what csfpre.sh and csfpost.sh add, and which ports Docker publishes are not in it: `iptables-save` and `ipset save` have them.',
  'note-cut': 'Lists are cut off after {count} entries.',
  'note-firewalld': 'Policies, direct rules and changed definitions of services are not in this dump.',
  'note-firewalld-direct': 'Policies and changed definitions of services are not in this dump.',
  'note-gcp':
    'Hierarchical and network firewall policies, and firewalls on the server itself, are not in VPC firewall rules.',
  'note-hetzner': 'Firewalls on the server itself are not in those of Hetzner Cloud.',
  'note-iptables': 'Rules that were not made with iptables, such as tables of nftables, are not in this dump.',
  'note-nat': 'The nat table is not in this dump: if it sends ports elsewhere, as Docker does, these are not seen.',
  'note-ufw-files': 'Rules in /etc/ufw/before.rules and after.rules are not in this dump: `ufw show raw` has them.',
  'note-ufw-inactive': 'ufw is not active. Whether another firewall is, this dump does not tell.',
  'note-ufw-policy': '`ufw status` does not show the default policy: `ufw status verbose` does.',
  'other-file': 'What another file, or a command, does to the rules is not in the dump.',
  'own-firewall': "It depends on whether the firewall {name} is one of the server's own.",
  'own-network': "It depends on whether the network {name} is one of the server's own.",
  'own-security-group': "It depends on whether security group {name} is one of the server's own.",
  passed: 'It depends on how much has passed.',
  payload: 'It depends on what the packet carries.',
  port: 'The dump does not tell what port {port} is.',
  ports: 'The dump does not tell what the ports {ports} are.',
  'ports-both-ways': 'It takes {ports} as source or destination ports.',
  'ports-of-profile': 'The ports of the profile {name} are in `ufw status verbose`.',
  'ports-of-service': 'The service {name} is not one that firewalld comes with, and its ports are not in the dump.',
  'ports-unreadable': 'It has ports that cannot be read.',
  rest: 'What the part of the dump that is missing does with a packet is not in the dump.',
  'security-group-missing': 'It depends on security group {name}, which is not in the dump.',
  'set-elements': 'The dump does not list the elements of {name}.',
  source: 'It depends on the source {source}, which is no address.',
  'source-port': 'It depends on the source port ({ports}).',
  target: 'What {target} does with a packet is not in the dump.',
  'target-server': 'It depends on whether the server is a target ({targets}).',
  tracked: 'It depends on whether the connection is tracked.',
  translation: 'Where it sends packets ({place}) is not one place.',
  'translation-depends': 'Where it sends packets depends on more than the rule.',
  undecided: 'It cannot be decided from the dump.',
  'undecided-condition': 'The condition {name} cannot be decided from the dump.',
  'undecided-field': '{field} cannot be decided from the dump.',
  'undecided-json': 'It depends on {text}, which the dump does not decide.',
  zones: 'Several zones have interfaces, and which one faces the world is not in the dump.',
} as const satisfies Readonly<Record<string, string>>;

export type DumpTextKey = keyof typeof englishDumpTexts;

/** A text by its key, with what is filled in: as the dump has it, cut where it is longer than anybody reads. */
export interface DumpPhrase {
  readonly key: DumpTextKey;
  readonly values: Readonly<Record<string, string>>;
}

/** Says a phrase in a language. */
export type DumpWording = (phrase: DumpPhrase) => string;

/** A dump can make a name as long as it is itself. */
const maxValueLength = 200;

export function dumpPhrase(
  key: DumpTextKey,
  values: Readonly<Record<string, string>> = {},
  maxLength: number = maxValueLength,
): DumpPhrase {
  const cut = Object.entries(values).map(([name, value]) => [name, value.slice(0, maxLength)]);
  return { key, values: Object.fromEntries(cut) };
}

/** Whether a text is no sentence, but a part of who may connect. */
export function isPart(key: DumpTextKey): boolean {
  return key.startsWith('from-');
}

export const dumpInEnglish: DumpWording = ({ key, values }) => {
  const text = englishDumpTexts[key].replace(/\{(\w+)\}/g, (_placeholder, name: string) => values[name] ?? '');
  // Of a sentence that begins with what the dump has.
  return isPart(key) || key.startsWith('note-') ? text : `${text[0]!.toUpperCase()}${text.slice(1)}`;
};
