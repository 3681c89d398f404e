package io.perfline.gate.verdict;

import io.perfline.core.run.RunBaseline;
import java.util.List;
import java.util.stream.Collectors;

/** The command that measures exceeded limits again. */
public final class Reproduction {

  private static final String DEFAULT_PROFILE = "commit";

  private Reproduction() {}

  /**
   * @param baseline with which the run was compared; null for none
   */
  public static String command(Verdict verdict, RunBaseline baseline) {
    List<Line> failed = verdict.lines(Outcome.FAIL);
    String cases =
        failed.stream()
            .map(Line::caseName)
            .filter(name -> !name.contains("*"))
            .distinct()
            .map(name -> name.matches("[\\w./:=-]+") ? name : "'" + name + "'")
            .collect(Collectors.joining(" --only "));
    boolean paired = failed.stream().anyMatch(Line::relative);
    boolean atCommit = paired && baseline != null && baseline.commit() != null;
    String profile = verdict.profile().replaceFirst(" --only .*", "");
    return "perf ci"
        + (cases.isEmpty() ? "" : " --only " + cases)
        + (profile.equals(DEFAULT_PROFILE) ? "" : " --profile " + profile)
        + (atCommit ? " --against " + RunBaseline.nameOf(baseline) : "");
  }
}
