package io.perfline.sims.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InFlightRequestsTest {

  private static final int WARM_UP = 200_000;
  private static final int COUNTED = 200_000;

  private final InFlightRequests openModel = new InFlightRequests(Ticker.system(), 64, true);
  private final InFlightRequests closed = new InFlightRequests(Ticker.system(), 64, false);

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void makesNoGarbagePerMessage(boolean open) {
    InFlightRequests inFlight = open ? openModel : closed;
    long now = System.nanoTime();
    inFlight.plan(new MeasuredPeriod(now, now, now + 600_000_000_000L));
    exchange(inFlight, open, WARM_UP);

    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    exchange(inFlight, open, COUNTED);
    long allocated = threads.getCurrentThreadAllocatedBytes() - before;

    // A histogram may grow once or twice when a pause makes it; a byte a message would be far more.
    assertThat(allocated).isLessThan(COUNTED);
    assertThat(inFlight.acknowledged()).isEqualTo(WARM_UP + COUNTED);
    assertThat(inFlight.idle()).isTrue();
  }

  private static void exchange(InFlightRequests inFlight, boolean open, int count) {
    for (int i = 0; i < count; i++) {
      long request = open ? inFlight.begin(System.nanoTime(), System.nanoTime()) : inFlight.begin();
      inFlight.succeeded(request, 1, 100);
    }
  }
}
