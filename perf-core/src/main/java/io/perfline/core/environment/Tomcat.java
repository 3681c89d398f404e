package io.perfline.core.environment;

import java.net.URI;

/**
 * Where a WAR is deployed.
 *
 * @param manager the manager's text interface, {@code http://host:port/manager/text}
 * @param user a user with the role {@code manager-script}
 */
public record Tomcat(URI manager, String user, String password) {

  /** Without the password. */
  @Override
  public String toString() {
    return "Tomcat[manager=%s, user=%s, password=***]".formatted(manager, user);
  }
}
