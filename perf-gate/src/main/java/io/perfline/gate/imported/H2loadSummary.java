package io.perfline.gate.imported;

import io.perfline.core.command.Fault;
import io.perfline.core.run.CaseResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * The counts that h2load prints. Its log has a line for each closed stream only: requests that are
 * abandoned with their connection, or never started because it could not be opened, are missing.
 *
 * @param total the number of requests that were to be sent; with {@code -D}, those that ended
 * @param started the number of requests that were sent
 * @param succeeded the number of ended requests with a status below 400
 * @param failed the number of all other requests; with {@code -D}, without abandoned ones
 * @param answered the number of answers, even after the end of the load
 */
record H2loadSummary(long total, long started, long succeeded, long failed, long answered) {

  private static final Pattern LINE =
      Pattern.compile(
          "requests: (\\d+) total, (\\d+) started, \\d+ done, (\\d+) succeeded, (\\d+) failed, .*");

  private static final Pattern ANSWERS =
      Pattern.compile("status codes: (\\d+) 2xx, (\\d+) 3xx, (\\d+) 4xx, (\\d+) 5xx");

  /** The longest output before the counts, which contains one line per thread and step. */
  private static final int MAX_LINES = 10_000;

  private static final String LOST = "no answer, and not in h2load's log";

  /** Returns the counts in a file; empty if it contains none. */
  static Optional<H2loadSummary> in(Path file) throws IOException {
    try (TextLines lines = new TextLines(file)) {
      String line = lines.next();
      for (int i = 0; i < MAX_LINES && line != null && !H2loadLog.isRequest(line); i++) {
        Matcher counts = LINE.matcher(line.strip());
        line = lines.next();
        if (counts.matches()) {
          Matcher answers = ANSWERS.matcher(line == null ? "" : line.strip());
          if (!answers.matches()) {
            throw lines.fault("h2load's line of status codes is missing: it is cut off");
          }
          return Optional.of(
              new H2loadSummary(
                  number(counts, 1),
                  number(counts, 2),
                  number(counts, 3),
                  number(counts, 4),
                  IntStream.rangeClosed(1, 4).mapToLong(group -> number(answers, group)).sum()));
        }
      }
      return Optional.empty();
    }
  }

  private static long number(Matcher found, int group) {
    return Long.parseLong(found.group(group));
  }

  /**
   * Returns the number of requests that failed. With {@code -D}, requests without an answer are
   * those that were abandoned or that the end of the load cut off; h2load doesn't distinguish them.
   */
  private long unanswered() {
    return started > total
        ? failed + Math.max(0, started - answered)
        : Math.max(failed, total - succeeded);
  }

  /**
   * Returns the number of failed requests that the logs lack.
   *
   * @throws Fault (no verdict) if there is not one summary for each log, or the successful requests
   *     differ
   */
  static long lost(List<H2loadSummary> summaries, List<Path> logs) throws IOException {
    if (summaries.size() != logs.size()) {
      throw Fault.noVerdict(
          ("%d of h2load's logs, but what it printed %d times: the log leaves out requests that"
                  + " were abandoned with their connection, which only h2load's own counts show. Name"
                  + " both files of each run: h2load --log-file=h2load.log … > h2load.out; perfline"
                  + " import h2load h2load.log h2load.out")
              .formatted(logs.size(), summaries.size()));
    }
    long succeeded = 0;
    long failed = 0;
    for (Path log : logs) {
      try (H2loadLog requests = new H2loadLog(log)) {
        for (ImportedSample one = requests.next(); one != null; one = requests.next()) {
          succeeded += one.error() == null ? 1 : 0;
          failed += one.error() == null ? 0 : 1;
        }
      }
    }
    long counted = summaries.stream().mapToLong(H2loadSummary::succeeded).sum();
    long unanswered = summaries.stream().mapToLong(H2loadSummary::unanswered).sum();
    if (succeeded != counted || failed > unanswered) {
      throw Fault.noVerdict(
          "h2load counted %d successful and %d failed requests, and %s contains %d and %d: they are not of the same load, or the log is cut off"
              .formatted(counted, unanswered, logs.get(0), succeeded, failed));
    }
    return unanswered - failed;
  }

  /** Returns a case with the failed requests that the log lacks. */
  static CaseResult with(long lost, CaseResult result) {
    if (lost == 0) {
      return result;
    }
    Map<String, Long> errors = new HashMap<>(result.errors());
    errors.merge(LOST, lost, Long::sum);
    return result.withErrors(errors);
  }
}
