package io.perfline.sims.gatling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.perfline.core.run.PageGoal;
import io.perfline.sims.engine.Shard;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HttpLoadTest {

  private static final URI RECORDER = URI.create("http://localhost:8080/recorder/");
  private static final Duration SECOND = Duration.ofSeconds(1);

  private static final CapacityPlan CAPACITY =
      new CapacityPlan(3, Duration.ofSeconds(4), 7, new PageGoal(0.9, 1500, 0.02, 0.99));

  @TempDir Path folder;

  @Test
  void comesWholeToGatlingsJvm() throws Exception {
    Path file = folder.resolve("load.properties");
    List<HttpLoad> loads =
        List.of(
            HttpLoad.record(RECORDER, 33.5, 1000, SECOND, SECOND, SECOND),
            browse(3, 7, 9),
            HttpLoad.mixed(RECORDER, 5, 0, 2, SECOND, Duration.ZERO, SECOND, SECOND));
    for (HttpLoad load : loads) {
      LoadFile.write(file, load);
      System.setProperty(LoadFile.PROPERTY, file.toString());
      try {
        assertThat(LoadFile.read()).isEqualTo(load);
      } finally {
        System.clearProperty(LoadFile.PROPERTY);
      }
    }
  }

  @Test
  void refusesWhatCannotBeDriven() {
    assertThatThrownBy(() -> HttpLoad.record(RECORDER, 0, 1, SECOND, SECOND, SECOND))
        .hasMessageContaining("rate: above 0");
    assertThatThrownBy(
            () -> HttpLoad.record(RECORDER, 1, 1, SECOND, Duration.ofMillis(1500), SECOND))
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
    assertThatThrownBy(() -> new LevelPlan(browse(1, 2, 3, 4, 5, 6, 7)))
        .hasMessageContaining("7 levels of users in 12 s");
  }

  @Test
  void sharesItsTimeAmongTheLevels() {
    LevelPlan plan = new LevelPlan(browse(3, 7, 9));

    assertThat(plan.countsFrom(0)).isEqualTo(1);
    assertThat(plan.countsUntil(0)).isEqualTo(5);
    assertThat(plan.riseAt(1)).isEqualTo(5);
    assertThat(plan.countsFrom(1)).isEqualTo(6);
    assertThat(plan.countsUntil(2)).isEqualTo(13);
  }

  @Test
  void givesEveryUserOneBusinessCaseForGood() {
    for (int users = 1; users <= 100; users++) {
      List<Integer> all = new ArrayList<>();
      for (BusinessCase business : BusinessCase.values()) {
        List<Integer> visitors = business.visitors(users, Shard.WHOLE);
        assertThat(business.visitors(100, Shard.WHOLE).subList(0, visitors.size()))
            .isEqualTo(visitors);
        all.addAll(visitors);
      }
      assertThat(all).containsExactlyInAnyOrderElementsOf(numbers(users));
    }
    assertThat(BusinessCase.values())
        .extracting(business -> business.visitors(100, Shard.WHOLE).size())
        .containsExactly(50, 30, 20);
  }

  private static List<Integer> numbers(int below) {
    return IntStream.range(0, below).boxed().toList();
  }

  @Test
  void shardsOfALoadAreTheWholeLoad() {
    HttpLoad whole = HttpLoad.record(RECORDER, 200, 100, SECOND, SECOND.multipliedBy(5), SECOND);
    double rate = 0;
    int[] visitors = new int[BusinessCase.values().length];
    for (int index = 0; index < 3; index++) {
      Shard shard = new Shard(index, 3, Instant.EPOCH);
      rate += whole.with(shard).ownRate();
      for (BusinessCase business : BusinessCase.values()) {
        visitors[business.ordinal()] += business.visitors(100, shard).size();
      }
    }
    assertThat(rate).isEqualTo(200);
    assertThat(visitors).containsExactly(50, 30, 20);
  }

  @Test
  void findsLinksWhateverTheirAddressesLookLike() {
    URI page = URI.create("http://h/recorder/services/");
    UUID service = UUID.randomUUID();
    UUID recording = UUID.randomUUID();
    List<String> links =
        List.of("/about", service.toString(), "x/" + service + "/y/" + recording + "?at=1");

    assertThat(Links.service(page, links, service))
        .isEqualTo("http://h/recorder/services/" + service);
    assertThat(Links.recording(page, links)).endsWith(recording + "?at=1");
    assertThat(Links.recording(page, List.of("/about"))).isNull();
  }

  private static HttpLoad browse(Integer... users) {
    return HttpLoad.browse(
        RECORDER, List.of(users), SECOND, SECOND, SECOND.multipliedBy(12), SECOND, CAPACITY);
  }
}
