package io.perfline.gate.why;

import io.perfline.core.run.LoadUnit;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Describes methods that got slower, for the lines of a verdict, the terminal and the report. */
public final class WhyText {

  static final String UNKNOWN = "the slower methods are not known: ";

  private static final String ELSEWHERE =
      "no method is confirmed to be slower: the change is not in the sampled code";
  private static final String NOTHING =
      "no method is confirmed to be slower, and a %s does not use more in total"
          + " during the recording";

  private static final int FIRST = 3;

  /** The number of methods in the cause of a line. */
  private static final int NAMED = 2;

  private WhyText() {}

  /**
   * Describes the first three methods that got slower in one sentence, or the reason why there are
   * none.
   */
  public static String sentence(CaseWhy why) {
    if (why.problem() != null) {
      return UNKNOWN + why.problem();
    }
    List<MethodChange> grown = why.grown();
    if (grown.isEmpty()) {
      return why.totals().stream().anyMatch(total -> total.low() > 0)
          ? ELSEWHERE
          : NOTHING.formatted(why.unit().word());
    }
    return "slower: "
        + grown.stream()
            .limit(FIRST)
            .map(method -> text(method, why.unit()))
            .collect(Collectors.joining("; "))
        + (grown.size() > FIRST ? "; and %d more".formatted(grown.size() - FIRST) : "");
  }

  /**
   * Describes the two methods that got slower most in the resource of a metric, such as {@code
   * Receiver.receive +39 µs of CPU per message}; empty if no method is confirmed to be slower.
   */
  static Optional<String> cause(CaseWhy why, String metric) {
    Resource counted =
        metric.startsWith("cpu")
            ? Resource.CPU
            : metric.equals("allocation") ? Resource.ALLOCATION : null;
    Optional<Resource> named =
        Stream.concat(
                why.grown().stream().map(MethodChange::resource).filter(each -> each == counted),
                why.grown().stream().map(MethodChange::resource))
            .findFirst();
    return named.map(
        resource ->
            why.grown().stream()
                .filter(method -> method.resource() == resource)
                .limit(NAMED)
                .map(
                    method ->
                        "%s %s %s"
                            .formatted(method.place(), signed(method.change()), resource.unit()))
                .collect(
                    Collectors.joining(
                        " and ", "", " of %s %s".formatted(resource.word(), why.unit().each()))));
  }

  /** Returns text such as {@code Receiver.receive +98 µs of CPU per message [+90, +106]}. */
  public static String text(MethodChange method, LoadUnit unit) {
    return "%s%s %s %s of %s %s [%s, %s] (before: %s)%s"
        .formatted(
            method.place(),
            method.own() ? "" : " (library)",
            signed(method.change()),
            method.resource().unit(),
            method.resource().word(),
            unit.each(),
            signed(method.low()),
            signed(method.high()),
            figure(method.baseline()),
            method.within() == null ? "" : ", in " + StackFrame.shortName(method.within()));
  }

  /** Returns the title of a list of methods; those that only allocate more are not slower. */
  public static String title(List<CaseWhy> cases) {
    List<MethodChange> grown = cases.stream().flatMap(each -> each.grown().stream()).toList();
    return !grown.isEmpty()
            && grown.stream().allMatch(method -> method.resource() == Resource.ALLOCATION)
        ? "Methods that allocate more memory"
        : "Methods that got slower";
  }

  /** Describes the total per message or request in both builds. */
  public static String text(TotalChange total, LoadUnit unit) {
    return "%s %s to %s %s %s [%s, %s], of which samples show %s"
        .formatted(
            total.resource() == Resource.WAIT ? "service time" : total.resource().word(),
            figure(total.baseline()),
            figure(total.candidate()),
            total.resource().unit(),
            unit.each(),
            signed(total.low()),
            signed(total.high()),
            signed(total.sampled()));
  }

  public static String recorded(CaseWhy why) {
    if (why.pairs() == 0) {
      return "%s samples by another profiler were supplied, of one process of each build; intervals of"
              .formatted(figure(why.samples()))
          + " methods cover only their number.";
    }
    return "%d pairs of slices were recorded, with %s samples; %s."
        .formatted(
            why.pairs(),
            figure(why.samples()),
            why.recordingCost() == null
                ? "at a fixed rate the cost of recording is unknown"
                : "the baseline's throughput was %s %% from that before"
                    .formatted(signed(-100 * why.recordingCost())));
  }

  /** Returns the class and the method without the package. */
  public static String shortName(String method) {
    return StackFrame.shortName(method);
  }

  /** Formats a number with three significant digits and its sign. */
  public static String signed(double value) {
    return (value > 0 ? "+" : "") + figure(value);
  }

  /**
   * Formats a number with three significant digits: less than 0.0005 becomes 0, and a value that is
   * not finite becomes a dash.
   */
  public static String figure(double value) {
    if (!Double.isFinite(value)) {
      return "–";
    }
    if (Math.abs(value) >= 1000) {
      return String.format(Locale.ROOT, "%,.0f", value);
    }
    BigDecimal rounded = new BigDecimal(value).round(new MathContext(3));
    return Math.abs(value) < 0.0005 ? "0" : rounded.stripTrailingZeros().toPlainString();
  }
}
