package io.perfline.deploy.server;

import io.perfline.core.command.Fault;
import io.perfline.deploy.process.SystemTool;
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
 * @param program the executable: grafana, or grafana-server in older packages
 * @param home the folder that contains conf/defaults.ini and public/
 */
public record GrafanaProgram(Path program, Path home) {

  /** The advice in {@code ./perfline stack up} on installing Grafana, one line. */
  public static final String ADVICE =
      "not started: none found; for the dashboards install Grafana 11 or unpack its archive, and"
          + " set GRAFANA_HOME";

  private static final List<String> NAMES = List.of("grafana", "grafana-server");

  /**
   * Finds Grafana in {@code GRAFANA_HOME} or, if this is not set, on the PATH.
   *
   * @throws Fault (exit code 2) if {@code GRAFANA_HOME} is a folder without Grafana
   */
  public static Optional<GrafanaProgram> find(Map<String, String> environment) throws IOException {
    String home = environment.getOrDefault("GRAFANA_HOME", "");
    if (!home.isEmpty()) {
      return Optional.of(in(Path.of(home).toAbsolutePath()));
    }
    String path = environment.getOrDefault("PATH", "");
    for (String name : NAMES) {
      Optional<Path> program = SystemTool.onPath(name, path);
      if (program.isPresent()) {
        Path real = program.get().toRealPath();
        // Grafana's archive has bin/ in its home; Debian's package keeps both in different places.
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

  /**
   * Returns the command that starts Grafana.
   *
   * @param configuration the path of its configuration file
   */
  List<String> serve(String configuration) {
    String home = "--homepath=" + this.home;
    String config = "--config=" + configuration;
    return program.getFileName().toString().equals("grafana")
        ? List.of(program.toString(), "server", home, config)
        : List.of(program.toString(), home, config);
  }
}
