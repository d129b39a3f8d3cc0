import type { Closing } from './closing.ts';
import type { RemediationCommands } from './remediation.ts';
import { verifyFromAnotherMachine } from './shell-steps.ts';

/** Whether the server runs Windows, as far as is known: by what was detected, or else by what only Windows mostly offers. */
export function isWindows(service: string, detectedPlatform: string): boolean {
  return detectedPlatform === 'windows' || (detectedPlatform === '' && windowsServices.has(service));
}

const windowsServices: ReadonlySet<string> = new Set(['rdp', 'smb', 'netbios-ssn', 'winrm', 'mssql']);

/**
 * PowerShell. A block rule beats every allow rule, the administrator's own too; so for administration the allow rules are
 * narrowed to his address instead.
 */
export function windowsCommands(closing: Closing): RemediationCommands {
  const { protocol, port, isAdministration, ownAddress, name } = closing;
  const listeners =
    protocol === 'tcp'
      ? `Get-NetTCPConnection -LocalPort ${port} -State Listen`
      : `Get-NetUDPEndpoint -LocalPort ${port}`;
  const upper = protocol.toUpperCase();
  const allowRules = allowRulesOf(closing);
  const showRules = `${allowRules} | Format-Table Name, DisplayName, Profile`;
  return {
    see_who_listens: `# In PowerShell, run as administrator:
${listeners} | Select-Object LocalAddress, OwningProcess`,
    show_rules: showRules,
    close_port: isAdministration
      ? `${allowRules} | Set-NetFirewallRule -RemoteAddress ${ownAddress}`
      : `New-NetFirewallRule -Name ${name} -DisplayName ${name} -Direction Inbound -Action Block -Protocol ${upper} -LocalPort ${port}`,
    verify_rules: isAdministration
      ? `${allowRules} | Get-NetFirewallAddressFilter | Format-Table InstanceID, RemoteAddress`
      : `Get-NetFirewallRule -Name ${name} | Format-Table Name, Enabled, Action`,
    verify_from_another_machine: verifyFromAnotherMachine(closing),
    undo: isAdministration
      ? `${allowRules} | Set-NetFirewallRule -RemoteAddress Any`
      : `Remove-NetFirewallRule -Name ${name}`,
  };
}

function allowRulesOf({ protocol, port }: Closing): string {
  return `Get-NetFirewallPortFilter -Protocol ${protocol.toUpperCase()} | Where-Object { $_.LocalPort -eq ${port} } | Get-NetFirewallRule | Where-Object { $_.Direction -eq 'Inbound' -and $_.Action -eq 'Allow' -and $_.Enabled -eq 'True' }`;
}

/** Whole scripts for PowerShell as administrator; each stands in a block, so that it can be pasted as well. */
export function windowsScripts(closing: Closing): { script: string; undoScript: string } {
  const { protocol, port, isAdministration, ownAddress, name } = closing;
  const allowRules = allowRulesOf(closing);
  const rule = `Get-NetFirewallRule -Name ${name} -ErrorAction SilentlyContinue`;
  const close = isAdministration
    ? `  $own = '${ownAddress}' # Fill in the public address that you connect from: it stays allowed.
  $parsed = [System.Net.IPAddress]::Any
  if (-not [System.Net.IPAddress]::TryParse($own, [ref]$parsed)) { throw 'STOPPED: fill in ${ownAddress}, or you lock yourself out' }
  $rules = @(${allowRules})
  if ($rules.Count -eq 0) { throw 'STOPPED: no rule allows exactly this port; look for wider ones in Windows Defender Firewall' }
  $rules | Set-NetFirewallRule -RemoteAddress $own`
    : `  if (-not (${rule})) {
    New-NetFirewallRule -Name ${name} -DisplayName ${name} -Direction Inbound -Action Block -Protocol ${protocol.toUpperCase()} -LocalPort ${port} | Out-Null
  }`;
  const open = isAdministration
    ? `  ${allowRules} | Set-NetFirewallRule -RemoteAddress Any`
    : `  ${rule} | Remove-NetFirewallRule`;
  return {
    script: powershell(`${close}\n  'CLOSED. Now look from another machine.'`),
    undoScript: powershell(`${open}\n  'Open again.'`),
  };
}

function powershell(body: string): string {
  return `# PowerShell, run as administrator. To run it again does no harm.
& {
  $ErrorActionPreference = 'Stop'
  $user = [Security.Principal.WindowsPrincipal][Security.Principal.WindowsIdentity]::GetCurrent()
  if (-not $user.IsInRole([Security.Principal.WindowsBuiltInRole]::Administrator)) { throw 'STOPPED: open PowerShell as administrator' }
${body}
}
`;
}
