#!/usr/bin/env bash
# make.sh [TOOL…]: creates the results that the tests of `perfline import` read. Runs the real tools, from their
# registries: k6 and Vegeta (Go modules), Locust (PyPI), Artillery (npm), JMeter, Gatling and JMH (Maven Central),
# h2load and hey (Debian). The load goes only to 127.0.0.1. Variables: OUT, another folder for the results, next to
# which the service's own counts are written; GATLING, the versions to run.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
home=$(cd "$here/../../../.." && pwd)
out=${OUT:-$home/perf-gate/src/test/resources/io/perfline/gate/imported}
work=${WORK:-$(mktemp -d)}
port=${PORT:-18765}
at=http://127.0.0.1:$port
mkdir -p "$out" "$work"

python3 "$here/server.py" "$port" &
server=$!
trap 'kill "$server"' EXIT
until curl -sf "$at/home" >/dev/null; do sleep 0.2; done

# Prints the number of requests that the service has answered since the last call, by path.
counted() { # tool
  local counts
  counts=$(curl -sf "$at/counts")
  [[ -z ${OUT:-} ]] || echo "$counts" >"$out/$1.counts"
}

class_path() { # pom, further arguments of Maven
  local pom=$1
  shift
  "$home/mvnw" -B -q -f "$pom" dependency:build-classpath -Dmdep.outputFile="$work/cp" "$@" >&2
  cat "$work/cp"
}

k6() {
  [[ -x $work/bin/k6 ]] || GOBIN=$work/bin go install go.k6.io/k6@v1.8.0
  AT=$at "$work/bin/k6" run -q --out "json=$out/k6.json.gz" --out "csv=$out/k6.csv" \
    --summary-export "$out/k6-summary.json" "$here/load.js"
  counted k6
  AT=$at PATHS=broken "$work/bin/k6" run -q --out "json=$out/k6-http-500.json.gz" "$here/load.js"
  AT=http://127.0.0.1:1 PATHS=home "$work/bin/k6" run -q --out "json=$out/k6-refused.json.gz" "$here/load.js"
  AT=$at PATHS=home RATE=0 "$work/bin/k6" run -q --out "json=$out/k6-nothing.json.gz" "$here/load.js"
}

# k6 2.2 is not available as a module. According to its sources (internal/output/json of v2.2.0) it writes the same
# objects as 1.8, with tags by name.
k6_2() {
  python3 - "$out/k6.json.gz" <<'PYTHON' | gzip -9n >"$out/k6-2.json.gz"
import gzip, json, sys
for line in gzip.open(sys.argv[1], "rt"):
    sample = json.loads(line)
    if "tags" in sample["data"]:
        sample["data"]["tags"] = dict(sorted(sample["data"]["tags"].items()))
    print(json.dumps(sample, separators=(",", ":"), ensure_ascii=False))
PYTHON
}

locust() {
  [[ -x $work/locust/bin/locust ]] || { python3 -m venv "$work/locust" && "$work/locust/bin/pip" install -q locust==2.47.0; }
  local run=("$work/locust/bin/locust" -f "$here/locustfile.py" --headless -u 4 -r 4 --only-summary)
  listened() { # file, arguments; the listener writes into the current folder, and failed requests end with code 1
    rm -rf "$work/requests" && mkdir "$work/requests"
    (cd "$work/requests" && LISTENER=$home/deploy/ci "${run[@]}" "${@:2}") || (($? == 1))
    mv "$work"/requests/requests-*.csv "$out/$1"
  }
  listened locust-requests.csv -t 5 --host "$at" --csv "$work/locust-csv" --csv-full-history Visitor
  counted locust
  local part
  for part in stats stats_history failures; do cp "$work/locust-csv_$part.csv" "$out/locust_$part.csv"; done
  PATHS=broken listened locust-http-500.csv -t 2 --host "$at" Visitor
  PATHS=home listened locust-refused.csv -t 2 --host http://127.0.0.1:1 Visitor
  listened locust-nothing.csv -t 1 --host "$at" Nobody
}

jmeter() {
  local cp
  cp=$(class_path "$here/jmeter.pom")
  mkdir -p "$work/jmeter"
  javac -nowarn -d "$work/jmeter" -cp "$cp" "$here/JmeterLoad.java"
  rm -f "$out"/jmeter*
  local run=(java -cp "$work/jmeter:$cp" JmeterLoad)
  "${run[@]}" "$port" home,order,broken "$out/jmeter.jtl"
  counted jmeter
  "${run[@]}" "$port" home,order,broken "$out/jmeter.xml"
  "${run[@]}" "$port" broken "$out/jmeter-http-500.jtl"
  "${run[@]}" 1 home "$out/jmeter-refused.jtl"
}

gatling() {
  local version cp
  for version in ${GATLING:-3.10.5 3.11.5 3.12.0 3.13.5 3.14.3 3.15.1 3.16.0}; do
    cp=$(class_path "$here/gatling.pom" "-Dgatling.version=$version")
    rm -rf "$work/gatling" && mkdir -p "$work/gatling"
    javac -nowarn -d "$work/gatling" -cp "$cp" "$here/Load.java"
    gatling_log "gatling-$version.log" home,order,broken "$at"
    counted gatling
  done
  gatling_log gatling-http-500.log broken "$at"
  gatling_log gatling-refused.log home http://127.0.0.1:1
}

gatling_log() { # file, paths, address; runs the version that was compiled last
  java --add-opens java.base/java.lang=ALL-UNNAMED "-Dat=$3" "-Dpaths=$2" -cp "$work/gatling:$cp" \
    io.gatling.app.Gatling -s Load -rf "$work/gatling/results" -nr
  mv "$work"/gatling/results/*/simulation.log "$out/$1"
  rm -r "$work/gatling/results"
}

artillery() {
  [[ -d $work/artillery ]] ||
    npm install --prefix "$work/artillery" --no-audit --no-fund --no-save --ignore-scripts artillery@2.0.34
  AT=$at ARTILLERY_DISABLE_TELEMETRY=true "$work/artillery/node_modules/.bin/artillery" run \
    --output "$out/artillery.json" "$here/artillery.yml"
  counted artillery
}

vegeta() {
  [[ -x $work/bin/vegeta ]] || GOBIN=$work/bin go install github.com/tsenart/vegeta/v12@v12.13.0
  printf 'GET %s\n' "$at/home" "$at/order" "$at/broken" >"$work/targets"
  "$work/bin/vegeta" attack -targets "$work/targets" -rate 30 -duration 2s -output "$work/vegeta.bin"
  "$work/bin/vegeta" encode -to json -output "$out/vegeta.json" "$work/vegeta.bin"
  counted vegeta
  "$work/bin/vegeta" attack -rate 10 -duration 1s -output "$work/vegeta.bin" <<<"GET http://127.0.0.1:1/home"
  "$work/bin/vegeta" encode -to json -output "$out/vegeta-refused.json" "$work/vegeta.bin"
}

h2load() { # from Debian's package nghttp2-client
  rm -f "$out"/h2load*
  command h2load --h1 -n 40 -c 4 --log-file="$out/h2load.log" "$at/home" >"$out/h2load.out"
  counted h2load
  command h2load --h1 -n 10 -c 2 --log-file="$out/h2load-http-500.log" "$at/broken" >"$out/h2load-http-500.out"
}

hey() { # from Debian's package; perfline rejects its results
  command hey -n 40 -c 4 -o csv "$at/home" >"$out/hey.csv"
}

jmh() {
  local cp mode
  cp=$(class_path "$here/jmh.pom")
  mkdir -p "$work/jmh"
  javac -nowarn -d "$work/jmh" -cp "$cp" "$here/Bench.java"
  for mode in avgt thrpt sample; do
    java -cp "$work/jmh:$cp" org.openjdk.jmh.Main -bm $mode -tu ns -prof gc -wi 1 -w 50ms -i 12 -r 50ms -f 1 -rf json \
      -rff "$out/jmh-$mode.json"
  done
  gzip -9nf "$out/jmh-sample.json"
}

counted any
for tool in "${@:-k6 k6_2 locust artillery vegeta h2load hey jmeter gatling jmh}"; do
  for each in $tool; do "$each"; done
done
