# shellcheck shell=bash disable=SC2154
# ./perf run --live, and what follows a run for it.
# A part of ./perf, which reads it in: it uses what stands there.

follower=

# Publishes each second as it happens: beside the load, from its files, and giving way to it.
start_follower() { # folder of the run, --environment FILE…
  (
    renice -n 19 -p "$BASHPID" >/dev/null 2>&1
    stage follow "$@" --cases "$home/.perf/cases.json"
  ) &
  follower=$!
}

# It ends by itself once the run is whole; whatever it is at, it holds nothing up.
end_follower() {
  [[ -n $follower ]] || return 0
  local left=15
  while kill -0 "$follower" 2>/dev/null && ((left-- > 0)); do sleep 1; done
  kill "$follower" 2>/dev/null
  wait "$follower" 2>/dev/null
  follower=
}

run_live() { # arguments of run, --live among them
  local run='' environment=() arguments=() code=0
  while (($# > 0)); do
    [[ $1 == --live ]] || arguments+=("$1")
    [[ $1 == --out ]] && run=${2:-}
    [[ $1 == --environment ]] && environment=(--environment "${2:-}")
    shift
  done
  [[ -n $run ]] || fail 2 "run: --live needs --out RUN, to know which files to follow"
  mkdir -p "$home/.perf"
  (plan_cases) || exit # a stage replaces its shell
  trap 'interrupted 130' INT
  trap 'interrupted 143' TERM HUP
  start_follower "$run" ${environment[@]+"${environment[@]}"}
  supervise stage run "${arguments[@]}" || code=$?
  [[ -f $run/run.json ]] || kill "$follower" 2>/dev/null
  end_follower
  exit $code
}
