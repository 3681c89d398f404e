package io.perfline.recorder.app;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.perfline.recorder.json.JsonFactories;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/**
 * {@code /version}: which build of the recorder this is, by its commit, and what time it has, in
 * milliseconds since the epoch.
 */
final class VersionServlet extends HttpServlet {

  private static final JsonFactory JSON = JsonFactories.create();

  private static final String FILE = "/version.properties";

  private final String version;
  private final String commit;
  private final boolean dirty;

  /** Of what the build left in the application. */
  VersionServlet() {
    Properties build = new Properties();
    try (InputStream in = VersionServlet.class.getResourceAsStream(FILE)) {
      if (in == null) {
        throw new IllegalStateException(FILE + " is missing: build the application with ./mvnw");
      }
      build.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException("reading " + FILE, e);
    }
    version = get(build, "git.build.version");
    commit = get(build, "git.commit.id.full");
    dirty = Boolean.parseBoolean(get(build, "git.dirty"));
  }

  private static String get(Properties properties, String key) {
    String value = properties.getProperty(key);
    if (value == null) {
      throw new IllegalStateException(FILE + " has no " + key);
    }
    return value;
  }

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    response.setContentType("application/json");
    response.setHeader("Cache-Control", "no-store");
    try (JsonGenerator json = JSON.createGenerator(response.getOutputStream())) {
      json.writeStartObject();
      json.writeStringField("name", "recorder");
      json.writeStringField("version", version);
      json.writeStringField("commit", commit);
      json.writeBooleanField("dirty", dirty);
      json.writeNumberField("time", System.currentTimeMillis());
      json.writeEndObject();
    }
  }
}
