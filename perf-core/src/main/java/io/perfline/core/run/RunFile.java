package io.perfline.core.run;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.perfline.core.command.Fault;
import io.perfline.core.file.AtomicFile;
import io.perfline.core.file.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Reads and writes {@code run.json}. Anything but a complete run in a known format is an error. */
public final class RunFile {

  /** The name of the file in a run's folder. */
  public static final String NAME = "run.json";

  private RunFile() {}

  /**
   * Reads {@code run.json} of a run's folder.
   *
   * @throws Fault exit code 3 if it is missing, truncated, of another schema, or contradictory
   */
  public static Run read(Path folder) {
    Path file = folder.resolve(NAME);
    try {
      JsonNode tree = Json.MAPPER.readTree(Files.readAllBytes(file));
      int schema = tree.path("schema").asInt(-1);
      if (schema != Run.SCHEMA) {
        throw Fault.noVerdict(
            "%s: schema is %s, this perfline reads %d"
                .formatted(file, tree.path("schema"), Run.SCHEMA));
      }
      addWhatCameLater(tree);
      return Json.MAPPER.treeToValue(tree, Run.class);
    } catch (JsonProcessingException e) {
      throw Fault.noVerdict(file + ": " + e.getOriginalMessage(), e);
    } catch (NoSuchFileException e) {
      throw Fault.noVerdict(
          "cannot read the run: there is no file %s; give the folder of a run, such as one in 'runs'"
              .formatted(file),
          e);
    } catch (IOException e) {
      throw Fault.noVerdict("cannot read " + file + ": " + e, e);
    }
  }

  /**
   * Adds the keys that runs of earlier versions lack. They have the same schema, because these keys
   * have always been optional.
   */
  private static void addWhatCameLater(JsonNode run) {
    putNull(run, "shard");
    putNull(run, "baseline");
    CatalogueEntry.addWhatMayLack(run.path("catalogue"));
    putNull(run.path("baseline"), "differs");
    putNull(run.path("baseline"), "warnings");
    putNull(run.path("baseline"), "digests");
    for (JsonNode one : run.path("cases")) {
      putNull(one, "stored");
      putNull(one, "steady");
      putNull(one, "server");
      putNull(one.path("server"), "cpu_total_us");
      putNull(one.path("server"), "need_cpu_us");
      for (JsonNode deployment : one.path("memory").path("deployments")) {
        putNull(deployment.path("candidate"), "need_bytes");
        putNull(deployment.path("baseline"), "need_bytes");
      }
      putNull(one, "unchanged");
      putNull(one, "consumer");
      putNull(one, "origin");
      putNull(one, "figures");
      putNull(one, "server_end");
      putNull(one.path("server_end"), "need");
      putNull(one, "lost_server");
      if (one.path("server_end") instanceof ObjectNode end && !end.has("never_ready")) {
        end.put("never_ready", false);
      }
      putNull(one, "earlier_deployments");
      putNull(one, "memory");
      putNull(one, "warm_ups");
      putNull(one, "warm_up_requests");
      putNull(one, "sent_requests");
      putNull(one, "statements");
      putNull(one, "received");
      for (JsonNode build : one.path("earlier_deployments").path("builds")) {
        if (build instanceof ObjectNode object && !object.has("of_pairs")) {
          object.put("of_pairs", 0.0);
        }
      }
      putNull(one.path("generator"), "gc_ms");
      putNull(one.path("generator"), "foreign_cpu");
      putNull(one.path("generator"), "connections");
      putNull(one.path("generator"), "bottleneck");
      for (JsonNode pair : one.path("pairs")) {
        addCost(pair.path("candidate"));
        addCost(pair.path("baseline"));
      }
    }
  }

  private static void addCost(JsonNode slice) {
    putNull(slice, "server_cpu_us");
    putNull(slice, "server_allocated_bytes");
    putNull(slice, "server_cpu_total_us");
    putNull(slice, "need_cpu_us");
  }

  private static void putNull(JsonNode parent, String key) {
    if (parent instanceof ObjectNode object && !object.has(key)) {
      object.putNull(key);
    }
  }

  /** Writes {@code run.json} into a run's folder, completely or not at all. */
  public static void write(Path folder, Run run) throws IOException {
    Files.createDirectories(folder);
    AtomicFile.write(folder.resolve(NAME), Json.MAPPER.writeValueAsBytes(run));
  }
}
