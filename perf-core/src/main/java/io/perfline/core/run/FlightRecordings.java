package io.perfline.core.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import io.perfline.core.command.Fault;
import io.perfline.core.file.AtomicFile;
import io.perfline.core.file.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * JFR recordings of both builds, made after the slices that are judged: {@code
 * RUN/why/recordings.json}. They don't affect any verdict.
 *
 * @param schema the version of the format, {@link #SCHEMA}
 * @param ownPackages the packages of the service's own classes, as opposed to those of libraries;
 *     empty if they are unknown
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record FlightRecordings(int schema, List<String> ownPackages, List<JfrCase> cases) {

  /** The version that this code writes, and the only one it reads. */
  public static final int SCHEMA = 2;

  private static final String FOLDER = "why";
  private static final String NAME = "recordings.json";

  public FlightRecordings {
    ownPackages = List.copyOf(ownPackages);
    cases = List.copyOf(cases);
  }

  public static Path folder(Path run) {
    return run.resolve(FOLDER);
  }

  /**
   * Reads the recordings of a run; empty if nothing was recorded.
   *
   * @throws Fault exit code 3 if they can't be read
   */
  public static Optional<FlightRecordings> readIfPresent(Path run) {
    Path file = folder(run).resolve(NAME);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try {
      JsonNode tree = Json.MAPPER.readTree(Files.readAllBytes(file));
      if (tree.path("schema").asInt(-1) != SCHEMA) {
        throw Fault.noVerdict(
            "%s: schema is %s, this perfline reads %d: record the builds again with --why"
                .formatted(file, tree.path("schema"), SCHEMA));
      }
      return Optional.of(Json.MAPPER.treeToValue(tree, FlightRecordings.class));
    } catch (IOException e) {
      throw Fault.noVerdict("cannot read what was recorded in %s: %s".formatted(file, e), e);
    }
  }

  /** Writes the recordings into a run's folder. */
  public void write(Path run) {
    try {
      Files.createDirectories(folder(run));
      AtomicFile.write(folder(run).resolve(NAME), Json.MAPPER.writeValueAsBytes(this));
    } catch (IOException e) {
      throw Fault.noVerdict(
          "cannot write what was recorded to %s: %s".formatted(folder(run), e), e);
    }
  }
}
