package io.perfline.core.project;

import static io.perfline.core.strict.Key.optional;
import static io.perfline.core.strict.Key.required;

import io.perfline.core.strict.Key;
import io.perfline.core.strict.Kind;
import io.perfline.core.strict.Kinds;
import io.perfline.core.strict.Reading;
import io.perfline.core.strict.Shape;
import io.perfline.core.strict.Values;
import io.perfline.core.strict.YamlFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads {@code perf.yml}. */
public final class ProjectFile {

  private static final Key<Integer> VERSION =
      required("version", Kinds.integer("the version", 1, 1), "Of this format: 1.");
  private static final Key<String> NAME =
      optional(
          "name",
          Kinds.text("a name", "^\\S+$", text -> text),
          "What it is called in the history. Default: the folder's name.");
  private static final Key<String> ENVIRONMENT =
      optional(
          "environment",
          PathKind.TEXT,
          "File that says where its servers are, and where it is itself once it is deployed, with"
              + " its ways in. Default: it needs none, and runs while it is loaded.");
  private static final Key<String> WORKLOADS =
      optional(
          "workloads", PathKind.TEXT, "Folder of loads by perfline's own drivers. Default: none.");
  private static final Key<String> THRESHOLDS =
      optional("thresholds", PathKind.TEXT, "File of the limits. Default thresholds.yml.");
  private static final Key<String> HISTORY =
      optional(
          "history",
          PathKind.TEXT,
          "Folder that keeps what was measured where there is no InfluxDB. Default .perf/history.");
  private static final Key<Duration> WARM_UP =
      required("warm_up", Kinds.duration(), "Load that runs before and doesn't count.");
  private static final Key<Duration> DURATION =
      required("duration", Kinds.duration(), "Of the load that counts.");
  private static final Key<Duration> AT_MOST =
      optional(
          "at_most",
          Kinds.duration(),
          "The same for a comparison that is undecided then. Default two and a half times that.");
  private static final Kind<LoadTimes> TIMES =
      new Shape<>("a profile", ProjectFile::times, List.of(WARM_UP, DURATION, AT_MOST));
  private static final Key<Map<String, LoadTimes>> PROFILES =
      optional(
          "profiles",
          Kinds.named("profile", TIMES),
          "How long each scenario is measured. Default commit: {warm_up: 5 s, duration: 20 s}.");
  private static final Key<List<String>> DRIVERS =
      optional(
          "drivers", new GatlingFormat.OneOrMore(), "Jars with drivers of your own, see 'driver'.");
  private static final Key<ServiceUnderTest> SERVICE =
      required("service", ServiceFormat.SHAPE, "What is loaded.");

  private ProjectFile() {}

  /**
   * Reads the one that was named, else that of the current folder, else that of {@code home}; empty
   * when there is none.
   *
   * @param named null when none was
   * @throws io.perfline.core.command.Fault exit code 2, with all its faults, each at its place
   */
  public static Optional<Project> find(Path named, Path home) {
    return Stream.of(Path.of(Project.FILE), home.resolve(Project.FILE))
        .map(there -> named == null ? there : named)
        .filter(there -> named != null || Files.exists(there))
        .findFirst()
        .map(ProjectFile::read);
  }

  /**
   * Reads it, with the files of data and bodies that it names.
   *
   * @throws io.perfline.core.command.Fault exit code 2, with all its faults, each at its place
   */
  public static Project read(Path file) {
    Path home = file.toAbsolutePath().normalize().getParent();
    Reading reading = new Reading(file.toString());
    Key<Map<String, PlannedLoad>> load =
        optional(
            "load",
            new LoadFormat(home, reading).kind(),
            "The scenarios and other loads, by name.");
    Shape<Project> shape =
        new Shape<>(
            "a project",
            values -> {
              Map<String, PlannedLoad> loads = values.get(load, Map.of());
              if (!values.isGiven(load) && !values.isGiven(WORKLOADS)) {
                values.fault(SERVICE, "nothing loads it: add 'load', or 'workloads'");
              }
              checkPort(values, loads);
              return new Project(
                  file,
                  values.get(NAME, String.valueOf(home.getFileName())),
                  values.get(SERVICE),
                  values.has(ENVIRONMENT) ? home.resolve(values.get(ENVIRONMENT)) : null,
                  loads,
                  values.has(WORKLOADS) ? home.resolve(values.get(WORKLOADS)) : null,
                  values.get(DRIVERS, List.of()),
                  values.get(PROFILES, Map.of("commit", LoadTimes.USUAL)),
                  home.resolve(values.get(THRESHOLDS, "thresholds.yml")),
                  home.resolve(values.get(HISTORY, ".perf/history")));
            },
            List.of(
                VERSION,
                NAME,
                SERVICE,
                ENVIRONMENT,
                load,
                WORKLOADS,
                DRIVERS,
                PROFILES,
                THRESHOLDS,
                HISTORY));
    Project project = shape.read(YamlFile.parse(file), reading);
    reading.finish();
    return project;
  }

  /** What listens on no port is asked for nothing over HTTP. */
  private static void checkPort(Values values, Map<String, PlannedLoad> load) {
    String command = values.get(SERVICE).command();
    if (command != null
        && !command.contains(ServiceFormat.PORT)
        && load.values().stream().anyMatch(Scenario.class::isInstance)) {
      values.fault(
          SERVICE,
          "command must say %s, the port to listen on: a scenario asks over HTTP"
              .formatted(ServiceFormat.PORT));
    }
  }

  private static LoadTimes times(Values values) {
    Duration duration = values.get(DURATION);
    Duration most = values.get(AT_MOST, duration.multipliedBy(5).dividedBy(2));
    if (duration.isZero()) {
      values.fault(DURATION, "in no time nothing is measured");
    }
    if (most.compareTo(duration) < 0) {
      values.fault(AT_MOST, "it is shorter than duration");
    }
    return new LoadTimes(values.get(WARM_UP), duration, most);
  }
}
