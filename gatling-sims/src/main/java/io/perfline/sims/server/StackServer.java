package io.perfline.sims.server;

import io.perfline.core.environment.Environment;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Finds the servers of an environment that belong to the local stack. */
public final class StackServer {

  private StackServer() {}

  /**
   * Returns the process of a part of the local stack, if the environment file takes the server's
   * port from the part's variable; empty if the environment uses another server.
   *
   * @param servers the processes of the local stack, by the parts' names
   * @param part its name, such as {@code tomcat}
   */
  public static Optional<ProcessHandle> of(
      Environment environment, Map<String, ProcessHandle> servers, String part) {
    String port = "PERF_%s_PORT".formatted(part.toUpperCase(Locale.ROOT));
    return Optional.ofNullable(servers.get(part))
        .filter(process -> environment.variables().contains(port));
  }
}
