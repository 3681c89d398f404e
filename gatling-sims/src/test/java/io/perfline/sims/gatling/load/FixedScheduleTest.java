package io.perfline.sims.gatling.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.perfline.sims.gatling.load.LevelSchedule.FixedSchedule;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class FixedScheduleTest {

  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final CapacityPlan CAPACITY =
      new CapacityPlan(3, SECOND.multipliedBy(4), 7, CapacityPlan.DEFAULT.goal());

  @Test
  void dividesItsTimeAmongTheLevels() {
    FixedSchedule schedule = new FixedSchedule(browse(3, 7, 9));

    assertThat(schedule.countsFrom(0)).isEqualTo(1);
    assertThat(schedule.countsUntil(0)).isEqualTo(5);
    assertThat(schedule.riseAt(1)).isEqualTo(5);
    assertThat(schedule.countsFrom(1)).isEqualTo(6);
    assertThat(schedule.countsUntil(2)).isEqualTo(13);
  }

  @Test
  void refusesLevelsWithoutTime() {
    assertThatThrownBy(() -> new FixedSchedule(browse(1, 2, 3, 4, 5, 6, 7)))
        .hasMessageContaining("7 levels of users in 12 s");
  }

  private static HttpLoad browse(Integer... users) {
    return HttpLoads.browse(
        URI.create("http://localhost/"),
        List.of(users),
        SECOND,
        SECOND,
        SECOND.multipliedBy(12),
        SECOND,
        CAPACITY);
  }
}
