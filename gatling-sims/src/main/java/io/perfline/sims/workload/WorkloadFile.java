package io.perfline.sims.workload;

import static io.perfline.core.yaml.Property.optional;
import static io.perfline.core.yaml.Property.required;

import io.perfline.core.command.Fault;
import io.perfline.core.yaml.ObjectSchema;
import io.perfline.core.yaml.ParseContext;
import io.perfline.core.yaml.ParsedObject;
import io.perfline.core.yaml.Property;
import io.perfline.core.yaml.Schema;
import io.perfline.core.yaml.Schemas;
import io.perfline.core.yaml.UnreadValue;
import io.perfline.core.yaml.YamlFile;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

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

  private static final Property<Integer> VERSION =
      required("version", Schemas.integer("the version", 1, 1));
  private static final Property<UnreadValue> PROFILES =
      required("profiles", Schemas.later("the profiles"));
  private static final Property<UnreadValue> DEFAULTS =
      optional("defaults", Schemas.later("settings"));
  private static final Property<UnreadValue> CASES = optional("cases", Schemas.later("the cases"));
  private static final Property<UnreadValue> SWEEPS =
      optional("sweeps", Schemas.later("the sweeps"));

  private static final Property<Duration> WARM_UP = required("warm_up", SettingKinds.TIME);
  private static final Property<Duration> WARM_UP_MOST =
      optional("warm_up_most", SettingKinds.TIME);
  private static final Property<Duration> AT_MOST = optional("at_most", SettingKinds.TIME);
  private static final Property<Duration> DURATION = required("duration", SettingKinds.TIME);

  private final ParseContext context;
  private final String simulation;
  private final Property<WorkloadSchema> driver;

  private WorkloadFile(ParseContext context, String simulation, List<WorkloadSchema> dialects) {
    this.context = context;
    this.simulation = simulation;
    this.driver =
        required(
            "driver", Schemas.oneOf("a driver", Schemas.words(dialects, WorkloadSchema::driver)));
  }

  /**
   * @param simulation which it describes
   * @throws Fault with exit code 2 that holds all that is wrong
   */
  static List<CasePlan> read(Path file, String simulation, List<WorkloadSchema> dialects) {
    ParseContext context = new ParseContext(file.toString());
    WorkloadFile workload = new WorkloadFile(context, simulation, dialects);
    List<Property<?>> keys = List.of(VERSION, workload.driver, PROFILES, DEFAULTS, CASES, SWEEPS);
    List<CasePlan> plans =
        ObjectSchema.always("a workload", workload::cases, keys)
            .read(YamlFile.parse(file), context);
    context.finish();
    return plans;
  }

  private List<CasePlan> cases(ParsedObject parsed) {
    if (!parsed.has(CASES) && !parsed.has(SWEEPS)) {
      parsed.fault(CASES, "neither these nor 'sweeps' are there: the simulation has no case");
    }
    if (!parsed.has(driver) || !parsed.has(PROFILES)) {
      return List.of();
    }
    WorkloadSchema schema = parsed.get(driver);
    if (schema.compares() && parsed.isGiven(SWEEPS)) {
      parsed.fault(SWEEPS, "cases that compare stand alone: write them as 'cases'");
    }
    Schema<Durations> pace = pace(schema);
    CaseReader reader =
        new CaseReader(
            context,
            simulation,
            schema,
            pace,
            parsed.as(named("profile", name -> pace), PROFILES, Map.of()));
    reader.defaults(parsed.as(reader.settings(), DEFAULTS, Map.of()));
    Map<String, List<CasePlan>> cases = parsed.as(named("case", reader::single), CASES, Map.of());
    Map<String, List<CasePlan>> sweeps = parsed.as(named("sweep", reader::sweep), SWEEPS, Map.of());
    return context.failed()
        ? List.of()
        : Stream.of(cases, sweeps).flatMap(m -> m.values().stream()).flatMap(List::stream).toList();
  }

  private static <T> Schema<Map<String, T>> named(String noun, Function<String, Schema<T>> item) {
    return Schemas.named(noun, "a-z, 0-9 and '_'", "^[a-z][a-z0-9_]*$", item);
  }

  private static Schema<Durations> pace(WorkloadSchema schema) {
    return ObjectSchema.always(
        "a pace",
        parsed -> {
          Duration least = parsed.get(WARM_UP, Duration.ZERO);
          Duration most = parsed.get(WARM_UP_MOST, least);
          if (most.compareTo(least) < 0) {
            parsed.fault(WARM_UP_MOST, "it is shorter than warm_up");
          }
          Duration duration = parsed.get(DURATION, Duration.ZERO);
          Duration atMost = parsed.get(AT_MOST, duration);
          if (atMost.compareTo(duration) < 0) {
            parsed.fault(AT_MOST, "it is shorter than duration");
          }
          return new Durations(least, most, duration, atMost);
        },
        schema.warmsUpUntilSteady()
            ? List.of(WARM_UP, WARM_UP_MOST, DURATION)
            : schema.compares() ? List.of(WARM_UP, DURATION, AT_MOST) : List.of(WARM_UP, DURATION));
  }
}
