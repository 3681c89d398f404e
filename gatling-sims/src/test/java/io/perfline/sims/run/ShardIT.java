package io.perfline.sims.run;

import static io.perfline.sims.run.SimsHome.measured;
import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.RunFile;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests simultaneous generators, each with a shard of one load, against real servers. */
class ShardIT {

  private static final int WARM_UP_S = 1;
  private static final int DURATION_S = 5;
  private static final int RATE = 300;
  private static final int START_IN_S = 10;

  private static final String WORKLOAD =
      """
      version: 1
      driver: kryonet
      profiles:
        shared: {warm_up: %d s, duration: %d s}
      cases:
        steady:
          with: {connections: 3, rate: %d, in_flight: 10000, timeout: 60 s}
          targets: [direct]
          profiles: [shared]
      """
          .formatted(WARM_UP_S, DURATION_S, RATE);

  @TempDir Path folder;

  @Test
  void twoMergedShardsCountAsOneGeneratorDoes() throws Exception {
    try (SimsHome home = new SimsHome(folder, "kryonet", WORKLOAD, "name: shards\n")) {
      Path one = home.folder("one");
      Path other = home.folder("other");
      Path whole = home.folder("whole");
      String start = Instant.now().plusSeconds(START_IN_S).toString();
      SimsHome.together(
          () -> home.run(one, "--shard", "1/2", "--start-at", start),
          () -> home.run(other, "--shard", "2/2", "--start-at", start),
          () -> home.run(whole));

      Path merged = home.folder("merged");
      assertThat(home.perf("merge", other.toString(), one.toString(), "--out", merged.toString()))
          .isEmpty();

      assertThat(measured(one).requests()).isEqualTo(DURATION_S * RATE * 2 / 3);
      assertThat(counts(merged)).isEqualTo(counts(whole));
      assertThat(measured(merged).requests()).isEqualTo(DURATION_S * RATE);
      assertThat(measured(merged).generator().intendedRatePerS()).isEqualTo(RATE);
      assertThat(measured(merged).parameters()).isEqualTo(measured(whole).parameters());
      assertThat(RunFile.read(one).shard().clock()).hasSize(2);
    }
  }

  private static List<Object> counts(Path folder) {
    CaseResult result = measured(folder);
    return List.of(
        result.requests(),
        result.messages(),
        result.bytes(),
        result.errors(),
        result.responseTime().count());
  }
}
