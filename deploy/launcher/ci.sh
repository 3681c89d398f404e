# shellcheck shell=bash disable=SC2154
# ./perf ci: all stages in the order of the Jenkinsfile.
# A part of ./perf, which reads it in: it uses what stands there.

# The release that the thresholds name, when it is there.
named_release() {
  local war=''
  [[ -f $home/.perf/release ]] && war=$(<"$home/.perf/release")
  [[ -z $war || -f $war ]] && printf '%s' "$war" && return
  printf 'perf ci: %s, which the thresholds compare with, is not there: its cases are left out\n' "$war" >&2
}

plan_cases() {
  stage run --list --json "$home/.perf/cases.json" >/dev/null
}

ci() {
  local profile=commit run_id='' keep=false live=false thresholds=() environment=() war='' rounds=0
  while (($# > 0)); do
    case $1 in
      --profile | --run-id | --thresholds | --environment | --baseline-war | --confirm)
        (($# > 1)) || fail 2 "ci: $1 needs a value"
        case $1 in
          --profile) profile=$2 ;;
          --run-id) run_id=$2 ;;
          --thresholds) thresholds=(--thresholds "$2") ;;
          --environment) environment=(--environment "$2") ;;
          --baseline-war) war=$2 ;;
          --confirm) rounds=$2 ;;
        esac
        shift
        ;;
      --keep-stack) keep=true ;;
      --live) live=true ;;
      -h | --help) usage && exit 0 ;;
      *) fail 2 "ci: unknown option '$1'; try ./perf --help" ;;
    esac
    shift
  done
  [[ -n $run_id ]] || run_id=$(date -u +%Y%m%d-%H%M%S)-$(git -C "$home" rev-parse --short HEAD 2>/dev/null || echo unversioned)
  [[ $run_id =~ ^[A-Za-z0-9][A-Za-z0-9._-]*$ ]] || fail 2 "ci: a run id is made of letters, digits, '.', '_' and '-', not '$run_id'"
  [[ $rounds =~ ^[0-9]{1,3}$ ]] || fail 2 "ci: --confirm takes a number of rounds, not '$rounds'"
  rounds=$((10#$rounds))
  [[ -z $war || -f $war ]] || fail 2 "ci: there is no $war"
  local run=$home/runs/$run_id
  [[ ! -e $run ]] || fail 2 "ci: runs/$run_id is there already; choose another --run-id"

  trap 'interrupted 130' INT
  trap 'interrupted 143' TERM HUP

  local code=0 published=0
  printf '\n==> build\n'
  if is_built; then
    printf 'up to date with %s\n' "$(source_state | paste -sd ' ')"
  else
    build supervise
  fi
  times+=("build $SECONDS")
  mkdir -p "$home/.perf"
  step plan plan_cases || exit
  step check stage gate --check --cases "$home/.perf/cases.json" --release "$home/.perf/release" \
    ${thresholds[@]+"${thresholds[@]}"} || exit
  [[ -n $war ]] || war=$(named_release)
  if ! (stage stack status >/dev/null 2>&1); then
    $keep || stack_is_ours=true
  fi
  if ! step 'stack up' stage stack up ${environment[@]+"${environment[@]}"} ||
    ! step deploy stage deploy ${environment[@]+"${environment[@]}"}; then
    take_down
    fail 3 "ci: nothing was measured: see above"
  fi
  $live && start_follower "$run" ${environment[@]+"${environment[@]}"}
  # A run with invalid cases goes on: the gate says which and why.
  step run stage run --profile "$profile" --out "$run" ${war:+--baseline-war "$war"} \
    ${environment[@]+"${environment[@]}"}
  code=$?
  [[ -f $run/run.json ]] || { $live && kill "$follower" 2>/dev/null; }
  end_follower
  if ((code != 0)) && [[ ! -f $run/run.json ]]; then
    take_down
    ((code == 2)) || code=3
    fail $code "ci: the run left no run.json: see above"
  fi
  step publish stage publish "$run" ${environment[@]+"${environment[@]}"} || published=3
  step gate stage gate "$run" --open "$home/.perf/open" ${thresholds[@]+"${thresholds[@]}"} \
    ${environment[@]+"${environment[@]}"}
  code=$?
  confirm $code "$rounds" "$run" "$war" ${environment[@]+"${environment[@]}"} -- \
    ${thresholds[@]+"${thresholds[@]}"} ${environment[@]+"${environment[@]}"}
  code=$?
  ((published == 0)) && { step 'publish verdict' stage publish "$run" ${environment[@]+"${environment[@]}"} || published=3; }
  ((published == 0)) && mark_shifts "$run" ${thresholds[@]+"${thresholds[@]}"} ${environment[@]+"${environment[@]}"}
  step report stage report "$run" || ((code != 0)) || code=3
  step 'stack down' take_down_or_keep $keep
  stack_is_ours=false

  printf '\nSeconds:'
  printf ' %s,' "${times[@]}"
  printf ' all %s.\nRun: runs/%s\n' "$SECONDS" "$run_id"
  if ((published != 0)); then
    printf 'perf ci: the run could not be published; when InfluxDB answers again: ./perf publish runs/%s\n' "$run_id" >&2
    ((code != 0)) || code=3
  fi
  exit $code
}

# For the dashboard of trends; what a level shift means is not for this run to say.
mark_shifts() { # RUN, arguments of trend…
  local code=0
  step trend stage trend "$@" --publish || code=$?
  ((code < 2)) || printf 'perf ci: the level shifts are not marked: see above\n' >&2
}

take_down_or_keep() { # whether to keep it
  if [[ $1 == true ]]; then
    echo 'kept: ./perf stack down ends it'
  elif $stack_is_ours; then
    take_down
  else
    echo 'left as it was found: running'
  fi
}
