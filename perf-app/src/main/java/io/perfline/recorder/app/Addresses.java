package io.perfline.recorder.app;

import io.perfline.recorder.ingress.http.AccessControl;
import io.perfline.recorder.ingress.http.AccessFilter;
import io.perfline.recorder.ingress.http.ErrorServlet;
import io.perfline.recorder.settings.RecorderSettings;
import io.perfline.recorder.settings.RecorderSettings.Who;
import java.util.EnumSet;
import javax.servlet.DispatcherType;
import javax.servlet.Servlet;
import javax.servlet.ServletContext;
import javax.servlet.ServletRegistration;

/** Which address answers with what, and who may ask it. */
final class Addresses {

  /** As web.xml has it. */
  private static final String ERROR = "/error";

  private final ServletContext context;
  private final RecorderSettings.Access who;
  private final Application application;
  private final AccessControl access;

  Addresses(ServletContext context, RecorderSettings settings, Application application) {
    this.context = context;
    this.who = settings.access();
    this.application = application;
    this.access = new AccessControl(who.token());
  }

  void register() {
    servlet("recordings", application.recordings(access), "/virtual-services/*");
    servlet("health", new HealthServlet(application.health()), "/health", "/health/*");
    guard("health-access", who.health(), "/health", "/health/*");
    servlet("version", new VersionServlet(), "/version");
    guard("version-access", who.version(), "/version");
    servlet("metrics", new MetricsServlet(application.metrics()), "/metrics");
    guard("metrics-access", who.metrics(), "/metrics");
    servlet("pages", application.pages(access), "", "/services/*");
    servlet("error", new ErrorServlet(), ERROR);
    guard("assets-access", who.read(), "/assets/*");
  }

  private void servlet(String name, Servlet servlet, String... addresses) {
    ServletRegistration.Dynamic added = context.addServlet(name, servlet);
    added.setAsyncSupported(true);
    added.addMapping(addresses);
  }

  private void guard(String name, Who allowed, String... addresses) {
    var added = context.addFilter(name, new AccessFilter(access, allowed));
    added.setAsyncSupported(true);
    added.addMappingForUrlPatterns(EnumSet.of(DispatcherType.REQUEST), true, addresses);
  }
}
