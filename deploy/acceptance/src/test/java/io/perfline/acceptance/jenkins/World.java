package io.perfline.acceptance.jenkins;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a pipeline finds when it runs: parameters, causes, exit codes and files. Green by default.
 */
class World {

  final Map<String, Object> parameters = new LinkedHashMap<>();
  final Map<String, String> environment = new LinkedHashMap<>();
  final Map<String, Integer> exitCodes = new LinkedHashMap<>();
  final Map<String, Object> checkout = new LinkedHashMap<>();
  boolean atNight;
  boolean mended;
  boolean checkoutFails;
  boolean withLibrary = true;
  boolean withCredentials = true;
  String baseline = "the parent commit";
  String baselineCommit = "";
  Object shifts = List.of();
  Map<String, Object> verdict = verdict("PASS", "all 9 thresholds held");

  World() {
    checkout.put("GIT_BRANCH", "origin/main");
    checkout.put("GIT_COMMIT", "0123456789012345678901234567890123456789");
  }

  static Map<String, Object> verdict(String outcome, String summary) {
    Map<String, Object> verdict = new LinkedHashMap<>();
    verdict.put("outcome", outcome);
    verdict.put("summary", summary);
    return verdict;
  }

  /** The gate decided so, and ended as it then does. */
  World judged(String outcome, int exitCode, String summary) {
    verdict = verdict(outcome, summary);
    return ending("./perf gate \"$RUN\"", exitCode).ending("./perf confirm \"$RUN\"", exitCode);
  }

  /** Without it no verdict.json is there. */
  World withoutVerdict() {
    verdict = null;
    return this;
  }

  /** The history has level shifts, as trend writes them. */
  @SafeVarargs
  final World shifted(Map<String, String>... shifts) {
    this.shifts = List.of(shifts);
    return ending("./perf trend", 1);
  }

  /** Every command that begins so ends with that exit code. */
  World ending(String beginning, int exitCode) {
    exitCodes.put(beginning, exitCode);
    return this;
  }

  World with(String parameter, Object value) {
    parameters.put(parameter, value);
    return this;
  }

  /** The agent's own environment holds this variable. */
  World onAgentWith(String variable, String value) {
    environment.put(variable, value);
    return this;
  }

  /** The build before this one was red. */
  World mended() {
    mended = true;
    return this;
  }

  /** Jenkins has neither the library nor any credentials, as where jenkins.yaml was not read. */
  World bare() {
    withLibrary = false;
    withCredentials = false;
    return this;
  }

  /** The commit is compared with the one that this build let through. */
  World comparedWithBuild(int number) {
    baseline = "the last good commit of build #" + number;
    return this;
  }

  /** The repository can't be reached. */
  World withoutCheckout() {
    checkoutFails = true;
    return this;
  }

  World atNight() {
    atNight = true;
    return this;
  }

  /** This build is compared with a commit. */
  World comparedWith(String commit) {
    baselineCommit = commit;
    return this;
  }

  /** Carries out a shell step. */
  int exitCode(Shell shell) {
    return exitCodes.entrySet().stream()
        .filter(entry -> shell.script().startsWith(entry.getKey()))
        .mapToInt(Map.Entry::getValue)
        .findFirst()
        .orElse(0);
  }

  /** Whether the workspace holds it. */
  boolean exists(String file) {
    return !checkoutFails && (verdict != null || !file.contains("/"));
  }

  /** The text of the verdict that {@code readFile} returns. */
  String text(String file) {
    return "%s: %s\n".formatted(verdict.get("outcome"), verdict.get("summary"));
  }

  /**
   * What {@code readJSON} reads from a file of the workspace; fails as it does when there is none.
   */
  Object json(String file) {
    if (file.endsWith("trend.json")) {
      return shifts;
    }
    if (file.endsWith("baseline.json")) {
      return Map.of("baseline", Map.of("name", baseline, "commit", baselineCommit));
    }
    if (verdict == null) {
      throw new StepFailed(file + " does not exist");
    }
    return verdict;
  }
}
