package io.perfline.cli.bisect;

import io.perfline.cli.build.UnusableCommit;
import io.perfline.core.command.Fault;
import io.perfline.core.git.CommitId;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Searches for the first commit that is slower than the good one, by bisection. Each commit is
 * compared with the good one rather than with its parent: if small changes add up, this finds the
 * commit at which they exceed the limit, and if two commits are slow, the first one.
 */
public final class Search {

  private final List<String> commits;
  private final CommitJudge judge;
  private final Consumer<JudgedCommit> kept;
  private final SearchProgress progress;
  private final Map<String, JudgedCommit> judged = new LinkedHashMap<>();
  private final Map<String, JudgedCommit> contents = new HashMap<>();
  private int measured;

  /**
   * @param commits the commits after the good one up to and including the bad one
   * @param before the steps that were judged before an interruption
   * @param kept receives each commit as soon as it is judged
   */
  public Search(
      List<String> commits,
      CommitJudge judge,
      Collection<JudgedCommit> before,
      Consumer<JudgedCommit> kept,
      SearchProgress progress) {
    this.commits = List.copyOf(commits);
    this.judge = judge;
    this.kept = kept;
    this.progress = progress;
    before.forEach(this::note);
  }

  /**
   * Returns the number of steps of a search in which each step is decided, which are the bisection
   * and the bad commit itself.
   */
  public static int steps(int commits) {
    return 1 + Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(0, commits - 1));
  }

  /**
   * Runs the search.
   *
   * @param good the fast commit
   * @throws Fault exit code 3 if it doesn't build, or a step was invalid
   */
  public Found run(String good) throws InterruptedException {
    String content = judge.build(good);
    contents.put(
        content, new JudgedCommit(good, StepOutcome.NOT_SLOWER, "it is the good one", content));
    int low = -1;
    int high = commits.size() - 1;
    progress.left(high - low, steps(commits.size()));
    JudgedCommit bad = judged(high);
    if (bad.outcome() != StepOutcome.SLOWER) {
      return bad.outcome() == StepOutcome.NOT_SLOWER
          ? Found.none(bad.change())
          : Found.unknown("%s %s".formatted(CommitId.shortened(bad.commit()), why(bad)));
    }
    while (high - low > 1) {
      Optional<Integer> next = nearestToTheMiddle(low, high);
      if (next.isEmpty()) {
        return Found.range(commits.subList(low + 1, high + 1), unknown(low, high));
      }
      progress.left(high - low, steps(high - low) - 1);
      JudgedCommit commit = judged(next.get());
      if (commit.outcome() == StepOutcome.SLOWER) {
        high = next.get();
      } else if (commit.outcome() == StepOutcome.NOT_SLOWER) {
        low = next.get();
      }
    }
    return Found.commit(commits.get(high), judged.get(commits.get(high)).change());
  }

  /** Returns the number of commits that this search has measured; others needed no load. */
  public int measured() {
    return measured;
  }

  private Optional<Integer> nearestToTheMiddle(int low, int high) {
    int middle = low + (high - low) / 2;
    return IntStream.range(low + 1, high)
        .filter(i -> !judged.containsKey(commits.get(i)) || judged.get(commits.get(i)).isKnown())
        .boxed()
        .min(Comparator.comparingInt(i -> Math.abs(i - middle)));
  }

  private String unknown(int low, int high) {
    return IntStream.range(low + 1, high)
        .mapToObj(index -> judged.get(commits.get(index)))
        .map(commit -> "%s %s".formatted(commit.commit(), why(commit)))
        .collect(Collectors.joining("; "));
  }

  private static String why(JudgedCommit commit) {
    return commit.outcome() == StepOutcome.NOT_BUILT
        ? "cannot be built and run: " + commit.change()
        : "is undecided: " + commit.change();
  }

  private JudgedCommit judged(int index) throws InterruptedException {
    String commit = commits.get(index);
    if (!judged.containsKey(commit)) {
      progress.begins(commit);
      JudgedCommit step = judgeAnew(commit);
      note(step);
      kept.accept(step);
      progress.ended(step);
    }
    return judged.get(commit);
  }

  private void note(JudgedCommit commit) {
    judged.put(commit.commit(), commit);
    if (commit.isKnown()) {
      contents.putIfAbsent(commit.content(), commit);
    }
  }

  private JudgedCommit judgeAnew(String commit) throws InterruptedException {
    String content;
    try {
      content = judge.build(commit);
    } catch (UnusableCommit doesNotBuild) {
      return new JudgedCommit(commit, StepOutcome.NOT_BUILT, doesNotBuild.getMessage(), null);
    }
    JudgedCommit same = contents.get(content);
    if (same != null) {
      String reason = "it runs the same as %.10s: %s".formatted(same.commit(), same.change());
      return new JudgedCommit(commit, same.outcome(), reason, content);
    }
    CommitJudge.Judged result = judge.judge(commit, steps(commits.size()));
    measured++;
    return new JudgedCommit(commit, result.outcome(), result.change(), content);
  }
}
