package io.perfline.proof.bench;

import io.perfline.core.command.Fault;
import io.perfline.core.run.EventLog;
import io.perfline.core.run.LogEvent;
import io.perfline.core.run.TimeDistribution;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * A run of a simulation against one build.
 *
 * @param requests all of its requests
 * @param perSecond those that count, per second
 * @param medianMillis their median response time
 * @param p95Millis their 95th percentile
 */
record GatlingRun(long requests, double perSecond, double medianMillis, double p95Millis) {

  /**
   * Counts the requests of an event log.
   *
   * @param warmUpMillis from the first request on; requests sent in it have no times
   */
  static GatlingRun read(Path log, long warmUpMillis) {
    List<LogEvent.Request> requests = new ArrayList<>();
    boolean whole =
        EventLog.read(
            log,
            event -> {
              if (event instanceof LogEvent.Request request) {
                requests.add(request);
              }
            });
    if (!whole || requests.isEmpty() || !requests.stream().allMatch(LogEvent.Request::ok)) {
      throw Fault.noVerdict(
          "%s has %d requests, is cut off, or some requests failed"
              .formatted(log, requests.size()));
    }
    long from =
        warmUpMillis + requests.stream().mapToLong(LogEvent.Request::start).min().getAsLong();
    long until = requests.stream().mapToLong(LogEvent.Request::end).max().getAsLong();
    Histogram micros = new Histogram(3);
    requests.stream()
        .filter(request -> request.start() >= from)
        .forEach(request -> micros.recordValue(1000 * (request.end() - request.start())));
    TimeDistribution times = TimeDistribution.of(micros);
    return new GatlingRun(
        requests.size(),
        times.count() * 1e3 / (until - from),
        times.percentileUs(50) / 1e3,
        times.percentileUs(95) / 1e3);
  }
}
