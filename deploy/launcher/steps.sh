# shellcheck shell=bash disable=SC2154
# Steps of the pipeline: in the background, timed, and ended with what they started when this is interrupted.
# A part of ./perf, which reads it in: it uses what stands there.

child=
stack_is_ours=false
times=()

take_down() {
  $stack_is_ours || return 0
  stack_is_ours=false
  (stage stack down) || printf 'perf ci: the stack could not be taken down: see ./perf stack status\n' >&2
}

interrupted() { # exit code
  trap '' INT TERM HUP
  [[ -n $child ]] && kill -TERM "$child" 2>/dev/null && wait "$child"
  printf '\nperf: interrupted, no verdict\n' >&2
  take_down
  exit "$1"
}

supervise() { # command…: in the background, so that a signal to this shell reaches it at once
  local code=0
  "$@" &
  child=$!
  wait "$child" || code=$?
  child=
  return $code
}

step() { # name, command…
  local name=$1 started=$SECONDS code=0
  shift
  printf '\n==> %s\n' "$name"
  supervise "$@" || code=$?
  times+=("$name $((SECONDS - started))")
  return $code
}
