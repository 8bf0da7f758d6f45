# shellcheck shell=bash
# Sourced by run: `bare COMMAND…` runs a command as on a fresh machine that has only git, Maven, and the JDKs.

# Links the tools of such a machine into a folder: on Debian those of its essential packages, elsewhere all except the
# ones that tests would use.
bare_tools() {
  local folder=$1 tool name
  if type -P dpkg-query >/dev/null; then
    dpkg-query -Wf '${Essential} ${Package}\n' | sed -n 's/^yes //p' | xargs dpkg-query -L | grep -E '^(/usr)?/s?bin/[^/]+$'
  else
    find /bin /sbin /usr/bin /usr/sbin -maxdepth 1 ! -type d |
      grep -vE '/(jq|redis-.*|valkey-.*|node|nodejs|npm|npx|chromium.*|google-chrome.*|promtool|nginx|docker)$'
  fi | while read -r tool; do
    name=${tool##*/}
    [ ! -x "$tool" ] || ln -sf "$tool" "$folder/$name"
  done
  for name in git mvn java which readlink; do
    tool=$(type -P "$name") || { echo "bare: needs $name, which is not on PATH" >&2; return 1; }
    ln -sf "$(readlink -f "$tool")" "$folder/$name"
  done
}

bare() {
  local folder status=0
  folder=$(mktemp -d)
  bare_tools "$folder" || return
  for name in jq redis-server valkey-server node chromium promtool; do
    [ ! -e "$folder/$name" ] || { echo "bare: $name must not be on the PATH of the bare machine" >&2; return 1; }
  done
  env -i HOME="$HOME" PATH="$folder" LANG="${LANG:-C.UTF-8}" "$@" || status=$?
  rm -rf "$folder"
  return "$status"
}
