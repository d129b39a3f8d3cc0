import type { Closing } from './closing.ts';
import type { LoopbackRecipe } from './loopback-recipes.ts';
import { rootScript, secondWayInGuard } from './root-script.ts';
import { indent } from './shell-steps.ts';

/** Whole scripts that make a service listen on the loopback interface only, and that take it back. */
export function loopbackScripts(closing: Closing, recipe: LoopbackRecipe): { script: string; undoScript: string } {
  return {
    script: rootScript(closing, {
      purpose: 'Lets a service listen on the loopback interface only',
      guard: secondWayInGuard(closing),
      body: `${common(closing, recipe)}\n${apply(closing, recipe)}`,
    }),
    undoScript: rootScript(closing, {
      purpose: 'Lets a service listen as it did before',
      guard: 'none',
      body: `${common(closing, recipe)}\n${undo(recipe)}`,
    }),
  };
}

/** A file as it was stands beside it, under its name and ours; services read no file of such a name. */
function common({ protocol, port, name }: Closing, recipe: LoopbackRecipe): string {
  const ss = `ss -${protocol === 'tcp' ? 'lt' : 'lu'}nH`;
  return `name=${name}
port=${port}
${recipe.edit.includes('$loopback') ? LOOPBACK : ''}existing() {
  for each in "$@"; do
    if [ -f "$each" ]; then echo "$each"; fi
  done
}
files() {
${indent(recipe.files)}
}
edit() {
${indent(recipe.edit)}
}
${ownFile(recipe)}works() {
${indent(recipe.works ?? `[ -n "$(${ss} "sport = :$port")" ]`)}
}
unit=
for pid in $(${ss.replace('nH', 'npH')} "sport = :$port" | grep -o 'pid=[0-9]*' | cut -d= -f2 | sort -u); do
  case $(cat "/proc/$pid/comm" 2>/dev/null) in
    docker-proxy | rootlessport | conmon | slirp4netns | pasta*)
      fail 'a container publishes this port: close it in the firewall, or create the container again with 127.0.0.1 before the port' ;;
  esac
  [ -n "$unit" ] || unit=$(sed -n 's|.*/\\([^/]*\\.service\\)$|\\1|p' "/proc/$pid/cgroup" 2>/dev/null | head -n 1)
done
if [ -z "$unit" ]; then
  known() {
    for each in "$@"; do
      if systemctl cat "$each.service" >/dev/null 2>&1; then echo "$each.service" && return; fi
    done
  }
  unit=$(known ${recipe.units.join(' ')})
  [ -n "$unit" ] || fail 'the service is no unit of systemd here; set it by hand'
fi
restart() {
  systemctl daemon-reload
  systemctl restart "$unit" || return 1
  socket=\${unit%.service}.socket
  if [ "$socket" = ssh.socket ] && systemctl is-active --quiet "$socket"; then systemctl restart "$socket"; fi
  tries=0
  until works; do
    tries=$((tries + 1))
    [ "$tries" -lt 60 ] || return 1
    sleep 0.5
  done
}
put_back() {
  for file in $(files); do
    [ ! -f "$file.$name" ] || { cat "$file.$name" > "$file" && rm "$file.$name"; }
  done${recipe.dropIn === undefined ? '' : '\n  rm -f "$(own_file)"'}
}`;
}

const LOOPBACK = `loopback=127.0.0.1
grep -qs ' lo$' /proc/net/if_inet6 && loopback='127.0.0.1 ::1'
`;

/** Says where the file of our own belongs: the first directory counts. */
function ownFile({ dropIn }: LoopbackRecipe): string {
  if (dropIn === undefined) return '';
  return `own_file() {
  for directory in ${dropIn.directories.join(' ')} /etc; do
    if [ -d "$directory" ]; then echo "$directory/${dropIn.name}" && return; fi
  done
}
`;
}

function apply({ protocol }: Closing, recipe: LoopbackRecipe): string {
  const lines = (recipe.dropIn?.lines ?? []).map((line) => ` '${line}'`).join('');
  const ss = `ss -${protocol === 'tcp' ? 'lt' : 'lu'}nH`;
  return `open_to_world() { ${ss} "sport = :$port" | awk '{ print $4 }' | grep -Eqv '^(127\\.|\\[::1\\]|\\[::ffff:127\\.)'; }
[ -n "$(files)" ] || fail 'no configuration was found that speaks for this port; set it by hand'
work=$(mktemp -d) || fail 'no place for a temporary file'
trap 'rm -rf "$work"' EXIT
changed=
for file in $(files); do
  [ -f "$file" ] || continue
  edit "$file" "$file" > "$work/new" || fail "$file cannot be edited"
  cmp -s "$work/new" "$file" && continue
  { cp -p "$file" "$file.$name" && cat "$work/new" > "$file"; } || fail "$file cannot be written"
  changed="$changed $file"
done
${
  lines === ''
    ? ''
    : `file=$(own_file)
if [ ! -f "$file" ]; then
  printf '%s\\n'${lines} > "$file" || fail "$file cannot be written"
  changed="$changed $file"
fi
`
}if [ -z "$changed" ] && ! open_to_world; then
  echo 'Nothing to do: it is so already.'
  exit 0
fi
${recipe.validate === undefined ? '' : validation(recipe.validate)}if ! restart || open_to_world; then
  put_back
  restart
  fail "$unit did not start, or still listens to the world; everything is as it was"
fi
echo "CLOSED. Changed:$changed. Restarted: $unit"`;
}

/** What was edited since is not thrown away. */
function undo(recipe: LoopbackRecipe): string {
  const own = recipe.dropIn === undefined ? '' : `\n[ ! -f "$(own_file)" ] || found=yes`;
  return `found=
for file in $(files); do
  [ -f "$file.$name" ] || continue
  found=yes
  edit "$file.$name" "$file" | cmp -s - "$file" || fail "$file was changed since; compare it with $file.$name by hand"
done${own}
if [ -z "$found" ]; then
  echo 'Nothing to undo.'
  exit 0
fi
put_back
restart || fail "$unit did not start: see journalctl -u $unit"
echo "As it was before. Restarted: $unit"`;
}

function validation(check: string): string {
  return `valid() {
${indent(check)}
}
if ! valid; then
  put_back
  fail 'the service would not start with this; everything is as it was'
fi
`;
}
