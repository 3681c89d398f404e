package io.perfline.cli;

import io.perfline.core.command.Fault;
import io.perfline.core.file.AtomicFile;
import io.perfline.core.file.Json;
import io.perfline.core.run.Run;
import io.perfline.gate.verdict.Finding;
import io.perfline.gate.verdict.Line;
import io.perfline.gate.verdict.Outcome;
import io.perfline.gate.verdict.Verdict;
import io.perfline.gate.verdict.VerdictFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/**
 * What became of each commit that {@code ./perf ci} judged here: only a commit whose own verdict
 * let it through is compared with later.
 *
 * @param folder a file for each commit
 */
record VerdictRecords(Path folder) {

  /** Findings that let a commit through although its measurement alone would not. */
  private static final Set<Finding> NOT_BY_ITSELF = Set.of(Finding.WAIVED, Finding.LOOSENED);

  /**
   * One commit's.
   *
   * @param run its id
   * @param outcome of the run
   * @param letThrough true when later commits may be compared with it
   * @param measured what was measured, and by what: the same text means that it would be again
   */
  record Judged(String run, Outcome outcome, boolean letThrough, String measured) {}

  static VerdictRecords of(Path home) {
    return new VerdictRecords(home.resolve(".perf/verdicts"));
  }

  /** What became of a commit; empty when it wasn't judged here. */
  Optional<Judged> of(String commit) {
    Path file = folder.resolve(commit + ".json");
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try {
      return Optional.of(Json.MAPPER.readValue(Files.readAllBytes(file), Judged.class));
    } catch (IOException e) {
      throw Fault.noVerdict(
          "cannot read what became of commit %s in %s: %s; delete it to go on without"
              .formatted(commit, file, e.getMessage()),
          e);
    }
  }

  /** The whole verdict of a commit; empty when it isn't kept here. */
  Optional<Verdict> verdict(String commit) {
    return VerdictFile.readIfThere(folder.resolve(commit));
  }

  /** Remembers what became of a run; of uncommitted changes there is nothing to remember. */
  void add(Run run, Verdict verdict, String measured) {
    add(
        run.commit(),
        new Judged(run.run(), verdict.outcome(), letsThrough(run, verdict), measured),
        verdict);
  }

  void add(String commit, Judged judged, Verdict verdict) {
    if (!commit.matches("[0-9a-f]{40}") || commit.matches("0+")) {
      return;
    }
    try {
      Path whole = Files.createDirectories(folder.resolve(commit));
      Path ignored = folder.resolveSibling(".gitignore");
      if (!Files.exists(ignored)) {
        Files.writeString(ignored, "*\n");
      }
      VerdictFile.write(whole, verdict);
      AtomicFile.write(folder.resolve(commit + ".json"), Json.MAPPER.writeValueAsBytes(judged));
    } catch (IOException e) {
      throw Fault.noVerdict(
          "cannot remember in %s what became of commit %s: %s".formatted(folder, commit, e), e);
    }
  }

  /**
   * Whether the commit passed on its own: not by a waiver or a looser limit, not without a
   * comparison. A commit that warned for another reason, such as noise, was compared and not found
   * to be slower.
   */
  static boolean letsThrough(Run run, Verdict verdict) {
    boolean compared = run.baseline() != null && run.baseline().problem() == null;
    return compared
        && (verdict.outcome() == Outcome.PASS
            || (verdict.outcome() == Outcome.WARN
                && verdict.lines().stream().map(Line::finding).noneMatch(NOT_BY_ITSELF::contains)));
  }
}
