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

  /** The last build that succeeded was of this commit. */
  World after(String commit) {
    checkout.put("GIT_PREVIOUS_SUCCESSFUL_COMMIT", commit);
    return this;
  }

  /** The build before this one was red. */
  World mended() {
    mended = true;
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

  /**
   * What {@code readJSON} reads from a file of the workspace; fails as it does when there is none.
   */
  Object json(String file) {
    if (file.endsWith("trend.json")) {
      return shifts;
    }
    if (verdict == null) {
      throw new StepFailed(file + " does not exist");
    }
    return verdict;
  }
}
