# shellcheck shell=bash disable=SC2154
# ./perf build, and whether there is anything to build.
# A part of ./perf, which reads it in: it uses what stands there.

# What the recorder's WAR says it was built from: it must be built again when this changes.
source_state() {
  git -C "$home" rev-parse HEAD 2>/dev/null || echo none
  git -C "$home" status --porcelain --untracked-files=no 2>/dev/null | grep -q . && echo dirty
}

is_built() {
  local stamp=$home/target/built
  [[ -f $stamp && $(cat "$stamp") == "$(source_state)" ]] || return 1
  [[ -z $(find "$home"/{pom.xml,perf-core,deploy,perf-app,perf-gate,gatling-sims,perf-proof,perf-cli} -newer "$stamp" -type f \
    \( -name pom.xml -o -path '*/src/main/*' -o -path '*/workloads/*' \) -not -path '*/target/*' -print -quit) ]]
}

maven() { # goals: replaces this shell, so that a signal to it reaches Maven
  cd "$home" || exit 3
  exec ./mvnw -B -q "$@"
}

build() { # how to run a command, --tests or nothing
  local run=$1 goals=(package -Dmaven.test.skip=true -Dspotless.check.skip=true -pl '!deploy/acceptance')
  [[ ${2:-} == --tests ]] && goals=(verify -pl '!deploy/acceptance')
  command -v "$java" >/dev/null || fail 2 "no Java found: install JDK 17, or set JAVA_HOME"
  mkdir -p "$home/target"
  local before
  before=$(mktemp "$home/target/before.XXXXXX") # a source changed while this builds is newer
  if ! "$run" maven "${goals[@]}"; then
    rm -f "$before"
    fail 3 "build: ./mvnw ${goals[*]} failed; its message is above"
  fi
  source_state >"$before.state"
  touch -r "$before" "$before.state"
  mv "$before.state" "$home/target/built"
  rm -f "$before"
}

here() { ("$@"); }

package_clone() { # commit, folder: replaces this shell, so that a signal to it reaches Maven
  git clone --quiet --shared --no-checkout "$home" "$2" || exit
  git -C "$2" checkout --quiet --detach "$1" || exit
  cd "$2" || exit
  exec ./mvnw -B -q package -Dmaven.test.skip=true -Dspotless.check.skip=true -pl perf-app -am
}

# The WAR of another commit, built in a clone of its own: nothing here changes.
build_other() { # commit, file
  local commit
  commit=$(git -C "$home" rev-parse --verify --quiet "$1^{commit}") ||
    fail 2 "build: '$1' is no commit or tag of this repository; git fetch --tags gets those of others"
  mkdir -p "$home/.perf" "$(dirname "$2")" || fail 2 "build: no file can be written at $2"
  clone=$(mktemp -d "$home/.perf/build.XXXXXX") || fail 3 "build: no folder can be made in $home/.perf"
  trap 'rm -rf "$clone"' EXIT
  trap 'kill -TERM "$child" 2>/dev/null && wait "$child"; exit 143' INT TERM HUP
  supervise package_clone "$commit" "$clone" || fail 3 "build: the WAR of $1 could not be built; the message is above"
  mv "$clone/perf-app/target/recorder.war" "$2" || fail 3 "build: could not write $2"
  echo "built $2 of commit ${commit:0:10}"
}
