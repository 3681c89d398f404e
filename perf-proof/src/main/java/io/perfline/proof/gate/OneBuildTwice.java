package io.perfline.proof.gate;

import io.perfline.core.profile.FlightRecordings;
import io.perfline.core.profile.RecordedCase;
import io.perfline.core.profile.RecordedSlice;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;

/** What was recorded of one build, as if it were of two: nothing is to be named of it. */
final class OneBuildTwice {

  private OneBuildTwice() {}

  /**
   * @param run that was recorded, of one case
   * @param candidate of which of its builds
   * @param into folder of a run that has nothing else
   */
  static void write(Path run, boolean candidate, Path into) {
    FlightRecordings read = FlightRecordings.readIfThere(run).orElseThrow();
    RecordedCase whole = read.cases().get(0);
    Path files = FlightRecordings.folder(run).toAbsolutePath();
    RecordedCase half =
        new RecordedCase(
            whole.name(),
            whole.files().stream().map(file -> files.resolve(file).toString()).toList(),
            pairs(whole.slices(), candidate),
            whole.problem());
    new FlightRecordings(read.schema(), read.ownPackages(), List.of(half)).write(into);
  }

  /** Those alike that follow each other are a pair; which comes first takes turns. */
  static List<RecordedSlice> pairs(List<RecordedSlice> slices, boolean candidate) {
    Collection<List<RecordedSlice>> alike =
        slices.stream()
            .filter(one -> one.candidate() == candidate)
            .collect(
                Collectors.groupingBy(
                    one -> List.of(one.deployment(), one.detailed()),
                    LinkedHashMap::new,
                    Collectors.toList()))
            .values();
    List<RecordedSlice> pairs = new ArrayList<>();
    for (List<RecordedSlice> same : alike) {
      for (int i = 0; i < same.size() / 2 * 2; i++) {
        pairs.add(as((i + 1) / 2 % 2 == 0, same.get(i)));
      }
    }
    return pairs;
  }

  private static RecordedSlice as(boolean candidate, RecordedSlice one) {
    return new RecordedSlice(
        one.deployment(),
        candidate,
        one.start(),
        one.end(),
        one.messages(),
        one.meanTimeUs(),
        one.cpuUs(),
        one.allocatedBytes(),
        one.detailed());
  }
}
