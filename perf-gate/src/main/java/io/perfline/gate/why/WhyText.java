package io.perfline.gate.why;

import io.perfline.core.run.LoadUnit;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Comparator;
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
          : NOTHING.formatted(why.unit().noun());
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
   * Receiver.receive +39 µs of CPU per message}. The resource of a time is waiting, unless the CPU
   * explains more of it. Empty if no method is confirmed to be slower.
   */
  static Optional<String> cause(CaseWhy why, String metric) {
    return resource(why, metric)
        .map(
            resource ->
                of(why, resource)
                    .limit(NAMED)
                    .map(
                        method ->
                            "%s %s %s"
                                .formatted(method.place(), signed(method.change()), method.unit()))
                    .collect(Collectors.joining(" and ", "", " " + why.unit().each())))
        .or(() -> waiting(why, metric));
  }

  private static Stream<MethodChange> of(CaseWhy why, Resource resource) {
    return why.grown().stream().filter(method -> method.resource() == resource);
  }

  private static Optional<Resource> resource(CaseWhy why, String metric) {
    List<Resource> grown = why.grown().stream().map(MethodChange::resource).distinct().toList();
    if (isTime(metric)) {
      List<Resource> ofTimes = List.of(Resource.WAIT, Resource.CPU);
      return ofTimes.stream()
          .filter(grown::contains)
          .filter(resource -> resource == Resource.WAIT || explainsTime(why))
          .max(Comparator.comparingDouble(resource -> sum(why, resource)))
          .or(() -> mayWait(why) ? Optional.empty() : grown.stream().findFirst());
    }
    Resource counted = metric.equals("allocation") ? Resource.ALLOCATION : Resource.CPU;
    return grown.stream()
        .filter(resource -> resource == counted)
        .findFirst()
        .or(() -> grown.stream().findFirst());
  }

  private static boolean isTime(String metric) {
    return metric.startsWith("service_time") || metric.startsWith("response_time");
  }

  private static double sum(CaseWhy why, Resource resource) {
    return of(why, resource).mapToDouble(MethodChange::change).sum();
  }

  /** Returns the change of a total per message; NaN if it is unknown. */
  private static double total(CaseWhy why, Resource resource) {
    return why.totals().stream()
        .filter(total -> total.resource() == resource)
        .mapToDouble(TotalChange::change)
        .findFirst()
        .orElse(Double.NaN);
  }

  /** Returns false if less than half of the additional time of a request is CPU time. */
  private static boolean explainsTime(CaseWhy why) {
    return !(total(why, Resource.CPU) < total(why, Resource.WAIT) / 2);
  }

  private static boolean mayWait(CaseWhy why) {
    return !explainsTime(why) && total(why, Resource.WAIT) > 0;
  }

  /** Describes additional waiting of which no method is known. */
  private static Optional<String> waiting(CaseWhy why, String metric) {
    double time = total(why, Resource.WAIT);
    return isTime(metric) && mayWait(why)
        ? Optional.of(
            "%s µs of waiting %s, in no confirmed method"
                .formatted(signed(time - Math.max(0, total(why, Resource.CPU))), why.unit().each()))
        : Optional.empty();
  }

  /** Returns text such as {@code Receiver.receive +98 µs of CPU per message [+90, +106]}. */
  public static String text(MethodChange method, LoadUnit unit) {
    return "%s%s %s %s %s [%s, %s] (before: %s)%s"
        .formatted(
            method.place(),
            method.own() ? "" : " (library)",
            signed(method.change()),
            method.unit(),
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
            total.resource() == Resource.WAIT ? "service time" : total.resource().text(),
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
