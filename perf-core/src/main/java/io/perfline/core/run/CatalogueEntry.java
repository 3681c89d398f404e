package io.perfline.core.run;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.perfline.core.command.Fault;
import io.perfline.core.file.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A case that a workload defines.
 *
 * @param name simulation, sweep and value, as in {@code kafka/batch_size/256}
 * @param target what it is aimed at, as in {@code direct}
 * @param profiles the profiles that contain it
 * @param pairs how many pairs its load allows, where it is a comparison and that is of interest;
 *     null otherwise
 * @param samples how many requests its load can have at most, by profile, where a rate limits them
 *     and that is of interest
 */
public record CatalogueEntry(
    String name,
    String target,
    List<String> profiles,
    @JsonInclude(JsonInclude.Include.NON_NULL) Pairs pairs,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, Long> samples) {

  /**
   * The pairs of slices that a comparison can have.
   *
   * @param millis length of a pair
   * @param most their largest number, by the profiles that contain the case
   */
  public record Pairs(long millis, Map<String, Integer> most) {
    public Pairs {
      most = Map.copyOf(most);
    }
  }

  public CatalogueEntry {
    profiles = List.copyOf(profiles);
    samples = samples == null ? Map.of() : Map.copyOf(samples);
  }

  /** Creates an entry without what its load allows. */
  public CatalogueEntry(String name, String target, List<String> profiles) {
    this(name, target, profiles, null, null);
  }

  public CatalogueEntry(String name, String target, List<String> profiles, Pairs pairs) {
    this(name, target, profiles, pairs, null);
  }

  /** Creates the same entry with the most requests that its load can have, by profile. */
  public CatalogueEntry withSamples(Map<String, Long> most) {
    return new CatalogueEntry(name, target, profiles, pairs, most);
  }

  /** Returns true if one of the names is that of this case or of its simulation. */
  public boolean isOf(List<String> names) {
    return isOf(name, names);
  }

  /** Returns true if one of the names is that of the case or of its simulation. */
  public static boolean isOf(String caseName, List<String> names) {
    return names.stream().anyMatch(one -> caseName.equals(one) || caseName.startsWith(one + "/"));
  }

  /** Returns this case in other profiles. */
  CatalogueEntry in(List<String> others) {
    return new CatalogueEntry(name, target, others, pairs);
  }

  /** Adds what an entry may lack to JSON, which is read strictly. */
  static void addWhatMayLack(JsonNode entries) {
    for (JsonNode entry : entries) {
      for (String key : List.of("pairs", "samples")) {
        if (entry instanceof ObjectNode object && !object.has(key)) {
          object.putNull(key);
        }
      }
    }
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
      JsonNode entries = Json.MAPPER.readTree(Files.readAllBytes(file));
      addWhatMayLack(entries);
      List<CatalogueEntry> cases =
          Json.MAPPER.treeToValue(entries, new TypeReference<List<CatalogueEntry>>() {});
      if (cases == null || cases.isEmpty()) {
        throw Fault.configuration(file + ": there is no case in it");
      }
      return cases;
    } catch (IOException e) {
      throw new Fault(
          Fault.CONFIGURATION,
          "cannot read the cases from %s (perf run --list --json FILE writes them): %s"
              .formatted(file, e.getMessage()),
          e);
    }
  }
}
