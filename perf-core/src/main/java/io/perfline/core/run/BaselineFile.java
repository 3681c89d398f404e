package io.perfline.core.run;

import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.perfline.core.command.Fault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What {@code ./perf baseline} found, for {@code ./perf run}.
 *
 * @param baseline what the run is compared with
 * @param war file of the WAR to compare with; null when there is nothing to compare with
 * @param unchanged why no load is needed to compare; null when it is
 */
public record BaselineFile(RunBaseline baseline, String war, String unchanged) {

  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(SerializationFeature.INDENT_OUTPUT)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
          .build();

  /**
   * Reads it.
   *
   * @throws Fault exit code 2 when it can't be read, or names a WAR that isn't there
   */
  public static BaselineFile read(Path file) {
    try {
      BaselineFile read = JSON.readValue(Files.readAllBytes(file), BaselineFile.class);
      if (read.baseline() == null) {
        throw Fault.configuration(file + " names no baseline; './perf baseline' writes one");
      }
      if (read.war() != null && !Files.isRegularFile(Path.of(read.war()))) {
        throw Fault.configuration(
            "%s names the WAR %s, which is not there: './perf baseline' builds it again"
                .formatted(file, read.war()));
      }
      return read;
    } catch (IOException e) {
      throw new Fault(
          Fault.CONFIGURATION,
          "cannot read the baseline in %s (./perf baseline writes it): %s"
              .formatted(file, e.getMessage()),
          e);
    }
  }

  /**
   * Writes it.
   *
   * @throws Fault exit code 3 when it can't be written
   */
  public void write(Path file) {
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      JSON.writeValue(file.toFile(), this);
    } catch (IOException e) {
      throw Fault.noVerdict("cannot write the baseline to %s: %s".formatted(file, e), e);
    }
  }
}
