package io.perfline.core.environment;

import io.perfline.core.yaml.Key;
import java.net.URI;

/** The section {@code tomcat}: where a WAR is deployed. */
public record Tomcat(
    @Key(value = "The manager's text interface.", required = true) URI manager,
    @Key(value = "A user with the role manager-script.", required = true) String user,
    @Key(value = "The user's password.", required = true) String password) {

  /** Omits the password. */
  @Override
  public String toString() {
    return "Tomcat[manager=%s, user=%s, password=***]".formatted(manager, user);
  }
}
