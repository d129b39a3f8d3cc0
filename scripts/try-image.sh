#!/usr/bin/env bash
# Builds the image of a release and runs it as it says: as its user, without any capability, on a file system that cannot be written to.
#
#   scripts/try-image.sh [directory of a release; default: dist]
#
# Needs root, and of Debian buildah and mmdebstrap: the base is made of Debian's packages, so that no registry is asked. The container has a
# network of its own, without a way out.
set -euo pipefail
release=${1:-dist}
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
scratch=$(mktemp -d)
export BUILDAH_ISOLATION=chroot
containers=()
finish() {
  for container in "${containers[@]}"; do buildah rm "$container" >/dev/null || true; done
  rm -rf "$scratch"
}
trap finish EXIT

mmdebstrap --quiet --variant=minbase bookworm "$scratch/base.tar"
base=$(buildah from scratch)
containers+=("$base")
buildah add --quiet "$base" "$scratch/base.tar" / >/dev/null
buildah commit --quiet "$base" localhost/breakwater-base >/dev/null
buildah build --quiet --format docker --build-arg BASE=localhost/breakwater-base --file "$here/ops/container/Dockerfile" \
  --tag localhost/breakwater "$release"
# What a container of it is started with.
buildah inspect --type image --format '{{range .Docker.Config.Env}}{{println .}}{{end}}' localhost/breakwater >"$scratch/environment"
user=$(buildah inspect --type image --format '{{.Docker.Config.User}}' localhost/breakwater)
container=$(buildah from localhost/breakwater)
containers+=("$container")
root=$(buildah mount "$container")

cat >"$scratch/inside" <<'INSIDE'
set -euo pipefail
root=$1 user=$2 scratch=$3
mount --make-rprivate /
mount --bind "$root" "$root"
mount -o remount,bind,ro "$root"
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
mount -t tmpfs -o "uid=${user%:*},gid=${user#*:},mode=700" tmpfs "$root/data"
ip link set lo up
mapfile -t environment <"$scratch/environment"
as_container() {
  env -i "${environment[@]}" chroot "$root" \
    setpriv --reuid="${user%:*}" --regid="${user#*:}" --clear-groups --bounding-set=-all --no-new-privs "$@"
}
as_container breakwater serve >"$scratch/output" 2>&1 </dev/null &
server=$!
for _ in {1..120}; do
  if as_container healthcheck; then break; fi
  sleep 1
done
as_container healthcheck
as_container sh -c 'touch /opt/breakwater/written' 2>/dev/null && { echo 'The root file system can be written to.' >&2; exit 1; }
as_container breakwater doctor || true
kill -TERM "$(pgrep --newest --full 'src/main.ts serve')"
wait "$server"
grep -q 'Stopping' "$scratch/output"
echo 'The image runs, as user '"$user"', and ends in order.'
INSIDE
unshare --mount --pid --net --ipc --uts --fork --mount-proc bash "$scratch/inside" "$root" "$user" "$scratch"
