package io.perfline.proof.gate;

import io.perfline.core.environment.EnvironmentOption;
import io.perfline.core.file.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What every self-test on slowed copies of the recorder is told. */
final class ProofOptions {

  @Option(
      names = "--from",
      paramLabel = "WAR",
      description = "What is copied and compared with; default perf-app/target/recorder.war.")
  private Path original;

  @Option(names = "--json", paramLabel = "FILE", description = "Write the table as JSON as well.")
  private Path json;

  @Option(
      names = "--profile",
      hidden = true,
      defaultValue = "commit",
      description = "Whose load; default ${DEFAULT-VALUE}.")
  private String profile;

  @Mixin private EnvironmentOption environment;

  /** The WAR that is copied. */
  Path war() {
    Path war = original == null ? home().resolve("perf-app/target/recorder.war") : original;
    return war.toAbsolutePath();
  }

  String profile() {
    return profile;
  }

  Path home() {
    return Path.of(System.getProperty("perf.home", ".")).toAbsolutePath().normalize();
  }

  /** Runs by these servers, each with these words first. */
  GateProofRun runs(List<String> measured) {
    return new GateProofRun(home(), environment.given().orElse(null), measured);
  }

  /** Writes the table where that was asked for. */
  void write(List<?> rows) throws IOException {
    if (json != null) {
      Json.MAPPER.writeValue(json.toFile(), rows);
    }
  }
}
