package io.perfline.sims.gatling.load;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.perfline.core.file.AtomicFile;
import io.perfline.core.file.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Reads and writes the JSON records that Gatling's JVM and the process that started it exchange.
 * Missing, unknown or truncated content is an error.
 */
public final class Handover {

  /** The name of the load file, in Gatling's working folder. */
  public static final String LOAD = "load.json";

  /** The system property with the path of the load file in Gatling's JVM. */
  public static final String PROPERTY = "perf.http.load";

  private static final JsonMapper JSON =
      Json.MAPPER
          .rebuild()
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .disable(SerializationFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
          .build();

  private Handover() {}

  /** Writes a file completely or not at all. */
  public static void write(Path file, Object record) throws IOException {
    AtomicFile.write(file, JSON.writeValueAsBytes(record));
  }

  /**
   * Reads a record of a type from a file.
   *
   * @throws IOException if the file is missing or does not contain such a record
   */
  public static <T> T read(Path file, Class<T> type) throws IOException {
    return JSON.readValue(Files.readAllBytes(file), type);
  }

  public static String line(Object record) throws IOException {
    return JSON.writer().without(SerializationFeature.INDENT_OUTPUT).writeValueAsString(record)
        + "\n";
  }

  static <T> T parse(String line, Class<T> type) throws IOException {
    return JSON.readValue(line, type);
  }

  /** Returns the load for which this JVM of Gatling was started. */
  public static HttpLoad load() {
    try {
      return read(path(), HttpLoad.class);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the load from " + path(), e);
    }
  }

  /** Returns the path of the load file of this JVM of Gatling. */
  public static Path path() {
    String path = System.getProperty(PROPERTY);
    if (path == null) {
      throw new IllegalStateException(
          "-D" + PROPERTY + " is not set: this simulation is started by GatlingLoad");
    }
    return Path.of(path);
  }
}
