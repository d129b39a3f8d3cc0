import { type Closing, planClosing } from './closing.ts';
import { awsSecurityGroupCommands, azureNetworkSecurityGroupCommands, gcpFirewallCommands } from './cloud-commands.ts';
import { cloudScripts } from './cloud-scripts.ts';
import { firewallScripts } from './firewall-scripts.ts';
import { closesByItself, genericWays } from './generic-commands.ts';
import { iptablesCommands } from './iptables-commands.ts';
import { lockoutRisk } from './lockout-risk.ts';
import { loopbackRecipes } from './loopback-recipes.ts';
import {
  type Platform,
  platforms,
  type RemediableExposure,
  type Remediation,
  type RemediationCommands,
  type RemediationOptions,
  type Shell,
  type Way,
} from './remediation.ts';
import { describeSteps } from './steps.ts';
import { ufwCommands } from './ufw-commands.ts';
import { isWindows, windowsCommands, windowsScripts } from './windows-commands.ts';

/**
 * How to close an exposed port to the world, on the platform asked for or else the likeliest (contract,
 * GET /alerts/{id}/remediation). Commands name nothing of the exposure but its address, port and protocol.
 * @throws RangeError when the address or the port isn't one.
 */
export function remediate(exposure: RemediableExposure, options: RemediationOptions): Remediation {
  const closing = planClosing(exposure, options);
  const { service } = exposure;
  const detectedPlatform = options.detectedPlatform?.toLowerCase() ?? '';
  const onWindows = isWindows(service, detectedPlatform);
  const recommendedPlatform = onWindows ? 'generic' : recommended(closing, service, detectedPlatform);
  const selectedPlatform = options.platform ?? recommendedPlatform;
  const [way, ...alternatives] =
    selectedPlatform === 'generic' && !onWindows
      ? genericWays(closing, service, detectedPlatform)
      : ([onlyWay(closing, selectedPlatform)] as const);
  return {
    onWindows,
    recommendedPlatform,
    selectedPlatform,
    commands: way.commands,
    steps: describeSteps(way.commands),
    script: way.script,
    shortScript: way.shortScript ?? null,
    undoScript: way.undoScript,
    alternatives,
    shell: selectedPlatform === 'generic' && onWindows ? 'powershell' : shells[selectedPlatform],
    lockout: lockoutRisk(closing, service, selectedPlatform === 'generic' && !onWindows),
    docsUrl: selectedPlatform === 'generic' ? genericDocs(closing, service, onWindows) : docsUrls[selectedPlatform],
  };
}

/** The firewall whose rules were read; else the service's own setting, where it is known; else the firewall that is likely. */
function recommended(closing: Closing, service: string, detectedPlatform: string): Platform {
  const read = platforms.find((platform) => platform === detectedPlatform);
  if (read) return read;
  return closesByItself(closing, service) ? 'generic' : (likelyPlatforms.get(detectedPlatform) ?? 'generic');
}

function genericDocs(closing: Closing, service: string, onWindows: boolean): string {
  if (onWindows) return WINDOWS_FIREWALL_DOCS;
  return (closesByItself(closing, service) ? loopbackRecipes.get(service)?.source : undefined) ?? docsUrls.generic;
}

/** On every platform but a Linux server of unknown kind there is one way. */
function onlyWay(closing: Closing, platform: Platform): Way {
  const commands = commandMakers[platform](closing);
  const scripts =
    platform === 'generic'
      ? windowsScripts(closing)
      : platform === 'ufw' || platform === 'iptables'
        ? firewallScripts(closing, platform)
        : cloudScripts(closing, commands);
  return { name: 'close_port', commands, ...scripts };
}

/** Ubuntu's own firewall is ufw, and Debian's best known. */
const likelyPlatforms: ReadonlyMap<string, Platform> = new Map([
  ['ubuntu', 'ufw'],
  ['debian', 'ufw'],
]);

const docsUrls: Readonly<Record<Platform, string>> = {
  ufw: 'https://manpages.ubuntu.com/manpages/jammy/en/man8/ufw.8.html',
  iptables: 'https://www.netfilter.org/documentation/',
  aws_sg: 'https://docs.aws.amazon.com/vpc/latest/userguide/working-with-security-group-rules.html',
  gcp_fw: 'https://cloud.google.com/firewall/docs/using-firewalls',
  azure_nsg: 'https://learn.microsoft.com/en-us/azure/virtual-network/manage-network-security-group',
  generic: 'https://man7.org/linux/man-pages/man8/ss.8.html',
};

const WINDOWS_FIREWALL_DOCS =
  'https://learn.microsoft.com/en-us/windows/security/operating-system-security/network-security/windows-firewall/configure-with-command-line';

const shells: Readonly<Record<Platform, Shell>> = {
  ufw: 'root',
  iptables: 'root',
  aws_sg: 'aws',
  gcp_fw: 'gcloud',
  azure_nsg: 'azure',
  generic: 'root',
};

/** `generic` on a Linux server has several ways instead: generic-commands.ts. */
const commandMakers: Readonly<Record<Platform, (closing: Closing) => RemediationCommands>> = {
  ufw: ufwCommands,
  iptables: iptablesCommands,
  aws_sg: awsSecurityGroupCommands,
  gcp_fw: gcpFirewallCommands,
  azure_nsg: azureNetworkSecurityGroupCommands,
  generic: windowsCommands,
};
