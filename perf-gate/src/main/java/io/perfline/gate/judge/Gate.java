package io.perfline.gate.judge;

import io.perfline.deploy.command.Fault;
import io.perfline.gate.run.Case;
import io.perfline.gate.run.PlannedCase;
import io.perfline.gate.run.Run;
import io.perfline.gate.strict.Reading;
import io.perfline.gate.thresholds.Metric;
import io.perfline.gate.thresholds.Threshold;
import io.perfline.gate.thresholds.Thresholds;
import io.perfline.gate.verdict.Finding;
import io.perfline.gate.verdict.Line;
import io.perfline.gate.verdict.Verdict;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Judges a run. */
public final class Gate {

  private final Run run;
  private final Thresholds thresholds;
  private final Map<String, Case> measured = new HashMap<>();
  private final CaseValidity validity;
  private final AbsoluteJudge absolute;

  private Gate(Run run, Thresholds thresholds, Instant now) {
    this.run = run;
    this.thresholds = thresholds;
    this.validity = new CaseValidity(thresholds.validRun(), run);
    this.absolute =
        new AbsoluteJudge(
            new Waivers(thresholds.waivers(), now.atOffset(ZoneOffset.UTC).toLocalDate()));
    run.cases().forEach(one -> measured.put(RunValidity.name(one.name(), one.target()), one));
  }

  /**
   * Judges a run by thresholds.
   *
   * @param now when it is judged
   * @throws Fault (configuration) when a threshold names a case that no workload defines
   */
  public static Verdict judge(Run run, Thresholds thresholds, Instant now) {
    List<String> problems = RunValidity.problems(run, thresholds.validRun(), now);
    if (!run.catalogue().isEmpty()) {
      CatalogueCheck.check(thresholds, run.catalogue());
    }
    refuseUnsupported(thresholds);
    List<Line> lines = problems.isEmpty() ? new Gate(run, thresholds, now).lines() : List.of();
    return verdict(run, now, problems, lines);
  }

  private static void refuseUnsupported(Thresholds thresholds) {
    Reading reading = new Reading(thresholds.file());
    thresholds.thresholds().stream()
        .filter(Threshold::relative)
        .forEach(one -> reading.fault(one.place(), "baselines are not supported yet"));
    thresholds
        .capacity()
        .forEach(one -> reading.fault(one.place(), "capacity is not supported yet"));
    reading.finish();
  }

  private static Verdict verdict(Run run, Instant now, List<String> problems, List<Line> lines) {
    return new Verdict(
        Verdict.SCHEMA,
        run.run(),
        run.build(),
        run.branch(),
        run.commit(),
        run.profile(),
        run.environment() == null ? null : run.environment().name(),
        now,
        Verdict.outcomeOf(problems, lines),
        Summary.of(problems, lines, run.profile()),
        problems,
        lines);
  }

  private List<Line> lines() {
    List<Line> lines = new ArrayList<>();
    for (Threshold threshold : thresholds.thresholds()) {
      for (PlannedCase planned : run.catalogue()) {
        if (CatalogueCheck.names(threshold, planned)) {
          lines.add(line(threshold, planned));
        }
      }
    }
    return lines;
  }

  private Line line(Threshold threshold, PlannedCase planned) {
    Lines lines =
        new Lines(
            threshold.id(), planned, threshold.metric().word(), threshold.pass(), threshold.warn());
    Case one = measured.get(RunValidity.name(planned.name(), planned.target()));
    if (one == null) {
      return absent(lines, planned);
    }
    List<String> problems = problems(threshold, one);
    long samples = Measured.samples(threshold.metric(), one);
    if (!problems.isEmpty()) {
      return lines.without(Finding.NOT_MEASURED, samples, String.join("; ", problems));
    }
    return absolute.judge(lines, value(threshold.metric(), one), samples);
  }

  private Line absent(Lines lines, PlannedCase planned) {
    return planned.profiles().contains(run.profile())
        ? lines.without(
            Finding.NOT_MEASURED,
            0,
            "the profile %s contains it, but it was not measured".formatted(run.profile()))
        : lines.without(
            Finding.OTHER_PROFILE,
            0,
            "only in %s".formatted(String.join(", ", planned.profiles())));
  }

  private List<String> problems(Threshold threshold, Case one) {
    Metric metric = threshold.metric();
    List<String> problems = new ArrayList<>(validity.problems(one, metric));
    long samples = Measured.samples(metric, one);
    if (samples < threshold.minSamples()) {
      problems.add(
          "%d requests are too few, it takes %d".formatted(samples, threshold.minSamples()));
    }
    if (metric == Metric.EFFICIENCY) {
      Case direct = direct(one);
      if (direct == null) {
        problems.add("the same case with the target direct was not measured");
      } else {
        validity.problems(direct, metric).forEach(problem -> problems.add("direct: " + problem));
      }
    }
    return problems;
  }

  private double value(Metric metric, Case one) {
    return metric == Metric.EFFICIENCY
        ? 100 * one.throughput_per_s() / direct(one).throughput_per_s()
        : Measured.value(metric, one);
  }

  private Case direct(Case throughRecorder) {
    return measured.get(RunValidity.name(throughRecorder.name(), "direct"));
  }
}
