package io.perfline.deploy.tomcat.app;

import javax.servlet.ServletContextEvent;
import javax.servlet.ServletContextListener;

/** Fails the start of its application. */
public final class ThrowingListener implements ServletContextListener {

  @Override
  public void contextInitialized(ServletContextEvent event) {
    throw new IllegalStateException(
        "no application today", new IllegalArgumentException("RECORDER_STORE must be known"));
  }

  @Override
  public void contextDestroyed(ServletContextEvent event) {}
}
