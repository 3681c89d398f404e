package io.perfline.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.perfline.core.run.RunFile;
import io.perfline.deploy.process.SystemTool;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests the verdicts on a service of which each build has a MariaDB of its own. */
@Tag("acceptance")
@Timeout(600)
class MariadbIT {

  private static final String PROJECT =
      """
      version: 1
      name: shop
      needs:
        db:
          prepare: mariadb-install-db --no-defaults --datadir='${db.dir}' --auth-root-authentication-method=normal
          command: >-
            exec mariadbd --no-defaults --user=$(id -un) --datadir='${db.dir}' --port=${db.port}
            --bind-address=127.0.0.1 --socket='${db.dir}/socket' --pid-file='${db.dir}/pid'
            --performance-schema=%s
          seed: mariadb --host=127.0.0.1 --port=${db.port} --user=root shop < seed.sql
      service:
        command: PORT=${PORT} exec '%s' -Xmx128m -Dsun.net.httpserver.nodelay=true -cp "$CLASSES" %s
        variables:
          CLASSES: '%s'
          SHOP_DB: 'jdbc:mariadb://127.0.0.1:${db.port}/shop?createDatabaseIfNotExist=true'
          SHOP_DB_USER: root
        ready: {get: /health, within: 60 s}
      load: {orders: {connections: 2, requests: [{get: /orders}]}}
      profiles: {commit: {warm_up: 1 s, warm_up_most: 2 s, duration: 4 s, at_most: 10 s}}
      """;

  private static final String THRESHOLDS =
      """
      version: 1
      defaults: {min_samples: 20}
      valid_run: {generator_cpu: "<= 100 %", foreign_cpu: "<= 100 %"}
      baselines: {previous: {paired: true}}
      thresholds:
        - {id: errors, case: "**", metric: error_rate, pass: "<= 0 %"}
        - {id: slower, case: paired/*, metric: service_time.p50, pass: "<= +100 %", baseline: previous}
      """;

  @TempDir private Path folder;
  private OwnProject project;

  @BeforeEach
  void makeProject() throws Exception {
    assumeTrue(
        SystemTool.onPath("mariadbd").isPresent(),
        "there is no MariaDB: apt-get install mariadb-server");
    project = new OwnProject(folder);
    Files.createDirectories(folder.resolve("db/migration"));
    project.write("db/migration/V1.sql", "create table orders (id int)");
    project.write("seed.sql", "insert into orders select seq from seq_1_to_3000");
    project.write("query.sql", "select count(*) from orders o where o.id = 3");
    project.write("times.txt", "1");
    project.write("delay.txt", "0");
    project.write("thresholds.yml", THRESHOLDS);
  }

  private void first(String counting) throws Exception {
    project.write(
        "perf.yml",
        PROJECT.formatted(
            counting,
            Path.of(System.getProperty("java.home"), "bin/java"),
            StoreService.class.getName(),
            System.getProperty("java.class.path")));
    project.commit("first");
  }

  @Test
  void namesTheStatementThatIsExecutedForEachRow() throws Exception {
    first("ON");
    project.write("notes.txt", "Nothing that runs.");
    project.commit("unchanged");

    assertThat(project.ci("unchanged", "--measure", "--no-why")).as(project.output()).isZero();
    assertThat(project.output()).doesNotContain("statements");

    project.write("times.txt", "11");
    project.commit("a query for each row");

    assertThat(project.ci("more", "--no-why")).as(project.output()).isEqualTo(1);
    assertThat(project.output().replaceAll("\\s+", " "))
        .contains("`SELECT COUNT (*) FROM orders o WHERE o.id = ?` 1.0 → 11.0 calls per request");
    assertThat(folder.resolve(".perf/needs/1")).doesNotExist();
    assertThat(folder.resolve(".perf/needs/2")).doesNotExist();
  }

  @Test
  void reportsHowToCountIfTheServerDoesNot() throws Exception {
    first("OFF");
    project.write("times.txt", "11");
    project.commit("a query for each row");

    assertThat(project.ci("more", "--no-why")).as(project.output()).isEqualTo(1);
    assertThat(RunFile.read(folder.resolve("runs/more")).cases().get(1).statements().problem())
        .contains("counts no statements: start MariaDB or MySQL with performance_schema=ON");
  }
}
