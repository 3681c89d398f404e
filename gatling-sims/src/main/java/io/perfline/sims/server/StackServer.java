package io.perfline.sims.server;

import io.perfline.core.environment.Environment;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** A server of an environment that is the local stack's. */
public final class StackServer {

  private StackServer() {}

  /**
   * Its process: that of the stack's part whose port the environment file takes from the stack's
   * variable. Empty when the environment's is another.
   *
   * @param servers the processes of the local stack, by the parts' names
   * @param part such as {@code tomcat}
   */
  public static Optional<ProcessHandle> of(
      Environment environment, Map<String, ProcessHandle> servers, String part) {
    String port = "PERF_%s_PORT".formatted(part.toUpperCase(Locale.ROOT));
    return Optional.ofNullable(servers.get(part))
        .filter(there -> environment.variables().contains(port));
  }
}
