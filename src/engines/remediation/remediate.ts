import { type Closing, planClosing } from './closing.ts';
import { awsSecurityGroupCommands, azureNetworkSecurityGroupCommands, gcpFirewallCommands } from './cloud-commands.ts';
import {
  type FirewallHint,
  firewalldHint,
  genericCommands,
  nftablesHint,
  windowsCommands,
} from './generic-commands.ts';
import { iptablesCommands } from './iptables-commands.ts';
import { warnOfLockout } from './lockout-warning.ts';
import type {
  Platform,
  RemediableExposure,
  Remediation,
  RemediationCommands,
  RemediationOptions,
} from './remediation.ts';
import { ufwCommands } from './ufw-commands.ts';

/**
 * How to close an exposed port to the world, on the platform asked for or else the likeliest (contract,
 * GET /alerts/{id}/remediation). Commands name nothing of the exposure but its address, port and protocol.
 * @throws RangeError when the address or the port isn't one.
 */
export function remediate(exposure: RemediableExposure, options: RemediationOptions): Remediation {
  const closing = planClosing(exposure, options);
  const selectedPlatform = options.platform ?? defaultPlatform(options.detectedPlatform);
  return {
    platformOptions: platformLabels,
    selectedPlatform,
    commands: commandMakers[selectedPlatform](closing, exposure.service, options.detectedPlatform ?? ''),
    warning: warnOfLockout(closing, exposure.service, selectedPlatform),
    docsUrl: docsUrls[selectedPlatform],
  };
}

/** Ubuntu's own firewall is ufw, and Debian's best known; for what we don't know, the way that works everywhere. */
export function defaultPlatform(detectedPlatform: string | null | undefined): Platform {
  return likelyPlatforms.get(detectedPlatform?.toLowerCase() ?? '') ?? 'generic';
}

const likelyPlatforms: ReadonlyMap<string, Platform> = new Map([
  ['ufw', 'ufw'],
  ['ubuntu', 'ufw'],
  ['debian', 'ufw'],
  ['iptables', 'iptables'],
]);

const platformLabels: Readonly<Record<Platform, string>> = {
  ufw: 'UFW (Ubuntu, Debian)',
  iptables: 'iptables (Linux)',
  aws_sg: 'AWS security group',
  gcp_fw: 'Google Cloud firewall',
  azure_nsg: 'Azure network security group',
  generic: 'Any server: stop or rebind the service',
};

const docsUrls: Readonly<Record<Platform, string>> = {
  ufw: 'https://manpages.ubuntu.com/manpages/jammy/en/man8/ufw.8.html',
  iptables: 'https://www.netfilter.org/documentation/',
  aws_sg: 'https://docs.aws.amazon.com/vpc/latest/userguide/working-with-security-group-rules.html',
  gcp_fw: 'https://cloud.google.com/firewall/docs/using-firewalls',
  azure_nsg: 'https://learn.microsoft.com/en-us/azure/virtual-network/manage-network-security-group',
  generic: 'https://man7.org/linux/man-pages/man8/ss.8.html',
};

type CommandMaker = (closing: Closing, service: string, detectedPlatform: string) => RemediationCommands;

const commandMakers: Readonly<Record<Platform, CommandMaker>> = {
  ufw: ufwCommands,
  iptables: iptablesCommands,
  aws_sg: awsSecurityGroupCommands,
  gcp_fw: gcpFirewallCommands,
  azure_nsg: azureNetworkSecurityGroupCommands,
  generic: (closing, service, detectedPlatform) =>
    detectedPlatform.toLowerCase() === 'windows'
      ? windowsCommands(closing)
      : genericCommands(closing, service, firewallHint(closing, detectedPlatform)),
};

function firewallHint(closing: Closing, detectedPlatform: string): FirewallHint | undefined {
  switch (detectedPlatform.toLowerCase()) {
    case 'nftables':
      return nftablesHint(closing);
    case 'firewalld':
      return firewalldHint(closing);
    default:
      return undefined;
  }
}
