# shellcheck shell=bash
# Sourced by run and full.
#
#   step NAME COMMAND…   runs a command with a time limit. Shows its output if it fails; if it passes, shows what it skipped
#                        (lines that begin with "skipped ").
#   skip NAME REASON     reports a step that cannot run on this machine.
#   summary              prints "ci: N passed, N failed, N skipped". Returns 1 if a step failed. Call it last.
#
# STEP_LIMIT=SECONDS sets the time limit of a step (45 minutes). KEEP_GOING=true runs the remaining steps after a failure.

step_log=$(mktemp)
trap 'rm -f "$step_log"' EXIT
steps_passed=0 steps_failed=0 skipped=0

step() {
  local name=$1 start=$SECONDS status=0 pid watch lines
  shift
  # In a process group of its own, so that the limit ends everything that the step has started.
  set -m
  ("$@") </dev/null >"$step_log" 2>&1 &
  pid=$!
  (exec >/dev/null 2>&1; sleep "${STEP_LIMIT:-2700}"; echo "ci: ended after ${STEP_LIMIT:-2700} s" >>"$step_log"; kill -TERM -- "-$pid"; sleep 20; kill -KILL -- "-$pid") &
  watch=$!
  set +m
  trap 'kill -TERM -- "-$pid" "-$watch" 2>/dev/null; exit 130' INT TERM
  wait "$pid" || status=$?
  trap - INT TERM
  kill -TERM -- "-$watch" 2>/dev/null || true
  wait "$watch" 2>/dev/null || true
  if [ "$status" -ne 0 ]; then
    cat "$step_log" >&2
    printf '\nci: FAILED: %s (%s)\n' "$name" "$*" >&2
    steps_failed=$((steps_failed + 1))
    [ "${KEEP_GOING:-}" = true ] || { summary; exit 1; }
    return 0
  fi
  printf 'ci: %-28s %4d s\n' "$name" $((SECONDS - start))
  steps_passed=$((steps_passed + 1))
  lines=$(grep -c '^skipped ' "$step_log") || true
  skipped=$((skipped + lines))
  grep '^skipped ' "$step_log" | sed 's/^/  /' || true
}

skip() {
  printf 'ci: skipped %s: %s\n' "$1" "$2"
  skipped=$((skipped + 1))
}

summary() {
  printf 'ci: %d passed, %d failed, %d skipped\n' "$steps_passed" "$steps_failed" "$skipped"
  [ "$steps_failed" -eq 0 ]
}
