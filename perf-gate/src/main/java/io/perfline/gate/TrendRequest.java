package io.perfline.gate;

import io.perfline.gate.history.HistoryOption;
import java.nio.file.Path;
import java.util.List;

/**
 * A history in which {@link TrendStage} is to find level shifts.
 *
 * @param run the folder of a run whose branch, profile and environment are used; null for none
 * @param branch the branch of the runs; null for that of {@code run}, otherwise main
 * @param profile the profile of the runs; null for that of {@code run}, otherwise commit
 * @param metrics the metrics, as in thresholds.yml
 * @param days the length of the history in days
 * @param least the smallest relevant shift, in percent
 * @param thresholds the file with the waivers
 * @param json the file to write the shifts to; null for none
 * @param publish true to mark the shifts on the dashboard of trends
 * @param history the location of the history
 */
public record TrendRequest(
    Path run,
    String branch,
    String profile,
    List<String> metrics,
    int days,
    double least,
    Path thresholds,
    Path json,
    boolean publish,
    HistoryOption history) {

  static final List<String> METRICS =
      List.of("throughput", "response_time.p50", "response_time.p95");
  static final int DAYS = 365;
  static final int LEAST = 3;

  /** Creates a request to analyse the history of a published run, and to mark the shifts. */
  public TrendRequest(Path run, Path thresholds, HistoryOption history) {
    this(run, null, null, METRICS, DAYS, LEAST, thresholds, null, true, history);
  }
}
