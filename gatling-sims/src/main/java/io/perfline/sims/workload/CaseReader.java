package io.perfline.sims.workload;

import io.perfline.core.project.Durations;
import io.perfline.core.yaml.Key;
import io.perfline.core.yaml.ParseContext;
import io.perfline.core.yaml.ParsedObject;
import io.perfline.core.yaml.Property;
import io.perfline.core.yaml.RecordSchema;
import io.perfline.core.yaml.Scalars;
import io.perfline.core.yaml.Schema;
import io.perfline.core.yaml.UnreadValue;
import io.perfline.sims.driver.CaseSettings;
import io.perfline.sims.driver.Target;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/** Reads the cases and sweeps of one workload file. */
final class CaseReader {

  private static final Schema<String> TEXT =
      Scalars.plain("a value", Pattern.compile(".+"), Matcher::group);

  private record CaseKeys(
      @Key("Lists the targets that are loaded, each in a case of its own.") List<Target> targets,
      @Key(value = "Sets the driver's options for this case.", kind = "settings")
          Map<String, Object> with,
      @Key(value = "Overrides a profile's warm-up and duration for this case.", kind = "paces")
          Map<String, Durations> pace,
      @Key(value = "Lists the profiles in which the case runs.", required = true, kind = "profiles")
          List<String> profiles) {}

  /** The keys of a case that names the driver whose load it has. */
  private record ComparingCaseKeys(
      @Key(
              value = "Names the driver that generates this case's load.",
              required = true,
              kind = "driver")
          String of,
      @Key(value = "Sets the driver's options for this case.", what = "the settings of its load")
          UnreadValue with,
      @Key(value = "Overrides a profile's warm-up and duration for this case.", kind = "paces")
          Map<String, Durations> pace,
      @Key(value = "Lists the profiles in which the case runs.", required = true, kind = "profiles")
          List<String> profiles) {}

  /** The keys of a sweep, which has one case per value. */
  private record SweepKeys(
      @Key(
              value =
                  "Names the driver option that takes each of the values. The default is the"
                      + " sweep's name.",
              kind = "setting")
          Property<?> vary,
      @Key("Lists the targets that are loaded, each in a case of its own.") List<Target> targets,
      @Key(value = "Sets the driver's options for this case.", kind = "settings")
          Map<String, Object> with,
      @Key(
              value = "Lists the values; each of them is a case.",
              required = true,
              what = "a list of values")
          UnreadValue values,
      @Key(value = "Overrides a profile's warm-up and duration for this case.", kind = "paces")
          Map<String, Durations> pace,
      @Key(
              value = "Lists, for each profile, the values that run in it.",
              required = true,
              what = "values by profile")
          UnreadValue profiles) {}

  /**
   * A value of a sweep.
   *
   * @param text as written
   * @param settings the value itself, and others that belong to it
   */
  private record SweepValue(String text, Map<String, Object> settings) {}

  private final ParseContext context;
  private final String simulation;
  private final WorkloadSchema schema;
  private final Schema<Durations> pace;
  private final Map<String, Durations> paces;
  private final Map<String, Object> defaults;
  private final List<Property<?>> settings;
  private final Map<Object, Schema<?>> kinds;

  /**
   * @param pace the schema of a profile's durations for a case
   * @param paces the durations of the file's profiles
   */
  CaseReader(
      ParseContext context,
      String simulation,
      WorkloadSchema schema,
      Schema<Durations> pace,
      Map<String, Durations> paces) {
    this.context = context;
    this.simulation = simulation;
    this.schema = schema;
    this.pace = pace;
    this.paces = paces;
    defaults = DriverSettingsReader.defaults(schema.keys());
    settings =
        DriverSettingsReader.properties(schema.keys()).stream()
            .<Property<?>>map(key -> key)
            .sorted(Comparator.comparing(Property::name))
            .toList();
    kinds =
        Map.of(
            Target.class,
            Scalars.oneOf("a target", schema.targets(), Target::toString),
            "settings",
            settings(),
            "setting",
            Scalars.oneOf("a setting of " + schema.driver(), settings, Property::name),
            "driver",
            Scalars.oneOf("a driver", schema.loads().keySet(), Function.identity()),
            "paces",
            byProfile("paces by profile", pace),
            "profiles",
            Schema.listOf(Scalars.oneOf("a profile", paces.keySet(), Function.identity())));
  }

  /** Returns the schema of a case's settings. */
  Schema<Map<String, Object>> settings() {
    return Schema.map("the settings of " + schema.driver(), settings);
  }

  /** Adds settings that every case has. */
  void defaults(Map<String, Object> given) {
    defaults.putAll(given);
  }

  Schema<List<CasePlan>> single(String name) {
    return schema.compares()
        ? RecordSchema.of(
            "a case",
            ComparingCaseKeys.class,
            kinds,
            Set.of(),
            (keys, parsed) -> ofAnotherDriver(name, keys))
        : RecordSchema.of(
            "a case",
            CaseKeys.class,
            kinds,
            Set.of(),
            (keys, parsed) ->
                plans(name, keys.targets, keys.with, keys.pace, keys.profiles::contains));
  }

  private List<CasePlan> ofAnotherDriver(String name, ComparingCaseKeys keys) {
    if (keys.of == null) {
      return List.of();
    }
    CaseReader its = new CaseReader(context, simulation, schema.loads().get(keys.of), pace, paces);
    its.defaults(defaults);
    Map<String, Object> given = new HashMap<>(read(keys.with, its.settings(), Map.of()));
    given.put(WorkloadSchema.OF, keys.of);
    return its.plans(name, List.of(), given, keys.pace, keys.profiles::contains);
  }

  /** Returns the schema of a sweep: one case per value. */
  Schema<List<CasePlan>> sweep(String name) {
    return RecordSchema.of(
        "a sweep", SweepKeys.class, kinds, Set.of(), (keys, parsed) -> sweep(name, keys, parsed));
  }

  private List<CasePlan> sweep(String name, SweepKeys keys, ParsedObject parsed) {
    Property<?> varied = keys.vary;
    if (!parsed.isGiven("vary")) {
      varied = settings.stream().filter(key -> key.name().equals(name)).findFirst().orElse(null);
      if (varied == null) {
        parsed.fault(
            "vary",
            "'%s' is not a setting of %s; choose one of: %s"
                .formatted(
                    name,
                    schema.driver(),
                    String.join(", ", settings.stream().map(Property::name).toList())));
      }
    }
    if (varied == null) {
      return List.of();
    }
    String noun = "value of " + name;
    List<SweepValue> all = read(keys.values, Schema.listOf(value(noun, varied)), List.of());
    Map<String, Predicate<String>> members =
        read(keys.profiles, byProfile("values by profile", chosen(noun)), Map.of());
    return all.stream()
        .flatMap(
            one -> {
              Map<String, Object> given = new HashMap<>(keys.with);
              given.putAll(one.settings);
              Predicate<String> isMember =
                  profile -> members.getOrDefault(profile, none -> false).test(one.text);
              return plans(name + "/" + one.text, keys.targets, given, keys.pace, isMember)
                  .stream();
            })
        .toList();
  }

  /** Returns the schema of one value of a sweep, alone or with further settings. */
  private Schema<SweepValue> value(String noun, Property<?> varied) {
    Schema<String> text = Schema.definition(noun, TEXT);
    Schema<SweepValue> several =
        Schema.object(
            "a value of this sweep",
            parsed -> {
              if (!parsed.isGiven(varied.name())) {
                parsed.fault(varied.name(), "every value of this sweep needs it");
              }
              return new SweepValue(parsed.as(text, varied.name(), ""), parsed.map(settings));
            },
            settings);
    return Schema.of(
        varied.schema().what(),
        (node, in) -> {
          if (node instanceof MappingNode) {
            return several.read(node, in);
          }
          Object value = varied.schema().read(node, in);
          return value == null
              ? null
              : new SweepValue(text.read(node, in), Map.of(varied.name(), value));
        });
  }

  /** Returns the schema of the values of a sweep that a profile contains. */
  private static Schema<Predicate<String>> chosen(String noun) {
    Schema<Predicate<String>> all =
        Scalars.oneOf("'all' or a list of values", Map.of("all", value -> true));
    Schema<Predicate<String>> some =
        Schema.listOf(Schema.reference(noun, TEXT)).then(chosen -> chosen::contains);
    return Schema.of(
        all.what(), (node, in) -> (node instanceof SequenceNode ? some : all).read(node, in));
  }

  private <T> T read(UnreadValue given, Schema<T> schema, T defaultValue) {
    T value = given == null ? null : given.read(schema, context);
    return value == null ? defaultValue : value;
  }

  private <T> Schema<Map<String, T>> byProfile(String what, Schema<T> schema) {
    return Schema.map(
        what,
        paces.keySet().stream()
            .sorted()
            .map(name -> Property.optional(name, schema, schema.what()))
            .toList());
  }

  /** Returns one case per target; none if the file has errors. */
  private List<CasePlan> plans(
      String name,
      List<Target> targets,
      Map<String, Object> given,
      Map<String, Durations> pacesOfCase,
      Predicate<String> isMember) {
    if (context.failed()) {
      return List.of();
    }
    Map<String, Object> all = new HashMap<>(defaults);
    all.putAll(given);
    Map<String, Durations> mine = new HashMap<>(paces);
    mine.putAll(pacesOfCase);
    mine.keySet().removeIf(isMember.negate());
    if (schema.compares()) {
      mine.replaceAll((profile, pace) -> pace.untilDecided());
    }
    return (targets.isEmpty() ? schema.targets().subList(0, 1) : targets)
        .stream()
            .distinct()
            .map(
                target ->
                    new CasePlan(
                        simulation + "/" + name,
                        schema.driver(),
                        target,
                        new CaseSettings(all),
                        mine))
            .toList();
  }
}
