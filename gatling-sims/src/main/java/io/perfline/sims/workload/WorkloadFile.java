package io.perfline.sims.workload;

import io.perfline.sims.driver.Key;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

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

  private static final String VERSION = "1";
  private static final String WARM_UP = "warm_up";
  private static final String WARM_UP_MOST = "warm_up_most";
  private static final String DURATION = "duration";
  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]*");

  private final String simulation;
  private final Map<String, Dialect> dialects;

  WorkloadFile(String simulation, Map<String, Dialect> dialects) {
    this.simulation = simulation;
    this.dialects = dialects;
  }

  List<CasePlan> cases(YamlNode root) {
    Map<String, YamlNode> fields =
        root.fields(List.of("version", "driver", "profiles", "defaults", "cases", "sweeps"));
    require(root, fields, "version", "driver", "profiles");
    Optional.ofNullable(fields.get("version"))
        .filter(node -> !node.text().equals(VERSION))
        .ifPresent(node -> node.fault("version: this perfline reads " + VERSION));
    Optional<Dialect> dialect = Optional.ofNullable(fields.get("driver")).flatMap(this::dialect);
    if (dialect.isEmpty() || !fields.containsKey("profiles")) {
      return List.of();
    }
    if (!fields.containsKey("cases") && !fields.containsKey("sweeps")) {
      root.fault("no 'cases' and no 'sweeps': the simulation has no case");
    }
    CaseReader reader =
        new CaseReader(simulation, dialect.get(), paces(fields.get("profiles"), dialect.get()));
    Optional.ofNullable(fields.get("defaults")).ifPresent(reader::defaults);
    List<CasePlan> plans = new ArrayList<>();
    named(fields.get("cases")).forEach((name, node) -> plans.addAll(reader.single(name, node)));
    named(fields.get("sweeps")).forEach((name, node) -> plans.addAll(reader.sweep(name, node)));
    return plans;
  }

  private Optional<Dialect> dialect(YamlNode node) {
    Dialect dialect = dialects.get(node.text());
    if (dialect == null) {
      String known = String.join(", ", dialects.keySet().stream().sorted().toList());
      node.fault("unknown driver '%s'; there are %s".formatted(node.text(), known));
    }
    return Optional.ofNullable(dialect);
  }

  private static Map<String, Pace> paces(YamlNode node, Dialect dialect) {
    return named(node).entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, entry -> pace(entry.getValue(), dialect)));
  }

  static Pace pace(YamlNode node, Dialect dialect) {
    List<String> keys =
        dialect.warmsUpUntilSteady()
            ? List.of(WARM_UP, WARM_UP_MOST, DURATION)
            : List.of(WARM_UP, DURATION);
    Map<String, YamlNode> fields = node.fields(keys);
    require(node, fields, WARM_UP, DURATION);
    Duration least = Values.timeOrZero(WARM_UP, fields.get(WARM_UP));
    Duration duration = Values.timeOrZero(DURATION, fields.get(DURATION));
    if (!fields.containsKey(WARM_UP_MOST)) {
      return new Pace(least, duration);
    }
    Duration most = Values.timeOrZero(WARM_UP_MOST, fields.get(WARM_UP_MOST));
    if (most.compareTo(least) < 0) {
      fields.get(WARM_UP_MOST).fault("warm_up_most is shorter than warm_up");
    }
    return new Pace(least, most, duration);
  }

  private static Map<String, YamlNode> named(YamlNode node) {
    if (node == null) {
      return Map.of();
    }
    Map<String, YamlNode> entries = node.entries();
    entries.forEach(
        (name, value) -> {
          if (!NAME.matcher(name).matches()) {
            value.fault("'%s' is no name: use a-z, 0-9 and _".formatted(name));
          }
        });
    return entries;
  }

  static void require(YamlNode node, Map<String, YamlNode> fields, String... keys) {
    for (String key : keys) {
      if (!fields.containsKey(key)) {
        node.fault("'%s' is missing".formatted(key));
      }
    }
  }

  static Map<String, Key> byName(List<Key> keys) {
    return keys.stream().collect(Collectors.toMap(Key::name, Function.identity()));
  }
}
