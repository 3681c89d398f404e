package io.perfline.sims.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.sims.driver.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;

/** Sends requests of an open model with virtual time; each is answered before the next one. */
class ConnectionSenderTest {

  private static final long MILLI = 1_000_000;

  private final VirtualTicker ticker = new VirtualTicker();
  private final long begin = ticker.now();
  private final MeasuredPeriod period = new MeasuredPeriod(begin, begin, begin + 1000 * MILLI);
  private final InFlightRequests inFlight = new InFlightRequests(ticker, 4, true);
  private final List<Long> sent = new ArrayList<>();

  private void send(long everyMillis, LongConsumer connection) {
    inFlight.plan(period);
    Connection answering =
        new Connection() {
          @Override
          public void send(long request) {
            sent.add((ticker.now() - begin) / MILLI);
            connection.accept(request);
            inFlight.succeeded(request, 1, 1);
          }

          @Override
          public void close() {
            // nothing is open
          }
        };
    Load.Schedule schedule = Load.Schedule.constant(n -> n * everyMillis * MILLI, n -> n);
    new ConnectionSender(ticker, period, inFlight, answering, schedule, Duration.ofMillis(400))
        .run();
  }

  @Test
  void sendsUntilTheEndOfAPeriodThatIsMovedShortlyBeforeIt() {
    ticker.at(begin + 900 * MILLI, () -> period.moveTo(begin + 900 * MILLI));

    send(600, request -> {});

    assertThat(sent).containsExactly(0L, 600L, 1200L, 1800L);
  }

  @Test
  void overdueRequestsAreUnsentAfterTheGracePeriodEvenIfTheConnectionIsFree() {
    send(10, request -> ticker.parkUntil(ticker.now() + 100 * MILLI));

    assertThat(sent).hasSize(14);
    assertThat(inFlight.tally().take().errors().get(InFlightRequests.UNSENT)).isEqualTo(86L);
  }
}
