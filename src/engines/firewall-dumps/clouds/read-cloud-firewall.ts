import type { Budget } from '../budget.ts';
import { DumpUnreadable } from '../dump-unreadable.ts';
import type { JsonObject } from '../json-text.ts';
import { readAwsSecurityGroups } from './aws-security-groups.ts';
import { readAzureSecurityGroups } from './azure-security-groups.ts';
import type { CloudReading } from './cloud-rules.ts';
import { readGcpFirewallRules } from './gcp-firewall-rules.ts';
import { readHetznerFirewalls } from './hetzner-firewalls.ts';
import { jsonObjects } from './json-documents.ts';

/** Firewalls that a provider keeps before its servers, called as the platforms of remediation are. */
export const cloudFormats = ['aws_sg', 'gcp_fw', 'azure_nsg', 'hetzner_fw'] as const;
export type CloudFormat = (typeof cloudFormats)[number];

type CloudReader = (objects: readonly JsonObject[], address: string | null, budget: Budget) => CloudReading | null;

const readers: Readonly<Record<CloudFormat, CloudReader>> = {
  aws_sg: readAwsSecurityGroups,
  gcp_fw: readGcpFirewallRules,
  azure_nsg: readAzureSecurityGroups,
  hetzner_fw: readHetznerFirewalls,
};

/** Fields of what lists of groups, rules and servers come in. */
const lists: ReadonlySet<string> = new Set([
  ...['SecurityGroups', 'SecurityGroupRules', 'Reservations', 'Instances', 'NetworkInterfaces'],
  ...['firewalls', 'firewall', 'servers', 'server', 'items', 'value'],
]);

/** What one of them must have somewhere, so that no other text is searched for JSON. */
const marks =
  /"(?:IpPermissions|SecurityGroupRules?(?:Id)?|allowed|denied|securityRules|destinationPortRanges?|applied_to|source_ips)"\s*:/;

/**
 * Reads one provider's firewalls out of JSON.
 * @param address the server's own, null when not known
 * @returns null when there are none
 * @throws DumpTooLarge; DumpUnreadable when its JSON is broken, or of several providers
 */
export function readCloudFirewall(
  dump: string,
  address: string | null,
  budget: Budget,
): (CloudReading & { readonly format: CloudFormat }) | null {
  if (!marks.test(dump)) return null;
  const objects = jsonObjects(dump, lists);
  const found = cloudFormats.flatMap((format) => {
    const reading = readers[format](objects, address, budget);
    return reading ? { format, ...reading } : [];
  });
  if (found.length > 1) throw new DumpUnreadable('It has rules of several providers: paste those of one of them.');
  return found[0] ?? null;
}
