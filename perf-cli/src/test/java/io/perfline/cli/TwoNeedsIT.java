package io.perfline.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.RunFile;
import io.perfline.core.run.SlicePair;
import io.perfline.deploy.process.RunningProcess;
import io.perfline.deploy.process.SystemTool;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests a service of which each build has a PostgreSQL and a Redis of its own. */
@Tag("acceptance")
@Timeout(600)
class TwoNeedsIT {

  /** The second server uses a variable of the first one, and the build uses both servers. */
  private static final String PROJECT =
      """
      version: 1
      name: shop
      needs:
        db:
          prepare: sh perf/postgres.sh init '${db.dir}'
          command: exec sh perf/postgres.sh run '${db.dir}' ${db.port}
          seed: sh perf/postgres.sh sql ${db.port} seed.sql
          setup: echo db ${SIDE} >> '%1$s/set-up.txt'
          teardown: echo db ${SIDE} >> '%1$s/torn-down.txt'
        cache:
          command: >-
            exec redis-server --bind 127.0.0.1 --port ${cache.port} --save '' --dir '${cache.dir}'
          setup: test -f '${db.dir}/postmaster.pid' && echo cache ${SIDE} >> '%1$s/set-up.txt'
          teardown: echo cache ${SIDE} >> '%1$s/torn-down.txt'
          ready: {command: 'redis-cli -p ${cache.port} ping | grep PONG'}
          reset: redis-cli -p ${cache.port} flushall
      service:
        build: sh perf/postgres.sh sql ${db.port} build.sql && redis-cli -p ${cache.port} ping > built.txt
        artifact: built.txt
        command: |
          echo $$ ${db.port} ${cache.port} >> '%1$s/started.txt'
          PORT=${PORT} exec '%2$s' -Xmx128m -Dsun.net.httpserver.nodelay=true -cp "$CLASSES" %3$s
        variables:
          CLASSES: '%4$s'
          CACHE_PORT: '${cache.port}'
          SHOP_DB: 'jdbc:postgresql://127.0.0.1:${db.port}/shop?user=shop'
        ready: {get: /, within: 60 s}
      load: {orders: {connections: 2, requests: [{get: /orders}]}}
      profiles: {commit: {warm_up: 1 s, warm_up_most: 2 s, duration: 3 s, budget: 3 min}}
      """;

  private static final String THRESHOLDS =
      """
      version: 1
      defaults: {min_samples: 20}
      valid_run: {generator_cpu: "<= 100 %", foreign_cpu: "<= 100 %"}
      baselines: {previous: {paired: true}}
      thresholds:
        - {id: errors, case: orders, metric: error_rate, pass: "<= 0 %"}
        - {id: database, case: paired/*, metric: need_cpu, need: db, pass: "<= +400 %", baseline: previous}
        - {id: cache, case: paired/*, metric: need_cpu, need: cache, pass: "<= +400 %", baseline: previous}
      """;

  @TempDir private Path folder;

  @Test
  void eachBuildHasItsOwnAndNothingIsLeft() throws Exception {
    assumeTrue(
        Files.isDirectory(Path.of("/usr/lib/postgresql")),
        "there is no PostgreSQL: apt-get install postgresql");
    assumeTrue(
        SystemTool.onPath("redis-server").isPresent(),
        "there is no Redis: apt-get install redis-server");
    // The user postgres, who runs the database if this test runs as root, enters the folder.
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    OwnProject project = new OwnProject(folder);
    write(project);
    project.commit("first");
    project.write("notes.txt", "Nothing that runs.");
    project.commit("unchanged");

    assertThat(project.ci("both", "--measure", "--no-why")).as(project.output()).isZero();

    List<CaseResult> cases = RunFile.read(folder.resolve("runs/both")).cases();
    List<SlicePair> pairs = cases.get(cases.size() - 1).pairs();
    assertThat(pairs).isNotEmpty();
    assertThat(pairs.stream().flatMap(pair -> Stream.of(pair.candidate(), pair.baseline())))
        .allSatisfy(slice -> assertThat(slice.needCpuUs()).containsOnlyKeys("db", "cache"));
    assertThat(started().map(words -> words.get(1)).distinct()).hasSize(2);
    assertThat(started().map(words -> words.get(2)).distinct()).hasSize(2);
    assertThat(folder.resolve("built.txt")).hasContent("PONG");
    assertThat(lines("torn-down.txt"))
        .containsExactlyInAnyOrderElementsOf(lines("set-up.txt"))
        .contains("db build", "cache build", "db candidate", "cache candidate", "cache baseline");
    assertThat(started().map(words -> Long.parseLong(words.get(0))))
        .noneMatch(pid -> ProcessHandle.of(pid).filter(RunningProcess::isAlive).isPresent());
    for (String place : List.of("1", "2", "3")) {
      assertThat(folder.resolve(".perf/needs").resolve(place)).doesNotExist();
    }
  }

  private void write(OwnProject project) throws Exception {
    Files.createDirectories(folder.resolve("perf"));
    Files.createDirectories(folder.resolve("migrations"));
    Files.copy(
        Path.of("../examples/database/perf/postgres.sh"), folder.resolve("perf/postgres.sh"));
    project.write(
        "perf.yml",
        PROJECT.formatted(
            folder,
            Path.of(System.getProperty("java.home"), "bin/java"),
            SampleDatabaseService.class.getName(),
            System.getProperty("java.class.path")));
    project.write("thresholds.yml", THRESHOLDS);
    project.write(".gitignore", ".perf\nruns\nbuilt.txt\nstarted.txt\nset-up.txt\ntorn-down.txt\n");
    project.write(
        "migrations/V1.sql",
        "create table orders (id int, customer int); create index orders_of on orders (customer)");
    project.write("query.sql", "select count(*) from orders where customer = ?");
    project.write(
        "seed.sql", "insert into orders select n, n % 20000 from generate_series(1, 1000) n");
    project.write("build.sql", "select current_database()");
  }

  private List<String> lines(String file) throws Exception {
    return Files.readAllLines(folder.resolve(file));
  }

  /** Returns the process and the two ports of each start of a build. */
  private Stream<List<String>> started() throws Exception {
    return lines("started.txt").stream().map(line -> List.of(line.split(" ")));
  }
}
