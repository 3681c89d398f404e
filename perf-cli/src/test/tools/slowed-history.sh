#!/usr/bin/env bash
# slowed-history.sh FOLDER [COMMITS] [SLOWED] [PERCENT]: creates a git repository of a small HTTP service with a perf.yml.
# It has COMMITS commits (default 24); commit SLOWED (15) is PERCENT (10) slower than its parent. The commit at three
# quarters doesn't build, and every third commit changes only documents. docs/internals/why.md uses it to try ./perfline bisect.
set -euo pipefail
folder=$1 commits=${2:-24} slowed=${3:-15} percent=${4:-10}
unbuildable=$((commits * 3 / 4))
rounds=1500
mkdir -p "$folder/src/example"
cd "$folder"
git init -q -b main
git config user.name example
git config user.email example@localhost

cat >perf.yml <<'YML'
version: 1
name: orders
service:
  build: >-
    javac -d classes src/example/*.java
    && jar --create --file orders.jar --main-class example.Orders -C classes .
  command: exec java -Xmx128m -Dsun.net.httpserver.nodelay=true -jar orders.jar ${PORT}
  artifact: orders.jar
  ready: {get: /orders, within: 30 s}
load:
  orders:
    connections: 2
    requests: [{get: '/orders?number=${uuid}', expect: {status: 200}}]
profiles:
  commit: {warm_up: 4 s, duration: 20 s, at_most: 60 s}
YML
cat >thresholds.yml <<'YML'
version: 1
baselines: {before: {paired: true}}
thresholds:
  - {id: errors, case: orders, metric: error_rate, pass: "<= 1 %"}
  - {id: more-cpu, case: paired/*, metric: cpu, pass: "<= +5 %", baseline: before}
YML
printf '%s\n' .perf runs classes '*.jar' >.gitignore

service() { # rounds, class body
  cat >src/example/Orders.java <<JAVA
package example;

import com.sun.net.httpserver.HttpServer;
import java.net.InetSocketAddress;
import java.security.MessageDigest;
import java.util.concurrent.Executors;

/** Answers each order with a seal whose computation costs CPU time. */
public final class Orders {
  public static void main(String[] args) throws Exception {
    var server = HttpServer.create(new InetSocketAddress("127.0.0.1", Integer.parseInt(args[0])), 0);
    server.setExecutor(Executors.newFixedThreadPool(4));
    server.createContext("/orders", exchange -> {
      byte[] seal = seal(exchange.getRequestURI().toString().getBytes(), $rounds);
      $1
      exchange.sendResponseHeaders(200, seal.length);
      exchange.getResponseBody().write(seal);
      exchange.close();
    });
    server.start();
  }

  private static byte[] seal(byte[] text, int rounds) {
    return hashed(text, rounds);
  }

  private static byte[] audited(byte[] text, int rounds) {
    return hashed(text, rounds);
  }

  private static byte[] hashed(byte[] text, int rounds) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      byte[] hash = text;
      for (int i = 0; i < rounds; i++) {
        hash = digest.digest(hash);
      }
      return hash;
    } catch (java.security.NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Differs in every commit that changes code. */
  static final String VERSION = "$2";
}
JAVA
}

more=
for i in $(seq 0 $((commits - 1))); do
  if [ "$i" = "$slowed" ]; then
    more="seal = audited(seal, $((rounds * percent / 100)));"
    service "$more" "$i"
    message="Audit every order"
  elif [ "$i" = "$unbuildable" ]; then
    service "$more does not compile" "$i"
    message="Begin what does not build"
  elif [ $((i % 3)) = 2 ]; then
    echo "Note $i." >>README.md
    message="Write note $i down"
  else
    service "$more" "$i"
    message="Change number $i"
  fi
  git add .
  git commit -q -m "$message"
done
