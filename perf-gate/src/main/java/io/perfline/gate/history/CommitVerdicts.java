package io.perfline.gate.history;

import io.perfline.core.command.Fault;
import io.perfline.core.file.FileTree;
import io.perfline.core.file.StateFolder;
import io.perfline.core.run.DeploymentHistory;
import io.perfline.core.run.Run;
import io.perfline.gate.influx.Database;
import io.perfline.gate.influx.InfluxSchema;
import io.perfline.gate.influx.Retry;
import io.perfline.gate.judge.DeploymentVariances;
import io.perfline.gate.thresholds.Thresholds;
import io.perfline.gate.verdict.Outcome;
import io.perfline.gate.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Reads and records the newest verdict of each kind on each commit. Verdicts are stored in the
 * history, which build agents share, and in {@code .perf/verdicts}, which is readable even while
 * the local stack is down.
 */
public final class CommitVerdicts {

  private static final String QUERY = "SELECT * FROM %s".formatted(InfluxSchema.PERF_COMMIT.from());

  private final HistoryFolder local;
  private final DeploymentHistory deployments;
  private final HistoryOption history;

  /** The verdicts by commit and kind; null until they are read. */
  private Map<String, Map<List<String>, CommitVerdict>> read;

  /**
   * @param home the project's folder
   */
  public CommitVerdicts(Path home, HistoryOption history) {
    this.local = new HistoryFolder(StateFolder.VERDICTS.in(home));
    this.deployments = new DeploymentHistory(home);
    this.history = history;
  }

  /**
   * Finds the verdict on a commit: a failure that was not revoked, or otherwise the newest verdict.
   * The result is empty if the commit was not judged.
   *
   * @throws Fault exit code 3 if the history can't be read
   */
  public Optional<CommitVerdict> of(String commit) {
    return newest(failures(commit).stream()).or(() -> newest(on(commit).stream()));
  }

  /**
   * Finds the newest verdict that lets later commits be compared with a commit. The result is empty
   * if the commit failed in any environment or profile.
   *
   * @param which selects the verdicts that count
   * @throws Fault exit code 3 if the history can't be read
   */
  public Optional<CommitVerdict> letThrough(String commit, Predicate<CommitVerdict> which) {
    return hasFailed(commit)
        ? Optional.empty()
        : newest(on(commit).stream().filter(CommitVerdict::letThrough).filter(which));
  }

  /**
   * Returns whether a commit failed in any environment or profile, and did not pass there later.
   *
   * @throws Fault exit code 3 if the history can't be read
   */
  public boolean hasFailed(String commit) {
    return !failures(commit).isEmpty();
  }

  /**
   * Returns the failures of a commit in any environment or profile, in which it did not pass later.
   *
   * @throws Fault exit code 3 if the history can't be read
   */
  public List<CommitVerdict> failures(String commit) {
    Collection<CommitVerdict> all = on(commit);
    return all.stream()
        .filter(verdict -> verdict.outcome() == Outcome.FAIL)
        .filter(failure -> all.stream().noneMatch(verdict -> verdict.revokes(failure)))
        .toList();
  }

  private static Optional<CommitVerdict> newest(Stream<CommitVerdict> verdicts) {
    return verdicts.max(Comparator.comparing(CommitVerdict::judged));
  }

  private Collection<CommitVerdict> on(String commit) {
    if (read == null) {
      read = new HashMap<>();
      read(local);
      if (history.files().isPresent()) {
        read(history.files().get());
      } else if (!history.isDown()) {
        try (Database database = Database.at(history.influxDb(), Retry.never())) {
          database.createIfMissing();
          database.ask(QUERY, row -> take(CommitVerdict.of(row)));
        }
      }
    }
    return read.getOrDefault(commit, Map.of()).values();
  }

  /**
   * Reads the verdicts in a folder. An unreadable verdict counts as none, so its commit is measured
   * again.
   */
  private void read(HistoryFolder folder) {
    folder.read(List.of(InfluxSchema.PERF_COMMIT), (schema, row) -> take(CommitVerdict.of(row)));
  }

  private void take(CommitVerdict verdict) {
    read.computeIfAbsent(verdict.commit(), commit -> new HashMap<>())
        .merge(
            verdict.kind(),
            verdict,
            (one, other) -> other.judged().isBefore(one.judged()) ? one : other);
  }

  /**
   * Records the verdict on a run for later commits, and how much its deployments differed, unless
   * the commit failed or was not validly measured. A comparison of a commit with itself is no
   * verdict on the commit, and leaves an earlier one unchanged.
   *
   * @param limits the limits by which the run was judged
   * @param measured the identifier of how the commit was measured; see {@link CommitVerdict}
   * @throws Fault exit code 3 if the verdict can't be recorded
   */
  public void add(Run run, Verdict verdict, Thresholds limits, String measured) {
    CommitVerdict ofCommit = CommitVerdict.of(run, verdict, measured);
    boolean withItself =
        run.baseline() != null
            && (run.commit().equals(run.baseline().commit())
                || (run.baseline().comparesItself() && of(run.commit()).isPresent()));
    if (!withItself) {
      add(ofCommit);
    }
    if (verdict.outcome() == Outcome.PASS || verdict.outcome() == Outcome.WARN) {
      deployments.add(run, DeploymentVariances.of(run, limits));
    }
  }

  /**
   * Records a verdict for later commits, unless it is on uncommitted changes.
   *
   * @throws Fault exit code 3 if the verdict can't be recorded
   */
  public void add(CommitVerdict verdict) {
    if (!verdict.isOfCommit()) {
      return;
    }
    List<String> point = List.of(verdict.point());
    try {
      FileTree.leaveOutOfGit(local.path().getParent());
      for (HistoryFolder folder :
          Stream.concat(Stream.of(local), history.files().stream()).toList()) {
        folder.write(verdict.name(), point);
      }
    } catch (IOException e) {
      throw Fault.noVerdict(
          "cannot record the verdict on commit %s in %s: %s".formatted(verdict.commit(), local, e),
          e);
    }
    if (history.files().isEmpty() && !history.isDown()) {
      try (Database database = Database.at(history.influxDb(), Retry.patient())) {
        database.createIfMissing();
        database.write(point);
      }
    }
    if (read != null) {
      take(verdict);
    }
  }
}
