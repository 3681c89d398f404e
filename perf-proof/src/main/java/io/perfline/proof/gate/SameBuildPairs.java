package io.perfline.proof.gate;

import io.perfline.core.run.FlightRecordings;
import io.perfline.core.run.JfrCase;
import io.perfline.core.run.JfrSlice;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;

/** What was recorded of one build, as if it were of two: nothing is to be named of it. */
final class SameBuildPairs {

  private SameBuildPairs() {}

  /**
   * @param run that was recorded, of one case
   * @param candidate of which of its builds
   * @param into folder of a run that has nothing else
   */
  static void write(Path run, boolean candidate, Path into) {
    FlightRecordings read = FlightRecordings.readIfThere(run).orElseThrow();
    JfrCase whole = read.cases().get(0);
    Path files = FlightRecordings.folder(run).toAbsolutePath();
    JfrCase half =
        new JfrCase(
            whole.name(),
            whole.files().stream().map(file -> files.resolve(file).toString()).toList(),
            pairs(whole.slices(), candidate),
            whole.problem());
    new FlightRecordings(read.schema(), read.ownPackages(), List.of(half)).write(into);
  }

  /** Those alike that follow each other are a pair; which comes first takes turns. */
  static List<JfrSlice> pairs(List<JfrSlice> slices, boolean candidate) {
    Collection<List<JfrSlice>> alike =
        slices.stream()
            .filter(slice -> slice.candidate() == candidate)
            .collect(
                Collectors.groupingBy(
                    slice -> List.of(slice.deployment(), slice.detailed()),
                    LinkedHashMap::new,
                    Collectors.toList()))
            .values();
    List<JfrSlice> pairs = new ArrayList<>();
    for (List<JfrSlice> same : alike) {
      for (int i = 0; i < same.size() / 2 * 2; i++) {
        pairs.add(as((i + 1) / 2 % 2 == 0, same.get(i)));
      }
    }
    return pairs;
  }

  private static JfrSlice as(boolean candidate, JfrSlice slice) {
    return new JfrSlice(
        slice.deployment(),
        candidate,
        slice.start(),
        slice.end(),
        slice.messages(),
        slice.meanTimeUs(),
        slice.cpuUs(),
        slice.allocatedBytes(),
        slice.detailed());
  }
}
