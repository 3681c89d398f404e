package io.perfline.sims.service;

import io.perfline.core.environment.Environment;

/** Where a service runs that perfline neither starts nor ends. */
record RemoteInstance(Environment environment) implements ServiceInstance {

  @Override
  public void run(BuildOfService build) {
    // It runs.
  }

  /** One host and port are taken for one process, such as two contexts of one Tomcat. */
  @Override
  public boolean sharesProcessWith(ServiceInstance other) {
    return url().getAuthority().equals(other.url().getAuthority());
  }

  @Override
  public String unmetered() {
    return "the service runs elsewhere, and perf.yml names no metrics of it";
  }

  @Override
  public void close() {
    // It runs on.
  }
}
