package io.perfline.core.run;

import io.perfline.core.command.Fault;
import io.perfline.core.file.AtomicFile;
import io.perfline.core.file.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The result of {@code ./perfline baseline}, which {@code ./perfline run} reads.
 *
 * @param war the file of the WAR to compare with; null if there is none
 * @param folder the project's folder in the work tree in which the baseline was built; null if the
 *     baseline is a WAR, or there is none
 * @param unchanged the reason why the comparison needs no load; null if it needs load
 * @param project the perf.yml whose service section describes how the baseline runs; null for the
 *     candidate's
 */
public record BaselineFile(
    RunBaseline baseline, String war, String folder, String unchanged, String project) {

  public BaselineFile(RunBaseline baseline, String war, String unchanged) {
    this(baseline, war, null, unchanged, null);
  }

  /**
   * Creates no baseline.
   *
   * @param name the name of what can't be the baseline; null if there is none
   */
  public static BaselineFile none(String name, String why) {
    return new BaselineFile(new RunBaseline(name, null, BaselineSource.FOUND, why), null, null);
  }

  /**
   * Creates a baseline that was built in a folder and runs as the candidate's perf.yml describes.
   */
  public BaselineFile(RunBaseline baseline, String war, String folder, String unchanged) {
    this(baseline, war, folder, unchanged, null);
  }

  /**
   * Reads a file.
   *
   * @throws Fault exit code 2 if it can't be read, or names a WAR that doesn't exist
   */
  public static BaselineFile read(Path file) {
    try {
      BaselineFile read = Json.MAPPER.readValue(Files.readAllBytes(file), BaselineFile.class);
      if (read.baseline() == null) {
        throw Fault.configuration(file + " names no baseline; 'perfline baseline' writes one");
      }
      if (read.war() != null && !Files.isRegularFile(Path.of(read.war()))) {
        throw Fault.configuration(
            "%s names the WAR %s, which does not exist: 'perfline baseline' rebuilds it"
                .formatted(file, read.war()));
      }
      return read;
    } catch (IOException e) {
      throw new Fault(
          Fault.CONFIGURATION,
          "cannot read the baseline in %s (perfline baseline writes it): %s"
              .formatted(file, e.getMessage()),
          e);
    }
  }

  /**
   * Writes this baseline to a file.
   *
   * @throws Fault exit code 3 if it can't be written
   */
  public void write(Path file) {
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      AtomicFile.write(file, Json.MAPPER.writeValueAsBytes(this));
    } catch (IOException e) {
      throw Fault.noVerdict("cannot write the baseline to %s: %s".formatted(file, e), e);
    }
  }
}
