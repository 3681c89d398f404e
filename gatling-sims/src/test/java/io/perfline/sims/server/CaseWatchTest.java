package io.perfline.sims.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Generator;
import io.perfline.core.run.ServerCost;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;

class CaseWatchTest {

  private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");

  private Instant now = BEGIN;

  private final Clock clock =
      new Clock() {
        @Override
        public ZoneId getZone() {
          return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
          return this;
        }

        @Override
        public Instant instant() {
          return now;
        }
      };

  /** Uses 100 µs of CPU and allocates 1,000 bytes per second. */
  private final CostMeter steady =
      new CostMeter() {
        @Override
        public CostReading read() {
          double seconds = now.getEpochSecond() - BEGIN.getEpochSecond();
          return new CostReading(100 * seconds, 1000 * seconds, 300 * seconds);
        }

        @Override
        public String source() {
          return "a test";
        }

        @Override
        public void close() {}
      };

  @Test
  void countsOnlyTheMeasuredTime() {
    CaseWatch watch = new CaseWatch(steady, new ForeignCpu(List::of), clock);
    for (int second = 1; second <= 20; second++) {
      now = BEGIN.plusSeconds(second);
      watch.tick();
    }

    CaseResult seen = watch.withResources(measured(5, 15));

    assertThat(watch.partWithResources(measured(5, 15)).server())
        .as("the cost of other requests")
        .isNull();
    assertThat(seen.server().cpuUs()).isCloseTo(1000, Assertions.within(1e-6));
    assertThat(seen.server().allocatedBytes()).isCloseTo(10_000, Assertions.within(1e-6));
    assertThat(seen.server().cpuTotalUs()).isCloseTo(3000, Assertions.within(1e-6));
    assertThat(seen.server().source()).isEqualTo("a test");
    assertThat(seen.generator().foreignCpu()).isBetween(0.0, 1.0);
  }

  @Test
  void keepsFiguresOfTheCaseItselfAndReportsNoneWithoutLoad() {
    CaseWatch watch = new CaseWatch(steady, new ForeignCpu(List::of), clock);
    now = BEGIN.plusSeconds(10);
    ServerCost known = new ServerCost(1.0, null, null, "known");
    CaseResult idle = measured(3, 3);

    assertThat(watch.withResources(measured(1, 2).with(known)).server()).isEqualTo(known);
    assertThat(watch.withResources(idle)).isEqualTo(idle);
  }

  private static CaseResult measured(int from, int until) {
    return CaseResult.of("http/record", "recorder")
        .withPeriod(BEGIN.plusSeconds(from), BEGIN.plusSeconds(until), 0)
        .withGenerator(new Generator(0.1, null, 1, 1));
  }
}
