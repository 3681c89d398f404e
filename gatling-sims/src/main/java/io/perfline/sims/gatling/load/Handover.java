package io.perfline.sims.gatling.load;

import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * Records that Gatling's JVM and the one that started it hand each other as JSON. Strict: what is
 * missing, unknown or cut off is an error.
 */
public final class Handover {

  private static final JsonMapper JSON =
      JsonMapper.builder()
          .addModule(new JavaTimeModule())
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
          .disable(SerializationFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .build();

  private Handover() {}

  /** Writes a file, whole or not at all. */
  public static void write(Path file, Object record) throws IOException {
    Path part = file.resolveSibling(file.getFileName() + ".part");
    Files.write(part, JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(record));
    Files.move(part, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
  }

  /**
   * Reads a file.
   *
   * @throws IOException when it is missing or doesn't hold such a record
   */
  public static <T> T read(Path file, Class<T> type) throws IOException {
    return JSON.readValue(Files.readAllBytes(file), type);
  }

  /** A record as one line, its end included. */
  public static String line(Object record) throws IOException {
    return JSON.writeValueAsString(record) + "\n";
  }

  static <T> T parse(String line, Class<T> type) throws IOException {
    return JSON.readValue(line, type);
  }
}
