package io.perfline.core.run;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The statements that the databases of both builds executed during the pairs of a comparison.
 *
 * @param candidateRequests the requests to the candidate in that time
 * @param baselineRequests the requests to the baseline in that time
 * @param all the statements, without the values of their parameters, at most {@value #MOST}
 * @param problem the reason why they are not known; null if they are
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record Statements(
    long candidateRequests, long baselineRequests, List<Statement> all, String problem)
    implements CaseDetail {

  private static final int MOST = 50;

  /**
   * How a build executed a statement.
   *
   * @param micros the time in the server for all calls, in microseconds
   */
  public record Use(long calls, double micros) {

    /** A statement that was not executed. */
    public static final Use NONE = new Use(0, 0);

    public Use plus(Use other) {
      return new Use(calls + other.calls, micros + other.micros);
    }

    /**
     * Returns what was executed after another reading of the same counters, which begin again at 0
     * if the server has forgotten the statement in between.
     */
    public Use since(Use before) {
      return calls < before.calls ? this : new Use(calls - before.calls, micros - before.micros);
    }
  }

  /** A statement in both builds; one that was not executed has no calls. */
  public record Statement(String text, Use candidate, Use baseline) {

    private Statement plus(Statement other) {
      return new Statement(text, candidate.plus(other.candidate), baseline.plus(other.baseline));
    }

    private double micros() {
      return Math.max(candidate.micros(), baseline.micros());
    }
  }

  public Statements {
    Map<String, Statement> byText = new TreeMap<>();
    all.forEach(one -> byText.merge(one.text(), one, Statement::plus));
    List<Statement> sorted = new ArrayList<>(byText.values());
    sorted.sort(Comparator.comparingDouble(Statement::micros).reversed());
    all = List.copyOf(sorted.subList(0, Math.min(MOST, sorted.size())));
  }

  /** Returns statements that are not known. */
  public static Statements unknown(String problem) {
    return new Statements(0, 0, List.of(), problem);
  }

  /** Returns the sum of these and others; unknown if one of them is. */
  public Statements plus(Statements other) {
    if (problem != null || other.problem != null) {
      return problem != null ? this : other;
    }
    List<Statement> both = new ArrayList<>(all);
    both.addAll(other.all);
    return new Statements(
        candidateRequests + other.candidateRequests,
        baselineRequests + other.baselineRequests,
        both,
        null);
  }
}
