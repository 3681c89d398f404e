package io.perfline.sims.workload;

import io.perfline.sims.driver.Key;
import io.perfline.sims.driver.Settings;
import io.perfline.sims.driver.Target;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Reads the cases and sweeps of one workload file. */
final class CaseReader {

  private static final String ALL = "all";

  private final String simulation;
  private final Dialect dialect;
  private final Map<String, Key> keys;
  private final Map<String, Pace> paces;
  private final Map<String, Object> defaults = new HashMap<>();

  CaseReader(String simulation, Dialect dialect, Map<String, Pace> paces) {
    this.simulation = simulation;
    this.dialect = dialect;
    this.keys = WorkloadFile.byName(dialect.keys());
    this.paces = paces;
    dialect.keys().forEach(key -> key.otherwise().ifPresent(v -> defaults.put(key.name(), v)));
  }

  /** Reads the settings of every case. */
  void defaults(YamlNode node) {
    defaults.putAll(settings(node));
  }

  /** Reads a single case. */
  List<CasePlan> single(String name, YamlNode node) {
    Map<String, YamlNode> fields = node.fields(List.of("targets", "with", "pace", "profiles"));
    WorkloadFile.require(node, fields, "profiles");
    Map<String, Pace> own = paces(fields.get("pace"));
    Map<String, Pace> mine = new HashMap<>();
    Optional.ofNullable(fields.get("profiles")).map(YamlNode::items).orElse(List.of()).stream()
        .filter(this::isProfile)
        .forEach(profile -> mine.put(profile.text(), own.get(profile.text())));
    return plans(simulation + "/" + name, fields, settings(fields.get("with")), mine);
  }

  /** Reads a sweep: one case a value. */
  List<CasePlan> sweep(String name, YamlNode node) {
    Map<String, YamlNode> fields =
        node.fields(List.of("vary", "targets", "with", "values", "pace", "profiles"));
    WorkloadFile.require(node, fields, "values", "profiles");
    Key key = keys.get(fields.containsKey("vary") ? fields.get("vary").text() : name);
    if (key == null) {
      node.fault(
          "sweep '%s' varies no setting of %s; name one with 'vary': %s"
              .formatted(name, dialect.driver(), String.join(", ", new TreeSet<>(keys.keySet()))));
      return List.of();
    }
    Map<String, Map<String, Object>> values = values(key, fields.get("values"));
    Map<String, Set<String>> members = members(fields.get("profiles"), values.keySet());
    Map<String, Pace> own = paces(fields.get("pace"));
    Map<String, Object> with = settings(fields.get("with"));
    List<CasePlan> plans = new ArrayList<>();
    values.forEach(
        (value, extra) -> {
          Map<String, Object> all = new HashMap<>(with);
          all.putAll(extra);
          Map<String, Pace> mine = new HashMap<>();
          members.forEach(
              (profile, chosen) -> {
                if (chosen.contains(value)) {
                  mine.put(profile, own.get(profile));
                }
              });
          plans.addAll(plans(simulation + "/" + name + "/" + value, fields, all, mine));
        });
    return plans;
  }

  private List<CasePlan> plans(
      String name, Map<String, YamlNode> fields, Map<String, Object> with, Map<String, Pace> mine) {
    Map<String, Object> all = new HashMap<>(defaults);
    all.putAll(with);
    Settings settings = new Settings(all);
    return targets(fields.get("targets")).stream()
        .map(target -> new CasePlan(name, dialect.driver(), target, settings, mine))
        .toList();
  }

  /** Each value's text, with the settings it brings: itself, and what stands beside it. */
  private Map<String, Map<String, Object>> values(Key key, YamlNode node) {
    Map<String, Map<String, Object>> values = new LinkedHashMap<>();
    for (YamlNode item : node == null ? List.<YamlNode>of() : node.items()) {
      Map<String, YamlNode> fields = item.isMapping() ? item.entries() : Map.of(key.name(), item);
      if (!fields.containsKey(key.name())) {
        item.fault("a value of this sweep must give '%s'".formatted(key.name()));
        continue;
      }
      String text = fields.get(key.name()).text();
      if (values.put(text, item.isMapping() ? settings(item) : one(key, item)) != null) {
        item.fault("the value %s is there twice".formatted(text));
      }
    }
    return values;
  }

  private static Map<String, Object> one(Key key, YamlNode node) {
    return Values.of(key, node).map(value -> Map.of(key.name(), value)).orElse(Map.of());
  }

  private Map<String, Object> settings(YamlNode node) {
    Map<String, Object> settings = new HashMap<>();
    if (node != null) {
      node.fields(keys.keySet().stream().sorted().toList())
          .forEach(
              (name, value) ->
                  Values.of(keys.get(name), value).ifPresent(v -> settings.put(name, v)));
    }
    return settings;
  }

  private List<Target> targets(YamlNode node) {
    if (node == null) {
      return List.of(dialect.targets().get(0));
    }
    Set<Target> targets = new LinkedHashSet<>();
    for (YamlNode item : node.items()) {
      Optional<Target> target =
          dialect.targets().stream().filter(t -> t.toString().equals(item.text())).findFirst();
      target.ifPresent(targets::add);
      if (target.isEmpty()) {
        item.fault(
            "target '%s': %s can be aimed at %s"
                .formatted(item.text(), dialect.driver(), dialect.targets()));
      }
    }
    return List.copyOf(targets);
  }

  /** Which values each profile holds. */
  private Map<String, Set<String>> members(YamlNode node, Set<String> values) {
    Map<String, Set<String>> members = new HashMap<>();
    if (node == null) {
      return members;
    }
    node.fields(paces.keySet().stream().sorted().toList())
        .forEach((profile, chosen) -> members.put(profile, chosen(chosen, values)));
    return members;
  }

  private static Set<String> chosen(YamlNode node, Set<String> values) {
    if (!node.isList()) {
      if (!node.text().equals(ALL)) {
        node.fault("expected '%s' or a list of values, found '%s'".formatted(ALL, node.text()));
      }
      return values;
    }
    Set<String> chosen = new LinkedHashSet<>();
    for (YamlNode item : node.items()) {
      if (!values.contains(item.text())) {
        item.fault("%s is none of the sweep's values %s".formatted(item.text(), values));
      }
      chosen.add(item.text());
    }
    return chosen;
  }

  private boolean isProfile(YamlNode node) {
    boolean known = paces.containsKey(node.text());
    if (!known) {
      node.fault(
          "unknown profile '%s'; 'profiles' at the top has %s"
              .formatted(node.text(), new TreeSet<>(paces.keySet())));
    }
    return known;
  }

  /** The file's paces with those that a case gives itself. */
  private Map<String, Pace> paces(YamlNode node) {
    Map<String, Pace> mine = new HashMap<>(paces);
    if (node != null) {
      node.fields(paces.keySet().stream().sorted().toList())
          .forEach((profile, pace) -> mine.put(profile, WorkloadFile.pace(pace, dialect)));
    }
    return mine;
  }
}
