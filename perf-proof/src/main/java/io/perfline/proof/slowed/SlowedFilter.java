package io.perfline.proof.slowed;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import javax.servlet.Filter;
import javax.servlet.FilterChain;
import javax.servlet.FilterConfig;
import javax.servlet.ServletException;
import javax.servlet.ServletRequest;
import javax.servlet.ServletResponse;
import javax.servlet.http.HttpServletRequest;

/**
 * Slows every POST down, before the recorder sees it. Parameters, each 0 when not given:
 *
 * <ul>
 *   <li>{@code service_percent}: share of the recorder's own service time that it takes longer
 *   <li>{@code store_calls}: calls of the store that it makes more, one after the other
 *   <li>{@code one_in} and {@code delay_ms}: every so many requests one waits so long
 * </ul>
 */
public final class SlowedFilter implements Filter {

  private final AtomicLong count = new AtomicLong();
  private final LongSupplier nanoTime;
  private final ServiceTime serviceTime;
  private final Delay delay;
  private double servicePercent;
  private int storeCalls;
  private int oneIn;
  private int delayMillis;
  private ExtraStore store;

  /** By the machine's clock. */
  public SlowedFilter() {
    this(System::nanoTime, LockSupport::parkNanos);
  }

  SlowedFilter(LongSupplier nanoTime, LongConsumer parkNanos) {
    this.nanoTime = nanoTime;
    serviceTime = new ServiceTime(nanoTime);
    delay = new Delay(nanoTime, parkNanos);
  }

  @Override
  public void init(FilterConfig config) throws ServletException {
    try {
      servicePercent = Double.parseDouble(parameter(config, "service_percent"));
      storeCalls = Integer.parseInt(parameter(config, "store_calls"));
      oneIn = Integer.parseInt(parameter(config, "one_in"));
      delayMillis = Integer.parseInt(parameter(config, "delay_ms"));
    } catch (NumberFormatException e) {
      throw new ServletException("a parameter of the slowed recorder is no number", e);
    }
    if (storeCalls > 0) {
      store = ExtraStore.open(config.getServletContext());
    }
  }

  private static String parameter(FilterConfig config, String name) {
    String value = config.getInitParameter(name);
    return value == null ? "0" : value;
  }

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    if (!"POST".equals(((HttpServletRequest) request).getMethod())) {
      chain.doFilter(request, response);
      return;
    }
    if (oneIn > 0 && count.incrementAndGet() % oneIn == 0) {
      delay.ofMillis(delayMillis);
    }
    for (int i = 0; i < storeCalls; i++) {
      store.call();
    }
    if (servicePercent > 0) {
      delay.ofNanos((long) (serviceTime.nanos() * servicePercent / 100));
    }
    long begin = nanoTime.getAsLong();
    chain.doFilter(request, response);
    serviceTime.begun(request, begin);
  }

  @Override
  public void destroy() {
    if (store != null) {
      store.close();
    }
  }
}
