package io.perfline.gate.imported;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.core.JsonProcessingException;
import io.perfline.core.file.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Reads Vegeta's results as {@code vegeta encode --to json} writes them, with one JSON object per
 * request.
 */
final class VegetaResults extends SampleReader<TextLines> {

  /**
   * Matches the beginning of an error without a response, such as {@code Get "http://shop/cart": }.
   */
  private static final Pattern METHOD_AND_URL = Pattern.compile("^[A-Z][a-z]+ \"[^\"]*\": ");

  private static final int NANOS_PER_MICRO = 1000;

  /** The fields of a result that are used. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  record Result(
      String attack,
      Long seq,
      Integer code,
      String timestamp,
      Long latency,
      long bytes_in,
      String error,
      String method,
      String url) {}

  private final ImportedErrors errors = new ImportedErrors();
  private final Map<String, Numbers> attacks = new HashMap<>();

  VegetaResults(Path file) throws IOException {
    super(new TextLines(file));
  }

  @Override
  ImportedSample next() throws IOException {
    String line = source.next();
    if (line == null) {
      attacks.values().forEach(this::requireAll);
      return null;
    }
    Result result = parse(line);
    attacks
        .computeIfAbsent(String.valueOf(result.attack()), any -> new Numbers())
        .add(result.seq());
    return sample(result);
  }

  private Result parse(String line) {
    try {
      Result result = Json.MAPPER.readValue(line, Result.class);
      if (result != null
          && result.code() != null
          && result.timestamp() != null
          && result.latency() != null
          && result.seq() != null
          && result.url() != null) {
        return result;
      }
    } catch (JsonProcessingException e) {
      throw source.fault("not one of Vegeta's results in JSON: " + e.getOriginalMessage());
    }
    throw source.fault("one of seq, code, timestamp, latency and url is missing");
  }

  /** Vegeta numbers the requests of an attack from 0. */
  private void requireAll(Numbers numbers) {
    if (numbers.count != numbers.largest + 1) {
      throw source.fault(
          "it contains %d requests, and Vegeta's numbers reach %d: requests are missing, or occur twice"
              .formatted(numbers.count, numbers.largest));
    }
  }

  private static final class Numbers {
    private long count;
    private long largest;

    void add(long number) {
      count++;
      largest = Math.max(largest, number);
    }
  }

  private ImportedSample sample(Result result) {
    long micros = result.latency() / NANOS_PER_MICRO;
    String message =
        result.error() == null ? "" : METHOD_AND_URL.matcher(result.error()).replaceFirst("");
    boolean failed = !message.isEmpty() || result.code() == 0 || result.code() >= 400;
    return new ImportedSample(
        ImportedSample.name(result.method() == null ? "" : result.method(), result.url()),
        EpochTime.iso(source::fault, result.timestamp()) + micros,
        micros,
        ImportedSample.UNKNOWN,
        failed ? errors.of(Integer.toString(result.code()), message) : null,
        result.bytes_in(),
        0,
        Map.of(),
        0);
  }
}
