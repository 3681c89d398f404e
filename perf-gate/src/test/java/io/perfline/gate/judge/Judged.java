package io.perfline.gate.judge;

import io.perfline.core.run.Run;
import io.perfline.gate.Runs;
import io.perfline.gate.text.Wording;
import io.perfline.gate.thresholds.ThresholdsFile;
import io.perfline.gate.verdict.Line;
import java.time.Instant;
import java.util.List;

/** Judges the case http/record by a relative threshold. */
final class Judged {

  private static final Instant NOW = Runs.START.plusSeconds(3600);

  private Judged() {}

  static Line line(Run run, String thresholds) {
    return line(run, thresholds, History.NONE);
  }

  static Line line(Run run, String thresholds, History history) {
    List<Line> lines =
        Wording.of(Gate.judge(run, ThresholdsFile.read("t.yml", thresholds), history, NOW)).lines();
    return lines.get(lines.size() - 1);
  }

  static String relative(String metric, String pass, String warn, String baseline) {
    return """
    version: 1
    baselines:
      main: { branch: main }
      paired: { war: previous.war }
    thresholds:
      - id: t
        case: http/record
        metric: %s
        pass: "%s"
        baseline: %s
    %s
    """
        .formatted(metric, pass, baseline, warn == null ? "" : "    warn: \"" + warn + "\"");
  }
}
