package io.perfline.deploy.stack;

import io.perfline.core.command.Fault;
import java.util.Map;

/**
 * The settings of a Tomcat.
 *
 * @param version the version of Tomcat
 * @param port the HTTP port; 0 for a free one
 * @param user the user, who has only the role {@code manager-script}
 * @param heapMib most heap, in MiB
 * @param variables environment variables of the process, say the recorder's settings
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
   * Returns the defaults with the heap in the variables of a process, and the version in these or
   * else of the service.
   */
  static TomcatSettings of(Map<String, String> environment, HostedService service) {
    String usual = service.tomcatVersion() == null ? "" : service.tomcatVersion();
    String named = environment.getOrDefault(TomcatPart.VERSION, "");
    String version = named.isEmpty() ? usual : named;
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

  /** Omits the password, and of the variables the values. */
  @Override
  public String toString() {
    return "TomcatSettings[version=%s, port=%d, user=%s, heapMib=%d, variables=%s]"
        .formatted(version.word(), port, user, heapMib, variables.keySet());
  }
}
