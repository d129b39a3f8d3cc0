#!/usr/bin/env bash
# Tries the Debian package of a release in bare trees of Debian 12 that systemd boots, without a way out of them. One machine goes the way from
# nothing to a first alert by the commands of docs/operations.md, and backs itself up by its timer. Another has the package of an older commit, is
# upgraded, goes back and is upgraded again, loses the package but not its data, and is filled from the backup of the first.
#
#   scripts/try-package.sh [directory of a release; default: dist] [an older commit; default: the last one before the newest migration]
#
# Needs root, of Debian debootstrap and lintian, and its mirror (MIRROR). The older commit is built here: npm needs its registry.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
release=$(realpath "${1:-dist}")
older_commit=${2:-$(git -C "$here" log -1 --format=%H --diff-filter=A -- 'migrations/0*.sql')^}
scratch=$(mktemp -d)
booted=''
power_off() {
  if [ -n "$booted" ]; then kill -KILL "$booted" && wait "$booted" 2>/dev/null || true; fi
  booted=''
}
finish() {
  power_off
  rm -rf "$scratch"
  git -C "$here" worktree prune
}
trap finish EXIT
phase() { echo "== $1 ($SECONDS s)"; }

# CLONE DIRECTORY-OF-A-RELEASE
package_of() {
  rm -f "$2"/breakwater_*.deb
  (cd "$1" && npm run --silent package:debian -- --out "$2")
}

phase 'The package, judged by lintian'
package=$(package_of "$here" "$release")
lintian --fail-on error,warning "$package"

phase "The package of $(git -C "$here" log -1 --format='%h, %cs' "$older_commit")"
git -C "$here" worktree add --quiet --detach "$scratch/older" "$older_commit"
(
  cd "$scratch/older"
  npm ci --no-audit --no-fund --prefer-offline --loglevel=error
  npm run --silent release -- --snapshot
) >"$scratch/older-log" 2>&1 || { tail -n 20 "$scratch/older-log" >&2; exit 1; }
older_package=$(package_of "$scratch/older" "$scratch/older/dist")

phase 'A bare Debian 12'
bare="$scratch/bare"
debootstrap --variant=minbase --include=adduser,curl,dbus,libstdc++6,man-db,nginx-light,openssl,postgresql,systemd-sysv bookworm "$bare" "${MIRROR:-http://deb.debian.org/debian}" >"$scratch/debootstrap" ||
  { tail -n 20 "$scratch/debootstrap" >&2; exit 1; }
echo '127.0.0.1 localhost security.example.com' >"$bare/etc/hosts"
mv "$package" "$bare/package.deb"
mv "$older_package" "$bare/older.deb"
rm -rf "$scratch/older"

cat >"$scratch/boot" <<'BOOT'
set -euo pipefail
mount --make-rprivate /
cd "$1"
mkdir -p changes work root
mount -t overlay -o "lowerdir=$2,upperdir=changes,workdir=work" overlay root
cd root
mount -t proc proc proc
mount -t tmpfs -o mode=755 tmpfs sys
mkdir -p sys/fs/cgroup before
mount -t cgroup2 cgroup2 sys/fs/cgroup
mount --rbind /dev dev
# Shared memory of its own: what systemd and PostgreSQL tidy up there is not of others of this machine.
mount -t tmpfs -o mode=1777 tmpfs dev/shm
mount -t tmpfs -o mode=755 tmpfs run
ip link set lo up
pivot_root . before
cd /
umount --lazy /before
mount --make-rshared /
exec env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin container=other /lib/systemd/systemd --system --unit=multi-user.target --log-target=null --show-status=no
BOOT
# A machine of its own: what it changes of the bare tree is in a directory of its name.
boot() {
  mkdir "$scratch/$1"
  unshare --mount --pid --net --ipc --uts --cgroup --fork --kill-child bash "$scratch/boot" "$scratch/$1" "$bare" </dev/null &
  booted=$!
  for _ in {1..120}; do
    if inside 'systemctl is-active postgresql@15-main' >/dev/null 2>&1; then return; fi
    sleep 1
  done
  echo "The machine $1 does not boot." >&2
  exit 1
}
# By the shell of a person who is root there, who waits for a service by `well`. Standard input is passed on.
inside() {
  nsenter --target "$(pgrep --parent "$booted")" --mount --pid --net --ipc --uts --cgroup \
    env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 bash -euo pipefail -c "
well() {
  # A node of this version, and none that is not ready. One whose database an older release's unit ended first stays silent for an hour.
  for _ in {1..90}; do
    if breakwater status >/root/status 2>&1 && grep -q \"\$(breakwater --version | cut -d' ' -f1)  *ready\" /root/status &&
      ! grep -qE 'not ready|no process' /root/status; then cat /root/status; return; fi
    sleep 2
  done
  cat /root/status
  false
}
cd /
$1"
}
# What the machine has to say where a step of it fails.
on_machine() {
  inside "$1" || { inside 'journalctl --no-pager --lines 60; systemctl --no-pager --failed' >&2 || true; exit 1; }
}

phase 'From nothing to a first alert'
boot first
# The commands of that section as they stand there, but for what is installed already, the address that is scanned, and the key, which a
# person would copy.
sed -n '/^### From nothing to a first alert$/,/^### From a package/p' "$here/docs/operations.md" | sed -n '/^```sh$/,/^```$/p' | sed '/^```/d' |
  sed -e 's#^apt install .*#dpkg --install /package.deb#' -e 's#203\.0\.113\.7#127.10.0.1#' \
    -e 's#PUBLIC_URL=#SCAN_ALLOW=127.0.0.0/8 &#' -e 's#^breakwater partner create.*#& | tee /root/partner#' \
    -e 's#^KEY=.*#KEY=$(grep -o "bwk_[A-Za-z0-9_]*" /root/partner | head -n 1)#' >"$scratch/way"
grep -q '/api/v1/billing/provision' "$scratch/way"
# Something to be found there.
inside 'setsid perl -MIO::Socket::INET -e "my \$s = IO::Socket::INET->new(LocalAddr => q(127.10.0.1:2022), Listen => 64, ReuseAddr => 1) or die; while (my \$c = \$s->accept) { print \$c qq(SSH-2.0-OpenSSH_9.2p1 Debian-2\r\n); close \$c }" >/dev/null 2>&1 </dev/null &'
begun=$SECONDS
on_machine "$(cat "$scratch/way")"
echo "It took the machine $((SECONDS - begun)) s."
on_machine 'breakwater doctor || true'
on_machine 'curl --silent --fail --cacert /etc/ssl/breakwater/certificate.pem https://security.example.com/docs/runbook | grep --count BreakwaterBackupOld >/dev/null'
# A man page without warnings, and a completion that bash takes.
on_machine '[ -z "$(man --warnings --encoding=UTF-8 --local-file --ditroff /usr/share/man/man1/breakwater.1.gz 2>&1 >/dev/null)" ]
. /usr/share/bash-completion/completions/breakwater && complete -p breakwater >/dev/null'
on_machine 'size=$(du -sm --exclude=node-linux-* --exclude=@embedded-postgres /usr/lib/breakwater | cut -f1)
echo "Besides Node.js and PostgreSQL it takes $size MB." && [ "$size" -le 200 ]'

phase 'A backup by its timer, within seconds in place of the night'
on_machine 'mkdir /etc/systemd/system/breakwater-backup.timer.d
printf "[Timer]\nOnCalendar=\nOnActiveSec=2s\nRandomizedDelaySec=0\nAccuracySec=1s\n" > /etc/systemd/system/breakwater-backup.timer.d/soon.conf
systemctl daemon-reload && systemctl restart breakwater-backup.timer
for _ in {1..150}; do if ls /var/backups/breakwater/*.backup >/dev/null 2>&1; then break; fi; sleep 2; done
for _ in {1..150}; do if [ "$(systemctl is-active breakwater-backup)" != activating ]; then break; fi; sleep 2; done
[ "$(systemctl show --property=Result --value breakwater-backup)" = success ]
BACKUP_PASSPHRASE_FILE=/etc/breakwater/backup-passphrase breakwater backup verify /var/backups/breakwater/*.backup'
inside 'cat /var/backups/breakwater/*.backup' >"$scratch/backup"
passphrase=$(inside 'cat /etc/breakwater/backup-passphrase')
key=$(inside 'grep --only-matching --max-count=1 "bwk_[A-Za-z0-9_]*" /root/partner')
power_off

phase 'An upgrade from the older package, the way back, and the upgrade again'
boot second
on_machine 'dpkg --install /older.deb >/dev/null
[ "$(stat -c "%a %U" /etc/breakwater/breakwater.env)" = "600 root" ]
[ -z "$(grep -vE "^(#|$)" /etc/breakwater/breakwater.env || true)" ]
echo PUBLIC_URL=https://security.example.com >> /etc/breakwater/breakwater.env
systemctl enable --now breakwater && well
breakwater --version
breakwater partner create --name "Somebody else" --portal-domain portal.example.com >/dev/null'
for file in package older package; do
  # As `apt install` of another version does it, and asks: the settings stay, in the file that another release says other things about.
  on_machine "dpkg --force-confold --install /$file.deb >/dev/null 2>&1
grep --quiet PUBLIC_URL=https /etc/breakwater/breakwater.env
well
breakwater --version
breakwater partner list | grep 'Somebody else'"
done

phase 'An end in order: the service first, then its database'
on_machine 'before=$(date "+%F %T") && sleep 1
systemctl restart breakwater && well
journalctl --unit breakwater --since "$before" --output cat >/root/log
grep --quiet Stopping /root/log
[ -z "$(grep -E "not stop in order|connection was lost|had trouble" /root/log)" ]'

phase 'A removal that leaves the data'
on_machine 'touch /var/backups/breakwater/mine /etc/breakwater/backup-passphrase
dpkg --purge breakwater >/dev/null
for kept in /var/lib/breakwater/secret-key /var/backups/breakwater/mine /etc/breakwater/backup-passphrase; do test -e "$kept"; done
for gone in /usr/lib/breakwater /usr/bin/breakwater /etc/breakwater/breakwater.env; do test ! -e "$gone"; done
[ -z "$(find /etc/systemd/system -name "breakwater*")" ]
getent passwd breakwater >/dev/null
dpkg --install /package.deb >/dev/null
echo PUBLIC_URL=https://security.example.com >> /etc/breakwater/breakwater.env
systemctl start breakwater && well
breakwater partner list | grep "Somebody else"'

phase 'A restore of what the first machine had'
inside 'umask 077 && cat > /root/first.backup' <"$scratch/backup"
on_machine "systemctl stop breakwater && rm -r /var/lib/breakwater
BACKUP_PASSPHRASE='$passphrase' breakwater restore /root/first.backup
systemctl start breakwater && well
curl --silent --fail --header 'Host: security.example.com' --header 'Authorization: Bearer $key' 'http://127.0.0.1:8080/api/v1/alerts?billing_customer_id=42&status=open' | grep --count '\"port\"' >/dev/null"
phase 'All of it went well'
