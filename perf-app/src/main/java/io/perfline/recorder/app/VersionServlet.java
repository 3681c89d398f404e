package io.perfline.recorder.app;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.perfline.recorder.json.JsonFactories;
import java.io.IOException;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/**
 * {@code /version}: which build of the recorder this is, by its commit, and what time it has, in
 * milliseconds since the epoch.
 */
final class VersionServlet extends HttpServlet {

  private static final JsonFactory JSON = JsonFactories.create();

  private final transient Version version;

  VersionServlet(Version version) {
    this.version = version;
  }

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    response.setContentType("application/json");
    response.setHeader("Cache-Control", "no-store");
    response.setHeader("X-Content-Type-Options", "nosniff");
    try (JsonGenerator json = JSON.createGenerator(response.getOutputStream())) {
      json.writeStartObject();
      json.writeStringField("name", "recorder");
      json.writeStringField("version", version.version());
      json.writeStringField("commit", version.commit());
      json.writeBooleanField("dirty", version.dirty());
      json.writeNumberField("time", System.currentTimeMillis());
      json.writeEndObject();
    }
  }
}
