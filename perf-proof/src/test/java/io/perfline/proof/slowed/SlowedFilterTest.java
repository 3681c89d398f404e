package io.perfline.proof.slowed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import javax.servlet.FilterChain;
import javax.servlet.FilterConfig;
import javax.servlet.ServletException;
import javax.servlet.http.HttpServletRequest;
import org.junit.jupiter.api.Test;

class SlowedFilterTest {

  private static final long MILLI = 1_000_000;

  /** Each park takes a millisecond too long, as a scheduler's do. */
  private static final long LATE = MILLI;

  private long now = 5_000 * MILLI;
  private final SlowedFilter filter = new SlowedFilter(() -> now, this::park);
  private final AtomicInteger passed = new AtomicInteger();

  @Test
  void holdsEverySecondRequestForAsLongAsItIsTold() throws Exception {
    filter.init(config(Map.of("one_in", "2", "delay_ms", "200")));

    long first = nanos("POST", (request, response) -> passed.incrementAndGet());
    long second = nanos("POST", (request, response) -> passed.incrementAndGet());

    assertThat(first).isZero();
    assertThat(second).isEqualTo(200 * MILLI + LATE);
    assertThat(passed).hasValue(2);
  }

  @Test
  void takesAShareOfTheServiceTimeMore() throws Exception {
    filter.init(config(Map.of("service_percent", "1000")));
    FilterChain slow = (request, response) -> now += 20 * MILLI;

    nanos("POST", slow);

    assertThat(nanos("POST", (request, response) -> {})).isEqualTo(200 * MILLI + LATE);
  }

  @Test
  void shortDelaysAddUpToWhatWasAskedFor() {
    Delay delay = new Delay(() -> now, this::park);
    long start = now;

    for (int i = 0; i < 1000; i++) {
      delay.ofNanos(MILLI / 50);
    }

    assertThat(now - start).isBetween(20 * MILLI, 20 * MILLI + LATE);
  }

  @Test
  void leavesReadersAlone() throws Exception {
    filter.init(config(Map.of("one_in", "1", "delay_ms", "60000")));

    assertThat(nanos("GET", (request, response) -> passed.incrementAndGet())).isZero();

    assertThat(passed).hasValue(1);
  }

  @Test
  void refusesAParameterThatIsNoNumber() {
    assertThatThrownBy(() -> filter.init(config(Map.of("one_in", "often"))))
        .isInstanceOf(ServletException.class);
  }

  private long nanos(String method, FilterChain chain) throws Exception {
    long start = now;
    filter.doFilter(request(method), null, chain);
    return now - start;
  }

  private void park(long nanos) {
    now += nanos + LATE;
  }

  private static HttpServletRequest request(String method) {
    return proxy(
        HttpServletRequest.class, Map.of("getMethod", method, "isAsyncStarted", Boolean.FALSE));
  }

  private static FilterConfig config(Map<String, String> parameters) {
    return (FilterConfig)
        Proxy.newProxyInstance(
            SlowedFilterTest.class.getClassLoader(),
            new Class<?>[] {FilterConfig.class},
            (self, method, arguments) -> parameters.get((String) arguments[0]));
  }

  private static <T> T proxy(Class<T> type, Map<String, Object> answers) {
    return type.cast(
        Proxy.newProxyInstance(
            SlowedFilterTest.class.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) -> answers.get(method.getName())));
  }
}
