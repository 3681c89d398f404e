package io.perfline.sims.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InFlightRequestsTest {

  private static final int WARM_UP = 200_000;
  private static final int COUNTED = 200_000;

  private final InFlightRequests openModel = new InFlightRequests(Ticker.system(), 64, true);
  private final InFlightRequests closed = new InFlightRequests(Ticker.system(), 64, false);

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void doesNotAllocatePerMessage(boolean open) {
    InFlightRequests inFlight = open ? openModel : closed;
    long now = System.nanoTime();
    inFlight.plan(new MeasuredPeriod(now, now, now + 600_000_000_000L));
    exchange(inFlight, open, WARM_UP);

    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    exchange(inFlight, open, COUNTED);
    long allocated = threads.getCurrentThreadAllocatedBytes() - before;

    // A pause may let a histogram grow once or twice, but a byte per message would be far more.
    assertThat(allocated).isLessThan(COUNTED);
    assertThat(inFlight.acknowledged()).isEqualTo(WARM_UP + COUNTED);
    assertThat(inFlight.idle()).isTrue();
  }

  /** A service that hangs from the warm-up on answers no request of the measured period. */
  @Test
  void aRequestThatOutlastsTheMeasurementCounts() {
    VirtualTicker ticker = new VirtualTicker();
    InFlightRequests requests = new InFlightRequests(ticker, 4, false);
    long begin = ticker.now();
    requests.plan(new MeasuredPeriod(begin, begin + 100, begin + 200));
    long timedOut = requests.begin();
    long answeredInside = requests.begin();
    long answeredAfter = requests.begin();
    ticker.parkUntil(begin + 150);
    requests.failed(timedOut, InFlightRequests.TIMEOUT);
    requests.succeeded(answeredInside, 1, 0);
    ticker.parkUntil(begin + 210);
    requests.succeeded(answeredAfter, 1, 0);

    CountedInterval counted = requests.tally().take();
    assertThat(counted.errors()).containsExactly(Map.entry(InFlightRequests.TIMEOUT, 1L));
    assertThat(counted.requests()).isOne();
  }

  @Test
  void theFirstExchangeStartsWhenTheRequestWasDue() {
    VirtualTicker ticker = new VirtualTicker();
    InFlightRequests requests = new InFlightRequests(ticker, 1, true);
    long begin = ticker.now();
    requests.plan(new MeasuredPeriod(begin, begin, begin + 100_000_000));
    long request = requests.begin(begin + 1_000_000, begin + 3_000_000);
    ticker.parkUntil(begin + 9_000_000);
    requests.partEnded(request, 4, 2_000_000, null);
    requests.partEnded(request, 5, 2_000_000, null);

    CountedInterval counted = requests.tally().take();
    assertThat(counted.parts().get(4).response().getMaxValue()).isBetween(7_990L, 8_010L);
    assertThat(counted.parts().get(5).response().getMaxValue()).isBetween(1_990L, 2_010L);
  }

  private static void exchange(InFlightRequests inFlight, boolean open, int count) {
    for (int i = 0; i < count; i++) {
      long request = open ? inFlight.begin(System.nanoTime(), System.nanoTime()) : inFlight.begin();
      inFlight.succeeded(request, 1, 100);
    }
  }
}
