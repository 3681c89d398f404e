package io.perfline.gate.judge;

import io.perfline.core.run.Run;
import java.time.Instant;
import java.util.List;

/**
 * The gate's decision on one run, not yet in words.
 *
 * @param problems the reasons why there is no verdict on the run as a whole; empty if there is one
 * @param notJudged the measured cases that no threshold matches, such as {@code http/record
 *     (service)}
 * @param note the reason why the baseline's rules are not known, if that is expected; otherwise
 *     empty
 */
public record Judgement(
    Run run,
    Instant judged,
    List<Obstacle> problems,
    List<JudgedLine> lines,
    List<String> notJudged,
    String note) {

  public Judgement {
    problems = List.copyOf(problems);
    lines = List.copyOf(lines);
    notJudged = List.copyOf(notJudged);
  }
}
