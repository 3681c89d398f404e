#!/usr/bin/env bash
# rate.sh [LINES]: measures how many lines of JMeter CSV `./perfline import` reads per second, on one core and in 256
# MiB. It first creates the file: ten labels, 2,000 requests per second, one in a thousand failed.
set -euo pipefail
home=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../../.." && pwd)
lines=${1:-10000000}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

awk -v lines="$lines" 'BEGIN {
  print "timeStamp,elapsed,label,responseCode,responseMessage,threadName,dataType,success,failureMessage,bytes,sentBytes," \
    "grpThreads,allThreads,URL,Latency,IdleTime,Connect"
  srand(1)
  for (i = 0; i < lines; i++) {
    label = int(10 * rand()); ok = rand() > 0.001
    printf "%.0f,%d,GET /shop/%d,%d,%s,shop 1-%d,text,%s,,%d,120,50,50,http://127.0.0.1/shop/%d,5,0,0\n",
      1767312000000 + i / 2, 5 - 20 * log(rand()), label, ok ? 200 : 500, ok ? "OK" : "Internal Server Error",
      1 + i % 50, ok ? "true" : "false", 400 + 100 * label, label
  }
}' >"$work/load.jtl"
"$home/perfline" build
# All threads of the process run on one core, including the JIT compiler and the garbage collector. CPU seconds are used
# instead of elapsed time, because other processes may use the core too.
exec 3>&1 4>&2
TIMEFORMAT='%R %U %S'
spent=$({ time taskset --cpu-list 0 "$home/perfline" import jmeter "$work/load.jtl" --out "$work/run" >&3 2>&4; } 2>&1)
awk -v lines="$lines" -v spent="$spent" 'BEGIN {
  split(spent, s, " "); cpu = s[2] + s[3]
  printf "%d lines in %.1f s: %d lines/s; in %.1f s of CPU: %d lines/s; the start of Java included\n",
    lines, s[1], lines / s[1], cpu, lines / cpu
}'
