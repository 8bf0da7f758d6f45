# shellcheck shell=bash
# Sourced by run and full.
#
#   step NAME COMMAND…    runs a command with a time limit. Shows its output if it fails; if it passes, shows what it skipped
#                         (lines that begin with "skipped ") and its scores (lines that begin with "score ").
#   beside NAME COMMAND…  starts such a step and does not wait for it.
#   join                  waits for the steps that were started with beside, and reports them.
#   skip NAME REASON      reports a step that cannot run on this machine.
#   summary               prints "ci: N passed, N failed, N skipped". Returns 1 if a step failed. Call it last.
#
# STEP_LIMIT=SECONDS sets the time limit of a step (45 minutes). KEEP_GOING=true runs the remaining steps after a failure.

steps_folder=$(mktemp -d)
steps_begun=0 steps_passed=0 steps_failed=0 skipped=0
# By number, of the steps that are not reported yet: their names, commands, process groups, and when they began.
step_names=() step_commands=() step_groups=() step_watches=() step_starts=()

# Ends what still runs. A script with an EXIT trap of its own calls it there.
end_steps() {
  local group
  # Does nothing in a subshell that ends before it has removed this trap.
  [ "$BASHPID" = "$$" ] || return 0
  for group in "${step_groups[@]}" "${step_watches[@]}"; do kill -TERM -- "-$group" 2>/dev/null || true; done
  rm -rf "$steps_folder"
}
trap end_steps EXIT
trap 'exit 130' INT TERM

beside() {
  local name=$1 number=$steps_begun limit=${STEP_LIMIT:-2700} log group
  shift
  steps_begun=$((steps_begun + 1))
  log=$steps_folder/$number
  # The step gets its own process group, so that the limit ends all its processes.
  set -m
  (trap 'echo "$SECONDS" >"$log.end"' EXIT; trap - INT TERM; "$@") </dev/null >"$log" 2>&1 &
  group=$!
  (trap - INT TERM; exec >/dev/null 2>&1; sleep "$limit"; echo "ci: step exceeded its limit of $limit s" >>"$log"; kill -TERM -- "-$group"; sleep 20; kill -KILL -- "-$group") &
  step_watches[number]=$!
  set +m
  step_names[number]=$name step_commands[number]=$* step_groups[number]=$group step_starts[number]=$SECONDS
}

# Waits for the step with this number and reports it.
finish() {
  local number=$1 log=$steps_folder/$1 status=0 end lines
  local name=${step_names[number]} command=${step_commands[number]} watch=${step_watches[number]} start=${step_starts[number]}
  wait "${step_groups[number]}" || status=$?
  end=$(cat "$log.end" 2>/dev/null) || end=$SECONDS
  kill -TERM -- "-$watch" 2>/dev/null || true
  wait "$watch" 2>/dev/null || true
  unset "step_names[number]" "step_commands[number]" "step_groups[number]" "step_watches[number]" "step_starts[number]"
  if [ "$status" -ne 0 ]; then
    cat "$log" >&2
    printf '\nci: FAILED: %s (%s)\n' "$name" "$command" >&2
    steps_failed=$((steps_failed + 1))
    [ "${KEEP_GOING:-}" = true ] || { summary; exit 1; }
    return 0
  fi
  printf 'ci: %-28s %4d s\n' "$name" $((end - start))
  steps_passed=$((steps_passed + 1))
  lines=$(grep -c '^skipped ' "$log") || true
  skipped=$((skipped + lines))
  grep -E '^(skipped|score) ' "$log" | sed 's/^/  /' || true
}

step() {
  beside "$@"
  finish $((steps_begun - 1))
}

join() {
  local number
  for number in "${!step_names[@]}"; do finish "$number"; done
}

skip() {
  printf 'ci: skipped %s: %s\n' "$1" "$2"
  skipped=$((skipped + 1))
}

summary() {
  printf 'ci: %d passed, %d failed, %d skipped\n' "$steps_passed" "$steps_failed" "$skipped"
  [ "$steps_failed" -eq 0 ]
}
