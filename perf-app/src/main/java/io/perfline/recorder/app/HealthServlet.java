package io.perfline.recorder.app;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.perfline.recorder.json.JsonFactories;
import java.io.IOException;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/**
 * {@code /health}: whether the recorder is alive and ready, and each of its parts by name; always
 * 200. {@code /health/ready} says the same and is 503 while not ready, for what balances load.
 */
final class HealthServlet extends HttpServlet {

  private static final JsonFactory JSON = JsonFactories.create();

  private final transient HealthReport health;

  HealthServlet(HealthReport health) {
    this.health = health;
  }

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    boolean ready = health.parts().stream().allMatch(HealthReport.Part::ready);
    String path = request.getPathInfo();
    boolean asked = "/ready".equals(path);
    if (path != null && !asked) {
      response.sendError(HttpServletResponse.SC_NOT_FOUND);
      return;
    }
    response.setStatus(asked && !ready ? HttpServletResponse.SC_SERVICE_UNAVAILABLE : 200);
    response.setContentType("application/json");
    response.setHeader("Cache-Control", "no-store");
    try (JsonGenerator json = JSON.createGenerator(response.getOutputStream())) {
      json.writeStartObject();
      json.writeBooleanField("alive", true);
      json.writeBooleanField("ready", ready);
      json.writeObjectFieldStart("parts");
      for (HealthReport.Part part : health.parts()) {
        json.writeObjectFieldStart(part.name());
        json.writeBooleanField("ready", part.ready());
        json.writeStringField("detail", part.detail());
        json.writeEndObject();
      }
      json.writeEndObject();
      json.writeEndObject();
    }
  }
}
