package io.perfline.sims.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.perfline.core.command.Fault;
import io.perfline.core.project.Project;
import io.perfline.core.project.ProjectFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UsedServersTest {

  private static final String ONE = "jdbc:postgresql://127.0.0.1:6001/shop?user=a&password=hidden";

  @TempDir private Path folder;

  private Project with(String section) throws IOException {
    Path file = Files.createTempDirectory(folder, "commit").resolve("perf.yml");
    Files.writeString(
        file,
        """
        version: 1
        service:
          command: java -jar shop.jar ${PORT}
          %s
        load: {all: {connections: 1, requests: [{get: /}]}}
        """
            .formatted(section));
    return ProjectFile.read(file);
  }

  private static UsedServers used(Project candidate, Project baseline, String... differs) {
    return new UsedServers(
        new BuiltService("candidate", Path.of(""), null, candidate, null, List.of()),
        new BuiltService("baseline", Path.of(""), null, baseline, null, List.of(differs)),
        List.of());
  }

  private static String variable(String value) {
    return "variables: {SHOP_DB: '%s'}".formatted(value);
  }

  @Test
  void refusesOneDatabaseForDifferentMigrations() throws IOException {
    Project project = with(variable(ONE));

    assertThatThrownBy(
            () ->
                used(project, project, "src/main/resources/db/migration/V2__drop.sql")
                    .checkVariables())
        .isInstanceOf(Fault.class)
        .satisfies(e -> assertThat(((Fault) e).exitCode()).isEqualTo(3))
        .hasMessageContaining("127.0.0.1:6001/shop")
        .hasMessageContaining("by the variable SHOP_DB")
        .hasMessageContaining("(src/main/resources/db/migration/V2__drop.sql)")
        .hasMessageContaining("at: 127.0.0.1:6001")
        .hasMessageContaining("SHOP_DB: 'jdbc:postgresql://127.0.0.1:6001/shop_${SIDE}'")
        .hasMessageNotContaining("hidden");
  }

  @Test
  void warnsOfOneDatabaseWithoutDifferentMigrations() throws IOException {
    Project project = with(variable(ONE));
    UsedServers used = used(project, project, "src/main/java/Shop.java");

    used.checkVariables();

    assertThat(used.warning().orElseThrow())
        .startsWith("both builds have one database, jdbc:postgresql://127.0.0.1:6001/shop")
        .doesNotContain("hidden");
  }

  @Test
  void acceptsADatabaseForEachBuild() throws IOException {
    Project each = with(variable("jdbc:postgresql://127.0.0.1:6001/shop_${SIDE_DIR}"));
    UsedServers used = used(each, each, "db/migration/V2.sql");

    used.checkVariables();

    assertThat(used.warning()).isEmpty();
  }

  @Test
  void otherFilesCanBeMigrations() throws IOException {
    Project project = with(variable(ONE) + "\n  migrations: ['sql/*.sql']");

    assertThatThrownBy(() -> used(project, project, "sql/2.sql").checkVariables())
        .hasMessageContaining("(sql/2.sql)");
  }

  @Test
  void aVariableThatOnlyTheBaselineNeedsIsReported() throws IOException {
    Project baseline = with("variables: {A: '${NOT_SET_ANYWHERE}', B: '${SIDE_DIR}/b'}");

    assertThatThrownBy(() -> used(with(""), baseline).checkVariables())
        .isInstanceOf(Fault.class)
        .hasMessageContaining(baseline.file().toString())
        .hasMessageContaining("of the baseline needs NOT_SET_ANYWHERE, which is not set");
  }
}
