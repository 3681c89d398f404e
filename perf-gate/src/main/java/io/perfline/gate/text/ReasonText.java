package io.perfline.gate.text;

import io.perfline.core.run.ServerCost;
import io.perfline.gate.judge.Basis;
import io.perfline.gate.judge.JudgedLine;
import io.perfline.gate.judge.Reason;
import io.perfline.gate.judge.RuleChange;
import io.perfline.gate.metric.Condition;
import io.perfline.gate.verdict.FigureFormat;
import java.util.stream.Collectors;

/**
 * The reason for the finding of a line, as a sentence.
 *
 * @param line the line, with the limits and values that its reason refers to
 */
record ReasonText(JudgedLine line) implements Reason.Form<String>, Basis.Form<String> {

  @Override
  public String of(Reason.Value reason) {
    String shown = ValueText.shown(line.limited(), line.measured());
    String overload = reason.overload() == null ? "" : ": " + reason.overload();
    return "%s %s%s%s".formatted(shown, relation(), waived(reason.waiver()), overload);
  }

  @Override
  public String of(Reason.Change reason) {
    if (line.measured().value() == null) {
      return "undecided: the change can't be distinguished from " + reason.basis().in(this);
    }
    return "%s from %s %s%s%s"
        .formatted(
            ValueText.change(line.limited(), line.measured()),
            reason.basis().in(this),
            relation(),
            scatter(reason.scatter()),
            waived(reason.waiver()));
  }

  /** Describes where the value or the change is, as seen from the limits. */
  private String relation() {
    String limit = pass().limit().text();
    return switch (line.finding()) {
      case WITHIN_PASS -> "is within the limit of " + limit;
      case WORSE_WITHIN_PASS -> "is confirmed worse, but is within the limit of " + limit;
      case WITHIN_WARN ->
          "%s, but not the warn limit of %s".formatted(exceeds(pass()), warn().limit().text());
      case UNDECIDED, NOT_DECIDED -> "leaves the limit of %s undecided".formatted(limit);
      case LIKELY_EXCEEDED ->
          ("likely %s, but that is not confirmed yet: measure longer (perfline confirm RUN, or a longer"
                  + " budget, or 'at_most' if it is set, in perf.yml)")
              .formatted(exceeds(warn() == null ? pass() : warn()));
      default ->
          warn() == null
              ? exceeds(pass())
              : "%s and the warn limit of %s".formatted(exceeds(pass()), warn().limit().text());
    };
  }

  private static String exceeds(Condition limit) {
    String relation =
        switch (limit.operator()) {
          case AT_MOST -> "exceeds";
          case BELOW -> "is not below";
          case AT_LEAST -> "is below";
          case ABOVE -> "is not above";
        };
    return "%s the limit of %s".formatted(relation, limit.limit().text());
  }

  private Condition pass() {
    return line.limited().pass();
  }

  private Condition warn() {
    return line.limited().warn();
  }

  private String scatter(Reason.Scatter scatter) {
    return scatter == null
        ? ""
        : "; two starts of one build differ by ±%s: limits below %s can't be decided here"
            .formatted(unsigned(scatter.perStart()), unsigned(scatter.decidable()));
  }

  private String unsigned(double value) {
    String signed = FigureFormat.change(value, line.measured().unit().symbol());
    return value > 0 ? signed.substring(1) : signed;
  }

  private static String waived(Reason.Waived waived) {
    if (waived == null) {
      return "";
    }
    String ceiling = waived.ceiling().text();
    return switch (waived.effect()) {
      case ENDED -> "; its waiver ended on " + waived.waiver().until();
      case EXCEEDED_TOO -> "; beyond its waiver's ceiling too, " + ceiling;
      case PERMITS ->
          "; waived up to %s until %s (%s: %s)"
              .formatted(
                  ceiling,
                  waived.waiver().until(),
                  waived.waiver().issue(),
                  waived.waiver().reason());
    };
  }

  @Override
  public String of(Reason.Capacity reason) {
    return "%s; the limit is %s%s"
        .formatted(CapacityText.of(reason), pass().text(), waived(reason.waiver()));
  }

  @Override
  public String of(Reason.TooFewPairs reason) {
    return "%s are too few to decide any limit: this takes %d pairs in at least two deployments"
        .formatted(reason.basis().in(this), reason.needed());
  }

  @Override
  public String of(Reason.Without reason) {
    return reason.problems().stream().map(ObstacleText::of).collect(Collectors.joining("; "));
  }

  @Override
  public String of(Reason.Loosened reason) {
    RuleChange change = reason.change();
    String what =
        switch (change.kind()) {
          case THRESHOLD -> "the limit '%s'".formatted(change.name());
          case CASE -> "the case %s".formatted(change.name());
          case SETTING -> "the setting %s".formatted(change.name());
        };
    if (change.from().equals(RuleChange.NONE)) {
      return "%s is %s, but was not set at the baseline".formatted(what, change.to());
    }
    if (change.to().equals(RuleChange.NONE)) {
      return "%s is gone; at the baseline it was %s".formatted(what, change.from());
    }
    return "%s is %s%s instead of %s"
        .formatted(
            what,
            change.kind() == RuleChange.Kind.CASE ? "measured in " : "",
            change.to(),
            change.from());
  }

  @Override
  public String of(Reason.ServerEnded reason) {
    return reason.end().text();
  }

  @Override
  public String of(Basis.Pairs basis) {
    String pairs =
        basis.swapped()
            ? "%d pairs in %d deployment%s"
                .formatted(basis.pairs(), basis.deployments(), basis.deployments() == 1 ? "" : "s")
            : "%d pairs in 1 deployment, in which the builds never swapped places"
                .formatted(basis.pairs());
    Basis.Events events = basis.events();
    return (events == null
            ? ""
            : "%d of %d against %d of %d, "
                .formatted(
                    events.candidate(),
                    events.candidateOf(),
                    events.baseline(),
                    events.baselineOf()))
        + pairs
        + (basis.sharedCpu()
            ? "; " + ServerCost.SHARED + ", so work outside of requests isn't separated"
            : "");
  }

  @Override
  public String of(Basis.Deployments basis) {
    return basis.count() + " deployments";
  }

  @Override
  public String of(Basis.Runs basis) {
    return "%d runs%s (%s, now %s)"
        .formatted(
            basis.count(),
            basis.levelChanged() ? " since its level changed" : "",
            FigureFormat.withUnit(basis.before(), basis.unit()),
            FigureFormat.withUnit((Double) basis.now(), basis.unit()));
  }

  @Override
  public String of(Basis.RunsOfZero basis) {
    return "%d runs of %s%s"
        .formatted(basis.count(), basis.branch(), basis.allZero() ? ", all 0 (now 0)" : " (now 0)");
  }
}
