package io.perfline.recorder.app;

import java.io.IOException;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/** {@code /metrics}: all counters, as Prometheus text. */
final class MetricsServlet extends HttpServlet {

  private final transient RecorderMetrics metrics;

  MetricsServlet(RecorderMetrics metrics) {
    this.metrics = metrics;
  }

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    response.setContentType(RecorderMetrics.CONTENT_TYPE);
    response.setHeader("Cache-Control", "no-store");
    metrics.write(response.getOutputStream());
  }
}
