package io.perfline.core.project;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.perfline.core.command.Fault;
import io.perfline.core.project.needs.Need;
import io.perfline.core.project.needs.NeedReadyCheck;
import io.perfline.core.project.needs.NeedVariables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the section {@code needs} of perf.yml and the variables that it defines. */
class NeedsTest {

  private static final String PROJECT =
      """
      version: 1
      needs:
        db:
          command: ./postgres.sh ${db.port} ${db.dir} ${HOME}
          ready: {command: 'pg_isready -p ${db.port}', within: 30 s}
          prepare: ./postgres.sh init ${db.dir}
          seed: psql -p ${db.port} -f seed.sql
          reset: ./reset.sh ${db.port}
        shared:
          at: 127.0.0.1:6379
          setup: createdb shop_${SIDE}
          teardown: dropdb shop_${SIDE}
          database: shop_${SIDE}
      service:
        command: java -Ddb=${db.port} -jar shop.jar ${PORT}
        variables: {SHOP_DB: 'jdbc:postgresql://127.0.0.1:${db.port}/shop_${SIDE}', KEY: '${SHOP_KEY}'}
      load:
        all: {connections: 1, requests: [{get: /}]}
        tool: {command: './load.sh ${db.port}', metric: {seconds: last_line}}
      """;

  private static final NeedVariables VALUES =
      new NeedVariables(
          Map.of(
              "db.port", "5433", "db.dir", "/data", "SIDE", "candidate", "db.host", "127.0.0.1"));

  @TempDir private Path folder;

  private Path write(String text) throws IOException {
    return Files.writeString(folder.resolve("perf.yml"), text);
  }

  @Test
  void readsTheNeedsOfAService() throws IOException {
    Project project = ProjectFile.read(write(PROJECT));

    Map<String, Need> needs = project.service().needs();
    assertThat(needs).containsOnlyKeys("db", "shared");
    assertThat(needs.get("db").name()).isEqualTo("db");
    assertThat(needs.get("db").ready().within()).isEqualTo(Duration.ofSeconds(30));
    assertThat(needs.get("db").address()).isNull();
    assertThat(needs.get("shared").ready()).isEqualTo(NeedReadyCheck.DEFAULT);
    assertThat(needs.get("shared").address()).hasToString("127.0.0.1:6379");
    project.requireVariables(Map.of("SHOP_KEY", "x"));
    assertThatThrownBy(() -> project.requireVariables(Map.of()))
        .hasMessageContaining("SHOP_KEY, which is not set");
  }

  @Test
  void theNeedsOfAnotherCommitAreThoseOfItsOwnFile() throws IOException {
    Project project = ProjectFile.read(write(PROJECT));
    Path other = folder.resolve("other.yml");
    Files.writeString(other, PROJECT.replace("seed.sql", "more.sql"));

    Map<String, Need> needs = project.withServiceOf(other).service().needs();

    assertThat(needs.get("db").seed()).hasToString("psql -p ${db.port} -f more.sql");
    Files.writeString(other, PROJECT.replaceAll("(?s)needs:.*service:", "service:"));
    assertThatThrownBy(() -> project.withServiceOf(other))
        .isInstanceOf(Fault.class)
        .hasMessageContaining("there is no need 'db': 'needs' defines none");
  }

  @Test
  void replacesOnlyTheVariablesOfNeeds() throws IOException {
    ServiceUnderTest service = ProjectFile.read(write(PROJECT)).service().with(VALUES);

    assertThat(service.command()).isEqualTo("java -Ddb=5433 -jar shop.jar ${PORT}");
    assertThat(service.variables().get("SHOP_DB"))
        .hasToString("jdbc:postgresql://127.0.0.1:5433/shop_candidate");
    assertThat(service.variables().get("KEY")).hasToString("${SHOP_KEY}");
    assertThat(VALUES.fill("${db.port:-1} ${A:-${db.port}} ${other.port} $1 \\"))
        .isEqualTo("${db.port:-1} ${A:-5433} ${other.port} $1 \\");
  }

  @Test
  void leavesOutWhatRefersToNeedsForAServerThatRunsWithoutThem() throws IOException {
    ServiceUnderTest service = ProjectFile.read(write(PROJECT)).service().withoutNeeds();

    assertThat(service.variables()).containsOnlyKeys("KEY");
    assertThat(service.needs()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "at: 127.0.0.1:6379 | at: 127.0.0.1 | perf.yml:10:9: expected an address such as",
        "at: 127.0.0.1:6379 | at: 127.0.0.1:99999 | perf.yml:10:9: at: expected an address",
        "at: 127.0.0.1:6379 | ready: {tcp: true}"
            + " | perf.yml:10:5: command: a need is one of 'command', 'at' and 'compose', not none",
        "-f seed.sql | ${dbx.port} | perf.yml:7:11: there is no need 'dbx' (did you mean 'db'?)",
        "reset.sh ${db.port} | reset.sh ${db.prt} | perf.yml:8:12: the need 'db' has no 'prt'",
        "127.0.0.1:${db.port}/ | 127.0.0.1:${dc.port}/ | perf.yml:16:24: there is no need 'dc'",
        "-Ddb=${db.port} | -Ddb=${base.port} | perf.yml:15:3: there is no need 'base'",
        "load.sh ${db.port} | load.sh ${db.name} | load: tool: the need 'db' has no 'name'",
        "within: 30 s} | tcp: true} | a need has one check: 'tcp', 'get' or 'command'",
      })
  void namesAFaultWithItsPosition(String from, String to, String message) throws IOException {
    Path file = write(PROJECT.replace(from, to));

    assertThatThrownBy(() -> ProjectFile.read(file))
        .isInstanceOf(Fault.class)
        .hasMessageContaining(message);
  }

  @Test
  void aTomcatOfBothBuildsHasNoNeeds() throws IOException {
    Path file =
        write(
            """
            version: 1
            needs: {db: {command: 'postgres -p ${db.port}'}}
            service: {war: shop.war, tomcat: one}
            load: {all: {connections: 1, requests: [{get: /}]}}
            """);
    assertThatThrownBy(() -> ProjectFile.read(file))
        .hasMessageContaining("perf.yml:2:8: needs: each build has its own")
        .hasMessageContaining("use 'tomcat: each'");
  }

  @Test
  void aServiceElsewhereHasNoNeeds() throws IOException {
    Path file =
        write(
            """
            version: 1
            needs: {db: {command: 'postgres -p ${db.port}'}}
            service: {url: 'http://127.0.0.1:1'}
            load: {all: {connections: 1, requests: [{get: /}]}}
            """);
    assertThatThrownBy(() -> ProjectFile.read(file))
        .hasMessageContaining("needs: they can't be used with 'url'");
  }
}
