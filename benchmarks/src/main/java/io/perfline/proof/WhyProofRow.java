package io.perfline.proof;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import io.perfline.gate.why.CaseWhy;
import io.perfline.gate.why.MethodChange;
import io.perfline.gate.why.WhyText;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The result of comparing profiles for one slowed method, as {@code --json} writes it.
 *
 * @param caseName the case that compared it
 * @param method the method that has to be named
 * @param rank its rank among the methods that got slower, from 1; 0 if it is not among them
 * @param unit the unit of {@code injected} and {@code found}
 * @param injected its additional cost per message, by its own clocks
 * @param found the cost in the comparison; 0 if it is not named
 * @param sentence the result in words
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record WhyProofRow(
    String slowed,
    String caseName,
    String method,
    int rank,
    String unit,
    double injected,
    double found,
    @JsonProperty("said") String sentence) {

  private static final int FIRST = 3;
  private static final double CLOSE = 0.2;

  static WhyProofRow of(SlowedMethod slowedMethod, CaseWhy why, double injected) {
    List<MethodChange> grown = why.grown();
    int rank =
        1
            + IntStream.range(0, grown.size())
                .filter(i -> grown.get(i).method().equals(slowedMethod.expected()))
                .findFirst()
                .orElse(-1);
    double found =
        grown.stream()
            .filter(one -> one.method().equals(slowedMethod.expected()))
            .filter(one -> one.resource() == slowedMethod.resource())
            .mapToDouble(MethodChange::change)
            .sum();
    return new WhyProofRow(
        slowedMethod.id(),
        why.name(),
        slowedMethod.expected(),
        rank,
        slowedMethod.resource().unit(),
        injected,
        found,
        WhyText.sentence(why));
  }

  /** Returns the relative error of {@code found}. */
  double off() {
    return found / injected - 1;
  }

  /** Returns whether the method is among the first three. */
  boolean named() {
    return rank >= 1 && rank <= FIRST;
  }

  /** Returns whether the method is named with about the right cost. */
  boolean sized() {
    return named() && Math.abs(off()) <= CLOSE;
  }
}
