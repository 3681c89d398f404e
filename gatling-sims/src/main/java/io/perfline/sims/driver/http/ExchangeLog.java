package io.perfline.sims.driver.http;

import io.perfline.core.run.FailedAnswer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Collects exchanges of a scenario with the results of their checks.
 *
 * @param wanted whether exchanges with an error kind are collected; null stands for success
 * @param collector receives the exchanges; the error kind of a successful one is null
 */
record ExchangeLog(Predicate<String> wanted, Consumer<FailedAnswer> collector) {

  /** Returns a log that adds exchanges to this one, with HTTP/2 as their version. */
  ExchangeLog overHttp2() {
    return new ExchangeLog(
        wanted,
        exchange ->
            collector.accept(
                new FailedAnswer(
                    exchange.request(),
                    exchange.kind(),
                    exchange.checks(),
                    exchange.sent().replaceFirst(" HTTP/1\\.1\r\n", " HTTP/2\r\n"),
                    exchange.received().replaceFirst("^HTTP/1\\.1 ", "HTTP/2 "))));
  }

  /** Collects the first failures of each kind. Thread-safe. */
  static final class FirstFailures {

    private static final int MAX_PER_KIND = 2;
    private static final int MAX_KINDS = 8;

    private final List<FailedAnswer> answers = new ArrayList<>();
    private final Map<String, Integer> counts = new HashMap<>();

    ExchangeLog log() {
      return new ExchangeLog(this::wants, this::add);
    }

    private synchronized boolean wants(String failure) {
      return failure != null
          && !failure.equals(Requests.AGAIN)
          && counts.getOrDefault(failure, 0) < MAX_PER_KIND
          && (counts.containsKey(failure) || counts.size() < MAX_KINDS);
    }

    private synchronized void add(FailedAnswer exchange) {
      counts.merge(exchange.kind(), 1, Integer::sum);
      answers.add(exchange);
    }

    synchronized List<FailedAnswer> answers() {
      return List.copyOf(answers);
    }
  }
}
