package io.perfline.gate.why;

import io.perfline.core.command.Fault;
import io.perfline.core.run.CaseResult;
import io.perfline.core.run.LoadUnit;
import io.perfline.core.run.Run;
import io.perfline.core.run.Slice;
import io.perfline.core.run.SlicePair;
import io.perfline.gate.why.JfrDiff.RateChange;
import io.perfline.gate.why.MethodSums.Owned;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.regex.Pattern;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * Compares CPU samples that another profiler took of the processes of both builds. A function's CPU
 * per message is its share of the samples times the CPU per message that the run measured.
 *
 * @param baseline the samples of the baseline's process
 * @param candidate the samples of the candidate's process
 * @param own matches the functions of the service; null to recognise them by their source files
 */
record SuppliedStacks(StackFile baseline, StackFile candidate, Pattern own) {

  /** Matches functions in scripts, without those of libraries and of the runtime itself. */
  private static final Pattern DEFAULT_OWN =
      Pattern.compile(
          "^(?!.*(node_modules|site-packages|dist-packages|node:|<frozen|/lib/(python|ruby)))"
              + ".*[\\w-]\\.(js|mjs|cjs|ts|py|rb|php)\\b.*");

  private static final int MIN_SAMPLES = 10;

  /** Reads both files. */
  static SuppliedStacks read(Path baseline, Path candidate, Pattern own) {
    SuppliedStacks stacks =
        new SuppliedStacks(StackFile.read(baseline), StackFile.read(candidate), own);
    if (own != null && !stacks.contains(own)) {
      throw Fault.configuration(
          "no function in %s and %s matches --own '%s'".formatted(baseline, candidate, own));
    }
    return stacks;
  }

  private boolean contains(Pattern pattern) {
    return List.of(baseline, candidate).stream()
        .flatMap(file -> file.stacks().stream())
        .flatMap(stack -> stack.functions().stream())
        .anyMatch(function -> pattern.matcher(function).find());
  }

  private Predicate<String> owner() {
    if (own == null && !contains(DEFAULT_OWN)) {
      return function -> true;
    }
    Pattern pattern = own == null ? DEFAULT_OWN : own;
    return function -> pattern.matcher(function).find();
  }

  /**
   * Compares the stacks of a case.
   *
   * @throws Fault exit code 2 if there is no such compared case; 3 if the run does not contain the
   *     CPU of both builds
   */
  Compared compare(Run run, String name) {
    CaseResult compared =
        run.cases().stream()
            .filter(result -> result.name().equals(name) && !result.pairs().isEmpty())
            .findFirst()
            .orElseThrow(
                () -> Fault.configuration("the run has no compared case '%s'".formatted(name)));
    List<SlicePair> pairs = compared.pairs();
    LoadUnit unit = LoadUnit.of(compared);
    double ofBaseline = cpu(name, pairs, SlicePair::baseline);
    double ofCandidate = cpu(name, pairs, SlicePair::candidate);
    Predicate<String> owner = owner();
    MethodSums sums = new MethodSums(1);
    Set<String> ownNames = new HashSet<>();
    add(baseline, false, owner, ownNames, sums);
    add(candidate, true, owner, ownNames, sums);
    SliceAmounts all = sums.all();
    SliceAmounts.SampleWeight each =
        new SliceAmounts.SampleWeight(ofBaseline / all.sum(false), ofCandidate / all.sum(true));
    List<MethodChange> changes = changes(sums, each, ofBaseline);
    RateChange whole = RateChange.of(sums(pairs, Slice::serverCpuUs), sums(pairs, Slice::messages));
    double half = whole.half(JfrDiff.ERROR);
    TotalChange total =
        new TotalChange(
            Resource.CPU,
            ofBaseline,
            ofCandidate,
            whole.value() - half,
            whole.value() + half,
            whole.value());
    int samples = (int) Math.min(Integer.MAX_VALUE, all.sum(false) + all.sum(true));
    CaseWhy why =
        new CaseWhy(name, unit, 0, samples, List.of(total), changes, List.of(), null, null);
    double[] perSample = {each.baseline(), each.candidate()};
    FlameBox flames = FlameBox.of(sums.stacks(), ownNames::contains, perSample);
    return new Compared(why, sums.stacks(), flames, each);
  }

  /**
   * The result of a comparison.
   *
   * @param perSample the CPU time of a sample, in microseconds per message
   */
  record Compared(
      CaseWhy why, StackTree stacks, FlameBox flames, SliceAmounts.SampleWeight perSample) {}

  /** Returns the CPU per message of one build in microseconds. */
  private static double cpu(String name, List<SlicePair> pairs, Function<SlicePair, Slice> build) {
    List<Slice> slices = pairs.stream().map(build).toList();
    long messages = slices.stream().mapToLong(Slice::messages).sum();
    if (messages == 0
        || slices.size() < 2
        || slices.stream().anyMatch(slice -> slice.serverCpuUs() == null)) {
      throw Fault.noVerdict(
          "the run lacks the CPU time of a build of %s, from which a function's cost is calculated: is"
                  .formatted(name)
              + " the service a process of this machine?");
    }
    return slices.stream().mapToDouble(Slice::serverCpuUs).sum() / messages;
  }

  private static SliceAmounts sums(List<SlicePair> pairs, ToDoubleFunction<Slice> figure) {
    SliceAmounts sums = new SliceAmounts(pairs.size());
    for (int i = 0; i < pairs.size(); i++) {
      sums.add(i, true, figure.applyAsDouble(pairs.get(i).candidate()));
      sums.add(i, false, figure.applyAsDouble(pairs.get(i).baseline()));
    }
    return sums;
  }

  private static void add(
      StackFile file,
      boolean ofCandidate,
      Predicate<String> owner,
      Set<String> ownNames,
      MethodSums into) {
    for (StackFile.Stack stack : file.stacks()) {
      List<StackFrame> frames = new ArrayList<>();
      int innermost = -1;
      for (String function : stack.functions()) {
        StackFrame frame = new StackFrame(name(function), "", 0);
        if (owner.test(function)) {
          innermost = innermost < 0 ? frames.size() : innermost;
          ownNames.add(frame.method());
        }
        frames.add(frame);
      }
      boolean isOwn = innermost >= 0;
      int depth = Math.max(0, innermost);
      StackSample sample =
          new StackSample(Resource.CPU, frames, stack.samples(), Instant.EPOCH, Instant.EPOCH);
      FrameAttribution attribution = new FrameAttribution(frames.get(depth), isOwn, depth);
      into.add(sample, attribution, 0, ofCandidate, stack.samples());
    }
  }

  /**
   * Returns a name for a function that is equal in both builds: without the folders of its file and
   * its line, and as in {@link StableNames}.
   */
  static String name(String function) {
    return StableNames.ofFunction(function)
        .replaceFirst("(:\\d+){1,2}(\\)?)$", "$2")
        .replaceAll("(?<![\\w.])/(?:[^\\s/:()]+/)+", "")
        .strip();
  }

  private static List<MethodChange> changes(
      MethodSums sums, SliceAmounts.SampleWeight each, double whole) {
    List<Map.Entry<Owned, SliceAmounts>> enough =
        sums.owned().entrySet().stream()
            .filter(one -> one.getValue().sum(false) + one.getValue().sum(true) >= MIN_SAMPLES)
            .toList();
    double z =
        NormalDistribution.of(0, 1)
            .inverseSurvivalProbability(JfrDiff.ERROR / 2 / Math.max(1, enough.size()));
    List<MethodChange> changes = new ArrayList<>();
    for (Map.Entry<Owned, SliceAmounts> one : enough) {
      String method = one.getKey().method();
      double change = change(one.getValue(), each);
      double half = z * error(one.getValue(), sums.all(), each);
      if (Math.abs(change) > half && Math.abs(change / whole) >= JfrDiff.WORTH) {
        double ofBaseline = one.getValue().sum(false) * each.baseline();
        changes.add(
            new MethodChange(
                method,
                one.getKey().isOwn(),
                Resource.CPU,
                ofBaseline,
                ofBaseline + change,
                change,
                change - half,
                change + half,
                change(sums.self(method), each),
                change(sums.total(method), each),
                change / whole,
                within(sums, one.getKey(), change, each),
                null,
                null));
      }
    }
    changes.sort(
        Comparator.comparing(MethodChange::own)
            .thenComparingDouble(method -> Math.abs(method.share()))
            .reversed());
    return changes;
  }

  private static String within(
      MethodSums sums, Owned owner, double change, SliceAmounts.SampleWeight each) {
    double self = change(sums.self(owner.method()), each);
    return Math.abs(self) >= Math.abs(change) / 2
        ? null
        : sums.within(owner, inside -> Math.signum(change) * change(inside, each));
  }

  private static double change(SliceAmounts samples, SliceAmounts.SampleWeight each) {
    return samples.sum(true) * each.candidate() - samples.sum(false) * each.baseline();
  }

  /**
   * Returns the standard error of a change. In each build, the function's samples are a binomial
   * share of all samples.
   */
  private static double error(
      SliceAmounts samples, SliceAmounts all, SliceAmounts.SampleWeight each) {
    double sum = 0;
    for (boolean ofCandidate : new boolean[] {false, true}) {
      double share = (samples.sum(ofCandidate) + 1) / (all.sum(ofCandidate) + 2);
      double variance = all.sum(ofCandidate) * share * (1 - share);
      sum += variance * each.of(ofCandidate) * each.of(ofCandidate);
    }
    return Math.sqrt(sum);
  }
}
