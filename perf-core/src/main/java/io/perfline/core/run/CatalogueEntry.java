package io.perfline.core.run;

import com.fasterxml.jackson.core.type.TypeReference;
import io.perfline.core.command.Fault;
import io.perfline.core.file.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A case that a workload defines.
 *
 * @param name simulation, sweep and value, as in {@code kafka/batch_size/256}
 * @param target what it is aimed at, as in {@code direct}
 * @param profiles the profiles that contain it
 */
public record CatalogueEntry(String name, String target, List<String> profiles) {
  public CatalogueEntry {
    profiles = List.copyOf(profiles);
  }

  /** Writes the list of all cases, as {@code ./perf run --list --json FILE} does. */
  public static void write(Path file, List<CatalogueEntry> cases) throws IOException {
    Json.MAPPER.writeValue(file.toFile(), cases);
  }

  /**
   * Reads the list of all cases.
   *
   * @throws Fault (configuration) when it can't be read or is empty
   */
  public static List<CatalogueEntry> read(Path file) {
    try {
      List<CatalogueEntry> cases =
          Json.MAPPER.readValue(
              Files.readAllBytes(file), new TypeReference<List<CatalogueEntry>>() {});
      if (cases == null || cases.isEmpty()) {
        throw Fault.configuration(file + ": there is no case in it");
      }
      return cases;
    } catch (IOException e) {
      throw new Fault(
          Fault.CONFIGURATION,
          "cannot read the cases from %s (./perf run --list --json FILE writes them): %s"
              .formatted(file, e.getMessage()),
          e);
    }
  }
}
