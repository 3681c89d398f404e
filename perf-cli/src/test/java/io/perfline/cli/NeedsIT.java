package io.perfline.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.perfline.cli.pipeline.CiCommand;
import io.perfline.cli.pipeline.Stages;
import io.perfline.core.command.Command;
import io.perfline.core.run.CaseResult;
import io.perfline.core.run.RunFile;
import io.perfline.core.run.SlicePair;
import io.perfline.deploy.process.SystemTool;
import io.perfline.deploy.stack.ProjectLock;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests services whose builds each have servers of their own, such as a PostgreSQL. */
@Timeout(600)
class NeedsIT {

  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin/java").toString();

  private static final String DATABASE =
      """
      version: 1
      name: shop
      needs:
        db:
          prepare: sh perf/postgres.sh init '${db.dir}'
          command: exec sh perf/postgres.sh run '${db.dir}' ${db.port}
          seed: sh perf/postgres.sh sql ${db.port} seed.sql
          reset: sh perf/postgres.sh sql ${db.port} reset.sql
      service:
        command: PORT=${PORT} exec '%s' -Xmx128m -Dsun.net.httpserver.nodelay=true -cp "$CLASSES" %s
        variables:
          CLASSES: '%s'
          SHOP_DB: 'jdbc:postgresql://127.0.0.1:${db.port}/shop?user=shop'
        ready: {get: /, within: 60 s}
      load: {orders: {connections: 2, requests: [{get: /orders}]}}
      profiles: {commit: {warm_up: 1 s, warm_up_most: 2 s, duration: 6 s, at_most: 12 s}}
      """;

  private static final String THRESHOLDS =
      """
      version: 1
      defaults: {min_samples: 20}
      valid_run: {generator_cpu: "<= 100 %", foreign_cpu: "<= 100 %"}
      baselines: {previous: {paired: true}}
      thresholds:
        - {id: errors, case: orders, metric: error_rate, pass: "<= 0 %"}
        - id: database
          case: paired/*
          metric: need_cpu
          need: db
          pass: "<= +400 %"
          baseline: previous
          confidence: 90 % # so that the twelve pairs of two deployments decide
        - {id: memory, case: paired/*, metric: need_footprint, pass: "<= +400 %", baseline: previous}
      """;

  /** A server that ends some seconds after it was filled. */
  private static final String CACHE =
      """
      version: 1
      name: orders
      needs:
        cache:
          command: |
            touch ${cache.dir}/up
            until [ -e ${cache.dir}/filled ]; do sleep 0.1; done
            sleep $(cat lives.txt)
            echo no space left on device
            exit 28
          ready: {command: 'test -e ${cache.dir}/up'}
          seed: touch ${cache.dir}/filled
      service:
        command: PORT=${PORT} exec '%s' -cp "$CLASSES" %s
        variables: {CLASSES: '%s'}
        ready: {get: /health, within: 60 s}
      load: {orders: {connections: 1, requests: [{get: /orders}]}}
      profiles: {commit: {warm_up: 1 s, warm_up_most: 2 s, duration: 6 s, at_most: 12 s}}
      """;

  /** The load is a program that queries the database of the build. */
  private static final String MARIADB =
      """
      version: 1
      name: orders
      needs:
        db:
          prepare: mariadb-install-db --no-defaults --datadir='${db.dir}' --auth-root-authentication-method=normal
          command: >-
            exec mariadbd --no-defaults --user=$(id -un) --datadir='${db.dir}' --port=${db.port}
            --bind-address=127.0.0.1 --socket='${db.dir}/socket' --pid-file='${db.dir}/pid'
          seed: mariadb --host=127.0.0.1 --port=${db.port} --user=root < seed.sql
      service:
        command: PORT=${PORT} exec '%s' -cp "$CLASSES" %s
        variables: {CLASSES: '%s'}
        ready: {get: /health, within: 60 s}
      load:
        query:
          command: |
            begin=$(date +%%s.%%N)
            mariadb --host=127.0.0.1 --port=${db.port} --user=root -e 'select sum(id) from shop.orders' >&2 || exit 1
            echo "$begin $(date +%%s.%%N)" | awk '{print $2 - $1}'
          metric: {seconds: last_line}
          compare: true
      profiles: {commit: {warm_up: 1 s, duration: 2 s}}
      """;

  @TempDir private Path folder;
  private OwnProject project;

  /** The command that is killed. */
  public static void main(String[] args) {
    PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
    System.exit(
        Command.run(
            new CiCommand(Path.of(args[0]), Stages::printingTo, Clock.systemUTC()),
            out,
            out,
            "--file",
            Path.of(args[0], "perf.yml").toString()));
  }

  @BeforeEach
  void makeProject() throws IOException, InterruptedException {
    project = new OwnProject(folder);
  }

  private void withDatabase() throws IOException, InterruptedException {
    assumeTrue(
        Files.isDirectory(Path.of("/usr/lib/postgresql")),
        "there is no PostgreSQL: apt-get install postgresql");
    // The user postgres, who runs the database if this test runs as root, enters the folder.
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.createDirectories(folder.resolve("perf"));
    Files.createDirectories(folder.resolve("migrations"));
    Files.copy(
        Path.of("../examples/database/perf/postgres.sh"), folder.resolve("perf/postgres.sh"));
    project.write(
        "perf.yml",
        DATABASE.formatted(
            JAVA, SampleDatabaseService.class.getName(), System.getProperty("java.class.path")));
    project.write("thresholds.yml", THRESHOLDS);
    project.write(
        "migrations/V1.sql",
        "create table orders (id int, customer int); create index orders_of on orders (customer)");
    project.write("query.sql", "select count(*) from orders where customer = ?");
    project.write(
        "seed.sql",
        "insert into orders select n, n % 20000 from generate_series(1, 100000) n; analyze;");
    project.write("reset.sql", "select 1");
    project.commit("first");
  }

  /**
   * The baseline refuses a database in which the column is renamed, and each build has its own: the
   * commit is measured. A commit that drops an index makes only the database busier at first.
   */
  @Test
  void measuresMigrationsThatTheOtherBuildRefuses() throws Exception {
    withDatabase();
    project.write("migrations/V2.sql", "alter table orders rename column customer to buyer");
    project.write("query.sql", "select count(*) from orders where buyer = ?");
    project.commit("rename a column");

    assertThat(project.ci("renamed", "--no-why", "--only", "paired/orders"))
        .as(project.output())
        .isZero();

    CaseResult compared = compared("renamed");
    assertThat(compared.valid()).as(compared.problems().toString()).isTrue();
    assertThat(compared.pairs())
        .extracting(SlicePair::baseline)
        .allMatch(slice -> slice.needCpuUs().get("db") > 0 && slice.errorCount() == 0);
    assertThat(compared.memory().deployments().get(0).candidate().needBytes().get("db"))
        .isGreaterThan(1 << 20);
    assertThat(folder.resolve(".perf/needs/1")).doesNotExist();

    project.write("migrations/V3.sql", "drop index orders_of");
    project.commit("drop an index");

    assertThat(project.ci("dropped", "--no-why", "--only", "paired/orders"))
        .as(project.output())
        .isEqualTo(1);
    assertThat(project.output()).contains("makes its needs use", "database");
  }

  @Test
  void anUnchangedServicePasses() throws Exception {
    withDatabase();
    project.write("notes.txt", "Nothing that runs.");
    project.commit("unchanged");

    assertThat(project.ci("unchanged", "--measure", "--no-why")).as(project.output()).isZero();
    assertThat(compared("unchanged").server().needCpu()).isPositive();
  }

  @Test
  @Tag("acceptance")
  void eachRunOfAProgramQueriesTheMariadbOfItsBuild() throws Exception {
    assumeTrue(
        SystemTool.onPath("mariadb-install-db").isPresent(),
        "there is no MariaDB: apt-get install mariadb-server");
    project.write(
        "perf.yml",
        MARIADB.formatted(
            JAVA, SampleService.class.getName(), System.getProperty("java.class.path")));
    project.write(
        "thresholds.yml",
        THRESHOLDS
            .replaceAll("(?m)^ *- .id: (errors|memory).*\n", "")
            .replace("+400 %", "+200 %")
            .replace("min_samples: 20", "min_samples: 1"));
    project.write(
        "seed.sql",
        "create database shop; create table shop.orders select seq id from seq_1_to_300000;");
    project.commit("first");
    project.write("seed.sql", Files.readString(folder.resolve("seed.sql")) + "\n");
    project.commit("a need that has changed");

    assertThat(project.ci("mariadb", "--no-why")).as(project.output()).isZero();

    assertThat(project.output()).contains("differs: seed.sql");
    assertThat(compared("mariadb").server().needCpu()).isPositive();
  }

  @Test
  void aKilledCommandLeavesNoDatabaseAfterTheNextOne() throws Exception {
    withDatabase();
    Process killed =
        new ProcessBuilder(
                JAVA,
                "-cp",
                System.getProperty("java.class.path"),
                NeedsIT.class.getName(),
                folder.toString())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("killed.log").toFile())
            .start();
    Path log = folder.resolve("killed.log");
    Path running = folder.resolve(".perf/needs/1/db/postmaster.pid");
    while (killed.isAlive() && !Files.exists(running)) {
      Thread.sleep(20);
    }
    List<ProcessHandle> servers = killed.descendants().toList();
    killed.destroyForcibly().waitFor();
    assertThat(servers).as(Files.readString(log)).anyMatch(ProcessHandle::isAlive);
    assertThat(running).exists();

    ProjectLock.take(
            folder, "perfline ci", new PrintWriter(System.out, true, StandardCharsets.UTF_8))
        .close();

    for (ProcessHandle server : servers) {
      server.onExit().get(30, TimeUnit.SECONDS);
    }
    assertThat(folder.resolve(".perf/needs")).doesNotExist();
  }

  @Test
  void failsIfOnlyTheNeedOfTheCandidateEndsUnderLoad() throws Exception {
    withCache(600);
    project.write("lives.txt", "2");
    project.commit("full");

    assertThat(project.ci("full", "--no-why")).as(project.output()).isEqualTo(1);
    assertThat(project.output())
        .contains("the candidate's need 'cache' ended after")
        .contains("which the baseline's survived: exit code 28; its log")
        .contains("no space left on device");
  }

  @Test
  void givesNoVerdictIfTheNeedsOfBothBuildsEnd() throws Exception {
    withCache(1);
    project.write("lives.txt", "3");
    project.commit("longer");

    assertThat(project.ci("both", "--no-why")).as(project.output()).isEqualTo(3);
    assertThat(project.output()).contains("need 'cache' ended after");
  }

  private void withCache(int lives) throws IOException, InterruptedException {
    project.write(
        "perf.yml",
        CACHE.formatted(
            JAVA, SampleService.class.getName(), System.getProperty("java.class.path")));
    project.write("thresholds.yml", OwnServiceIT.THRESHOLDS.replace("checkout*", "orders*"));
    project.write("lives.txt", "" + lives);
    project.commit("first");
  }

  private CaseResult compared(String run) {
    List<CaseResult> cases = RunFile.read(folder.resolve("runs").resolve(run)).cases();
    return cases.get(cases.size() - 1);
  }
}
