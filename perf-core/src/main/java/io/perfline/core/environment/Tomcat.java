package io.perfline.core.environment;

import io.perfline.core.yaml.Key;
import java.net.URI;

/** The section {@code tomcat}: the Tomcat to which WARs are deployed. */
public record Tomcat(
    @Key(
            value = "Sets the URL of Tomcat's manager, such as http://127.0.0.1:8080/manager/text.",
            required = true)
        URI manager,
    @Key(value = "Names a Tomcat user with the role manager-script.", required = true) String user,
    @Key(value = "Sets the password of the user.", required = true) String password) {

  /** Omits the password. */
  @Override
  public String toString() {
    return "Tomcat[manager=%s, user=%s, password=***]".formatted(manager, user);
  }
}
