/** What installs the packages of a system, and tells of them. */
export type Installer = 'dpkg' | 'dnf' | 'zypper';

/** By the systems that services name. */
const installers: Readonly<Record<string, Installer>> = {
  debian: 'dpkg',
  ubuntu: 'dpkg',
  raspbian: 'dpkg',
  almalinux: 'dnf',
  amazon: 'dnf',
  centos: 'dnf',
  fedora: 'dnf',
  oracle: 'dnf',
  rhel: 'dnf',
  rocky: 'dnf',
  suse: 'zypper',
};

/**
 * That of a server.
 * @param systems that its services name; null: one names none
 * @returns null where they name none that is known, or several that differ: containers
 */
export function installerOf(systems: readonly (string | null)[]): Installer | null {
  const [installer, ...others] = new Set(systems.flatMap((system) => installers[system ?? ''] ?? []));
  return installer !== undefined && others.length === 0 ? installer : null;
}
