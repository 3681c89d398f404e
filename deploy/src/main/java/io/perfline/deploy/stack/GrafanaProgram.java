package io.perfline.deploy.stack;

import io.perfline.core.command.Fault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * An installed Grafana.
 *
 * @param program grafana, or grafana-server of the older packages
 * @param home contains conf/defaults.ini and public/
 */
record GrafanaProgram(Path program, Path home) {

  /** One line of advice on installing it. */
  static final String ADVICE =
      "not started: none found; for the dashboards install Grafana 11 or unpack its archive, and"
          + " set GRAFANA_HOME";

  private static final List<String> NAMES = List.of("grafana", "grafana-server");

  /**
   * Finds Grafana in {@code GRAFANA_HOME} or, if that is not set, on the PATH.
   *
   * @throws Fault when {@code GRAFANA_HOME} names a folder without one
   */
  static Optional<GrafanaProgram> find(Map<String, String> environment) throws IOException {
    String home = environment.getOrDefault("GRAFANA_HOME", "");
    if (!home.isEmpty()) {
      return Optional.of(in(Path.of(home).toAbsolutePath()));
    }
    String path = environment.getOrDefault("PATH", "");
    for (String name : NAMES) {
      Optional<Path> program = SystemTool.onPath(name, path);
      if (program.isPresent()) {
        Path real = program.get().toRealPath();
        // An archive has bin/ in its home; Debian's package has its home apart.
        Optional<Path> found =
            Stream.of(real.getParent().getParent(), Path.of("/usr/share/grafana"))
                .filter(candidate -> Files.exists(candidate.resolve("conf/defaults.ini")))
                .findFirst();
        if (found.isPresent()) {
          return Optional.of(new GrafanaProgram(real, found.get()));
        }
      }
    }
    return Optional.empty();
  }

  private static GrafanaProgram in(Path home) {
    return NAMES.stream()
        .map(name -> home.resolve("bin").resolve(name))
        .filter(Files::isExecutable)
        .map(program -> new GrafanaProgram(program, home))
        .findFirst()
        .orElseThrow(
            () ->
                Fault.configuration(
                    ("GRAFANA_HOME is %s, which contains no bin/grafana: name the folder that"
                            + " Grafana's archive unpacks to")
                        .formatted(home)));
  }

  /** Returns the command that serves with this configuration. */
  List<String> serve(String configuration) {
    String home = "--homepath=" + this.home;
    String config = "--config=" + configuration;
    return program.getFileName().toString().equals("grafana")
        ? List.of(program.toString(), "server", home, config)
        : List.of(program.toString(), home, config);
  }
}
