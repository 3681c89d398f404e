package io.perfline.sims.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InFlightRequestsTest {

  private static final int WARM_UP = 200_000;
  private static final int COUNTED = 200_000;

  private final InFlightRequests lane = new InFlightRequests(Ticker.system(), 64, true);
  private final InFlightRequests closed = new InFlightRequests(Ticker.system(), 64, false);

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void makesNoGarbagePerMessage(boolean open) {
    InFlightRequests books = open ? lane : closed;
    long now = System.nanoTime();
    books.plan(new MeasuredPeriod(now, now, now + 600_000_000_000L));
    exchange(books, open, WARM_UP);

    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    exchange(books, open, COUNTED);
    long allocated = threads.getCurrentThreadAllocatedBytes() - before;

    // A histogram may grow once or twice when a pause makes it; a byte a message would be far more.
    assertThat(allocated).isLessThan(COUNTED);
    assertThat(books.acknowledged()).isEqualTo(WARM_UP + COUNTED);
    assertThat(books.idle()).isTrue();
  }

  private static void exchange(InFlightRequests books, boolean open, int count) {
    for (int i = 0; i < count; i++) {
      long request = open ? books.begin(System.nanoTime(), System.nanoTime()) : books.begin();
      books.succeeded(request, 1, 100);
    }
  }
}
