package io.perfline.core.run;

import com.fasterxml.jackson.core.type.TypeReference;
import io.perfline.core.command.Fault;
import io.perfline.core.command.Secrets;
import io.perfline.core.file.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * One of the first failed requests of a case, with its response and without secrets.
 *
 * @param request the name of the request in its scenario
 * @param kind the kind of the error; null for a request that has not failed
 * @param checks the checks with their results
 * @param sent the beginning of the request
 * @param received the beginning of the response
 */
public record FailedAnswer(
    String request, String kind, List<String> checks, String sent, String received) {

  private static final String ENDING = ".failures.json";

  public FailedAnswer {
    kind = kind == null ? null : Secrets.masked(kind);
    checks = checks.stream().map(Secrets::masked).toList();
  }

  /**
   * Writes the failed requests of a case with their responses.
   *
   * @param folder the folder of its simulation
   * @param fileName the name of its files, without extension
   */
  public static void write(Path folder, String fileName, List<FailedAnswer> answers)
      throws IOException {
    if (!answers.isEmpty()) {
      Files.createDirectories(folder);
      Json.MAPPER.writeValue(folder.resolve(fileName + ENDING).toFile(), answers);
    }
  }

  /**
   * Returns the failed requests of a case with their responses; empty if none were kept.
   *
   * @param run the run's folder
   * @throws Fault exit code 3 with the name of the file, if it can't be read
   */
  public static List<FailedAnswer> read(Path run, CaseResult result) {
    Path file =
        run.resolve(result.simulation())
            .resolve(RawMaterial.fileName(result.name(), result.target()) + ENDING);
    if (!Files.exists(file)) {
      return List.of();
    }
    try {
      return Json.MAPPER.readValue(file.toFile(), new TypeReference<List<FailedAnswer>>() {});
    } catch (IOException e) {
      throw Fault.noVerdict("cannot read " + file + ": " + e, e);
    }
  }
}
