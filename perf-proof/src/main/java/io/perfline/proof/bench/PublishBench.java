package io.perfline.proof.bench;

import io.perfline.core.environment.InfluxDb;
import io.perfline.core.run.Second;
import io.perfline.deploy.stack.InfluxDbServer;
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
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/** Compares publishing a case's seconds with posting the same lines unprocessed. */
final class PublishBench implements Benchmark {

  private static final String DATABASE = "perfline";
  private static final int POINTS_PER_SECOND = 100_000;

  @Override
  public void run(BenchContext context, BenchResults results)
      throws InterruptedException, IOException {
    context.say("starting InfluxDB");
    Path folder = context.folder().resolve("influxdb-publish");
    try (InfluxDbServer server = InfluxDbServer.start(context.home(), folder)) {
      InfluxDb influxDb = server.environment(DATABASE);
      try (Database database = Database.at(influxDb, Retry.patient())) {
        database.createIfMissing();
      }
      context.say("publish: publishing and raw posts take turns");
      var samples =
          context.turns(
              List.of(
                  length -> measure(influxDb, length, PublishBench::publish),
                  length -> measure(influxDb, length, PublishBench::post)));
      results.add(
          BenchRow.of(
              "publish",
              "points/s",
              Sample::perSecond,
              samples.get(0),
              samples.get(1),
              "raw posts",
              null));
    }
  }

  private interface Writer {
    void write(InfluxDb influxDb, String run, List<Second> seconds)
        throws InterruptedException, IOException;
  }

  /** Writes as many points as take about {@code length}. */
  private static Sample measure(InfluxDb influxDb, Duration length, Writer writer)
      throws InterruptedException, IOException {
    int points = (int) Math.max(1, POINTS_PER_SECOND * length.toMillis() / 1000);
    List<Second> seconds = SampleSeconds.of(Instant.now().minusSeconds(points), points);
    long start = System.nanoTime();
    writer.write(influxDb, UUID.randomUUID().toString(), seconds);
    return Sample.counted(points, (System.nanoTime() - start) / 1e9);
  }

  private static void publish(InfluxDb influxDb, String run, List<Second> seconds) {
    try (Database database = Database.at(influxDb, Retry.patient())) {
      database.writeIntervals(IntervalPoints.stream(run, "kafka/rate/1", "direct", seconds));
    }
  }

  private static void post(InfluxDb influxDb, String run, List<Second> seconds)
      throws InterruptedException, IOException {
    HttpClient http = HttpClient.newHttpClient();
    URI uri =
        URI.create(
            "%s/write?db=%s&rp=%s&u=%s&p=%s"
                .formatted(
                    influxDb.url(),
                    DATABASE,
                    InfluxSchema.INTERVALS,
                    URLEncoder.encode(influxDb.user(), StandardCharsets.UTF_8),
                    URLEncoder.encode(influxDb.password(), StandardCharsets.UTF_8)));
    List<String> lines = IntervalPoints.stream(run, "kafka/rate/1", "direct", seconds).toList();
    for (int from = 0; from < lines.size(); from += Database.BATCH) {
      List<String> batch = lines.subList(from, Math.min(from + Database.BATCH, lines.size()));
      HttpRequest request =
          HttpRequest.newBuilder(uri)
              .POST(HttpRequest.BodyPublishers.ofString(String.join("\n", batch)))
              .build();
      HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
      if (answer.statusCode() != 204) {
        throw new IOException("InfluxDB answered " + answer.statusCode() + ": " + answer.body());
      }
    }
  }
}
