package io.perfline.sims.workload;

import static io.perfline.core.strict.Key.optional;
import static io.perfline.core.strict.Key.required;

import io.perfline.core.strict.Key;
import io.perfline.core.strict.Kind;
import io.perfline.core.strict.Kinds;
import io.perfline.core.strict.Reading;
import io.perfline.core.strict.Shape;
import io.perfline.core.strict.Values;
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

  private static final Key<Node> VALUES = required("values", Kinds.later("a list of values"));
  private static final Key<Node> LATER = optional("with", Kinds.later("the settings of its load"));
  private static final Key<Node> MEMBERS = required("profiles", Kinds.later("values by profile"));

  private final Reading reading;
  private final String simulation;
  private final Dialect dialect;
  private final Map<String, Pace> paces;
  private final Kind<Pace> paceKind;
  private final Map<String, Object> defaults = new HashMap<>();
  private final Map<String, Key<?>> settings;
  private final Key<List<Target>> targets;
  private final Key<Map<String, Object>> with;
  private final Key<Map<String, Pace>> pace;
  private final Key<List<String>> profiles;
  private final Key<Key<?>> vary;

  /**
   * @param pace what a case may give itself for a profile
   * @param paces of the file's profiles
   */
  CaseReader(
      Reading reading,
      String simulation,
      Dialect dialect,
      Kind<Pace> pace,
      Map<String, Pace> paces) {
    this.reading = reading;
    this.simulation = simulation;
    this.dialect = dialect;
    this.paces = paces;
    this.paceKind = pace;
    dialect.keys().forEach(key -> key.otherwise().ifPresent(v -> defaults.put(key.name(), v)));
    Kind<Target> target = Kinds.oneOf("a target", Kinds.words(dialect.targets(), Target::toString));
    this.targets = optional("targets", Kinds.listOf(target));
    this.settings = new TreeMap<>();
    dialect.keys().forEach(key -> settings.put(key.name(), SettingKinds.key(key)));
    this.with = optional("with", settings());
    this.pace = optional("pace", byProfile("paces by profile", pace));
    Kind<String> profile =
        Kinds.oneOf("a profile", Kinds.words(paces.keySet(), Function.identity()));
    this.profiles = required("profiles", Kinds.listOf(profile));
    this.vary = optional("vary", Kinds.oneOf("a setting of " + dialect.driver(), settings));
  }

  /** Settings of cases, by their names. */
  Kind<Map<String, Object>> settings() {
    return Shape.map("the settings of " + dialect.driver(), List.copyOf(settings.values()));
  }

  /** Takes the settings of every case. */
  void defaults(Map<String, Object> given) {
    defaults.putAll(given);
  }

  /** A single case. */
  Kind<List<CasePlan>> single(String name) {
    return dialect.compares() ? ofAnotherDriver(name) : ofThis(name);
  }

  private Kind<List<CasePlan>> ofThis(String name) {
    return Shape.always(
        "a case",
        values ->
            plans(
                name,
                values,
                values.get(with, Map.of()),
                values.get(profiles, List.of())::contains),
        List.of(targets, with, pace, profiles));
  }

  /** A case that says whose load it is, and has that driver's settings. */
  private Kind<List<CasePlan>> ofAnotherDriver(String name) {
    Key<String> of =
        required(
            Dialect.OF,
            Kinds.oneOf("a driver", Kinds.words(dialect.loads().keySet(), Function.identity())));
    return Shape.always(
        "a case",
        values -> {
          if (!values.has(of)) {
            return List.of();
          }
          String load = values.get(of);
          CaseReader its =
              new CaseReader(reading, simulation, dialect.loads().get(load), paceKind, paces);
          its.defaults(defaults);
          Map<String, Object> own = new HashMap<>(values.as(its.settings(), LATER, Map.of()));
          own.put(Dialect.OF, load);
          return its.plans(name, values, own, values.get(profiles, List.of())::contains);
        },
        List.of(of, LATER, pace, profiles));
  }

  /** A sweep: one case a value. */
  Kind<List<CasePlan>> sweep(String name) {
    return Shape.always(
        "a sweep",
        values -> sweep(name, values),
        List.of(vary, targets, with, VALUES, pace, MEMBERS));
  }

  private List<CasePlan> sweep(String name, Values values) {
    Key<?> varied = values.isGiven(vary) ? values.get(vary) : settings.get(name);
    if (varied == null && !values.isGiven(vary)) {
      values.fault(
          vary,
          "'%s' is no setting of %s; name one: %s"
              .formatted(name, dialect.driver(), String.join(", ", settings.keySet())));
    }
    if (varied == null) {
      return List.of();
    }
    String noun = "value of " + name;
    Kind<String> known = Kinds.reference(noun, SweepValue.TEXT);
    Kind<SweepValue> value = SweepValue.kind(noun, varied, List.copyOf(settings.values()));
    List<SweepValue> all = values.as(Kinds.listOf(value), VALUES, List.of());
    Map<String, Predicate<String>> members =
        values.as(
            byProfile("values by profile", new ChosenValues(Kinds.listOf(known))),
            MEMBERS,
            Map.of());
    return all.stream()
        .flatMap(
            one ->
                plans(
                    name + "/" + one.text(),
                    values,
                    with(values, one),
                    profile -> members.getOrDefault(profile, none -> false).test(one.text()))
                    .stream())
        .toList();
  }

  private Map<String, Object> with(Values values, SweepValue one) {
    Map<String, Object> own = new HashMap<>(values.get(with, Map.of()));
    own.putAll(one.settings());
    return own;
  }

  private <T> Kind<Map<String, T>> byProfile(String what, Kind<T> kind) {
    return Shape.map(
        what, paces.keySet().stream().sorted().map(name -> optional(name, kind)).toList());
  }

  /** One case for each target; none when the file is of no use. */
  private List<CasePlan> plans(
      String name, Values values, Map<String, Object> own, Predicate<String> isMember) {
    if (reading.failed()) {
      return List.of();
    }
    Map<String, Object> all = new HashMap<>(defaults);
    all.putAll(own);
    Map<String, Pace> mine = new HashMap<>(paces);
    mine.putAll(values.get(pace, Map.of()));
    mine.keySet().removeIf(isMember.negate());
    return values.get(targets, dialect.targets().subList(0, 1)).stream()
        .distinct()
        .map(
            target ->
                new CasePlan(
                    simulation + "/" + name, dialect.driver(), target, new CaseSettings(all), mine))
        .toList();
  }

  /**
   * Which values of a sweep a profile contains: {@code all} or a list.
   *
   * @param some the list
   */
  private record ChosenValues(Kind<List<String>> some) implements Kind<Predicate<String>> {

    private static final Kind<Predicate<String>> ALL =
        Kinds.oneOf("'all' or a list of values", Map.of("all", value -> true));

    @Override
    public Predicate<String> read(Node node, Reading reading) {
      if (!(node instanceof SequenceNode)) {
        return ALL.read(node, reading);
      }
      List<String> chosen = some.read(node, reading);
      return chosen == null ? null : chosen::contains;
    }

    @Override
    public String what() {
      return ALL.what();
    }
  }
}
