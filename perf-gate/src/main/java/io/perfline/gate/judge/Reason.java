package io.perfline.gate.judge;

import io.perfline.core.run.Level;
import io.perfline.core.run.PageGoal;
import io.perfline.core.run.ServerEnd;
import io.perfline.gate.metric.Condition;
import io.perfline.gate.thresholds.Waiver;
import java.util.Arrays;
import java.util.List;

/**
 * The reason for the finding of a line, with the figures that the line itself doesn't have. Limits,
 * values and intervals are those of the line.
 */
public sealed interface Reason {

  <T> T in(Form<T> form);

  /** A form of all reasons, such as sentences. The compiler refuses one that forgets a reason. */
  interface Form<T> {
    T of(Value reason);

    T of(Change reason);

    T of(TooFewPairs reason);

    T of(Capacity reason);

    T of(Without reason);

    T of(Loosened reason);

    T of(ServerEnded reason);
  }

  /**
   * A value was compared with absolute limits.
   *
   * @param waiver the waiver of an exceeded limit; null if there is none
   * @param overload why the service could not keep up with the load; null if it could
   */
  record Value(Waived waiver, String overload) implements Reason {
    @Override
    public <T> T in(Form<T> form) {
      return form.of(this);
    }
  }

  /**
   * A change was compared with limits by its interval; a line without a value has an infinite
   * change.
   *
   * @param waiver the waiver of an exceeded limit; null if there is none
   * @param scatter the scatter of deployments, if it is why the limit is undecided; otherwise null
   */
  record Change(Basis basis, Waived waiver, Scatter scatter) implements Reason {
    @Override
    public <T> T in(Form<T> form) {
      return form.of(this);
    }
  }

  /**
   * How much a build differs from itself, in the unit of the line.
   *
   * @param perStart the standard deviation of the effects of starts
   * @param decidable the smallest limit that can be decided
   */
  record Scatter(double perStart, double decidable) {}

  record TooFewPairs(Basis basis, int needed) implements Reason {
    @Override
    public <T> T in(Form<T> form) {
      return form.of(this);
    }
  }

  /**
   * The levels of users were tested.
   *
   * @param met the largest number of users that is confirmed to meet the goal, as all lower levels
   *     are; 0 if there is none
   * @param end the next higher level; null if the highest level still meets the goal
   * @param missed the lowest level that is confirmed to miss the goal; null if there is none
   * @param waiver the waiver of an exceeded limit; null if there is none
   */
  record Capacity(int met, Level end, Level missed, PageGoal goal, Waived waiver)
      implements Reason {
    @Override
    public <T> T in(Form<T> form) {
      return form.of(this);
    }
  }

  /** There is no value, or none that counts. */
  record Without(List<Obstacle> problems) implements Reason {
    public Without {
      problems = List.copyOf(problems);
    }

    @Override
    public <T> T in(Form<T> form) {
      return form.of(this);
    }
  }

  record Loosened(RuleChange change) implements Reason {
    @Override
    public <T> T in(Form<T> form) {
      return form.of(this);
    }
  }

  record ServerEnded(ServerEnd end) implements Reason {
    @Override
    public <T> T in(Form<T> form) {
      return form.of(this);
    }
  }

  /**
   * The waiver of an exceeded limit.
   *
   * @param ceiling the value up to which the limit may be exceeded
   */
  record Waived(Effect effect, Waiver.OfThreshold waiver, Condition ceiling) {

    /** The effects of waivers. */
    public enum Effect {
      ENDED,
      EXCEEDED_TOO,
      PERMITS
    }
  }

  static Reason without(Obstacle... problems) {
    return new Without(Arrays.asList(problems));
  }
}
