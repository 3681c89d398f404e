package io.perfline.gate.judge;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * Something that was not measured, not validly, or not compared, with its figures in the order that
 * its kind names; a kind without a comment has the one that its name is about, if any.
 */
public record Obstacle(Kind kind, List<Object> figures) {

  /** The kinds of obstacles. */
  public enum Kind {
    /** A sentence that the run records. */
    RECORDED,

    // of a run
    /** The key that is missing. */
    NOT_RECORDED,
    SHARD,
    NO_COMMIT_ID,
    NO_ENVIRONMENT,
    NO_TIMES_OF_RUN,
    RUN_ENDS_BEFORE_START,
    /** The end of the run; the time now. */
    RUN_IN_THE_FUTURE,
    NO_CATALOGUE,
    UNKNOWN_PROFILE,
    PLANNED_TWICE,
    NO_CASES,
    MEASURED_TWICE,
    NOT_PLANNED,
    UNCHANGED_WITHOUT_DIGESTS,
    UNCHANGED_BUT_DIFFERENT,
    UNCHANGED_BUT_MEASURED,
    EQUAL_BUT_MEASURED,
    NO_DEPLOYED_COMMIT,
    /** The reason. */
    UNREACHABLE,
    /** The commit of the service; that of the run. */
    OTHER_COMMIT,

    // of a case
    /** The number of failed requests; their kinds. */
    NO_SUCCESS,
    NO_REQUEST,
    FAILURES_UNKNOWN,
    /** The warm-up in seconds. */
    TIMES_STILL_FALLING,
    /** The warm-up in seconds. */
    THROUGHPUT_STILL_RISING,
    OTHERS_UNKNOWN,
    /** The share of other processes in percent; the permitted one. */
    BUSY_MACHINE,
    NEGATIVE_COUNT,
    NO_MESSAGE,
    NO_TIMES,
    ENDS_BEFORE_START,
    /** The start; the end. */
    OUTSIDE_OF_RUN,
    NO_DISTRIBUTION,
    /** The name of the distribution; its count; that of the requests. */
    OTHER_COUNT,
    NO_INTENDED_TIMES,
    NO_SEND_TIMES,
    NO_MEAN,
    NO_GENERATOR,
    GENERATOR_UNWATCHED,
    /** The name of a rule; the measured share in percent; the permitted one. */
    SHARE,
    /** The number of requests; the needed one. */
    TOO_FEW_REQUESTS,
    /** The metric; the reason. */
    NO_COST,
    NO_GROUP,
    /** The metric; the names of the figures. */
    NO_FIGURE,
    NO_OTHER_TARGET,
    /** The target; the problem. */
    OF_OTHER_TARGET,
    MEMORY_UNREAD,
    /** The metric; the deployments; the source. */
    NO_MEMORY,
    NEVER_STARTED_AGAIN,
    NO_VALUE,
    NOT_OVER,
    NOT_IN_RUN,
    /** The profile; the build. */
    NEEDS_BASELINE,
    NO_PAIRS,

    /** The metric; the reason. */
    NOT_AVAILABLE,
    ONLY_ELSEWHERE,

    // of a comparison
    NO_BASELINE,
    /** The reason. */
    NO_BASELINE_FOUND,
    /** The reason. */
    NOT_COMPARED,
    UNKNOWN_BUILD,
    TOO_FEW_DEPLOYMENTS,
    /** The longest warm-up in seconds; the deployments that were not warm; all deployments. */
    STILL_WARMING_UP,
    /** The number of runs; the needed one; the branch; why there are not more, or nothing. */
    TOO_FEW_RUNS,
    /** The number of runs; the needed one; the first run of the level; its commit; the branch. */
    TOO_FEW_RUNS_OF_LEVEL,
    /** The number of the pair; of all pairs; the build; the problem of its slice. */
    PAIR,
    SLICE_MISSING,
    /** The duration in seconds. */
    SLICE_DURATION,
    SLICE_NEGATIVE,
    SLICE_EMPTY,
    SLICE_WITHOUT_VALUE,
    SLICE_COUNT,
    /** The build; the measured share of errors in percent; the permitted one. */
    ERRORS_OF_BUILD,
    /** The metric; the slices of the baseline that were 0; all slices; those of the candidate. */
    SLICES_OF_ZERO,
    /** The metric; the runs that were 0; all runs; the value now; its unit. */
    RUNS_OF_ZERO,

    // of a search for the capacity
    NO_LEVEL,
    LEVEL_TWICE,
    LEVEL_UNCOUNTED,
    LEVEL_WITHOUT_PAGE,
    LEVEL_ENDS_BEFORE_START
  }

  public Obstacle {
    figures = Collections.unmodifiableList(figures);
  }

  static Obstacle of(Kind kind, Object... figures) {
    return new Obstacle(kind, Arrays.asList(figures));
  }

  static List<Obstacle> recorded(List<String> texts) {
    return texts.stream().map(text -> of(Kind.RECORDED, text)).toList();
  }
}
