# shellcheck shell=bash
# Sourced by launcher and dist, which have fail.
#
#   ended PID NAME [SECONDS]   waits for a background process of this shell and returns its exit code. After SECONDS (30) it
#                              kills the process and fails with NAME.

ended() {
  local pid=$1 name=$2 most=${3:-30} tenths=0
  # bash collects a child that has ended, so kill no longer finds it
  while kill -0 "$pid" 2>/dev/null; do
    if [ "$tenths" -ge $((most * 10)) ]; then
      kill -KILL "$pid" 2>/dev/null || true
      fail "$name: still runs after $most s; killed"
    fi
    sleep 0.1
    tenths=$((tenths + 1))
  done
  wait "$pid"
}
