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
 * @param target the target of its load, such as {@code direct}
 * @param pairs the number of pairs that its load allows; null unless it is a comparison and the
 *     number was requested
 * @param samples the maximum number of requests of its load, by profile; empty unless a rate limits
 *     them and the number was requested
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
   * @param millis the length of a pair in milliseconds
   * @param most the maximum number of pairs, by the profiles that contain the case
   * @param times the time of the comparison, by the same profiles
   */
  public record Pairs(long millis, Map<String, Integer> most, Map<String, ComparisonTime> times) {
    public Pairs {
      most = Map.copyOf(most);
      times = times == null ? Map.of() : Map.copyOf(times);
    }
  }

  public CatalogueEntry {
    profiles = List.copyOf(profiles);
    samples = samples == null ? Map.of() : Map.copyOf(samples);
  }

  /** Creates an entry without the numbers of pairs and requests. */
  public CatalogueEntry(String name, String target, List<String> profiles) {
    this(name, target, profiles, null, null);
  }

  public CatalogueEntry(String name, String target, List<String> profiles, Pairs pairs) {
    this(name, target, profiles, pairs, null);
  }

  /** Returns this entry with the maximum number of requests of its load, by profile. */
  public CatalogueEntry withSamples(Map<String, Long> samples) {
    return new CatalogueEntry(name, target, profiles, pairs, samples);
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
    return new CatalogueEntry(name, target, others, pairs, samples);
  }

  /** Adds the keys that an entry may lack to its JSON, because JSON is read strictly. */
  static void addWhatMayLack(JsonNode entries) {
    for (JsonNode entry : entries) {
      for (String key : List.of("pairs", "samples")) {
        if (entry instanceof ObjectNode object && !object.has(key)) {
          object.putNull(key);
        }
      }
      if (entry.path("pairs") instanceof ObjectNode pairs && !pairs.has("times")) {
        pairs.putNull("times");
      }
    }
  }

  /** Writes the list of all cases, as {@code ./perfline run --list --json FILE} does. */
  public static void write(Path file, List<CatalogueEntry> cases) throws IOException {
    Json.MAPPER.writeValue(file.toFile(), cases);
  }

  /**
   * Reads the list of all cases.
   *
   * @throws Fault (configuration) if it can't be read or is empty
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
          "cannot read the cases from %s (perfline run --list --json FILE writes them): %s"
              .formatted(file, e.getMessage()),
          e);
    }
  }
}
