#!/usr/bin/env bash
# All tests that there are: each project with four times as many runs of each property as usual (or as many as PROPERTY_RUNS says), what a
# sharded database and large tables would say of every statement, and PostgreSQL 15. The last line of output is
# `N passed, N failed[, N skipped]`, over all of it.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# What hangs ends.
readonly deadline_seconds=14400
# shellcheck source=scripts/test-phases.sh
source scripts/test-phases.sh

readonly everything='all projects' on_postgres_15='on PostgreSQL 15'
export STATEMENTS_DIR="$scratch/statements"

PROPERTY_RUNS=${PROPERTY_RUNS:-400} start "$everything" 10800 npm test -- --project '*'
end_tests "$everything"
phase 'statements' 120 npm run --silent lint:statements -- "$STATEMENTS_DIR" --complete || true
phase 'plans' 240 npm run --silent lint:plans -- "$STATEMENTS_DIR" --complete || true
# The other projects know no database, or are the same on any.
start_on_postgres_15 "$on_postgres_15" 7200 --project service --project service-long --project processes --project processes-long
if [[ -n ${process_of[$on_postgres_15]:-} ]]; then end_tests "$on_postgres_15"; fi
