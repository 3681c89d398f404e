package io.perfline.acceptance.jenkins;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * The surroundings of a simulated pipeline: parameters, causes, exit codes and files. Passes by
 * default.
 */
class World {

  final Map<String, Object> parameters = new LinkedHashMap<>();
  final Map<String, String> environment = new LinkedHashMap<>();
  final Map<String, Integer> exitCodes = new LinkedHashMap<>();
  final Map<String, Object> checkout = new LinkedHashMap<>();
  boolean atNight;
  boolean fixed;
  boolean checkoutFails;
  boolean withLibrary = true;
  boolean withCredentials = true;
  String baseline = "the parent commit";
  String baselineCommit = "";
  Object shifts = List.of();
  UnaryOperator<String> library = UnaryOperator.identity();
  Map<String, Object> verdict = verdict("PASS", "all 9 thresholds are met");

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

  /** Lets the gate decide like this, with its exit code. */
  World judged(String outcome, int exitCode, String summary) {
    verdict = verdict(outcome, summary);
    return ending("./perfline gate \"$RUN\"", exitCode)
        .ending("./perfline confirm \"$RUN\"", exitCode);
  }

  /** Removes verdict.json. */
  World withoutVerdict() {
    verdict = null;
    return this;
  }

  /** Adds level shifts to the history, as trend writes them. */
  @SafeVarargs
  final World shifted(Map<String, String>... shifts) {
    this.shifts = List.of(shifts);
    return ending("./perfline trend", 1);
  }

  /** Lets every command that starts with a text end with an exit code. */
  World ending(String beginning, int exitCode) {
    exitCodes.put(beginning, exitCode);
    return this;
  }

  World with(String parameter, Object value) {
    parameters.put(parameter, value);
    return this;
  }

  /** Adds a variable to the agent's environment. */
  World onAgentWith(String variable, String value) {
    environment.put(variable, value);
    return this;
  }

  /** Makes the build before this one a failure. */
  World fixed() {
    fixed = true;
    return this;
  }

  /** Removes the library and all credentials, as without jenkins.yaml. */
  World bare() {
    withLibrary = false;
    withCredentials = false;
    return this;
  }

  /** Compares the commit with the one of another build that passed. */
  World comparedWithBuild(int number) {
    baseline = "the last good commit of build #" + number;
    return this;
  }

  /** Makes the repository unreachable. */
  World withoutCheckout() {
    checkoutFails = true;
    return this;
  }

  /** Changes the text of the shared library. */
  World withLibrary(String was, String is) {
    library =
        text -> {
          if (!text.contains(was)) {
            throw new AssertionError("the library does not contain '" + was + "'");
          }
          return text.replace(was, is);
        };
    return this;
  }

  World atNight() {
    atNight = true;
    return this;
  }

  /** Compares this build with a commit. */
  World comparedWith(String commit) {
    baselineCommit = commit;
    return this;
  }

  /** Executes a shell step. */
  int exitCode(Shell shell) {
    return exitCodes.entrySet().stream()
        .filter(entry -> shell.script().startsWith(entry.getKey()))
        .mapToInt(Map.Entry::getValue)
        .findFirst()
        .orElse(0);
  }

  /** Returns whether the workspace contains a file. */
  boolean exists(String file) {
    return !checkoutFails && (verdict != null || !file.contains("/"));
  }

  /** Returns the text of the verdict for {@code readFile}. */
  String text(String file) {
    return "%s: %s\n".formatted(verdict.get("outcome"), verdict.get("summary"));
  }

  /** Returns the content of a file for {@code readJSON}; fails if it is missing. */
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
