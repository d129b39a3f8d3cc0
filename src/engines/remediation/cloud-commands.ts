import type { Closing, IpFamily } from './closing.ts';
import type { RemediationCommands } from './remediation.ts';
import { verifyFromAnotherMachine } from './shell-steps.ts';

const ANYWHERE: Readonly<Record<IpFamily, string>> = { ipv4: '0.0.0.0/0', ipv6: '::/0' };

function ownRange({ family, ownAddress }: Closing): string {
  return `${ownAddress}/${family === 'ipv4' ? 32 : 128}`;
}

/** Security groups only allow: closing is taking the permission away. A pager would wait for a key. */
export function awsSecurityGroupCommands(closing: Closing): RemediationCommands {
  const { address, family, families, protocol, port, isAdministration } = closing;
  const [first, second] = families;
  const filter = family === 'ipv4' ? 'association.public-ip' : 'ipv6-addresses.ipv6-address';
  const allowOwn = `# Already allowed is InvalidPermission.Duplicate: good, too.
${permit('authorize', closing, family, ownRange(closing))}`;
  return {
    find_security_groups: `aws ec2 describe-network-interfaces --no-cli-pager --filters Name=${filter},Values=${address} --query 'NetworkInterfaces[].Groups[]' --output table`,
    show_rules: showAwsRules(protocol, port),
    ...(isAdministration ? { allow_your_address: allowOwn } : {}),
    [`close_port_${first}`]: revoke(closing, first),
    [`close_port_${second}`]: revoke(closing, second),
    verify_rules: `# What is left for 0.0.0.0/0 or ::/0 (a wider port range, all traffic) still opens the port. Take it away by its id:
# aws ec2 revoke-security-group-ingress --group-id SECURITY_GROUP_ID --security-group-rule-ids SECURITY_GROUP_RULE_ID
${showAwsRules(protocol, port)}`,
    verify_from_another_machine: verifyFromAnotherMachine(closing),
    undo: families.map((each) => permit('authorize', closing, each, ANYWHERE[each])).join('\n'),
  };
}

/** Every rule that lets the port in, wider ones included: revoking needs the exact one. */
function showAwsRules(protocol: string, port: number): string {
  const covers = `IpProtocol=='-1' || IpProtocol=='${protocol}' && FromPort<=\`${port}\` && ToPort>=\`${port}\``;
  // Not "!IsEgress": an interactive shell would look that up in its history.
  const query = `IsEgress==\`false\` && (${covers})`;
  return `aws ec2 describe-security-group-rules --no-cli-pager --filters Name=group-id,Values=SECURITY_GROUP_ID --query "SecurityGroupRules[?${query.replaceAll('`', '\\`')}].[SecurityGroupRuleId,IpProtocol,FromPort,ToPort,CidrIpv4,CidrIpv6,PrefixListId]" --output table`;
}

function revoke(closing: Closing, family: IpFamily): string {
  return `# InvalidPermission.NotFound: there is no rule for exactly this; verify_rules shows wider ones.
${permit('revoke', closing, family, ANYWHERE[family])}`;
}

/** `--cidr` takes IPv4 only. */
function permit(verb: 'authorize' | 'revoke', { protocol, port }: Closing, family: IpFamily, range: string): string {
  const what =
    family === 'ipv4'
      ? `--protocol ${protocol} --port ${port} --cidr ${range}`
      : `--ip-permissions 'IpProtocol=${protocol},FromPort=${port},ToPort=${port},Ipv6Ranges=[{CidrIpv6=${range}}]'`;
  return `aws ec2 ${verb}-security-group-ingress --no-cli-pager --group-id SECURITY_GROUP_ID ${what}`;
}

/**
 * A deny rule above all others, and an allow rule for the administrator above that. They are bound to one machine by a tag,
 * because a rule of a network otherwise closes the port on all its machines. A rule has ranges of one family only.
 */
export function gcpFirewallCommands(closing: Closing): RemediationCommands {
  const { address, family, families, protocol, port, isAdministration, name } = closing;
  const [first, second] = families;
  const own = `${name}-but-own`;
  const field = family === 'ipv4' ? 'accessConfigs.natIP' : 'ipv6AccessConfigs.externalIpv6';
  const rule = (ruleName: string, action: 'ALLOW' | 'DENY', ranges: string, priority: number) =>
    `gcloud compute firewall-rules create ${ruleName} --quiet --network=NETWORK --direction=INGRESS --action=${action} --rules=${protocol}:${port} --source-ranges=${ranges} --target-tags=${name} --priority=${priority}`;
  const names = [...families.map((each) => `${name}-${each}`), ...(isAdministration ? [own] : [])];
  const effective = 'gcloud compute instances network-interfaces get-effective-firewalls INSTANCE_NAME --zone=ZONE';
  return {
    find_instance: `gcloud compute instances list --filter='networkInterfaces.${field}="${address}"' --format='table(name,zone.basename(),networkInterfaces[].network.basename(),tags.items.list())'`,
    show_rules: effective,
    ...(isAdministration ? { allow_your_address: rule(own, 'ALLOW', ownRange(closing), 0) } : {}),
    [`create_rule_${first}`]: rule(`${name}-${first}`, 'DENY', ANYWHERE[first], 1),
    [`create_rule_${second}`]: rule(`${name}-${second}`, 'DENY', ANYWHERE[second], 1),
    close_port: `# The tag puts the rules in force for this machine.
gcloud compute instances add-tags INSTANCE_NAME --zone=ZONE --tags=${name}`,
    verify_rules: effective,
    verify_from_another_machine: verifyFromAnotherMachine(closing),
    undo: `gcloud compute instances remove-tags INSTANCE_NAME --zone=ZONE --tags=${name}
gcloud compute firewall-rules delete ${names.join(' ')} --quiet`,
  };
}

/** The lowest number wins, and 100 is the lowest; `*` means both families. */
export function azureNetworkSecurityGroupCommands(closing: Closing): RemediationCommands {
  const { address, protocol, port, isAdministration, name } = closing;
  const own = `${name}-but-own`;
  const group = '-g RESOURCE_GROUP --nsg-name NSG_NAME';
  const protocolName = protocol === 'tcp' ? 'Tcp' : 'Udp';
  const rule = (ruleName: string, access: 'Allow' | 'Deny', source: string, priority: number) =>
    `az network nsg rule create ${group} -n ${ruleName} --priority ${priority} --direction Inbound --access ${access} --protocol ${protocolName} --source-address-prefixes ${source} --source-port-ranges '*' --destination-address-prefixes '*' --destination-port-ranges ${port}`;
  const show = `az network nsg rule list ${group} --include-default -o table`;
  const names = [name, ...(isAdministration ? [own] : [])];
  return {
    find_network_security_group: `az network public-ip list --query "[?ipAddress=='${address}'].{name:name,resourceGroup:resourceGroup,attachedTo:ipConfiguration.id}" -o table
az network nsg list --query '[].{name:name,resourceGroup:resourceGroup}' -o table`,
    show_rules: `# If a rule has priority 100${isAdministration ? ' or 101' : ''} already, move it first: az network nsg rule update ${group} -n RULE_NAME --priority FREE_PRIORITY
${show}`,
    ...(isAdministration ? { allow_your_address: rule(own, 'Allow', ownRange(closing), 100) } : {}),
    close_port: `# In force for every machine behind this security group, IPv4 and IPv6.
${rule(name, 'Deny', `'*'`, isAdministration ? 101 : 100)}`,
    verify_rules: show,
    verify_from_another_machine: verifyFromAnotherMachine(closing),
    undo: names.map((each) => `az network nsg rule delete ${group} -n ${each}`).join('\n'),
  };
}
