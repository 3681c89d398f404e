package io.perfline.sims.gatling;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.run.LogEvent;
import io.perfline.core.run.Received;
import io.perfline.core.run.WarmUpRequests;
import io.perfline.sims.gatling.load.HttpLoad;
import io.perfline.sims.gatling.load.HttpLoads;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SteadyTallyTest {

  private static final long T0 = 1_000_000;
  private static final HttpLoad LOAD =
      HttpLoads.record(
          URI.create("http://localhost/"),
          2,
          10,
          Duration.ofSeconds(1),
          Duration.ofSeconds(2),
          Duration.ofSeconds(5));

  private final SteadyTally tally = new SteadyTally(LOAD);

  @Test
  void leavesTheWarmUpOut() {
    users();
    for (int at = 0; at < 3000; at += 500) {
      request(at, 20, true);
    }

    CountedLoad counted = tally.count();

    assertThat(counted.problems()).isEmpty();
    assertThat(counted.from()).isEqualTo(T0 + 1000);
    assertThat(counted.until()).isEqualTo(T0 + 3000);
    assertThat(counted.total().requests()).isEqualTo(4);
    assertThat(counted.total().bytes()).isEqualTo(40);
    assertThat(counted.acknowledged()).isEqualTo(6);
    assertThat(counted.seconds())
        .extracting(second -> second.counts().requests())
        .containsExactly(2L, 2L);
  }

  @Test
  void throughputIsWhatArrivesInTheMeasuredTime() {
    users();
    for (int at = 0; at < 3000; at += 500) {
      request(at, 700, at != 500);
    }

    CountedLoad counted = tally.count();

    assertThat(counted.end()).isEqualTo(T0 + 3200);
    assertThat(counted.received()).isEqualTo(new Received(3, 3, 30, 2));
    assertThat(counted.warmUp()).isEqualTo(new WarmUpRequests(1, 1));
  }

  @Test
  void aPauseOfTheGeneratorAffectsOnlyResponseTimes() {
    users();
    request(0, 20, true);
    request(500, 20, true);
    request(1000, 20, true);
    request(2300, 20, true);
    request(2300, 20, true);
    request(2500, 20, true);

    CountedLoad counted = tally.count();

    assertThat(counted.total().serviceTime().maxUs()).isBetween(20_000.0, 20_100.0);
    assertThat(counted.total().responseTime().maxUs()).isBetween(820_000.0, 821_000.0);
  }

  @Test
  void countsAResponseAfterTheEndInItsOwnSecond() {
    users();
    for (int at = 0; at < 2500; at += 500) {
      request(at, 20, true);
    }
    request(2500, 2600, true);

    CountedLoad counted = tally.count();

    assertThat(counted.lastSuccess()).isEqualTo(T0 + 5100);
    assertThat(counted.seconds())
        .extracting(second -> second.counts().requests())
        .containsExactly(2L, 1L, 0L, 0L, 1L);
    assertThat(counted.seconds())
        .as("the last second is as long as something came back in it")
        .extracting(SecondTally::seconds)
        .containsExactly(1.0, 1.0, 1.0, 1.0, 0.101);
  }

  @Test
  void countsFailuresAndUnsentRequests() {
    users();
    for (int at = 0; at < 3000; at += 500) {
      request(at, 20, at != 1500);
    }
    tally.add(new LogEvent.Crash("record: no", T0 + 1200));

    CountedLoad counted = tally.count();

    assertThat(counted.total().errors()).isEqualTo(Map.of("status 503", 1L, "not sent", 1L));
    assertThat(counted.seconds())
        .extracting(second -> second.counts().errorCount())
        .containsExactly(2L, 0L);
  }

  @Test
  void rejectsALogWithoutRequestsOrEndsOfUsers() {
    tally.add(new LogEvent.User("record", true, T0));
    request(0, 20, true);

    CountedLoad counted = tally.count();

    assertThat(counted.problems())
        .containsExactly(
            "Gatling planned 6 requests and logged 1",
            "1 users had not ended when the event log did");
  }

  private void users() {
    for (int at = 0; at < 3000; at += 500) {
      tally.add(new LogEvent.User("record", true, T0 + at));
      tally.add(new LogEvent.User("record", false, T0 + at + 20));
    }
  }

  private void request(long at, long millis, boolean ok) {
    tally.add(
        new LogEvent.Request(
            List.of(),
            "record",
            T0 + at,
            T0 + at + millis,
            ok,
            ok ? "" : "status.find.is(201), found 503"));
  }
}
