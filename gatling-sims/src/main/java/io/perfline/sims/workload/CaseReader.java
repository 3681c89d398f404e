package io.perfline.sims.workload;

import static io.perfline.core.yaml.Property.optional;
import static io.perfline.core.yaml.Property.required;

import io.perfline.core.yaml.ObjectSchema;
import io.perfline.core.yaml.ParseContext;
import io.perfline.core.yaml.ParsedObject;
import io.perfline.core.yaml.Property;
import io.perfline.core.yaml.Schema;
import io.perfline.core.yaml.Schemas;
import io.perfline.core.yaml.UnreadValue;
import io.perfline.sims.driver.CaseSettings;
import io.perfline.sims.driver.Target;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.SequenceNode;

/** Reads the cases and sweeps of one workload file. */
final class CaseReader {

  private static final Property<UnreadValue> VALUES =
      required("values", Schemas.later("a list of values"));
  private static final Property<UnreadValue> LATER =
      optional("with", Schemas.later("the settings of its load"));
  private static final Property<UnreadValue> MEMBERS =
      required("profiles", Schemas.later("values by profile"));

  private final ParseContext context;
  private final String simulation;
  private final WorkloadSchema schema;
  private final Map<String, Durations> paces;
  private final Schema<Durations> paceKind;
  private final Map<String, Object> defaults = new HashMap<>();
  private final Map<String, Property<?>> settings;
  private final Property<List<Target>> targets;
  private final Property<Map<String, Object>> with;
  private final Property<Map<String, Durations>> pace;
  private final Property<List<String>> profiles;
  private final Property<Property<?>> vary;

  /**
   * @param pace what a case may give itself for a profile
   * @param paces of the file's profiles
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
    this.paces = paces;
    this.paceKind = pace;
    schema.keys().forEach(key -> key.otherwise().ifPresent(v -> defaults.put(key.name(), v)));
    Schema<Target> target =
        Schemas.oneOf("a target", Schemas.words(schema.targets(), Target::toString));
    this.targets = optional("targets", Schemas.listOf(target));
    this.settings = new TreeMap<>();
    schema.keys().forEach(key -> settings.put(key.name(), SettingKinds.key(key)));
    this.with = optional("with", settings());
    this.pace = optional("pace", byProfile("paces by profile", pace));
    Schema<String> profile =
        Schemas.oneOf("a profile", Schemas.words(paces.keySet(), Function.identity()));
    this.profiles = required("profiles", Schemas.listOf(profile));
    this.vary = optional("vary", Schemas.oneOf("a setting of " + schema.driver(), settings));
  }

  /** Settings of cases, by their names. */
  Schema<Map<String, Object>> settings() {
    return ObjectSchema.map("the settings of " + schema.driver(), List.copyOf(settings.values()));
  }

  /** Takes the settings of every case. */
  void defaults(Map<String, Object> given) {
    defaults.putAll(given);
  }

  /** A single case. */
  Schema<List<CasePlan>> single(String name) {
    return schema.compares() ? ofAnotherDriver(name) : ofThis(name);
  }

  private Schema<List<CasePlan>> ofThis(String name) {
    return ObjectSchema.always(
        "a case",
        parsed ->
            plans(
                name,
                parsed,
                parsed.get(with, Map.of()),
                parsed.get(profiles, List.of())::contains),
        List.of(targets, with, pace, profiles));
  }

  /** A case that says whose load it is, and has that driver's settings. */
  private Schema<List<CasePlan>> ofAnotherDriver(String name) {
    Property<String> of =
        required(
            WorkloadSchema.OF,
            Schemas.oneOf("a driver", Schemas.words(schema.loads().keySet(), Function.identity())));
    return ObjectSchema.always(
        "a case",
        parsed -> {
          if (!parsed.has(of)) {
            return List.of();
          }
          String load = parsed.get(of);
          CaseReader its =
              new CaseReader(context, simulation, schema.loads().get(load), paceKind, paces);
          its.defaults(defaults);
          Map<String, Object> own = new HashMap<>(parsed.as(its.settings(), LATER, Map.of()));
          own.put(WorkloadSchema.OF, load);
          return its.plans(name, parsed, own, parsed.get(profiles, List.of())::contains);
        },
        List.of(of, LATER, pace, profiles));
  }

  /** A sweep: one case a value. */
  Schema<List<CasePlan>> sweep(String name) {
    return ObjectSchema.always(
        "a sweep",
        parsed -> sweep(name, parsed),
        List.of(vary, targets, with, VALUES, pace, MEMBERS));
  }

  private List<CasePlan> sweep(String name, ParsedObject parsed) {
    Property<?> varied = parsed.isGiven(vary) ? parsed.get(vary) : settings.get(name);
    if (varied == null && !parsed.isGiven(vary)) {
      parsed.fault(
          vary,
          "'%s' is not a setting of %s; choose one of: %s"
              .formatted(name, schema.driver(), String.join(", ", settings.keySet())));
    }
    if (varied == null) {
      return List.of();
    }
    String noun = "value of " + name;
    Schema<String> known = Schemas.reference(noun, SweepValue.TEXT);
    Schema<SweepValue> value = SweepValue.kind(noun, varied, List.copyOf(settings.values()));
    List<SweepValue> all = parsed.as(Schemas.listOf(value), VALUES, List.of());
    Map<String, Predicate<String>> members =
        parsed.as(
            byProfile("values by profile", new ChosenValues(Schemas.listOf(known))),
            MEMBERS,
            Map.of());
    return all.stream()
        .flatMap(
            one ->
                plans(
                    name + "/" + one.text(),
                    parsed,
                    with(parsed, one),
                    profile -> members.getOrDefault(profile, none -> false).test(one.text()))
                    .stream())
        .toList();
  }

  private Map<String, Object> with(ParsedObject parsed, SweepValue value) {
    Map<String, Object> own = new HashMap<>(parsed.get(with, Map.of()));
    own.putAll(value.settings());
    return own;
  }

  private <T> Schema<Map<String, T>> byProfile(String what, Schema<T> schema) {
    return ObjectSchema.map(
        what, paces.keySet().stream().sorted().map(name -> optional(name, schema)).toList());
  }

  /** One case for each target; none when the file is of no use. */
  private List<CasePlan> plans(
      String name, ParsedObject parsed, Map<String, Object> own, Predicate<String> isMember) {
    if (context.failed()) {
      return List.of();
    }
    Map<String, Object> all = new HashMap<>(defaults);
    all.putAll(own);
    Map<String, Durations> mine = new HashMap<>(paces);
    mine.putAll(parsed.get(pace, Map.of()));
    mine.keySet().removeIf(isMember.negate());
    return parsed.get(targets, schema.targets().subList(0, 1)).stream()
        .distinct()
        .map(
            target ->
                new CasePlan(
                    simulation + "/" + name, schema.driver(), target, new CaseSettings(all), mine))
        .toList();
  }

  /**
   * Which values of a sweep a profile contains: {@code all} or a list.
   *
   * @param some the list
   */
  private record ChosenValues(Schema<List<String>> some) implements Schema<Predicate<String>> {

    private static final Schema<Predicate<String>> ALL =
        Schemas.oneOf("'all' or a list of values", Map.of("all", value -> true));

    @Override
    public Predicate<String> read(Node node, ParseContext context) {
      if (!(node instanceof SequenceNode)) {
        return ALL.read(node, context);
      }
      List<String> chosen = some.read(node, context);
      return chosen == null ? null : chosen::contains;
    }

    @Override
    public String what() {
      return ALL.what();
    }
  }
}
