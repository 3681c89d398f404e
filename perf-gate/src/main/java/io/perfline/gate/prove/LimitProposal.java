package io.perfline.gate.prove;

import io.perfline.core.command.Fault;
import io.perfline.core.file.AtomicFile;
import io.perfline.gate.prove.ProofSeries.Proved;
import io.perfline.gate.prove.ProvedCase.ProvedLimit;
import io.perfline.gate.thresholds.Threshold;
import io.perfline.gate.thresholds.Thresholds;
import io.perfline.gate.thresholds.ThresholdsFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A limit that at least 95 % of the verdicts on equal builds would have met.
 *
 * @param now the limit in {@code thresholds.yml}, in percent
 * @param proposed the proposed limit in percent, with the same sign
 * @param verdicts the number of verdicts on which it is based
 */
public record LimitProposal(
    String threshold, String metric, double now, double proposed, int verdicts) {

  /** The smallest number of verdicts on equal builds that permits a proposal. */
  public static final int MIN_VERDICTS = 20;

  private static final double PASSED = 0.95;

  /** Limits are multiples of this, in percent. */
  private static final double STEP = 0.5;

  /**
   * The largest ratio of a tighter limit to the present one. Measuring ends as soon as a limit is
   * decided, so intervals are about as wide as the limit permits, which would always suggest a
   * slightly tighter one.
   */
  private static final double TIGHTER = 0.8;

  /** Returns a proposal for each limit that should be changed. */
  public static List<LimitProposal> of(List<Proved> proved) {
    Map<String, List<DetectableChange>> byThreshold = new LinkedHashMap<>();
    DetectableChange.of(proved)
        .forEach(
            each ->
                byThreshold.computeIfAbsent(each.threshold(), id -> new ArrayList<>()).add(each));
    return byThreshold.values().stream()
        .flatMap(cases -> of(cases.get(0), cases).stream())
        .toList();
  }

  /** Returns a proposal for a limit, which may apply to several cases; all of them must meet it. */
  private static List<LimitProposal> of(DetectableChange first, List<DetectableChange> cases) {
    int verdicts = cases.stream().mapToInt(each -> each.limits().size()).min().orElseThrow();
    if (verdicts < MIN_VERDICTS || cases.stream().anyMatch(each -> !isMeasured(each.limits()))) {
      return List.of();
    }
    double now = first.limits().get(0).limit();
    double needed = cases.stream().mapToDouble(each -> needed(each.limits())).max().orElseThrow();
    if (needed == 0) { // the metric was 0 in both builds, so no percentage was measured
      return List.of();
    }
    double rounded = Math.max(STEP, Math.ceil(needed / STEP - 1e-9) * STEP);
    boolean better = rounded > Math.abs(now) || rounded <= TIGHTER * Math.abs(now);
    return better
        ? List.of(
            new LimitProposal(
                first.threshold(), first.metric(), now, Math.copySign(rounded, now), verdicts))
        : List.of();
  }

  /** Returns false if there is no verdict, a limit is 0, or a value or its interval is missing. */
  private static boolean isMeasured(List<ProvedLimit> limits) {
    return !limits.isEmpty()
        && limits.stream()
            .allMatch(limit -> limit.limit() != 0 && limit.low() != null && limit.value() != null);
  }

  private static double needed(List<ProvedLimit> limits) {
    List<Double> ends =
        limits.stream()
            .map(limit -> limit.limit() < 0 ? -limit.low() : limit.high())
            .sorted()
            .toList();
    return ends.get((int) Math.ceil(PASSED * ends.size()) - 1);
  }

  /** Describes the proposal, such as {@code +5 % → +3.5 %}. */
  public String text() {
    return "%s → %s".formatted(percent(now), percent(proposed));
  }

  static String percent(double value) {
    return number(value) + " %";
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%+.1f", value).replaceFirst("[.]0$", "");
  }

  /**
   * Writes limits into {@code thresholds.yml}, and leaves everything else in it unchanged.
   *
   * @throws Fault exit code 2 if one of the limits isn't found in the file; then nothing is written
   */
  public static void write(List<LimitProposal> proposals, Path file) throws IOException {
    String text = Files.readString(file);
    for (LimitProposal proposal : proposals) {
      text = proposal.in(text, file);
    }
    Path tried = Files.createTempFile(file.toAbsolutePath().getParent(), "thresholds", ".yml");
    try {
      Files.writeString(tried, text);
      requireOnlyThese(proposals, ThresholdsFile.read(file), ThresholdsFile.read(tried), file);
    } finally {
      Files.delete(tried);
    }
    AtomicFile.write(file, text.getBytes(StandardCharsets.UTF_8));
  }

  /** Throws a fault if the changed text has other limits than the proposed ones. */
  private static void requireOnlyThese(
      List<LimitProposal> proposals, Thresholds before, Thresholds after, Path file) {
    for (Threshold limit : before.thresholds()) {
      Optional<LimitProposal> proposal =
          proposals.stream().filter(one -> one.threshold.equals(limit.id())).findFirst();
      double expected = proposal.map(LimitProposal::proposed).orElse(limit.pass().bound());
      boolean found =
          after.thresholds().stream()
              .filter(other -> other.id().equals(limit.id()))
              .anyMatch(other -> Math.abs(other.pass().bound() - expected) < 1e-9);
      if (!found) {
        throw Fault.configuration(
            "%s: the limit of '%s' is not in a form that can be changed here: change these yourself: %s"
                .formatted(
                    file,
                    limit.id(),
                    proposals.stream()
                        .map(one -> one.threshold + " " + one.text())
                        .collect(Collectors.joining(", "))));
      }
    }
  }

  private String in(String text, Path file) {
    Matcher found =
        Pattern.compile(
                ("(?<![\\w-])id:\\s*[\"']?%s[\"']?(?=[\\s,}])(?:(?!\\bid:)[\\s\\S])*?"
                        + "\\bpass:\\s*[\"']?[<>]=?\\s*([+-][\\d.]+)\\s*%%")
                    .formatted(Pattern.quote(threshold)))
            .matcher(text);
    if (!found.find()) {
      throw Fault.configuration(
          "%s: the limit of '%s' is not in a form that can be changed here: change it to %s yourself"
              .formatted(file, threshold, percent(proposed)));
    }
    return text.substring(0, found.start(1)) + number(proposed) + text.substring(found.end(1));
  }
}
