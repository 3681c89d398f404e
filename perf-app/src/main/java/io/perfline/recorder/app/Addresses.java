package io.perfline.recorder.app;

import io.perfline.recorder.core.JsonFactories;
import io.perfline.recorder.core.RecorderSettings;
import io.perfline.recorder.core.RecorderSettings.Who;
import io.perfline.recorder.ingress.http.AccessControl;
import io.perfline.recorder.ingress.http.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.EnumSet;
import java.util.Properties;
import javax.servlet.DispatcherType;
import javax.servlet.RequestDispatcher;
import javax.servlet.Servlet;
import javax.servlet.ServletContext;
import javax.servlet.ServletRegistration;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/** Registers the servlet of each address and the senders that may use it. */
final class Addresses {

  private static final String VERSION_FILE = "/version.properties";

  /** The address of the error page in {@code web.xml}. */
  private static final String ERROR = "/error";

  private final ServletContext context;
  private final RecorderSettings.Access who;
  private final Application application;
  private final AccessControl access;
  private final Properties build = new Properties();

  Addresses(ServletContext context, RecorderSettings settings, Application application) {
    this.context = context;
    this.who = settings.access();
    this.application = application;
    this.access = new AccessControl(who.token());
    try (InputStream in = Addresses.class.getResourceAsStream(VERSION_FILE)) {
      if (in == null) {
        throw new IllegalStateException(
            VERSION_FILE + " is missing: build the application with ./mvnw");
      }
      build.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException("reading " + VERSION_FILE, e);
    }
  }

  void register() {
    servlet("recordings", application.recordings(access), "/virtual-services/*");
    servlet("health", gets(this::health), "/health", "/health/*");
    guard("health-access", who.health(), "/health", "/health/*");
    String version = build("git.build.version");
    String commit = build("git.commit.id.full");
    boolean dirty = Boolean.parseBoolean(build("git.dirty"));
    servlet("version", gets((in, out) -> version(out, version, commit, dirty)), "/version");
    guard("version-access", who.version(), "/version");
    servlet("metrics", gets(this::metrics), "/metrics");
    guard("metrics-access", who.metrics(), "/metrics");
    servlet("pages", application.pages(access), "", "/services/*");
    servlet("error", new ErrorServlet(), ERROR);
    guard("assets-access", who.read(), "/assets/*");
  }

  private String build(String key) {
    String value = build.getProperty(key);
    if (value == null) {
      throw new IllegalStateException(VERSION_FILE + " has no " + key);
    }
    return value;
  }

  private void servlet(String name, Servlet servlet, String... addresses) {
    ServletRegistration.Dynamic added = context.addServlet(name, servlet);
    added.setAsyncSupported(true);
    added.addMapping(addresses);
  }

  private void guard(String name, Who allowed, String... addresses) {
    var added = context.addFilter(name, access.filter(allowed));
    added.setAsyncSupported(true);
    added.addMappingForUrlPatterns(EnumSet.of(DispatcherType.REQUEST), true, addresses);
  }

  private interface Answer {
    void send(HttpServletRequest request, HttpServletResponse response) throws IOException;
  }

  private static HttpServlet gets(Answer answer) {
    return new HttpServlet() {
      @Override
      protected void doGet(HttpServletRequest request, HttpServletResponse response)
          throws IOException {
        response.setHeader("Cache-Control", "no-store");
        answer.send(request, response);
      }
    };
  }

  private void metrics(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    response.setContentType(RecorderMetrics.CONTENT_TYPE);
    application.metrics().write(response.getOutputStream());
  }

  /**
   * Answers {@code /health} with the state of each part, always with status 200. {@code
   * /health/ready}, for load balancers, sends the same body, but with status 503 while a part is
   * not ready.
   */
  private void health(HttpServletRequest request, HttpServletResponse response) throws IOException {
    HealthReport health = application.health();
    boolean ready = health.parts().stream().allMatch(HealthReport.Part::ready);
    String path = request.getPathInfo();
    boolean isReadiness = "/ready".equals(path);
    if (path != null && !isReadiness) {
      response.sendError(HttpServletResponse.SC_NOT_FOUND);
      return;
    }
    response.setStatus(isReadiness && !ready ? HttpServletResponse.SC_SERVICE_UNAVAILABLE : 200);
    response.setContentType("application/json");
    JsonFactories.write(
        response.getOutputStream(),
        json -> {
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
        });
  }

  /**
   * Answers {@code /version} with the build and the current time, in milliseconds since the epoch.
   */
  private static void version(
      HttpServletResponse response, String version, String commit, boolean dirty)
      throws IOException {
    response.setContentType("application/json");
    JsonFactories.write(
        response.getOutputStream(),
        json -> {
          json.writeStringField("name", "recorder");
          json.writeStringField("version", version);
          json.writeStringField("commit", commit);
          json.writeBooleanField("dirty", dirty);
          json.writeNumberField("time", System.currentTimeMillis());
        });
  }

  /**
   * Sends the server's own errors, such as an unknown address, in the format of all other problems:
   * without the server's name and version, and without a stack trace.
   */
  private static final class ErrorServlet extends HttpServlet {

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      Object code = request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE);
      int status = code instanceof Integer number ? number : 404;
      Problem problem =
          switch (status) {
            case 404 -> Problem.notFound("there is nothing at this address");
            case 405 -> new Problem(405, "Method Not Allowed", "this can't be done here");
            case 500 -> new Problem(500, "Internal Server Error", "see the recorder's log");
            default -> new Problem(status, "Error", "the server has refused the request");
          };
      problem.send(request, response);
    }
  }
}
