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
 * Reads and writes the records that Gatling's JVM and the one that started it exchange as JSON. It
 * is strict: anything missing, unknown or cut off is an error.
 */
public final class Handover {

  /** Name of the file with the load, in the folder that Gatling works in. */
  public static final String LOAD = "load.json";

  /** The system property that names this file in Gatling's JVM. */
  public static final String PROPERTY = "perf.http.load";

  private static final JsonMapper JSON =
      Json.MAPPER
          .rebuild()
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .disable(SerializationFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
          .build();

  private Handover() {}

  /** Writes a file, whole or not at all. */
  public static void write(Path file, Object record) throws IOException {
    AtomicFile.write(file, JSON.writeValueAsBytes(record));
  }

  /**
   * @throws IOException when it is missing or doesn't hold such a record
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

  /** In Gatling's JVM: reads the load that it was started for. */
  public static HttpLoad load() {
    try {
      return read(path(), HttpLoad.class);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the load from " + path(), e);
    }
  }

  /** In Gatling's JVM: returns the file that describes the load. */
  public static Path path() {
    String path = System.getProperty(PROPERTY);
    if (path == null) {
      throw new IllegalStateException(
          "-D" + PROPERTY + " is not set: this simulation is started by GatlingLoad");
    }
    return Path.of(path);
  }
}
