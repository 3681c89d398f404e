package io.perfline.acceptance;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;

/** Which way the arrows between the modules and their rooms point. */
class ArrowsTest {

  private static final String DEPLOY = "io.perfline.deploy..";
  private static final String RECORDER = "io.perfline.recorder..";
  private static final String GATE = "io.perfline.gate..";
  private static final String SIMS = "io.perfline.sims..";

  private static final JavaClasses CLASSES = classes();

  private static JavaClasses classes() {
    Path home = Checkout.home();
    return new ClassFileImporter()
        .importPaths(
            List.of(
                    "perf-core",
                    "deploy",
                    "perf-app",
                    "perf-gate",
                    "gatling-sims",
                    "perf-proof",
                    "perf-cli")
                .stream()
                .map(module -> home.resolve(module).resolve("target/classes"))
                .toList());
  }

  @Test
  void everyModuleIsLookedAt() {
    for (String module : List.of("core", "deploy", "recorder", "gate", "sims", "proof", "cli")) {
      Assertions.assertThat(CLASSES)
          .as("classes of %s", module)
          .anyMatch(type -> type.getPackageName().startsWith("io.perfline." + module));
    }
  }

  @Test
  void recorderAndDeployDependOnNoOtherModule() {
    noClasses()
        .that()
        .resideInAPackage(RECORDER)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(DEPLOY, GATE, SIMS)
        .check(CLASSES);
    noClasses()
        .that()
        .resideInAPackage(DEPLOY)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(RECORDER, GATE, SIMS)
        .check(CLASSES);
  }

  @Test
  void theGateKnowsNoLoad() {
    noClasses()
        .that()
        .resideInAPackage(GATE)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(SIMS, RECORDER)
        .check(CLASSES);
  }

  @Test
  void theGateKnowsOnlyTheEnvironmentTheCommandsAndTheStrictReadingOfDeploy() {
    noClasses()
        .that()
        .resideInAPackage(GATE)
        .should()
        .dependOnClassesThat(
            resideInAPackage(DEPLOY)
                .and(
                    not(
                        resideInAnyPackage(
                            "io.perfline.core.command..",
                            "io.perfline.core.environment..",
                            "io.perfline.core.strict.."))))
        .check(CLASSES);
  }

  @Test
  void theStrictReadingKnowsNoFormat() {
    noClasses()
        .that()
        .resideInAPackage("io.perfline.core.strict..")
        .should()
        .dependOnClassesThat(
            resideInAPackage("io.perfline..")
                .and(
                    not(
                        resideInAnyPackage(
                            "io.perfline.core.command..", "io.perfline.core.strict.."))))
        .check(CLASSES);
  }

  @Test
  void theLoadKnowsOnlyTheRunOfTheGateAndTheMessageOfTheRecorder() {
    noClasses()
        .that()
        .resideInAPackage(SIMS)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "io.perfline.gate.publish..",
            "io.perfline.gate.judge..",
            "io.perfline.gate.thresholds..",
            "io.perfline.gate.verdict..",
            "io.perfline.gate.report..")
        .check(CLASSES);
  }

  @Test
  void publishingAndJudgingNeverSeeEachOther() {
    noClasses()
        .that()
        .resideInAPackage("io.perfline.gate.publish..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("io.perfline.gate.judge..", "io.perfline.gate.thresholds..")
        .check(CLASSES);
    noClasses()
        .that()
        .resideInAnyPackage("io.perfline.gate.judge..", "io.perfline.gate.thresholds..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.perfline.gate.publish..")
        .check(CLASSES);
  }

  @Test
  void driversNeverSeeEachOther() {
    slices()
        .matching("io.perfline.sims.driver.(*)..")
        .should()
        .notDependOnEachOther()
        .check(CLASSES);
  }

  @Test
  void theRunModelSeesNobodyElseOfTheGate() {
    noClasses()
        .that()
        .resideInAPackage("io.perfline.core.run..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "io.perfline.gate.publish..",
            "io.perfline.gate.judge..",
            "io.perfline.gate.thresholds..",
            "io.perfline.gate.verdict..",
            "io.perfline.gate.report..")
        .check(CLASSES);
  }
}
