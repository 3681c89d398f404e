package io.perfline.proof;

import io.perfline.core.command.Fault;
import io.perfline.core.command.Homes;
import io.perfline.core.environment.EnvironmentOption;
import io.perfline.core.file.Json;
import io.perfline.core.file.Sha256;
import io.perfline.core.file.StateFolder;
import io.perfline.deploy.tomcat.WarContent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of the self-tests with slowed copies of the recorder. */
final class ProofOptions {

  @Option(
      names = "--from",
      paramLabel = "WAR",
      description = "The WAR to copy and to compare with; default perf-app/target/recorder.war.")
  private Path original;

  @Option(names = "--json", paramLabel = "FILE", description = "Also writes the table as JSON.")
  private Path json;

  @Option(
      names = "--profile",
      hidden = true,
      defaultValue = "commit",
      description = "The profile of the load; default ${DEFAULT-VALUE}.")
  private String profile;

  @Mixin private EnvironmentOption environment;

  Path war() {
    Path war = original == null ? home().resolve("perf-app/target/recorder.war") : original;
    return war.toAbsolutePath();
  }

  String profile() {
    return profile;
  }

  Path home() {
    return Homes.project().toAbsolutePath().normalize();
  }

  /**
   * Returns the folder of the runs. Each content of the WAR (whatever its time stamps), of the load
   * and of {@code others} has its own, because measurements stay valid as long as these do not
   * change.
   *
   * @param prefix the beginning of the folder's name
   * @throws Fault exit code 2 if a file is missing
   */
  Path work(String prefix, Path... others) throws IOException {
    List<Path> files = new ArrayList<>(List.of(others));
    files.add(home().resolve("gatling-sims/workloads/paired.yml"));
    StringBuilder all = new StringBuilder(profile + WarContent.of(required(war())).digest());
    for (Path file : files) {
      all.append(Files.readString(required(file)));
    }
    return StateFolder.SELF_TEST
        .in(home())
        .resolve(prefix + Sha256.of(all.toString()).substring(0, 10));
  }

  private static Path required(Path file) {
    if (!Files.isRegularFile(file)) {
      throw Fault.configuration("there is no %s: build it with ./perfline build".formatted(file));
    }
    return file;
  }

  /** Returns runs with these servers and with the given cases and options. */
  GateProofRun runs(List<String> measured) {
    return new GateProofRun(home(), environment.given().orElse(null), measured);
  }

  /** Writes the rows as JSON if that was asked for. */
  void write(List<?> rows) throws IOException {
    if (json != null) {
      Json.MAPPER.writeValue(json.toFile(), rows);
    }
  }
}
