# Sourced by what runs checks and tests one after the other or side by side, and adds up what they count: .ci/run and test-all.sh.
# The last line of output is `N passed, N failed[, N skipped]`, over all runs of tests; a failed check counts as one failure.
# It wants deadline_seconds, by which all phases together end.

export NO_COLOR=1
exec </dev/null

readonly postgres_programs=/usr/lib/postgresql/15/bin
scratch=$(mktemp -d)
cluster='' postgres_15_url=''
passed=0 failed=0 skipped=0
declare -A log_of=() started_at=() process_of=()

finish() {
  local status=$? counts pid
  # Tests that still run, if the script is interrupted; of those that have ended nothing is left to be told.
  for pid in "${process_of[@]}"; do kill "$pid" 2>/dev/null || true; done
  stop_postgres
  rm -rf "$scratch"
  # Whatever ended the script before its end is a failure too.
  if ((status != 0 && failed == 0)); then failed=1; fi
  counts="$passed passed, $failed failed"
  if ((skipped > 0)); then counts+=", $skipped skipped"; fi
  echo "Ended after $SECONDS s"
  echo "$counts"
  exit $((failed > 0))
}

# limited <seconds> <command…>: ends the command at its limit, or earlier at the deadline, with status 124 or 137.
limited() {
  local limit_seconds=$1 left_seconds=$((${deadline_seconds:?} - SECONDS))
  shift
  if ((left_seconds < limit_seconds)); then limit_seconds=$((left_seconds > 1 ? left_seconds : 1)); fi
  timeout --kill-after=15 "$limit_seconds" "$@"
}

# phase <name> <seconds> <command…>: runs a check, says how long it took, and counts its failure.
phase() {
  local name=$1 limit_seconds=$2 start=$SECONDS status=0
  shift 2
  echo "=== $name"
  limited "$limit_seconds" "$@" || status=$?
  if ((status != 0)); then failed=$((failed + 1)); fi
  end_phase "$name" "$status" "$start"
  return "$status"
}

# start <name> <seconds> <command…>: runs it beside what follows; end_tests waits for it.
start() {
  local name=$1 limit_seconds=$2
  shift 2
  log_of["$name"]="$scratch/${#log_of[@]}.log" started_at["$name"]=$SECONDS
  # Before it is written: what follows may read it sooner than the tests begin.
  : >"${log_of[$name]}"
  limited "$limit_seconds" "$@" >"${log_of[$name]}" 2>&1 &
  process_of["$name"]=$!
}

# end_tests <name>: prints what the tests have printed and print until they end, and adds up what they count.
end_tests() {
  local name=$1 status=0 failed_before=$failed counts
  echo "=== $name"
  tail --lines=+1 --follow --pid="${process_of[$name]}" "${log_of[$name]}"
  wait "${process_of[$name]}" || status=$?
  counts=$(grep -E '^[0-9]+ passed, [0-9]+ failed(, [0-9]+ skipped)?$' "${log_of[$name]}" | tail -n 1 || true)
  if [[ $counts =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed(,\ ([0-9]+)\ skipped)?$ ]]; then
    passed=$((passed + BASH_REMATCH[1]))
    failed=$((failed + BASH_REMATCH[2]))
    skipped=$((skipped + ${BASH_REMATCH[4]:-0}))
  fi
  if ((status != 0 && failed == failed_before)); then failed=$((failed + 1)); fi
  end_phase "$name" "$status" "${started_at[$name]}"
}

end_phase() {
  local name=$1 status=$2 start=$3 result=ok
  if ((status != 0)); then result="FAILED with status $status"; fi
  if ((status == 124 || status == 137)); then result='FAILED: out of time'; fi
  echo "=== $name: $result, $((SECONDS - start)) s"
}

# PostgreSQL refuses to run as root, and wants a working directory that its user may enter.
postgres_program() (
  cd /
  program=("$postgres_programs/$1" "${@:2}")
  if ((EUID == 0)); then program=(setpriv --reuid=postgres --regid=postgres --init-groups "${program[@]}"); fi
  "${program[@]}"
)

# On a socket and in memory, as the embedded database of the tests: what is to be told apart is the version.
start_postgres() {
  local settings memory=/tmp
  if (($(df --output=avail /dev/shm 2>/dev/null | tail -n 1) > 2 << 20)); then memory=/dev/shm; fi
  cluster=$(mktemp -d --tmpdir="$memory" postgres-15-XXXXXX)
  settings="-c listen_addresses= -c unix_socket_directories=$cluster -c fsync=off -c full_page_writes=off -c max_connections=200"
  if ((EUID == 0)); then chown postgres:postgres "$cluster"; fi
  postgres_program initdb --pgdata="$cluster/data" --username=breakwater --auth=trust --encoding=UTF8 --locale=C --no-sync >/dev/null &&
    postgres_program pg_ctl start --wait --silent --pgdata="$cluster/data" --log="$cluster/log" --options="$settings" &&
    postgres_15_url="postgres://breakwater@localhost/postgres?host=$cluster"
}

# start_on_postgres_15 <name> <seconds> <arguments of scripts/test.ts…>: starts tests on it, or says why not. With the tables laid out as
# those of a sharded database, which lack some foreign keys.
start_on_postgres_15() {
  if [[ ! -x $postgres_programs/postgres ]]; then
    echo 'SKIPPED LOUDLY: PostgreSQL 15 is not installed: the tests did not run on it'
  elif start_postgres; then
    TEST_DATABASE_URL=$postgres_15_url TEST_TABLE_LAYOUT=distributed start "$1" "$2" npm test -- "${@:3}"
  else
    echo 'PostgreSQL 15 could not be started:'
    cat "$cluster/log" || true
    failed=$((failed + 1))
  fi
}

stop_postgres() {
  [[ -n $cluster ]] || return 0
  if [[ -e $cluster/data/postmaster.pid ]]; then
    postgres_program pg_ctl stop --mode=immediate --silent --pgdata="$cluster/data" || true
  fi
  rm -rf "$cluster"
}

trap finish EXIT
trap 'exit 130' INT TERM
