package io.perfline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.RunFile;
import io.perfline.core.run.SentRequests;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests the verdicts on services with a PostgreSQL that perfline did not start. */
@Timeout(300)
class DatabaseIT {

  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin/java").toString();

  private static final String PROJECT =
      """
      version: 1
      name: shop
      service:
        command: %s PORT=${PORT} exec '%s' -Xmx128m -Dsun.net.httpserver.nodelay=true -cp "$CLASSES" %s
        variables:
          CLASSES: '%s'
          %s
        ready: {get: /health, within: 60 s}
      load:
        %s
      profiles: {commit: {warm_up: 1 s, warm_up_most: 2 s, duration: 6 s, at_most: 12 s}}
      """;

  private static final String GET = "orders: {rate: 50/s, requests: [{get: /orders}]}";

  private static final String THRESHOLDS =
      """
      version: 1
      defaults: {min_samples: 20}
      valid_run: {generator_cpu: "<= 100 %", foreign_cpu: "<= 100 %"}
      baselines: {previous: {paired: true}}
      thresholds:
        - {id: errors, case: "**", metric: error_rate, pass: "<= 1 %"}
        - id: slower
          case: paired/*
          metric: service_time.p50
          pass: "<= +100 %"
          baseline: previous
          confidence: 90 % # so that the twelve pairs of two deployments decide
      """;

  /** Starts each build on a copy of a database. */
  private static final String COPY =
      "psql -q %s -c \"create database shop_$PORT template shop\";"
          + " SHOP_DB='jdbc:postgresql://%s/shop_'$PORT'?user=shop'";

  @TempDir private Path folder;
  private TemporaryPostgres postgres;
  private OwnProject project;

  @BeforeEach
  void makeProject() throws Exception {
    postgres = TemporaryPostgres.start();
    postgres.sql("postgres", "create database shop");
    postgres.sql("shop", "create extension pg_stat_statements");
    project = new OwnProject(folder);
    Files.createDirectories(folder.resolve("db/migration"));
    project.write("db/migration/V1.sql", "create table if not exists orders (id int)");
    project.write("query.sql", "select count(*) from orders where id = 3");
    project.write("times.txt", "1");
    project.write("delay.txt", "0");
    project.write("thresholds.yml", THRESHOLDS);
  }

  @AfterEach
  void stop() throws Exception {
    if (postgres != null) {
      postgres.close();
    }
  }

  private void first(String before, String variable, String load)
      throws IOException, InterruptedException {
    project.write(
        "perf.yml",
        PROJECT.formatted(
            before,
            JAVA,
            StoreService.class.getName(),
            System.getProperty("java.class.path"),
            variable,
            load));
    project.commit("first");
  }

  private String shared() {
    return "SHOP_DB: '%s'".formatted(postgres.url("shop"));
  }

  private String ownDatabases() {
    return COPY.formatted(
        "'postgresql://shop@%s/postgres'".formatted(postgres.address()), postgres.address());
  }

  /** Nothing is started, so the schema stays as it was. */
  @Test
  void refusesOneDatabaseForBuildsWithDifferentMigrations() throws Exception {
    first("", shared(), GET);
    project.write("db/migration/V2.sql", "drop table orders");
    project.commit("second");

    assertThat(project.ci("shared")).as(project.output()).isEqualTo(3);

    assertThat(project.output())
        .contains("both builds have one database, jdbc:postgresql://" + postgres.address())
        .contains("by the variable SHOP_DB", "(db/migration/V2.sql)", "needs:\n", "shop_${SIDE}");
    assertThat(postgres.sql("shop", "select count(*) from pg_tables where tablename = 'orders'"))
        .isEqualTo("0");
  }

  @Test
  void findsOneDatabaseByTheConnectionsOfBothBuilds() throws Exception {
    project.write("url.txt", postgres.url("shop"));
    first("", "NOTHING: ''", GET);
    project.write("db/migration/V2.sql", "create index of_orders on orders (id)");
    project.commit("second");

    assertThat(compare("connected")).as(project.output()).isEqualTo(3);
    assertThat(project.output())
        .contains("both builds have one database, " + postgres.address())
        .contains("to which both are connected", "(db/migration/V2.sql)");
  }

  /** The statement waits without using CPU, which other tests use, too. */
  @Test
  void namesTheStatementThatIsExecutedMoreOften() throws Exception {
    project.write("query.sql", "select pg_sleep(0.006)");
    first(ownDatabases(), "NOTHING: ''", GET.replace("50/s", "20/s"));
    project.write("times.txt", "11");
    project.commit("eleven times");

    assertThat(compare("more")).as(project.output()).isEqualTo(1);

    assertThat(project.output())
        .as("one of 120 requests may be counted earlier or later than its calls")
        .containsPattern("`select pg_sleep\\(\\?\\)` 1\\.0 → 11\\.[01] calls per request");
  }

  @Test
  void givesNoVerdictIfTheDatabaseIsStopped() throws Exception {
    first("", shared(), GET);
    project.write("delay.txt", "1");
    project.commit("second");
    Path baseline = folder.resolve("runs/stopped/service-baseline.log");
    Thread stopping =
        new Thread(
            () -> {
              try {
                while (!Files.exists(baseline)) {
                  Thread.sleep(20);
                }
                long before = commits();
                while (commits() < before + 100) {
                  Thread.sleep(20);
                }
                postgres.stop();
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            });
    stopping.start();

    assertThat(compare("stopped")).as(project.output()).isEqualTo(3);

    stopping.join();
    assertThat(project.output())
        .contains("both builds lost their connections to " + postgres.address());
  }

  /** Returns the transactions of both builds; this question is not one of them. */
  private long commits() throws Exception {
    return Long.parseLong(
        postgres.sql(
            "postgres", "select xact_commit from pg_stat_database where datname = 'shop'"));
  }

  /**
   * A faster POST must not give its build more rows than the other one. A common database of builds
   * with equal migrations is only a warning.
   */
  @Test
  void bothBuildsGetEquallyManyRequestsThatWrite() throws Exception {
    project.write("delay.txt", "4");
    project.write("url.txt", postgres.url("shop"));
    first(
        "",
        "NOTHING: ''",
        "orders: {connections: 2, requests: [{post: /orders, body: '{}', expect: {status: 201}}]}");
    project.write("delay.txt", "1");
    project.commit("faster");

    assertThat(compare("faster")).as(project.output()).isZero();

    CaseResult compared = compared("faster");
    SentRequests sent = compared.sentRequests();
    assertThat(sent.areDifferent()).as(sent.toString()).isFalse();
    assertThat(sent.candidate()).isGreaterThan(compared.requests());
    assertThat(compared.warmUpRequests().answered()).isPositive();
    assertThat(project.output())
        .contains("WARN", "both builds have one database")
        .doesNotContain("changes data");
  }

  @Test
  void aStartWithoutDatabaseNamesItsCause() throws Exception {
    first("", shared(), GET);
    postgres.stop();

    assertThat(project.ci("none")).as(project.output()).isEqualTo(3);

    assertThat(project.output())
        .contains("java.net.ConnectException: Connection refused")
        .doesNotContain("\tat ");
  }

  /** Runs only the comparison, without profiles. */
  private int compare(String run) {
    return project.ci(run, "--no-why", "--only", "paired/orders");
  }

  private CaseResult compared(String run) {
    return RunFile.read(folder.resolve("runs").resolve(run)).cases().stream()
        .filter(one -> one.name().startsWith("paired/"))
        .findFirst()
        .orElseThrow();
  }
}
