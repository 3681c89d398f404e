package io.perfline.gate.influx;

import io.perfline.core.command.Fault;
import io.perfline.core.environment.InfluxDb;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * A query whose rows are passed on while they arrive, over the JDK's HTTP connection. Queries of
 * influxdb-java are not used for verdicts: its MessagePack reader takes a truncated response for a
 * complete one, its JSON reader reads integers as {@code double}, and both take nearly twice the
 * CPU time ({@code docs/internals/figures.md}).
 */
record ChunkedQuery(InfluxDb influxDb) {

  private static final Duration CONNECT = Duration.ofSeconds(5);
  private static final Duration SILENCE = Duration.ofSeconds(60);
  private static final int OK = 200;

  /**
   * Passes on each row of the response. Times are in nanoseconds since 1970.
   *
   * @throws Fault (no verdict) if the response is incomplete or an error
   */
  void ask(String query, Consumer<InfluxRow> each) {
    try (InputStream answer = answer(query)) {
      InfluxRowReader.read(answer, each);
    } catch (IOException e) {
      String why = e.getMessage() == null ? e.toString() : e.getMessage();
      String next =
          why.startsWith("database not found")
              ? "the first perfline publish RUN makes it"
              : "see perfline stack status";
      throw Fault.noVerdict(
          "cannot read the history from InfluxDB at %s, database %s: %s; %s"
              .formatted(influxDb.url(), influxDb.database(), why, next),
          e);
    }
  }

  private InputStream answer(String query) throws IOException {
    HttpURLConnection connection = (HttpURLConnection) to(query).toURL().openConnection();
    connection.setConnectTimeout((int) CONNECT.toMillis());
    connection.setReadTimeout((int) SILENCE.toMillis());
    if (influxDb.user() != null && !influxDb.user().isEmpty()) {
      String login = influxDb.user() + ":" + Objects.requireNonNullElse(influxDb.password(), "");
      connection.setRequestProperty(
          "Authorization",
          "Basic " + Base64.getEncoder().encodeToString(login.getBytes(StandardCharsets.UTF_8)));
    }
    if (connection.getResponseCode() == OK) {
      return connection.getInputStream();
    }
    try (InputStream error = connection.getErrorStream()) {
      throw new IOException(
          "HTTP %d%s"
              .formatted(
                  connection.getResponseCode(),
                  error == null
                      ? ""
                      : ": " + new String(error.readAllBytes(), StandardCharsets.UTF_8).strip()));
    }
  }

  private URI to(String query) {
    String url = influxDb.url().toString();
    return URI.create(
        "%s%squery?db=%s&epoch=ns&chunked=true&q=%s"
            .formatted(
                url, url.endsWith("/") ? "" : "/", encoded(influxDb.database()), encoded(query)));
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
