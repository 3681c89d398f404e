package io.perfline.gate.verdict;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.perfline.core.command.Fault;
import io.perfline.core.file.AtomicFile;
import io.perfline.core.file.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Reads and writes {@code verdict.json}. A file that is incomplete or has an unknown schema is an
 * error.
 */
public final class VerdictFile {

  /** The name of the file in a run's folder. */
  public static final String NAME = "verdict.json";

  private VerdictFile() {}

  /** Reads the verdict in a run's folder; empty if the run was not judged. */
  public static Optional<Verdict> readIfPresent(Path folder) {
    return Files.exists(folder.resolve(NAME)) ? Optional.of(read(folder)) : Optional.empty();
  }

  /**
   * Reads {@code verdict.json} in the folder of a run.
   *
   * @throws Fault (no verdict) if the file is missing, cut off, has another schema, or contradicts
   *     itself
   */
  public static Verdict read(Path folder) {
    Path file = folder.resolve(NAME);
    try {
      JsonNode tree = Json.MAPPER.readTree(Files.readAllBytes(file));
      int schema = tree.path("schema").asInt(-1);
      if (schema != Verdict.SCHEMA) {
        throw Fault.noVerdict(
            "%s: schema is %s, this perfline reads %d"
                .formatted(file, tree.path("schema"), Verdict.SCHEMA));
      }
      if (tree instanceof ObjectNode verdict) {
        verdict.putNull("brief");
        if (!tree.has("not_judged")) {
          verdict.putArray("not_judged"); // earlier builds didn't write it
        }
      }
      tree.path("lines").forEach(VerdictFile::addWhatMayLack);
      return Json.MAPPER.treeToValue(tree, Verdict.class);
    } catch (JsonProcessingException e) {
      boolean contradicts = e.getCause() instanceof IllegalArgumentException;
      String why = contradicts ? e.getCause().getMessage() : e.getOriginalMessage();
      throw Fault.noVerdict(file + ": " + why, e);
    } catch (IOException e) {
      throw Fault.noVerdict("cannot read " + file + ": " + e, e);
    }
  }

  public static String json(Verdict verdict) throws IOException {
    return Json.MAPPER.writeValueAsString(verdict);
  }

  /** Adds the fields that earlier builds did not write to a line. */
  private static void addWhatMayLack(JsonNode line) {
    if (line instanceof ObjectNode object) {
      Stream.of("cause", "detectable").filter(name -> !object.has(name)).forEach(object::putNull);
    }
    if (line.path("baseline") instanceof ObjectNode baseline) {
      Stream.of("now", "per").filter(name -> !baseline.has(name)).forEach(baseline::putNull);
    }
  }

  /** Writes {@code verdict.json} into the folder of a run, completely or not at all. */
  public static void write(Path folder, Verdict verdict) throws IOException {
    AtomicFile.write(folder.resolve(NAME), Json.MAPPER.writeValueAsBytes(verdict));
  }
}
