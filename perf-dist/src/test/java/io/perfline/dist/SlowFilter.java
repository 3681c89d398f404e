package io.perfline.dist;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.servlet.Filter;
import javax.servlet.FilterChain;
import javax.servlet.FilterConfig;
import javax.servlet.ServletException;
import javax.servlet.ServletRequest;
import javax.servlet.ServletResponse;

/** A filter that makes a WAR slower in tests. */
public final class SlowFilter implements Filter {

  @Override
  public void init(FilterConfig config) {
    // No settings.
  }

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(60));
    chain.doFilter(request, response);
  }

  @Override
  public void destroy() {
    // Nothing to release.
  }
}
