# shellcheck shell=bash disable=SC2154
# ./perf run --live, and what follows a run for it.
# A part of ./perf, which reads it in: it uses what stands there.

follower=

# Publishes each second as it happens: beside the load, from its files. The load begins when this has started,
# which is most of its work, and gives way from then on.
start_follower() { # folder of the run, --environment FILE…
  local ready=$home/.perf/following left=150
  rm -f "$ready"
  (stage follow "$@" --cases "$home/.perf/cases.json" --ready "$ready") &
  follower=$!
  while [[ ! -e $ready ]] && kill -0 "$follower" 2>/dev/null && ((left-- > 0)); do sleep 0.1; done
  rm -f "$ready"
  # Each thread has its own priority, and those that come have that of one of them. With the lowest one a thread of
  # the load may still wait for milliseconds until a core is handed over; with the idle class it doesn't.
  local threads=(/proc/"$follower"/task/*)
  renice -n 19 -p "${threads[@]##*/}" >/dev/null 2>&1
  chrt --all-tasks --idle --pid 0 "$follower" >/dev/null 2>&1
}

# It ends by itself once the run is whole; whatever it is at, it holds nothing up.
end_follower() {
  [[ -n $follower ]] || return 0
  local left=15
  while kill -0 "$follower" 2>/dev/null && ((left-- > 0)); do sleep 1; done
  kill -KILL "$follower" 2>/dev/null # it leaves nothing half done
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
