package io.perfline.sims.gatling.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.perfline.core.run.PageGoal;
import io.perfline.sims.engine.Shard;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HttpLoadTest {

  private static final URI RECORDER = URI.create("http://localhost:8080/recorder/");
  private static final Duration SECOND = Duration.ofSeconds(1);

  private static final CapacityPlan CAPACITY =
      new CapacityPlan(3, Duration.ofSeconds(4), 7, new PageGoal(0.9, 1500, 0.02, 0.99));

  @TempDir Path folder;

  @Test
  void isTransferredCompletelyToGatlingsJvm() throws Exception {
    Path file = folder.resolve("load.json");
    List<HttpLoad> loads =
        List.of(
            HttpLoads.record(RECORDER, 33.5, 1000, SECOND, SECOND, SECOND),
            browse(3, 7, 9),
            HttpLoads.mixed(RECORDER, 5, 0, 2, SECOND, Duration.ZERO, SECOND, SECOND));
    for (HttpLoad load : loads) {
      Handover.write(file, load);
      System.setProperty(Handover.PROPERTY, file.toString());
      try {
        assertThat(Handover.load()).isEqualTo(load);
      } finally {
        System.clearProperty(Handover.PROPERTY);
      }
    }
  }

  @Test
  void refusesInvalidLoads() {
    assertThatThrownBy(() -> HttpLoads.record(RECORDER, 0, 1, SECOND, SECOND, SECOND))
        .hasMessageContaining("rate: above 0");
    assertThatThrownBy(
            () -> HttpLoads.record(RECORDER, 1, 1, SECOND, Duration.ofMillis(1500), SECOND))
        .hasMessageContaining("duration: whole seconds");
    assertThatThrownBy(() -> browse(3, 3)).hasMessageContaining("rising");
    assertThatThrownBy(() -> browse()).hasMessageContaining("users");
    assertThatThrownBy(() -> new CapacityPlan(1, SECOND, 1, CAPACITY.goal()))
        .hasMessageContaining("hold: at least 2 s");
    assertThatThrownBy(() -> new CapacityPlan(1, SECOND, 0, CAPACITY.goal()))
        .hasMessageContaining("pages: 1 or more");
    assertThatThrownBy(
            () -> new CapacityPlan(1, SECOND.multipliedBy(9), 1, new PageGoal(1.2, 1, 0.1, 0.9)))
        .hasMessageContaining("between 0 and 100 %");
  }

  @Test
  void allShardsTogetherAreTheWholeLoad() {
    double rate = 0;
    for (int index = 0; index < 3; index++) {
      Shard shard = new Shard(index, 3, Instant.EPOCH);
      rate += HttpLoads.record(RECORDER, 200, 100, SECOND, SECOND, SECOND, shard).ownRate();
    }
    assertThat(rate).isEqualTo(200);
  }

  private static HttpLoad browse(Integer... users) {
    return HttpLoads.browse(
        RECORDER, List.of(users), SECOND, SECOND, SECOND.multipliedBy(12), SECOND, CAPACITY);
  }
}
