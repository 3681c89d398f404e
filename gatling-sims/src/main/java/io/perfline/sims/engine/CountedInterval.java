package io.perfline.sims.engine;

import io.perfline.core.run.Counts;
import io.perfline.core.run.Received;
import io.perfline.core.run.TimeDistribution;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/**
 * Counts results while they arrive: unlike {@link Counts}, it changes, so that a result costs no
 * object. Times are in microseconds. Not thread-safe.
 */
final class CountedInterval {

  private final boolean open;
  private final Histogram response;
  private final Histogram service;
  private final Map<String, Long> errors = new TreeMap<>();
  private final List<CountedInterval> parts = new ArrayList<>();
  private long requests;
  private long messages;
  private long bytes;
  private long receivedRequests;
  private long receivedMessages;
  private long receivedBytes;

  /**
   * @param open whether intended and actual send times differ; if not, one histogram serves as both
   */
  CountedInterval(boolean open) {
    this.open = open;
    service = times();
    response = open ? times() : service;
  }

  private static Histogram times() {
    Histogram histogram = new Histogram(3);
    histogram.setAutoResize(true);
    return histogram;
  }

  void success(long responseNanos, long serviceNanos, int messagesIn, long bytesIn) {
    requests++;
    messages += messagesIn;
    bytes += bytesIn;
    service.recordValue(micros(serviceNanos));
    if (open) {
      response.recordValue(micros(responseNanos));
    }
  }

  /** Counts a successful answer that was received in the measured time. */
  void received(int messagesIn, long bytesIn) {
    receivedRequests++;
    receivedMessages += messagesIn;
    receivedBytes += bytesIn;
  }

  /**
   * Returns the answers that were received in the measured time.
   *
   * @param seconds the measured time
   */
  Received received(double seconds) {
    return new Received(receivedRequests, receivedMessages, receivedBytes, seconds);
  }

  void error(String kind, long count) {
    errors.merge(kind, count, Long::sum);
  }

  /** Returns the counts of one of several exchanges that make up a request. */
  CountedInterval part(int part) {
    while (parts.size() <= part) {
      parts.add(new CountedInterval(open));
    }
    return parts.get(part);
  }

  void add(CountedInterval other) {
    requests += other.requests;
    messages += other.messages;
    bytes += other.bytes;
    receivedRequests += other.receivedRequests;
    receivedMessages += other.receivedMessages;
    receivedBytes += other.receivedBytes;
    other.errors.forEach(this::error);
    service.add(other.service);
    if (open) {
      response.add(other.response);
    }
    for (int part = 0; part < other.parts.size(); part++) {
      part(part).add(other.parts.get(part));
    }
  }

  void clear() {
    requests = 0;
    messages = 0;
    bytes = 0;
    receivedRequests = 0;
    receivedMessages = 0;
    receivedBytes = 0;
    errors.clear();
    service.reset();
    response.reset();
    parts.forEach(CountedInterval::clear);
  }

  private static long micros(long nanos) {
    return (nanos + 500) / 1000;
  }

  long requests() {
    return requests;
  }

  long messages() {
    return messages;
  }

  long bytes() {
    return bytes;
  }

  long errorCount() {
    return errors.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Returns the current counts; later results do not affect them. */
  Counts counts() {
    TimeDistribution serviceTime = TimeDistribution.of(service);
    TimeDistribution responseTime = open ? TimeDistribution.of(response) : serviceTime;
    return new Counts(requests, messages, bytes, errors, responseTime, serviceTime);
  }

  Map<String, Long> errors() {
    return errors;
  }

  List<CountedInterval> parts() {
    return parts;
  }

  Histogram response() {
    return response;
  }

  Histogram service() {
    return service;
  }
}
