package io.perfline.sims.workload;

import static io.perfline.core.strict.Key.optional;
import static io.perfline.core.strict.Key.required;

import io.perfline.core.command.Fault;
import io.perfline.core.strict.Key;
import io.perfline.core.strict.Kind;
import io.perfline.core.strict.Kinds;
import io.perfline.core.strict.Reading;
import io.perfline.core.strict.Shape;
import io.perfline.core.strict.Values;
import io.perfline.core.strict.YamlFile;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.yaml.snakeyaml.nodes.Node;

/**
 * Reads one simulation's file:
 *
 * <pre>
 * version: 1
 * driver: kafka
 * profiles:                      # how long a case runs in each
 *   commit: {warm_up: 2 s, warm_up_most: 5 s, duration: 8 s}
 * defaults: {message_bytes: 100} # settings of every case
 * cases:                         # single cases, named simulation/KEY
 *   long_run: {profiles: [soak], with: {batch_size: 512}}
 * sweeps:                        # one case a value, named simulation/KEY/VALUE
 *   batch_size:
 *     values: [256, 1024]
 *     profiles: {commit: [256], nightly: all}
 * </pre>
 */
final class WorkloadFile {

  private static final Key<Integer> VERSION =
      required("version", Kinds.integer("the version", 1, 1));
  private static final Key<Node> PROFILES = required("profiles", Kinds.later("the profiles"));
  private static final Key<Node> DEFAULTS = optional("defaults", Kinds.later("settings"));
  private static final Key<Node> CASES = optional("cases", Kinds.later("the cases"));
  private static final Key<Node> SWEEPS = optional("sweeps", Kinds.later("the sweeps"));

  private static final Key<Duration> WARM_UP = required("warm_up", SettingKinds.TIME);
  private static final Key<Duration> WARM_UP_MOST = optional("warm_up_most", SettingKinds.TIME);
  private static final Key<Duration> AT_MOST = optional("at_most", SettingKinds.TIME);
  private static final Key<Duration> DURATION = required("duration", SettingKinds.TIME);

  private final Reading reading;
  private final String simulation;
  private final Key<Dialect> driver;

  private WorkloadFile(Reading reading, String simulation, List<Dialect> dialects) {
    this.reading = reading;
    this.simulation = simulation;
    this.driver =
        required("driver", Kinds.oneOf("a driver", Kinds.words(dialects, Dialect::driver)));
  }

  /**
   * @param simulation which it describes
   * @throws Fault with exit code 2 that holds all that is wrong
   */
  static List<CasePlan> read(Path file, String simulation, List<Dialect> dialects) {
    Reading reading = new Reading(file.toString());
    WorkloadFile workload = new WorkloadFile(reading, simulation, dialects);
    List<Key<?>> keys = List.of(VERSION, workload.driver, PROFILES, DEFAULTS, CASES, SWEEPS);
    List<CasePlan> plans =
        Shape.always("a workload", workload::cases, keys).read(YamlFile.parse(file), reading);
    reading.finish();
    return plans;
  }

  private List<CasePlan> cases(Values values) {
    if (!values.has(CASES) && !values.has(SWEEPS)) {
      values.fault(CASES, "neither these nor 'sweeps' are there: the simulation has no case");
    }
    if (!values.has(driver) || !values.has(PROFILES)) {
      return List.of();
    }
    Dialect dialect = values.get(driver);
    if (dialect.compares() && values.isGiven(SWEEPS)) {
      values.fault(SWEEPS, "cases that compare stand alone: write them as 'cases'");
    }
    Kind<Pace> pace = pace(dialect);
    CaseReader reader =
        new CaseReader(
            reading,
            simulation,
            dialect,
            pace,
            values.as(named("profile", name -> pace), PROFILES, Map.of()));
    reader.defaults(values.as(reader.settings(), DEFAULTS, Map.of()));
    Map<String, List<CasePlan>> cases = values.as(named("case", reader::single), CASES, Map.of());
    Map<String, List<CasePlan>> sweeps = values.as(named("sweep", reader::sweep), SWEEPS, Map.of());
    return reading.failed()
        ? List.of()
        : Stream.of(cases, sweeps).flatMap(m -> m.values().stream()).flatMap(List::stream).toList();
  }

  private static <T> Kind<Map<String, T>> named(String noun, Function<String, Kind<T>> item) {
    return Kinds.named(noun, "a-z, 0-9 and '_'", "^[a-z][a-z0-9_]*$", item);
  }

  private static Kind<Pace> pace(Dialect dialect) {
    return Shape.always(
        "a pace",
        values -> {
          Duration least = values.get(WARM_UP, Duration.ZERO);
          Duration most = values.get(WARM_UP_MOST, least);
          if (most.compareTo(least) < 0) {
            values.fault(WARM_UP_MOST, "it is shorter than warm_up");
          }
          Duration duration = values.get(DURATION, Duration.ZERO);
          Duration atMost = values.get(AT_MOST, duration);
          if (atMost.compareTo(duration) < 0) {
            values.fault(AT_MOST, "it is shorter than duration");
          }
          return new Pace(least, most, duration, atMost);
        },
        dialect.warmsUpUntilSteady()
            ? List.of(WARM_UP, WARM_UP_MOST, DURATION)
            : dialect.compares()
                ? List.of(WARM_UP, DURATION, AT_MOST)
                : List.of(WARM_UP, DURATION));
  }
}
