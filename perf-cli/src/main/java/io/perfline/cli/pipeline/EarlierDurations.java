package io.perfline.cli.pipeline;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import io.perfline.core.file.AtomicFile;
import io.perfline.core.file.Json;
import io.perfline.core.file.StateFolder;
import io.perfline.core.project.Project;
import io.perfline.gate.verdict.Outcome;
import io.perfline.sims.run.Forecast;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The durations of a project's earlier builds, by which its next one is forecast. They are stored
 * next to the history of verdicts, in {@link StateFolder#DURATIONS}.
 */
public record EarlierDurations(Path file) {

  /** The work of a build, which determines how long it took. */
  enum Kind {
    /** It measured a comparison with a baseline. */
    COMPARED,
    /** It measured without a baseline. */
    ALONE,
    /** Nothing that runs had changed, so an earlier verdict was reused. */
    REUSED
  }

  /**
   * An earlier build.
   *
   * @param plan the forecast by the durations in {@code perf.yml}, which differs if these do
   * @param seconds the duration of all steps, in seconds
   */
  @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
  record Build(String profile, String plan, Kind kind, double seconds) {}

  /** The number of builds that are kept, of all profiles. */
  private static final int KEPT = 50;

  /** The number of builds from which the next one is forecast. */
  private static final int LATEST = 5;

  private static final double SECONDS_PER_MINUTE = 60;
  private static final double SECONDS_PER_HOUR = 3600;

  /** The durations up to which a smaller unit is clearer, in seconds. */
  private static final double UP_TO_SECONDS = 100;

  private static final double UP_TO_MINUTES = 100 * SECONDS_PER_MINUTE;

  private static final TypeReference<List<Build>> BUILDS = new TypeReference<>() {};

  public static EarlierDurations of(Project project) {
    return new EarlierDurations(StateFolder.DURATIONS.in(project.home()));
  }

  /** Adds a build that measured; one without a verdict is left out, because it often ends early. */
  void addJudged(Outcome outcome, Build build) {
    if (outcome != Outcome.INVALID) {
      add(build);
    }
  }

  /** Adds a build. If that fails, the next forecast is less precise, and nothing else. */
  void add(Build build) {
    List<Build> all = new ArrayList<>(builds());
    all.add(build);
    try {
      Files.createDirectories(file.getParent());
      AtomicFile.write(
          file,
          Json.MAPPER.writeValueAsBytes(all.subList(Math.max(0, all.size() - KEPT), all.size())));
    } catch (IOException unwritable) {
      // The verdict does not depend on it.
    }
  }

  /**
   * Forecasts the duration of the next build.
   *
   * @param plan the forecast by the durations in {@code perf.yml}
   * @param mayReuse whether an earlier verdict may be reused
   */
  public String forecast(String profile, Forecast plan, boolean mayReuse) {
    double[] measured =
        latest(profile, plan.text(), Kind.COMPARED)
            .or(() -> latest(profile, plan.text(), Kind.ALONE))
            .orElse(new double[0]);
    String planned =
        measured.length == 0
            ? plan.text()
            : "%s: %s, as earlier builds".formatted(between(measured), plan.what());
    String reused =
        latest(profile, plan.text(), Kind.REUSED)
            .map(EarlierDurations::between)
            .orElse("about half a minute");
    return planned + (mayReuse ? "; %s if nothing that runs has changed".formatted(reused) : "");
  }

  /** Returns the median duration of the latest builds that compared, in seconds. */
  public OptionalDouble secondsOfComparison(String profile) {
    double[] seconds =
        builds().stream()
            .filter(build -> build.profile().equals(profile) && build.kind() == Kind.COMPARED)
            .mapToDouble(Build::seconds)
            .toArray();
    return seconds.length == 0 ? OptionalDouble.empty() : OptionalDouble.of(median(seconds));
  }

  private Optional<double[]> latest(String profile, String plan, Kind kind) {
    double[] all =
        builds().stream()
            .filter(build -> build.profile().equals(profile) && build.kind() == kind)
            .filter(build -> kind == Kind.REUSED || build.plan().equals(plan))
            .mapToDouble(Build::seconds)
            .toArray();
    return all.length == 0
        ? Optional.empty()
        : Optional.of(Arrays.copyOfRange(all, Math.max(0, all.length - LATEST), all.length));
  }

  private static double median(double[] seconds) {
    return Arrays.stream(seconds).sorted().toArray()[seconds.length / 2];
  }

  /** Describes the range of some durations, such as {@code about 3 to 5 minutes}. */
  private static String between(double[] seconds) {
    Length least = Length.of(Arrays.stream(seconds).min().orElseThrow());
    Length most = Length.of(Arrays.stream(seconds).max().orElseThrow());
    return least.equals(most)
        ? "about " + most.text()
        : "about %s to %s"
            .formatted(least.unit.equals(most.unit) ? least.number : least.text(), most.text());
  }

  /** A duration in the unit in which it is clearest. */
  private record Length(String number, String unit) {

    static Length of(double seconds) {
      if (seconds < UP_TO_SECONDS) {
        return new Length("" + Math.max(1, Math.round(seconds)), "seconds");
      }
      return seconds < UP_TO_MINUTES
          ? new Length("" + Math.round(seconds / SECONDS_PER_MINUTE), "minutes")
          : new Length(String.format(Locale.ROOT, "%.1f", seconds / SECONDS_PER_HOUR), "hours");
    }

    String text() {
      return number + " " + unit;
    }
  }

  /** Formats a duration, such as {@code 82 seconds}, {@code 4 minutes} or {@code 2.5 hours}. */
  public static String text(double seconds) {
    return Length.of(seconds).text();
  }

  /** Reads the builds; a file that can't be read leaves only the planned durations. */
  private List<Build> builds() {
    try {
      return Files.exists(file) ? Json.MAPPER.readValue(file.toFile(), BUILDS) : List.of();
    } catch (IOException unreadable) {
      return List.of();
    }
  }
}
