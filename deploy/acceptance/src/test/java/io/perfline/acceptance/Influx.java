package io.perfline.acceptance;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Base64;
import java.util.Map;
import java.util.stream.Collectors;

/** Queries the InfluxDB of a checkout's local stack directly over HTTP. */
final class Influx {

  private Influx() {}

  /** Returns the number of points of {@code measurement} with {@code field}. */
  static long count(Checkout checkout, String measurement, String field) {
    try {
      Map<String, String> stack =
          Files.readAllLines(checkout.path(".perf/stack/stack.env")).stream()
              .filter(line -> line.contains("="))
              .collect(
                  Collectors.toMap(line -> line.split("=", 2)[0], line -> line.split("=", 2)[1]));
      String query = "SELECT count(\"" + field + "\") FROM \"" + measurement + "\"";
      String login = stack.get("PERF_INFLUXDB_USER") + ":" + stack.get("PERF_INFLUXDB_PASSWORD");
      HttpRequest request =
          HttpRequest.newBuilder(
                  URI.create(
                      "http://127.0.0.1:%s/query?db=perfline&q=%s"
                          .formatted(
                              stack.get("PERF_INFLUXDB_PORT"),
                              URLEncoder.encode(query, StandardCharsets.UTF_8))))
              .header(
                  "Authorization",
                  "Basic "
                      + Base64.getEncoder().encodeToString(login.getBytes(StandardCharsets.UTF_8)))
              .build();
      String answer =
          HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body();
      return new ObjectMapper().readTree(answer).at("/results/0/series/0/values/0/1").asLong();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
