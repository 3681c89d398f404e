package io.perfline.deploy.stack;

import io.perfline.core.command.Fault;
import io.perfline.core.environment.Variables;
import io.perfline.deploy.process.Ports;
import io.perfline.deploy.process.PrivateFiles;
import io.perfline.deploy.process.Secret;
import io.perfline.deploy.server.KafkaPart;
import io.perfline.deploy.server.ServerVariables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * The ports and passwords of the local stack, which {@code .perf/stack/stack.env} contains while
 * the stack is up. InfluxDB's password is stored next to its data, because both are kept when the
 * stack is stopped.
 */
final class StackVariables {

  /** The default port of Grafana, which people bookmark; another one is used if it is taken. */
  private static final int DEFAULT_GRAFANA_PORT = 3000;

  private final SortedMap<String, String> values;

  private StackVariables(Map<String, String> values) {
    this.values = new TreeMap<>(values);
  }

  /** Reads the variables of the local stack; there are none when it is down. */
  static StackVariables read(Path home) {
    return new StackVariables(Variables.of(home, Map.of()));
  }

  /**
   * Returns the stack's variables with values for those that are still missing: a port from {@code
   * environment}, otherwise a free one; a generated password.
   *
   * @param running whether parts of the stack are running, so that no port can be changed
   * @throws Fault (exit code 2) if {@code environment} contradicts the running stack
   */
  static StackVariables choose(Path home, Map<String, String> environment, boolean running) {
    StackVariables chosen = read(home);
    for (String port : ServerVariables.PORTS) {
      String requested = environment.getOrDefault(port, "");
      if (!requested.isEmpty()) {
        chosen.setPort(port, requested, running);
      }
      chosen.values.computeIfAbsent(
          port,
          name ->
              String.valueOf(
                  name.equals(ServerVariables.GRAFANA)
                      ? Ports.unlessTaken(DEFAULT_GRAFANA_PORT)
                      : Ports.free()));
    }
    chosen.values.computeIfAbsent(ServerVariables.KAFKA_CLUSTER, name -> KafkaPart.newCluster());
    chosen.values.computeIfAbsent(ServerVariables.GRAFANA_READER, name -> Secret.generate());
    chosen.credentials(environment, "PERF_TOMCAT", Secret::generate);
    chosen.credentials(environment, "PERF_INFLUXDB", () -> passwordOfHistory(home));
    chosen.secret(environment, ServerVariables.REDIS_PASSWORD, Secret::generate);
    return chosen;
  }

  /** Returns the variables of the stack and of {@code environment}, which takes precedence. */
  Map<String, String> overriddenBy(Map<String, String> environment) {
    Map<String, String> all = new TreeMap<>(values);
    all.putAll(environment);
    return all;
  }

  private void setPort(String name, String requested, boolean running) {
    if (!requested.matches("\\d{1,5}")
        || Integer.parseInt(requested) < 1
        || Integer.parseInt(requested) > 65_535) {
      throw Fault.configuration(
          "%s must be a port, 1 to 65535, not '%s'".formatted(name, requested));
    }
    String before = values.put(name, requested);
    if (running && before != null && !before.equals(requested)) {
      throw Fault.configuration(
          "%s is %s, but the running stack uses %s: unset it, or stop the stack first"
              .formatted(name, requested, before));
    }
  }

  private void credentials(
      Map<String, String> environment, String prefix, Supplier<String> password) {
    values.put(prefix + "_USER", ServerVariables.USER);
    requireSame(environment, prefix + "_USER");
    secret(environment, prefix + "_PASSWORD", password);
  }

  private void secret(Map<String, String> environment, String name, Supplier<String> password) {
    values.computeIfAbsent(name, none -> password.get());
    requireSame(environment, name);
  }

  private void requireSame(Map<String, String> environment, String name) {
    String requested = environment.getOrDefault(name, "");
    if (!requested.isEmpty() && !requested.equals(values.get(name))) {
      throw Fault.configuration(
          name
              + " is set, but not to the value of the local stack, which generates its own"
              + " users and passwords: unset it, or name the environment file of the other servers");
    }
  }

  private static String passwordOfHistory(Path home) {
    Path file = StackDirectory.of(home).of(StackDirectory.HISTORY).resolve("password");
    try {
      PrivateFiles.directory(file.getParent());
      try {
        return Files.readString(file).strip();
      } catch (NoSuchFileException first) {
        String password = Secret.generate();
        PrivateFiles.write(file, password);
        return password;
      }
    } catch (IOException e) {
      throw Fault.noVerdict("cannot keep InfluxDB's password in " + file, e);
    }
  }

  String get(String name) {
    return values.getOrDefault(name, "");
  }

  /** Returns a port by the name of its variable; 0 if it is unknown. */
  int port(String name) {
    return Integer.parseInt(values.getOrDefault(name, "0"));
  }

  void write(Path home) throws IOException {
    StringBuilder text = new StringBuilder("# The local stack of perfline stack up; secret.\n");
    values.forEach((name, value) -> text.append(name).append('=').append(value).append('\n'));
    PrivateFiles.write(Variables.ofStack(home), text.toString());
  }

  static void delete(StackDirectory stack) throws IOException {
    Files.deleteIfExists(stack.path().resolve("stack.env"));
  }
}
