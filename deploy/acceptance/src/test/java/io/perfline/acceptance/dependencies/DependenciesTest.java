package io.perfline.acceptance.dependencies;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.acceptance.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Compares the dependencies between modules and packages with a checked-in list; unlisted and
 * obsolete entries are errors. After an intended change {@code -Ddependencies.write=true} writes
 * list and diagram.
 */
class DependenciesTest {

  private static final Modules CODE = Modules.compiled();

  private static final Map<String, Set<String>> MODULES =
      new TreeMap<>(
          Map.of(
              "perf-core", Set.of(),
              "perf-app", Set.of(),
              "deploy", Set.of("perf-core"),
              "perf-gate", Set.of("perf-core"),
              "gatling-sims", Set.of("perf-core", "deploy", "perf-app"),
              "benchmarks", Set.of("perf-core", "deploy", "perf-app", "gatling-sims", "perf-gate"),
              "perf-cli", Set.of("perf-core", "deploy", "gatling-sims", "perf-gate")));

  @Test
  void everyFolderWithMainCodeIsAListedModule() throws Exception {
    try (Stream<Path> folders = Files.list(Checkout.home())) {
      assertThat(folders.filter(folder -> Files.isDirectory(folder.resolve("src/main/java"))))
          .extracting(folder -> folder.getFileName().toString())
          .containsExactlyInAnyOrderElementsOf(MODULES.keySet());
    }
  }

  @Test
  void exactlyThePackagesWithSourcesAreCompiled() throws Exception {
    for (String module : Modules.NAMES) {
      Path sources = Checkout.home().resolve(module).resolve("src/main/java");
      try (Stream<Path> files = Files.walk(sources)) {
        Set<String> packages =
            files
                .filter(file -> file.toString().endsWith(".java"))
                .filter(file -> !file.endsWith("package-info.java"))
                .map(file -> sources.relativize(file.getParent()).toString().replace('/', '.'))
                .map(name -> name.substring("io.perfline.".length()))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(CODE.packages().get(module))
            .as("packages of %s; one too many is left of an earlier build: ./mvnw clean", module)
            .isEqualTo(packages);
      }
    }
  }

  @Test
  void modulesDependOnEachOtherAsListed() {
    assertThat(CODE.between().seen()).isEqualTo(MODULES);
  }

  @Test
  void packagesDependOnEachOtherAsListed() throws Exception {
    isCheckedIn(CODE.list(), Path.of("deploy/acceptance/src/test/resources/dependencies.txt"));
  }

  @Test
  void theDiagramMatchesTheCode() throws Exception {
    isCheckedIn(Picture.of(CODE), Path.of("docs/internals/modules.svg"));
  }

  @Test
  void theLoadUsesOnlyTheMessageOfTheRecorder() {
    CODE.packages()
        .get("gatling-sims")
        .forEach(
            name ->
                assertThat(CODE.dependencies().seen().get(name))
                    .as("what %s sees of the recorder", name)
                    .filteredOn(seen -> seen.startsWith("recorder."))
                    .isSubsetOf("recorder.message"));
  }

  @Test
  void driversDoNotDependOnEachOther() {
    Dependencies drivers = CODE.dependencies().within(name -> name.startsWith("sims.driver."));

    assertThat(drivers.seen()).hasSizeGreaterThan(3);
    Set<String> ofHttp = Set.of("sims.driver.http2", "sims.driver.grpc"); // for its scenarios
    assertThat(drivers.seen())
        .allSatisfy(
            (name, seen) ->
                assertThat(seen)
                    .as(name)
                    .isSubsetOf(ofHttp.contains(name) ? Set.of("sims.driver.http") : Set.of()));
  }

  @Test
  void publishingAndJudgingDoNotDependOnEachOther() {
    Dependencies packages =
        CODE.dependencies()
            .within(Set.of("gate.publish", "gate.judge", "gate.thresholds")::contains);

    assertThat(packages.seen()).hasSize(3);
    assertThat(packages.seen().get("gate.publish")).isEmpty();
    assertThat(packages.seen().get("gate.judge")).doesNotContain("gate.publish");
    assertThat(packages.seen().get("gate.thresholds")).doesNotContain("gate.publish");
  }

  /** A sentence on a verdict is written once, where it is read by people. */
  @Test
  void onlyWhatWritesOutputsDependsOnTheWordsOfAVerdict() {
    assertThat(CODE.dependencies().seen().entrySet())
        .filteredOn(one -> one.getValue().contains("gate.text"))
        .extracting(Map.Entry::getKey)
        .filteredOn(name -> !name.matches("cli(\\..*)?"))
        .containsExactlyInAnyOrder("gate", "gate.report");
  }

  @Test
  void packagesHaveNoCycles() {
    assertThat(CODE.dependencies().circle()).isEmpty();
  }

  private static void isCheckedIn(String text, Path file) throws IOException {
    Path path = Checkout.home().resolve(file);
    if (Boolean.getBoolean("dependencies.write")) {
      Files.writeString(path, text);
    }
    assertThat(Files.readString(path))
        .as(
            "%s and the code; where the difference is meant, write it anew: ./mvnw test -pl"
                + " deploy/acceptance -am -Dtest=DependenciesTest -Ddependencies.write=true"
                + " -Dsurefire.failIfNoSpecifiedTests=false",
            file)
        .isEqualTo(text);
  }
}
