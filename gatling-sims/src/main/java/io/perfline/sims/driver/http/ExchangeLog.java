package io.perfline.sims.driver.http;

import io.perfline.core.run.FailedAnswer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Collects exchanges of a scenario with the results of their checks. */
interface ExchangeLog {

  /** Collects nothing. */
  ExchangeLog NONE =
      new ExchangeLog() {
        @Override
        public boolean wants(String failure) {
          return false;
        }

        @Override
        public void add(FailedAnswer exchange) {
          throw new UnsupportedOperationException("no exchange is collected");
        }
      };

  /**
   * Returns whether an exchange is collected.
   *
   * @param failure the error kind; null if the exchange succeeded
   */
  boolean wants(String failure);

  /** Adds an exchange; its error kind is null if it succeeded. */
  void add(FailedAnswer exchange);

  /** Returns a log that adds exchanges to this one, with HTTP/2 as their version. */
  default ExchangeLog overHttp2() {
    ExchangeLog log = this;
    return new ExchangeLog() {
      @Override
      public boolean wants(String failure) {
        return log.wants(failure);
      }

      @Override
      public void add(FailedAnswer exchange) {
        log.add(
            new FailedAnswer(
                exchange.request(),
                exchange.kind(),
                exchange.checks(),
                exchange.sent().replaceFirst(" HTTP/1\\.1\r\n", " HTTP/2\r\n"),
                exchange.received().replaceFirst("^HTTP/1\\.1 ", "HTTP/2 ")));
      }
    };
  }

  /** Collects the first failures of each kind. Thread-safe. */
  final class FirstFailures implements ExchangeLog {

    private static final int MOST_OF_A_KIND = 2;
    private static final int MOST_KINDS = 8;

    private final List<FailedAnswer> answers = new ArrayList<>();
    private final Map<String, Integer> counts = new HashMap<>();

    @Override
    public synchronized boolean wants(String failure) {
      return failure != null
          && !failure.equals(Requests.AGAIN)
          && counts.getOrDefault(failure, 0) < MOST_OF_A_KIND
          && (counts.containsKey(failure) || counts.size() < MOST_KINDS);
    }

    @Override
    public synchronized void add(FailedAnswer exchange) {
      counts.merge(exchange.kind(), 1, Integer::sum);
      answers.add(exchange);
    }

    synchronized List<FailedAnswer> answers() {
      return List.copyOf(answers);
    }
  }
}
