import type { Budget } from '../budget.ts';
import { dumpPhrase } from '../dump-wording.ts';
import { isObject, type JsonObject, objectsOf, textsOf } from '../json-text.ts';
import { everyPort, type Gap, gap } from '../rule-model.ts';
import {
  type CloudReading,
  type CloudRule,
  CloudRules,
  cloudRuleset,
  parsePorts,
  unlessOthers,
} from './cloud-rules.ts';
import { type CloudServer, firewallsOf } from './cloud-servers.ts';

const whichFirewalls = 'hcloud server describe NAME -o json';
const notes = [dumpPhrase('note-hetzner')];

/**
 * Reads `hcloud firewall describe`, `list -o json` and `GET /v1/firewalls`: all firewalls of a server together let in what any of
 * them names. Which ones it has, `hcloud server describe -o json` tells. Null: there are none.
 */
export function readHetznerFirewalls(
  objects: readonly JsonObject[],
  address: string | null,
  budget: Budget,
): CloudReading | null {
  const firewalls = objects.filter(isFirewall);
  if (firewalls.length === 0) return null;
  const own = firewallsOf(objects.flatMap(serverOf), address);
  const rules = new CloudRules(budget);
  const read = firewalls.flatMap((firewall) => {
    const doubt = own ? null : unlessOthers('firewall', String(firewall.name), firewalls.length, whichFirewalls);
    const isOwn = !own || own.has(String(firewall.id));
    return objectsOf(firewall.rules).flatMap((rule) =>
      rules.add(rule, isOwn && rule.direction === 'in' ? ruleOf(rule, doubt) : null),
    );
  });
  return { ruleset: cloudRuleset([read], notes, missingFirewall(own, firewalls)), textOf: rules.textOf };
}

function isFirewall({ rules, applied_to }: JsonObject): boolean {
  if (!Array.isArray(rules)) return false;
  return (
    Array.isArray(applied_to) || objectsOf(rules).some((rule) => rule.direction === 'in' || rule.direction === 'out')
  );
}

function serverOf({ public_net }: JsonObject): CloudServer[] {
  if (!isObject(public_net) || !Array.isArray(public_net.firewalls)) return [];
  const addresses = [public_net.ipv4, public_net.ipv6].map((net) => (isObject(net) ? String(net.ip) : ''));
  return [{ addresses, has: new Set(objectsOf(public_net.firewalls).map(({ id }) => String(id))) }];
}

function missingFirewall(own: ReadonlySet<string> | null, firewalls: readonly JsonObject[]): Gap | null {
  const missing = [...(own ?? [])].find((id) => !firewalls.some((firewall) => String(firewall.id) === id));
  if (missing === undefined) return null;
  return gap(dumpPhrase('firewall-missing', { name: missing }), `hcloud firewall describe ${missing} -o json`);
}

function ruleOf(rule: JsonObject, doubt: Gap | null): CloudRule {
  const protocol = String(rule.protocol).toLowerCase();
  const hasPorts = protocol === 'tcp' || protocol === 'udp';
  const text = String(rule.port ?? '');
  const ports = !hasPorts || text === 'any' ? everyPort : parsePorts(text);
  return {
    allows: true,
    services: [{ protocol, ports: ports ?? everyPort }],
    callers: textsOf(rule.source_ips).map((text) => ({ kind: 'range', text })),
    doubt: doubt ?? (ports ? null : gap(dumpPhrase('ports-unreadable'))),
  };
}
