package io.perfline.cli.bisect;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.cli.bisect.BisectCommand.SearchState;
import io.perfline.cli.build.UnusableCommit;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the search in histories with known commits. */
class SearchTest {

  private static final int COMMITS = 24;

  /** The time of each commit compared with the good one, in percent, and whether it builds. */
  private static final class History implements CommitJudge {

    private final double[] slowed = new double[COMMITS];
    private final Set<Integer> broken = new HashSet<>();
    private final Set<Integer> changingNothing = new HashSet<>();
    private final Set<Integer> undecided = new HashSet<>();
    private final List<String> measured = new ArrayList<>();
    private SplittableRandom chance;
    private int interruptedAfter = Integer.MAX_VALUE;

    static String name(int index) {
      return "commit%02d".formatted(index);
    }

    static List<String> names() {
      return IntStream.range(0, COMMITS).mapToObj(History::name).toList();
    }

    History slower(int index, double percent) {
      slowed[index] = percent;
      return this;
    }

    @Override
    public String build(String commit) {
      if (commit.equals("good")) {
        return "content of good";
      }
      int index = index(commit);
      if (broken.contains(index)) {
        throw new UnusableCommit("a semicolon is missing", null);
      }
      while (changingNothing.contains(index)) {
        index--;
      }
      return index < 0 ? "content of good" : "content of " + index;
    }

    @Override
    public Judged judge(String commit, int steps) throws InterruptedException {
      if (measured.size() >= interruptedAfter) {
        throw new InterruptedException();
      }
      measured.add(commit);
      if (undecided.contains(index(commit))) {
        return new Judged(StepOutcome.UNDECIDED, "it scatters");
      }
      double sum = IntStream.rangeClosed(0, index(commit)).mapToDouble(i -> slowed[i]).sum();
      boolean wrong = chance != null && chance.nextDouble() < 0.01;
      return new Judged(
          (sum > 5) == wrong ? StepOutcome.NOT_SLOWER : StepOutcome.SLOWER, "+" + sum + " %");
    }

    private static int index(String commit) {
      return Integer.parseInt(commit.substring("commit".length()));
    }

    Found find() throws InterruptedException {
      return search(new SearchState("good", name(COMMITS - 1), "", List.of()), commit -> {})
          .run("good");
    }

    Search search(SearchState before, java.util.function.Consumer<JudgedCommit> kept) {
      return new Search(names(), this, before.steps(), kept, new Silent());
    }
  }

  private static final class Silent implements SearchProgress {
    @Override
    public void left(int commits, int steps) {}

    @Override
    public void begins(String commit) {}

    @Override
    public void ended(JudgedCommit commit) {}
  }

  @Test
  void findsTheSlowCommitAnywhereWithinSixSteps() throws InterruptedException {
    for (int slow = 0; slow < COMMITS; slow++) {
      History history = new History().slower(slow, 10);

      Found found = history.find();

      assertThat(found.range()).containsExactly(History.name(slow));
      assertThat(found.explanation()).isEqualTo("+10.0 %");
      assertThat(history.measured).hasSizeLessThanOrEqualTo(6);
    }
  }

  @Test
  void findsTheFirstOfTwoSlowCommits() throws InterruptedException {
    assertThat(new History().slower(7, 10).slower(18, 10).find().range())
        .containsExactly(History.name(7));
  }

  @Test
  void reportsThatNoCommitIsSlower() throws InterruptedException {
    History history = new History();

    assertThat(history.find().kind()).isEqualTo(Found.Kind.NONE);
    assertThat(history.measured).containsExactly(History.name(COMMITS - 1));
  }

  @Test
  void skipsACommitThatDoesNotBuild() throws InterruptedException {
    History history = new History().slower(15, 10);
    history.broken.addAll(Set.of(11, 12));

    assertThat(history.find().range()).containsExactly(History.name(15));
    assertThat(history.measured).doesNotContain(History.name(11), History.name(12));
  }

  @Test
  void reportsTheRangeAndWhyItIsNotNarrower() throws InterruptedException {
    History history = new History().slower(12, 10);
    history.broken.add(12);
    history.undecided.add(13);

    Found found = history.find();

    assertThat(found.range()).containsExactly(History.name(12), History.name(13), History.name(14));
    assertThat(found.explanation())
        .contains("commit12 cannot be built and run: a semicolon", "it scatters");
  }

  @Test
  void reportsAnUndecidedBadCommit() throws InterruptedException {
    History history = new History();
    history.undecided.add(COMMITS - 1);

    Found found = history.find();

    assertThat(found.kind()).isEqualTo(Found.Kind.UNKNOWN);
    assertThat(found.range()).isEmpty();
    assertThat(found.explanation()).contains("it scatters");
  }

  @Test
  void commitsWithoutCodeChangesNeedNoLoad() throws InterruptedException {
    History history = new History().slower(9, 10);
    for (int i = 10; i < COMMITS; i++) {
      history.changingNothing.add(i);
    }

    assertThat(history.find().range()).containsExactly(History.name(9));
    assertThat(history.measured).hasSizeLessThan(6);
  }

  @Test
  void reportsNoCommitIfNoneChangesCode() throws InterruptedException {
    History history = new History();
    for (int i = 0; i < COMMITS; i++) {
      history.changingNothing.add(i);
    }

    assertThat(history.find().kind()).isEqualTo(Found.Kind.NONE);
    assertThat(history.measured).isEmpty();
  }

  @Test
  void continuesAfterAnInterruption(@TempDir Path folder) throws InterruptedException {
    Path file = folder.resolve("bisect.json");
    SearchState[] state = {new SearchState("good", History.name(COMMITS - 1), "paired", List.of())};
    History first = new History().slower(15, 10);
    first.interruptedAfter = 3;
    try {
      first
          .search(
              state[0],
              commit -> {
                state[0] = state[0].with(commit);
                state[0].write(file);
              })
          .run("good");
    } catch (InterruptedException asPlanned) {
      assertThat(first.measured).hasSize(3);
    }

    SearchState read =
        new SearchState("good", History.name(COMMITS - 1), "paired", List.of())
            .keptIn(file)
            .orElseThrow();
    History second = new History().slower(15, 10);
    Found found = second.search(read, commit -> {}).run("good");

    assertThat(read.steps()).hasSize(3);
    assertThat(found.range()).containsExactly(History.name(15));
    assertThat(second.measured)
        .hasSizeLessThanOrEqualTo(3)
        .doesNotContainAnyElementsOf(first.measured);
    assertThat(new SearchState("other", "bad", "paired", List.of()).keptIn(file)).isEmpty();
  }

  @Test
  void findsTheCommitInNineOfTenHistoriesDespiteErrors() throws InterruptedException {
    int right = 0;
    for (int seed = 0; seed < 300; seed++) {
      History history = new History().slower(seed % COMMITS, 10);
      history.chance = new SplittableRandom(seed);
      right += history.find().range().equals(List.of(History.name(seed % COMMITS))) ? 1 : 0;
    }

    assertThat(right).isGreaterThanOrEqualTo(270);
  }
}
