package io.perfline.deploy.server;

import io.perfline.core.command.Fault;
import io.perfline.deploy.process.Ports;
import io.perfline.deploy.process.Secret;
import java.util.Map;

/**
 * The settings of a Tomcat.
 *
 * @param port the HTTP port; 0 for a free one
 * @param user the user of the manager, who has only the role {@code manager-script}
 * @param password the password of this user
 * @param heapMib the maximum heap size in MiB
 * @param variables the environment variables of the process, such as the recorder's settings
 */
public record TomcatSettings(
    TomcatVersion version,
    int port,
    String user,
    String password,
    int heapMib,
    Map<String, String> variables) {

  public TomcatSettings {
    variables = Map.copyOf(variables);
    if (!user.matches("[A-Za-z0-9._-]+")) {
      throw new IllegalArgumentException("no user name: " + user);
    }
  }

  /** Returns Tomcat 7 on a free port with a generated password and a heap of 256 MiB. */
  public static TomcatSettings defaults() {
    return new TomcatSettings(TomcatVersion.V7, 0, "perf", Secret.generate(), 256, Map.of());
  }

  /**
   * Returns the defaults with the heap size from {@code environment}, and the version from {@code
   * environment} or, if it is not set there, from {@code service}.
   *
   * @throws Fault (exit code 2) if the heap size or version is invalid
   */
  public static TomcatSettings of(Map<String, String> environment, HostedService service) {
    String defaultVersion = service.tomcatVersion() == null ? "" : service.tomcatVersion();
    String named = environment.getOrDefault(TomcatPart.VERSION, "");
    String version = named.isEmpty() ? defaultVersion : named;
    String heap = environment.getOrDefault("PERF_TOMCAT_HEAP_MIB", "");
    if (!heap.isEmpty() && !heap.matches("[1-9]\\d{1,5}")) {
      throw Fault.configuration("PERF_TOMCAT_HEAP_MIB must be a number of MiB, not '" + heap + "'");
    }
    TomcatSettings settings =
        version.isEmpty() ? defaults() : defaults().withVersion(TomcatVersion.of(version));
    return heap.isEmpty() ? settings : settings.withHeapMib(Integer.parseInt(heap));
  }

  public TomcatSettings withVersion(TomcatVersion version) {
    return new TomcatSettings(version, port, user, password, heapMib, variables);
  }

  /** Returns these settings with other environment variables. */
  public TomcatSettings withVariables(Map<String, String> variables) {
    return new TomcatSettings(version, port, user, password, heapMib, variables);
  }

  public TomcatSettings withPort(int port) {
    return new TomcatSettings(version, port, user, password, heapMib, variables);
  }

  public TomcatSettings withHeapMib(int heapMib) {
    return new TomcatSettings(version, port, user, password, heapMib, variables);
  }

  TomcatSettings withPortChosen() {
    return withPort(Ports.orFree(port));
  }

  /** Omits the password and the values of the variables. */
  @Override
  public String toString() {
    return "TomcatSettings[version=%s, port=%d, user=%s, heapMib=%d, variables=%s]"
        .formatted(version.number(), port, user, heapMib, variables.keySet());
  }
}
