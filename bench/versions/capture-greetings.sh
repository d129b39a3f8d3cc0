#!/bin/bash
# What programs of a release of Debian say of themselves, from its packages, each beside the release and the package that dpkg says it is from:
# rows for src/monitoring/versions/testing/greetings.txt. As root, with mmdebstrap and curl; sends packets in a network namespace of its own only.
#
#   bench/versions/capture-greetings.sh trixie 'deb http://deb.debian.org/debian trixie main'...
set -eu
suite=$1
shift
root=/var/tmp/breakwater-bench/greetings/$suite
programs='openssh-server php-cli apache2 nginx-light exim4-daemon-light proftpd-core redis-server'

if [ ! -e "$root/done" ]; then
  rm -rf "$root"
  mkdir -p "$(dirname "$root")"
  mmdebstrap --quiet --variant=apt "$suite" "$root" "$@"
  chroot "$root" sh -c "printf '#!/bin/sh\nexit 101\n' >/usr/sbin/policy-rc.d; chmod 755 /usr/sbin/policy-rc.d"
  chroot "$root" apt-get -qq update >&2
  chroot "$root" env DEBIAN_FRONTEND=noninteractive apt-get -qq install --yes --no-install-recommends $programs >&2
  server=$(chroot "$root" apt-cache search --names-only '^mariadb-server-core(-10\..)?$' | cut -d' ' -f1 | tail -1)
  chroot "$root" env DEBIAN_FRONTEND=noninteractive apt-get -qq install --yes --no-install-recommends "$server" >&2
  touch "$root/done"
fi

# Its own loopback, and its own processes, which end with it.
exec unshare --net --mount --pid --fork --kill-child bash -eu -s "$root" <<'INNER'
root=$1
ip link set lo up
mount -t proc proc "$root/proc"
mount --bind /dev "$root/dev"
mount -t tmpfs tmpfs "$root/run"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
release=$(sed -n 's/^VERSION_ID="\(.*\)"/\1/p' "$root/etc/os-release")
in_root() { chroot "$root" "$@" >/dev/null 2>&1 & }
row() { # STATED PROGRAM_FILE
  owner=$(chroot "$root" dpkg -S "$(chroot "$root" readlink -f "$2")" 2>/dev/null | cut -d: -f1 || true)
  version=$(chroot "$root" dpkg-query -Wf '${source:Version}' "$owner")
  printf '%s | debian %s | %s %s\n' "$1" "${release:-sid}" "$owner" "$version"
}
line() { timeout 5 bash -c "exec 3<>/dev/tcp/127.0.0.1/$1; head -n1 <&3" 2>/dev/null | tr -d '\r'; }
header() { curl --silent --max-time 5 --head "http://127.0.0.1:$1/" | tr -d '\r' | grep -i "^$2:" || true; }

mkdir -p "$root/run/sshd" "$root/tmp/db" "$root/tmp/web"
chroot "$root" ssh-keygen -q -t ed25519 -N '' -f /tmp/key
in_root /usr/sbin/sshd -D -h /tmp/key -p 22
in_root sh -c 'chown nobody /tmp/db; exec setpriv --reuid=nobody --regid=nogroup --clear-groups mariadbd --no-defaults --skip-grant-tables --datadir=/tmp/db --socket=/tmp/db/s --port=3306'
in_root php -S 127.0.0.1:8001 -t /tmp/web
in_root sh -c '. /etc/apache2/envvars; mkdir -p /run/apache2 /run/lock /var/log/apache2; a2enmod -q ssl; exec apache2 -DFOREGROUND'
in_root sh -c 'printf "events{} http{server{listen 8002;}}" >/tmp/nginx; exec nginx -c /tmp/nginx -g "daemon off;"'
in_root exim4 -bdf -oX 25 -C /dev/null
in_root sh -c 'printf "ServerType standalone\nPort 21\nUser nobody\nGroup nogroup\nServerIdent on\n" >/tmp/proftpd; exec proftpd -n -c /tmp/proftpd'
in_root redis-server --port 6379 --save ''
sleep 12

echo '<?php' >"$root/tmp/web/index.php"
row "$(line 22)" /usr/sbin/sshd
row "$(timeout 5 bash -c 'exec 3<>/dev/tcp/127.0.0.1/3306; head -c 80 <&3' | tail -c +6 | tr '\0' '\n' | head -n1)" /usr/sbin/mariadbd
row "$(header 8001 X-Powered-By)" /usr/bin/php
row "$(header 80 Server)" /usr/sbin/apache2
row "$(header 8002 Server)" /usr/sbin/nginx
row "$(line 25)" /usr/sbin/exim4
row "$(line 21)" /usr/sbin/proftpd
row "$(timeout 5 bash -c 'exec 3<>/dev/tcp/127.0.0.1/6379; echo INFO >&3; head -n4 <&3' | tr -d '\r' | grep ^redis_version)" /usr/bin/redis-server
INNER
