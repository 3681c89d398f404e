package io.perfline.gate.trend;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.perfline.core.command.Fault;
import io.perfline.core.file.AtomicFile;
import io.perfline.core.file.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Reads and writes {@code trend.json}: where the cases of its branch stand with a run. */
public final class TrendFile {

  /** The name of the file in a run's folder. */
  public static final String NAME = "trend.json";

  private static final int SCHEMA = 1;

  private record Content(int schema, List<CaseTrend> cases) {}

  private TrendFile() {}

  /**
   * Those in a run's folder; none when nobody looked.
   *
   * @throws Fault (no verdict) when the file is cut off or of another schema
   */
  public static List<CaseTrend> readIfThere(Path folder) {
    Path file = folder.resolve(NAME);
    if (!Files.exists(file)) {
      return List.of();
    }
    try {
      Content content = Json.MAPPER.readValue(Files.readAllBytes(file), Content.class);
      if (content.schema() != SCHEMA || content.cases() == null) {
        throw Fault.noVerdict(
            "%s: schema is %d, this perfline reads %d".formatted(file, content.schema(), SCHEMA));
      }
      return content.cases();
    } catch (JsonProcessingException e) {
      throw Fault.noVerdict(file + ": " + e.getOriginalMessage(), e);
    } catch (IOException e) {
      throw Fault.noVerdict("cannot read " + file + ": " + e, e);
    }
  }

  /** Writes it into a run's folder, whole or not at all. */
  public static void write(Path folder, List<CaseStatus> standings) throws IOException {
    List<CaseTrend> cases = standings.stream().map(CaseTrend::of).toList();
    AtomicFile.write(
        folder.resolve(NAME), Json.MAPPER.writeValueAsBytes(new Content(SCHEMA, cases)));
  }
}
