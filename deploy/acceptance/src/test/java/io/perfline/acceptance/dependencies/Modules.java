package io.perfline.acceptance.dependencies;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.perfline.acceptance.Checkout;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The modules with the packages of their main code and the dependencies between those packages,
 * whose names lack {@code io.perfline}.
 *
 * @param packages of each module, in the order of {@link #NAMES}
 */
record Modules(Map<String, SortedSet<String>> packages, Dependencies dependencies) {

  /** Every module with main code; a test compares them with the folders. */
  static final List<String> NAMES =
      List.of(
          "perf-cli", "benchmarks", "gatling-sims", "perf-gate", "deploy", "perf-app", "perf-core");

  private static final String ROOT = "io.perfline.";

  /** Reads the compiled classes. */
  static Modules compiled() {
    Map<String, SortedSet<String>> packages = new LinkedHashMap<>();
    SortedMap<String, SortedSet<String>> seen = new TreeMap<>();
    for (String module : NAMES) {
      SortedSet<String> own = new TreeSet<>();
      for (JavaClass type :
          new ClassFileImporter()
              .importPath(Checkout.home().resolve(module).resolve("target/classes"))) {
        if (!isOurs(type) || isGenerated(type) || type.getSimpleName().equals("package-info")) {
          continue;
        }
        own.add(nameOf(type));
        SortedSet<String> used = seen.computeIfAbsent(nameOf(type), name -> new TreeSet<>());
        for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
          JavaClass target = dependency.getTargetClass().getBaseComponentType();
          if (isOurs(target) && !nameOf(target).equals(nameOf(type))) {
            used.add(nameOf(target));
          }
        }
      }
      packages.put(module, own);
    }
    return new Modules(packages, new Dependencies(seen));
  }

  private static boolean isOurs(JavaClass type) {
    return type.getPackageName().startsWith(ROOT);
  }

  /** JMH generates the loops around the benchmarks. */
  private static boolean isGenerated(JavaClass type) {
    return type.getPackageName().endsWith(".jmh_generated");
  }

  private static String nameOf(JavaClass type) {
    return type.getPackageName().substring(ROOT.length());
  }

  /** Returns the dependencies between the packages of a module. */
  Dependencies inside(String module) {
    return dependencies.within(packages.get(module)::contains);
  }

  /** Returns the module of a package. */
  String moduleOf(String name) {
    return packages.entrySet().stream()
        .filter(module -> module.getValue().contains(name))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no module has the package " + name))
        .getKey();
  }

  /** Returns the dependencies between modules, derived from their packages. */
  Dependencies between() {
    SortedMap<String, SortedSet<String>> seen = new TreeMap<>();
    NAMES.forEach(module -> seen.put(module, new TreeSet<>()));
    dependencies
        .seen()
        .forEach((from, all) -> all.forEach(to -> seen.get(moduleOf(from)).add(moduleOf(to))));
    seen.forEach((module, all) -> all.remove(module));
    return new Dependencies(seen);
  }

  /**
   * Returns the list that is checked in: one line per package with the packages that it may use.
   */
  String list() {
    StringBuilder text = new StringBuilder();
    packages.forEach(
        (module, names) -> {
          text.append(text.isEmpty() ? "" : "\n").append(module).append('\n');
          names.forEach(
              name ->
                  text.append("  %-24s -> ".formatted(name))
                      .append(String.join(" ", dependencies.seen().get(name)))
                      .append('\n'));
        });
    return text.toString().replaceAll("(?m) +$", "");
  }
}
