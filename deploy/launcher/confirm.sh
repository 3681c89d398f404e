# shellcheck shell=bash disable=SC2154
# ./perf confirm, and the rounds of ./perf ci --confirm.
# A part of ./perf, which reads it in: it uses what stands there.

# Measures on what the gate left open, and has it look again, until it is decided.
confirm() { # code so far, rounds, run, baseline WAR, options of run, --, options of gate
  local code=$1 rounds=$2 run=$3 war=$4 of_run=() round
  shift 4
  while [[ $1 != -- ]]; do
    of_run+=("$1")
    shift
  done
  shift
  for ((round = 1; round <= rounds && code <= 1; round++)); do
    local open=()
    mapfile -t open <"$home/.perf/open"
    ((${#open[@]} > 0)) || break
    step "measure on, round $round of $rounds" stage run "${open[@]}" --add-to "$run" \
      --baseline-war "$war" ${of_run[@]+"${of_run[@]}"}
    local measured=$?
    step "gate, round $round" stage gate "$run" --open "$home/.perf/open" "$@"
    code=$?
    if ((measured != 0)); then
      printf 'perf ci: round %s was not, or not validly, measured: see above\n' "$round" >&2
      return 3
    fi
  done
  return "$code"
}

# What ./perf ci --confirm does, for a run that is there: judge it, and measure on what is left open.
confirm_run() {
  local run='' war='' rounds=3 thresholds=() environment=()
  while (($# > 0)); do
    case $1 in
      --rounds | --baseline-war | --thresholds | --environment)
        (($# > 1)) || fail 2 "confirm: $1 needs a value"
        case $1 in
          --rounds) rounds=$2 ;;
          --baseline-war) war=$2 ;;
          --thresholds) thresholds=(--thresholds "$2") ;;
          --environment) environment=(--environment "$2") ;;
        esac
        shift
        ;;
      -*) fail 2 "confirm: unknown option '$1'; it takes RUN --baseline-war WAR, --rounds, --thresholds and --environment" ;;
      *)
        [[ -z $run ]] || fail 2 "confirm: one run alone, not '$run' and '$1'"
        run=$1
        ;;
    esac
    shift
  done
  [[ $rounds =~ ^[0-9]{1,3}$ ]] || fail 2 "confirm: --rounds takes a number, not '$rounds'"
  [[ -n $run && -f $war ]] || fail 2 "confirm: it takes RUN and --baseline-war WAR, the release that RUN was measured with"
  trap '[[ -n $child ]] && kill -TERM "$child" 2>/dev/null && wait "$child"; exit 143' INT TERM HUP
  mkdir -p "$home/.perf"
  local judging=(${thresholds[@]+"${thresholds[@]}"} ${environment[@]+"${environment[@]}"}) code
  step gate stage gate "$run" --open "$home/.perf/open" ${judging[@]+"${judging[@]}"}
  code=$?
  confirm "$code" "$((10#$rounds))" "$run" "$war" ${environment[@]+"${environment[@]}"} -- \
    ${judging[@]+"${judging[@]}"}
}
