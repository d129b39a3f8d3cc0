/**
 * A second root file system over this machine's own (overlayfs): packages are installed into it and daemons run in it, and
 * the machine itself keeps neither. Packages that forbid each other, such as two FTP servers, get a root each.
 */

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Kept from run to run, so that only the first one downloads; may be deleted whenever no benchmark runs. */
const storage = '/var/tmp/breakwater-bench/daemon-roots';
const installTimeoutMs = 1_800_000;

/** Held by who has mounted the roots of this name: two mounts of one root would write over each other. */
export function lockOf(name: string): string {
  return `${storage}.${name}.lock`;
}

export interface PrivateRoot {
  readonly name: string;
  readonly packages: readonly string[];
}

/** Installs what the root lacks; a root that has more than is wanted is made anew. @returns what apt said when it failed, null on success */
export function installPackages(root: PrivateRoot): string | null {
  const stamp = join(storage, root.name, 'installed');
  const wanted = [...root.packages].sort();
  const installed = existsSync(stamp) ? readFileSync(stamp, 'utf8').split('\n').filter(Boolean) : [];
  if (installed.join() === wanted.join()) return null;
  const hasOthers = installed.some((name) => !wanted.includes(name));
  if (installed.length === 0 || hasOthers) rmSync(join(storage, root.name), { recursive: true, force: true });
  const inNamespace = ['--mount', '--propagation', 'private', 'sh', '-euc', installation, 'sh'];
  const npm = wanted.filter((name) => name.startsWith(fromNpm)).map((name) => name.slice(fromNpm.length));
  const debian = wanted.filter((name) => !name.startsWith(fromNpm));
  const packages = [...debian, '--', ...npm];
  const { error, status, stdout } = spawnSync('unshare', [...inNamespace, ...mountArguments(root), ...packages], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: installTimeoutMs,
  });
  if (error || status !== 0) return `${error?.message ?? ''}${stdout.slice(-2000)}`;
  writeFileSync(stamp, wanted.map((name) => `${name}\n`).join(''));
  return null;
}

/** Mounts a root in the caller's mount namespace, which must be a private one. @returns where */
export function mountRoot(root: PrivateRoot): string {
  const { error, status, stderr } = spawnSync('sh', ['-euc', mounting, 'sh', ...mountArguments(root)], {
    encoding: 'utf8',
  });
  if (error || status !== 0) throw new Error(`cannot mount the root ${root.name}: ${error?.message ?? stderr}`);
  return join(storage, root.name, 'merged');
}

function mountArguments({ name }: PrivateRoot): string[] {
  const layers = ['upper', 'work', 'merged'].map((layer) => join(storage, name, layer));
  for (const layer of layers) mkdirSync(layer, { recursive: true });
  return layers;
}

/** Arguments: upper, work and merged directory. What daemons leave in /dev, /run and /tmp is gone with the namespace. */
const mounting = `
  merged=$3
  mount -t overlay overlay -o "lowerdir=/,upperdir=$1,workdir=$2" "$merged"
  mount -t tmpfs -o mode=755 tmpfs "$merged/dev"
  cp -a --one-file-system /dev/. "$merged/dev/"
  mount --bind /dev/pts "$merged/dev/pts"
  mount -t tmpfs -o mode=1777 tmpfs "$merged/dev/shm"
  mount -t proc proc "$merged/proc"
  mount --rbind /sys "$merged/sys"
  mount -t tmpfs -o mode=755 tmpfs "$merged/run"
  mount -t tmpfs -o mode=1777 tmpfs "$merged/tmp"
  shift 3
`;

/** How a package of npm is written among those of Debian: `npm:name@version`, and what it needs beside it after blanks. */
const fromNpm = 'npm:';

/**
 * Further arguments: Debian's packages, then `--`, then npm's, each of which gets a directory of its own in /opt/npm. Debian starts
 * a service that it installs unless policy-rc.d forbids it.
 */
const installation = `
  ${mounting}
  printf '#!/bin/sh\\nexit 101\\n' >"$merged/usr/sbin/policy-rc.d"
  chmod 755 "$merged/usr/sbin/policy-rc.d"
  export DEBIAN_FRONTEND=noninteractive
  options='-qq -o Acquire::Retries=2 -o Dpkg::Use-Pty=0 -o Dpkg::Options::=--force-unsafe-io'
  rm -f "$merged/var/lib/man-db/auto-update"
  debian=
  while [ "$1" != -- ]; do debian="$debian $1"; shift; done
  shift
  # What an installation that was cut short left.
  chroot "$merged" dpkg --configure -a </dev/null 2>&1
  [ -z "$debian" ] || chroot "$merged" apt-get $options update 2>&1
  [ -z "$debian" ] || chroot "$merged" apt-get $options install --yes --no-install-recommends $debian </dev/null 2>&1
  chroot "$merged" apt-get clean
  for package in "$@"; do
    directory=\${package%% *}
    directory=/opt/npm/\${directory%@*}
    [ ! -e "$merged$directory/installed" ] || continue
    chroot "$merged" mkdir -p "$directory"
    chroot "$merged" npm install --ignore-scripts --no-audit --no-fund --prefix "$directory" $package </dev/null 2>&1 &&
      touch "$merged$directory/installed" || echo "!!! npm could not install $package" >&2
  done
`;
