import { parseAddress } from './addresses.ts';
import { privateAddresses } from './destinations.ts';
import { dumpPhrase } from './dump-wording.ts';
import { whoIsBehind } from './interface-names.ts';
import { includes } from './intervals.ts';
import { anotherInterface, gap, type InterfaceCondition, type Rule, type Ruleset } from './rule-model.ts';
import { isParty, type Party, party } from './sources.ts';

/** What prints which interface leads to the world. */
export const routeCommand = 'ip route get 1.1.1.1';

/**
 * The ruleset with its conditions of incoming interfaces turned into what they mean for strangers.
 * @param publicInterface the one that faces the world; null: not known
 */
export function knowInterfaces(ruleset: Ruleset, publicInterface: string | null): Ruleset {
  const known = (rule: Rule): Rule | null =>
    rule.inInterfaces.reduce<Rule | null>(
      (before, condition) => before && withInterface(before, condition, publicInterface),
      rule,
    );
  const chains = [...ruleset.chains].map(
    ([key, rules]) =>
      [key, rules.flatMap((rule) => (rule.inInterfaces.length === 0 ? rule : (known(rule) ?? [])))] as const,
  );
  return { ...ruleset, chains: new Map(chains) };
}

/** Null: it holds for nobody from elsewhere. */
function withInterface(
  rule: Rule,
  { names, negated }: InterfaceCondition,
  publicInterface: string | null,
): Rule | null {
  const behind = names.map((name) => whoIsBehind(name, publicInterface));
  const those = (kind: (typeof behind)[number]) => names.filter((_name, index) => behind[index] === kind);
  const [unclear] = those('unclear');
  if (behind.includes('any')) return negated ? null : rule;
  if (behind.includes('public'))
    return negated
      ? { ...rule, privilege: rule.privilege ?? party('interface-other', names.join(', ')) }
      : { ...rule, withoutPrivilege: rule.withoutPrivilege ?? (names.length === 1 ? anotherInterface : null) };
  if (unclear !== undefined) {
    const reason = dumpPhrase('interface-named', { name: unclear });
    return { ...rule, doubt: rule.doubt ?? gap(reason, routeCommand) };
  }
  const label = party('interface', those('private').join(', '));
  if (!behind.includes('private')) return negated ? rule : null;
  return negated
    ? { ...rule, withoutPrivilege: rule.withoutPrivilege ?? label }
    : { ...rule, privilege: rule.privilege ?? label };
}

/** Whether who has a privilege is not meant by a rule that is for those without another one. */
export function excludes(withoutPrivilege: Party | typeof anotherInterface, privilege: Party | null): boolean {
  if (withoutPrivilege === anotherInterface)
    return privilege !== null && (isParty(privilege, 'interface') || isParty(privilege, 'interface-other'));
  return withoutPrivilege === privilege;
}

/**
 * The interface that leads to the world, by what `ip route` or `ip route get` printed into the same paste. Null: nothing, or
 * several.
 */
export function toldInterface(dump: string): string | null {
  const names = new Set<string>();
  for (const [line, target, name] of dump.matchAll(routes)) if (leadsToWorld(target!, line)) names.add(name!);
  const [name = null] = names;
  return names.size === 1 ? name : null;
}

const routes =
  /^[ \t]{0,20}(default|[\da-f.:]{3,45})(?: from [^\s]{1,50})?(?: via (?:inet6? )?[^\s]{1,50})? dev ([^\s]{1,15})(?=\s)[^\n]{0,200}/gm;

/** What `ip route get` prints has a user; a route to a neighbour has none. */
function leadsToWorld(target: string, line: string): boolean {
  if (target === 'default') return true;
  const address = parseAddress(target);
  return address !== null && / uid \d/.test(line) && !includes(privateAddresses[address.family], address.value);
}
