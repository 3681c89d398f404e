package io.perfline.sims.run;

import java.util.Locale;

/** How a service is ended. */
enum ShutdownMethod {
  /** Its process is asked to end, as a container's engine or Jenkins does. */
  SIGTERM,
  /** Tomcat's manager takes it out of the Tomcat, which lives on. */
  UNDEPLOY,
  /** Tomcat's manager puts the same WAR in its place. */
  REDEPLOY;

  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  static ShutdownMethod of(String word) {
    return valueOf(word.toUpperCase(Locale.ROOT));
  }

  /** Returns whether its server continues to run, so that late requests get an answer too. */
  boolean serverStays() {
    return this != SIGTERM;
  }
}
