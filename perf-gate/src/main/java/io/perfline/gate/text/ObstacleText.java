package io.perfline.gate.text;

import io.perfline.gate.judge.Obstacle;
import io.perfline.gate.metric.Condition;
import io.perfline.gate.verdict.FigureFormat;
import java.util.Collection;
import java.util.stream.Collectors;

/** Describes in a sentence what was not measured, not validly, or not compared. */
final class ObstacleText {

  private static final String WARM_UP =
      " while it was measured, after a warm-up of %.1f s: lengthen 'warm_up' or 'duration' of the"
          + " profile";

  private static final String NO_RATIO =
      "a change from or to 0 has no percentage, so give it an absolute limit";

  private final Obstacle problem;

  private ObstacleText(Obstacle problem) {
    this.problem = problem;
  }

  static String of(Obstacle problem) {
    return new ObstacleText(problem).text();
  }

  private String text() {
    return switch (problem.kind()) {
      case RECORDED -> with("%s");
      case NOT_RECORDED -> with("the run doesn't record its %s");
      case SHARD ->
          with("it is only shard %s of a load: put all of them together with 'perfline merge'");
      case NO_COMMIT_ID -> with("the run's commit is '%s', which is not a commit id");
      case NO_ENVIRONMENT -> "the run doesn't record where it was measured";
      case NO_TIMES_OF_RUN -> "the run doesn't record when it was measured";
      case RUN_ENDS_BEFORE_START -> with("the run ended at %s, before it started");
      case RUN_IN_THE_FUTURE -> with("the run ended at %s, but it is %s");
      case NO_CATALOGUE -> "the run's catalogue is empty: it doesn't list the cases";
      case UNKNOWN_PROFILE -> with("no workload defines the run's profile '%s'");
      case PLANNED_TWICE -> with("%s is planned twice");
      case NO_CASES -> "the run contains no case: nothing was measured";
      case MEASURED_TWICE -> with("%s was measured twice");
      case NOT_PLANNED -> with("%s was measured, but no workload defines it");
      case UNCHANGED_WITHOUT_DIGESTS ->
          with(
              "%s is reported as unchanged, but the run doesn't record the digests of both builds");
      case UNCHANGED_BUT_DIFFERENT ->
          with(
              "%s is reported as unchanged, but by the digests that the run records, the builds"
                  + " differ");
      case UNCHANGED_BUT_MEASURED ->
          with("%s is reported as unchanged, but it was measured in pairs");
      case EQUAL_BUT_MEASURED ->
          with(
              "%s was measured in pairs, but by the digests that the run records, both builds are"
                  + " equal");
      case NO_DEPLOYED_COMMIT ->
          "the run doesn't record the commit from which the loaded service was built";
      case UNREACHABLE -> with("not measured: %s");
      case OTHER_COMMIT -> with("the service under load reports commit %s, the run is of %s");
      case NO_SUCCESS -> with("not one request succeeded, %d failed: %s");
      case NO_REQUEST -> "not one request was made";
      case FAILURES_UNKNOWN -> "its results don't contain failed requests, so none were counted";
      case TIMES_STILL_FALLING -> with("response times were still falling" + WARM_UP);
      case THROUGHPUT_STILL_RISING -> with("throughput was still rising" + WARM_UP);
      case OTHERS_UNKNOWN ->
          "the run doesn't record the share of the machine that other processes used";
      case BUSY_MACHINE ->
          "other processes used %s of the machine, a valid run has foreign_cpu %s"
              .formatted(unit(0, "%"), condition(1));
      case NEGATIVE_COUNT -> "a count is negative";
      case NO_MESSAGE -> with("%d requests carried no message");
      case NO_TIMES -> "it doesn't record when it was measured";
      case ENDS_BEFORE_START -> with("it ends at %s, which is not after its start");
      case OUTSIDE_OF_RUN -> with("it was measured from %s to %s, outside of its run");
      case NO_DISTRIBUTION -> with("it has no %s");
      case OTHER_COUNT -> with("%s contains %d values for %d requests");
      case NO_INTENDED_TIMES ->
          with(
              "%s records no intended send times: response_time was not measured, service_time"
                  + " was");
      case NO_SEND_TIMES ->
          with("%s records no actual send times: service_time was not measured, response_time was");
      case NO_MEAN -> with("%s left only percentiles, and no mean");
      case NO_GENERATOR -> "it has no data about the load generator";
      case GENERATOR_UNWATCHED ->
          "the load generator's CPU was not measured: have 'perfline import --load COMMAND' start the"
              + " tool, or accept that with valid_run: {unwatched_generator: true}";
      case SHARE -> "%s is %s, a valid run has %s".formatted(figure(0), share(1), condition(2));
      case TOO_FEW_REQUESTS -> with("%d requests are too few, at least %d are needed");
      case NO_COST -> with("%s was not measured: %s");
      case NO_GROUP -> with("%s was not measured: its load names no group");
      case NO_FIGURE -> {
        String names = joined(1);
        yield "%s was not measured: the case has %s"
            .formatted(figure(0), names.isEmpty() ? "no such figure" : names);
      }
      case NO_OTHER_TARGET -> with("the same case with the target %s was not measured");
      case OF_OTHER_TARGET -> "%s: %s".formatted(figure(0), of((Obstacle) figure(1)));
      case MEMORY_UNREAD ->
          with("%s was not measured: memory is read in comparisons by one generator");
      case NO_MEMORY ->
          "%s was not measured in deployment %s: %s".formatted(figure(0), joined(1), figure(2));
      case NEVER_STARTED_AGAIN -> with("%s needs processes that are started again");
      case NO_VALUE -> with("%s was not measured");
      case NOT_OVER -> with("%s was not over yet");
      case NOT_IN_RUN -> with("the profile %s contains it, but it was not measured");
      case NEEDS_BASELINE ->
          with(
              "the profile %s contains it, but it was not measured: it needs the build that it is"
                  + " compared with, %s; see perfline run --baseline-war");
      case NO_PAIRS -> with("it was not measured in pairs with %s");
      case PAIR ->
          "pair %s of %s: the %s's slice %s"
              .formatted(figure(0), figure(1), figure(2), of((Obstacle) figure(3)));
      case SLICE_MISSING -> "is missing";
      case SLICE_DURATION -> with("took %s s");
      case SLICE_NEGATIVE -> "has a negative count";
      case SLICE_EMPTY -> "contains no request";
      case SLICE_WITHOUT_VALUE -> "contains nothing to compare";
      case SLICE_COUNT -> "contains more or fewer times than requests";
      case ERRORS_OF_BUILD ->
          "the %s's error_rate is %.1f %%, a valid run has %s"
              .formatted(figure(0), (Double) figure(1), condition(2));
      case SLICES_OF_ZERO ->
          with(
              "%s was 0 in %d of %d slices of the baseline and in %d of the candidate: "
                  + NO_RATIO);
      case RUNS_OF_ZERO ->
          "%s was 0 in %s of %s runs and is %s now: %s"
              .formatted(figure(0), figure(1), figure(2), unit(3, (String) figure(4)), NO_RATIO);
      case NOT_AVAILABLE -> with("%s can't be measured here: %s");
      case ONLY_ELSEWHERE -> "only in " + joined(0);
      case NO_BASELINE -> "not compared: the run had no baseline; see perfline ci --against";
      case NO_BASELINE_FOUND ->
          with("not compared: %s; 'perfline ci --against REF' names a build to compare with");
      case NOT_COMPARED -> with("not compared: %s");
      case UNKNOWN_BUILD ->
          "nothing shows which build was loaded: the service reports no commit, and no file of it"
              + " is known; name 'commit' or 'artifact' in perf.yml, or set 'deployed_commit:"
              + " false'";
      case TOO_FEW_DEPLOYMENTS -> "two deployments are needed";
      case STILL_WARMING_UP ->
          with(
              "a build was still warming up after %.0f s in %d of %d deployments: a longer"
                  + " 'warm_up_most' of the profile may reduce the scatter");
      case TOO_FEW_RUNS ->
          "not tested: %s of at least %s runs%s; each valid run of %s adds one"
              .formatted(
                  figure(0),
                  figure(1),
                  figure(3).equals("") ? "" : " (" + figure(3) + ")",
                  figure(2));
      case TOO_FEW_RUNS_OF_LEVEL ->
          with(
              "not tested: %d of at least %d runs since the level changed with run %s, commit %s;"
                  + " each valid run of %s adds one");
      case NO_LEVEL -> "no number of users was tried";
      case LEVEL_TWICE -> with("%d users: no number of users, or twice the same");
      case LEVEL_UNCOUNTED -> with("%d users: its pages were not counted");
      case LEVEL_WITHOUT_PAGE -> with("%d users: not one page was loaded");
      case LEVEL_ENDS_BEFORE_START -> with("%d users: it ends before it starts");
    };
  }

  private String with(String form) {
    return form.formatted(problem.figures().toArray());
  }

  private Object figure(int index) {
    return problem.figures().get(index);
  }

  private String unit(int index, String unit) {
    return FigureFormat.withUnit((Double) figure(index), unit);
  }

  private String share(int index) {
    double percent = (Double) figure(index);
    return Double.isFinite(percent) ? unit(index, "%") : Double.toString(percent);
  }

  private String condition(int index) {
    return ((Condition) figure(index)).text();
  }

  private String joined(int index) {
    return ((Collection<?>) figure(index))
        .stream().map(String::valueOf).collect(Collectors.joining(", "));
  }
}
