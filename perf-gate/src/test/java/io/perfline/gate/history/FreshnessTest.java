package io.perfline.gate.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.gate.history.CaseRuns.Attempt;
import io.perfline.gate.history.CaseRuns.Kind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FreshnessTest {

  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  @Test
  void theNewestRunIsFresh() {
    assertThat(of(1, Kind.VALID)).isEqualTo(Freshness.NEWEST);
    assertThat(of(1, Kind.VALID).text()).isEmpty();
  }

  @Test
  void aCaseThatWasInvalidInItsLastThreeRunsIsStale() {
    Freshness freshness = of(4, Kind.VALID, Kind.INVALID, Kind.INVALID, Kind.INVALID);
    assertThat(freshness.stale()).isTrue();
    assertThat(freshness.text()).isEqualTo("invalid in its newest 3 runs");
  }

  @Test
  void aCaseThatIsMissingFromTheLastTenRunsIsStale() {
    Freshness freshness = of(11, Kind.VALID);
    assertThat(freshness.stale()).isTrue();
    assertThat(freshness.text()).isEqualTo("not in the newest 10 runs");
  }

  @Test
  void aRunMayOmitACase() {
    Freshness freshness = of(2, Kind.VALID);
    assertThat(freshness.stale()).isFalse();
    assertThat(freshness.text()).isEqualTo("not in the newest run");
  }

  @Test
  void anUnchangedBuildNeedsNoMeasurementButDoesNotExcuseAnInvalidOne() {
    assertThat(of(4, Kind.VALID, Kind.UNCHANGED, Kind.UNCHANGED, Kind.UNCHANGED).stale()).isFalse();
    assertThat(of(3, Kind.VALID, Kind.INVALID, Kind.UNCHANGED).stale()).isTrue();
  }

  @Test
  void aCaseWithoutAValidRunIsStale() {
    Freshness freshness = Freshness.of(false, attempts(Kind.INVALID), List.of(START));
    assertThat(freshness.stale()).isTrue();
    assertThat(freshness.text()).isEqualTo("never valid");
  }

  /**
   * Returns the freshness of a case on a branch with a number of runs, the first of which measured
   * it.
   */
  private static Freshness of(int runs, Kind... kinds) {
    List<Instant> times = IntStream.range(0, runs).mapToObj(START::plusSeconds).toList();
    return Freshness.of(true, attempts(kinds), times);
  }

  private static List<Attempt> attempts(Kind... kinds) {
    List<Attempt> attempts = new ArrayList<>();
    for (Kind kind : kinds) {
      int number = attempts.size();
      attempts.add(new Attempt("r" + number, "c" + number, START.plusSeconds(number), kind));
    }
    return attempts;
  }
}
