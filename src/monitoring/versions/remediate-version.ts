import type { AlertRemediation } from '../alerts/index.ts';
import type { VersionEvidence } from './version-evidence.ts';

/** Step name to shell command, in the order to run them, each for a root shell. */
type VersionCommands = Readonly<Record<string, string>>;

/** Undefined: no command mends it. */
export function remediateVersion(evidence: VersionEvidence): AlertRemediation | undefined {
  const commands = commandsFor(evidence);
  if (!commands) return undefined;
  const platform = { name: 'apt', label: 'Debian, Ubuntu', commands };
  return { selected: platform.name, platforms: [platform] };
}

/** Commands name nothing that came from the network: only what publishers call releases and packages. */
export function commandsFor(evidence: VersionEvidence): VersionCommands | undefined {
  const { check } = evidence;
  const installUpdates = { see_what_is_installed: check, install_updates: 'apt-get update && apt-get full-upgrade' };
  if (evidence.about === 'vulnerability')
    return evidence.fix === 'free' ? { ...installUpdates, verify: check } : undefined;
  if (evidence.about === 'product_line' || evidence.system === 'windows') return undefined;
  const [next] = evidence.upgrades;
  if (evidence.series === null || !next) return undefined;
  const upgrade = evidence.system === 'ubuntu' ? 'do-release-upgrade' : debianUpgrade(evidence.series, next.series);
  return { ...installUpdates, upgrade_to_next_release: upgrade, restart_server: 'reboot', verify: check };
}

/** Of Debian's own lists alone: who else's there are, has to be seen to by hand. Archives of updates have another name from bullseye on. */
function debianUpgrade(from: string, to: string): string {
  return [
    `find /etc/apt -name sources.list -o -name debian.sources | xargs sed -i -e 's#${from}/updates#${to}-security#g' -e 's/${from}/${to}/g'`,
    'apt-get update && apt-get upgrade --without-new-pkgs && apt-get full-upgrade',
  ].join('\n');
}
