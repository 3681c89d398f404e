package io.perfline.proof.year;

import io.perfline.core.environment.InfluxDb;
import io.perfline.core.run.Second;
import io.perfline.gate.influx.Database;
import io.perfline.gate.influx.InfluxSchema;
import io.perfline.gate.influx.Retry;
import io.perfline.gate.publish.IntervalPoints;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** How fast seconds reach InfluxDB: through the publishing, and the same lines as they are. */
final class Rate {

  private final InfluxDb influxDb;
  private final List<Second> seconds;
  private final HttpClient http = HttpClient.newHttpClient();

  Rate(InfluxDb influxDb, List<Second> seconds) {
    this.influxDb = influxDb;
    this.seconds = seconds;
  }

  /** Points per second from the seconds as they are read, to the last answer. */
  double published(String run) {
    try (Database database = Database.at(influxDb, Retry.patient())) {
      long start = System.nanoTime();
      database.writeIntervals(IntervalPoints.stream(run, "kafka/rate/1", "direct", seconds));
      return perSecond(start);
    }
  }

  /** Points per second of lines that are ready, posted one batch after another, uncompressed. */
  double raw(String run) throws IOException, InterruptedException {
    List<String> lines = IntervalPoints.stream(run, "kafka/rate/1", "direct", seconds).toList();
    long start = System.nanoTime();
    for (int from = 0; from < lines.size(); from += Database.BATCH) {
      post(String.join("\n", lines.subList(from, Math.min(from + Database.BATCH, lines.size()))));
    }
    return perSecond(start);
  }

  private void post(String body) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(
                URI.create(
                    "%s/write?db=%s&rp=%s&u=%s&p=%s"
                        .formatted(
                            influxDb.url(),
                            encoded(influxDb.database()),
                            InfluxSchema.INTERVALS,
                            encoded(influxDb.user()),
                            encoded(influxDb.password()))))
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
    if (answer.statusCode() != 204) {
      throw new IOException("InfluxDB answered " + answer.statusCode() + ": " + answer.body());
    }
  }

  private static String encoded(String text) {
    return text == null ? "" : URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private double perSecond(long start) {
    return seconds.size() * 1e9 / (System.nanoTime() - start);
  }
}
