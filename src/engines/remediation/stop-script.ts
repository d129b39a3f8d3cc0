import type { Closing } from './closing.ts';
import type { Scripts } from './remediation.ts';
import { rootScript, secondWayInGuard } from './root-script.ts';

/** Stop the service that listens, and what would start it again when somebody connects. Undo starts what was stopped. */
export function stopScripts(closing: Closing): Scripts {
  const { protocol, port, name } = closing;
  const stopped = `/var/lib/${name}.stopped`;
  const ss = `ss -${protocol === 'tcp' ? 'lt' : 'lu'}npH 'sport = :${port}'`;
  return {
    script: rootScript(closing, {
      purpose: 'Stops the service that listens on a port',
      guard: secondWayInGuard(closing),
      body: `pids=$(${ss} | grep -o 'pid=[0-9]*' | cut -d= -f2 | sort -u)
if [ -z "$pids" ]; then
  echo 'Nothing to do: nothing listens on this port.'
  exit 0
fi
for pid in $pids; do
  case $(cat "/proc/$pid/comm") in
    docker-proxy | rootlessport | conmon | slirp4netns | pasta*) fail 'a container publishes this port: stop that container instead' ;;
    systemd) continue ;;
  esac
  unit=$(sed -n 's|.*/\\([^/]*\\.service\\)$|\\1|p' "/proc/$pid/cgroup" | head -n 1)
  [ -n "$unit" ] || fail "process $pid belongs to no unit of systemd; stop it by hand"
  sockets=$(systemctl show --property=TriggeredBy --value "$unit")
  for each in $sockets "$unit"; do
    echo "$each" >> ${stopped}
    systemctl disable --now "$each" || fail "$each cannot be stopped"
  done
done
[ -z "$(${ss})" ] || fail 'something still listens: see ss -lnp'
echo 'CLOSED. The service is stopped, and does not start with the server.'`,
    }),
    undoScript: rootScript(closing, {
      purpose: 'Starts again the service that listened on a port',
      guard: 'none',
      body: `if [ ! -f ${stopped} ]; then
  echo 'Nothing to undo.'
  exit 0
fi
sort -u ${stopped} | while read -r unit; do systemctl enable --now "$unit"; done
rm ${stopped}`,
    }),
  };
}
