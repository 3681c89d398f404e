package io.perfline.proof.slowed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import javax.servlet.FilterChain;
import javax.servlet.FilterConfig;
import javax.servlet.ServletException;
import javax.servlet.http.HttpServletRequest;
import org.junit.jupiter.api.Test;

class SlowedFilterTest {

  private static final long MILLI = 1_000_000;

  private final SlowedFilter filter = new SlowedFilter();
  private final AtomicInteger passed = new AtomicInteger();

  @Test
  void holdsEverySecondRequestForAsLongAsItIsTold() throws Exception {
    filter.init(config(Map.of("one_in", "2", "delay_ms", "200")));

    long first = nanos("POST", (request, response) -> passed.incrementAndGet());
    long second = nanos("POST", (request, response) -> passed.incrementAndGet());

    assertThat(second).isGreaterThanOrEqualTo(200 * MILLI).isGreaterThan(first);
    assertThat(passed).hasValue(2);
  }

  @Test
  void takesAShareOfTheServiceTimeMore() throws Exception {
    filter.init(config(Map.of("service_percent", "1000")));
    FilterChain slow = (request, response) -> LockSupport.parkNanos(20 * MILLI);

    nanos("POST", slow);

    assertThat(nanos("POST", (request, response) -> {})).isGreaterThanOrEqualTo(200 * MILLI);
  }

  @Test
  void shortDelaysAddUpToWhatWasAskedFor() {
    Delay delay = new Delay();
    long begin = System.nanoTime();

    for (int i = 0; i < 1000; i++) {
      delay.ofNanos(MILLI / 50);
    }

    assertThat(System.nanoTime() - begin).isGreaterThanOrEqualTo(20 * MILLI);
  }

  @Test
  void leavesReadersAlone() throws Exception {
    filter.init(config(Map.of("one_in", "1", "delay_ms", "60000")));

    nanos("GET", (request, response) -> passed.incrementAndGet());

    assertThat(passed).hasValue(1);
  }

  @Test
  void refusesAParameterThatIsNoNumber() {
    assertThatThrownBy(() -> filter.init(config(Map.of("one_in", "often"))))
        .isInstanceOf(ServletException.class);
  }

  private long nanos(String method, FilterChain chain) throws Exception {
    long begin = System.nanoTime();
    filter.doFilter(request(method), null, chain);
    return System.nanoTime() - begin;
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
