# shellcheck shell=bash
# Sourced by run and full: `step NAME COMMAND…` runs a command quietly and shows its output only if it fails.

step_log=$(mktemp)
trap 'rm -f "$step_log"' EXIT

step() {
  local name=$1 start=$SECONDS
  shift
  if ! "$@" </dev/null >"$step_log" 2>&1; then
    cat "$step_log" >&2
    printf '\nci: FAILED: %s (%s)\n' "$name" "$*" >&2
    exit 1
  fi
  printf 'ci: %-28s %4d s\n' "$name" $((SECONDS - start))
}
