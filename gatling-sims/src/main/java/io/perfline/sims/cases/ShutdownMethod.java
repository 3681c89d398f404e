package io.perfline.sims.cases;

import java.util.Locale;

/** A way of stopping a service. */
public enum ShutdownMethod {
  /** Asks the process to end, as container engines and Jenkins do. */
  SIGTERM,
  /** Undeploys the service through Tomcat's manager; Tomcat continues to run. */
  UNDEPLOY,
  /** Replaces the service with the same WAR through Tomcat's manager. */
  REDEPLOY;

  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static ShutdownMethod of(String name) {
    return valueOf(name.toUpperCase(Locale.ROOT));
  }

  /** Returns whether the server continues to run, so that late requests get a response too. */
  public boolean serverStays() {
    return this != SIGTERM;
  }
}
