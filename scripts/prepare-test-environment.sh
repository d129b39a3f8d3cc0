#!/usr/bin/env bash
# Installs what tests need from the system (test-tools.txt) where that is possible: as root, with apt.
# Prints the packages that are still missing to standard output, one per line; all else goes to standard error.
# Never fails and never hangs. With --check it installs nothing.
set -uo pipefail
readonly update_timeout_seconds=120 download_timeout_seconds=300 install_timeout_seconds=300
PATH="$PATH:/usr/local/sbin:/usr/sbin:/sbin"
cd "$(dirname "${BASH_SOURCE[0]}")" || exit 0

missing_packages() {
  local package program
  while read -r package program; do
    # A path may be that of a library.
    [[ $package == '#'* || ($program == /* && -e $program) ]] || command -v "$program" >/dev/null || echo "$package"
  done <test-tools.txt
}

say() { echo "prepare-test-environment: $*" >&2; }

# Debian starts a service when its package is installed, unless this file forbids it.
forbid_service_starts() {
  local policy=/usr/sbin/policy-rc.d
  [[ -e $policy ]] && return
  trap "rm -f $policy" EXIT
  printf '#!/bin/sh\nexit 101\n' >"$policy" && chmod 755 "$policy"
}

# Nor shall the next boot start what only tests use.
disable_services() {
  local -A services=(
    [bind9]=named [caddy]=caddy [coturn]=coturn [haproxy]=haproxy [memcached]=memcached [mosquitto]=mosquitto [nginx-light]=nginx
    [pgbouncer]=pgbouncer [postgresql-15]=postgresql [prometheus]=prometheus [redis-server]=redis-server [rsync]=rsync [snmpd]=snmpd [unbound]=unbound
  )
  local package
  command -v systemctl >/dev/null || return
  for package in "$@"; do
    if [[ -n ${services[$package]:-} ]]; then systemctl --quiet disable "${services[$package]}"; fi
  done
}

# apt <seconds> <arguments of apt-get…>: what apt-get says is shown only when it fails.
apt() {
  local timeout_seconds=$1 output
  shift
  output=$(DEBIAN_FRONTEND=noninteractive timeout --kill-after=10 "$timeout_seconds" \
    apt-get -qq -o DPkg::Lock::Timeout=60 -o Acquire::Retries=2 "$@" </dev/null 2>&1) && return
  say "apt-get $1 failed"$'\n'"$output"
  return 1
}

# A release that lacks one of the packages shall still get the others.
installable() {
  local package
  for package in "$@"; do
    [[ $(LC_ALL=C apt-cache policy "$package") == *'Candidate: '[!\(]* ]] && echo "$package"
  done
}

install_packages() {
  local packages options=(--yes --no-install-recommends)
  apt "$update_timeout_seconds" update
  mapfile -t packages < <(installable "$@")
  ((${#packages[@]})) || return
  say "installing ${packages[*]}"
  # The network is where it may hang: a download can be interrupted without harm, an installation had better not be.
  apt "$download_timeout_seconds" install "${options[@]}" --download-only "${packages[@]}" || return
  forbid_service_starts
  apt "$install_timeout_seconds" install "${options[@]}" "${packages[@]}"
  disable_services "${packages[@]}" 2>/dev/null
}

mapfile -t missing < <(missing_packages)
if ((${#missing[@]})) && [[ ${1:-} != --check && $EUID == 0 ]] && command -v apt-get >/dev/null; then
  install_packages "${missing[@]}"
fi
missing_packages
exit 0
