package io.perfline.gate.publish;

import io.perfline.deploy.environment.Environment;
import io.perfline.deploy.environment.InfluxDb;
import io.perfline.deploy.environment.Variables;
import java.nio.file.Path;
import picocli.CommandLine;

/** Which InfluxDB a command talks to. */
final class InfluxDbOption {

  @CommandLine.Option(
      names = "--environment",
      paramLabel = "FILE",
      description = "Where InfluxDB is (default: deploy/environments/local.yml).")
  private Path file;

  /**
   * @throws io.perfline.deploy.command.Fault (exit code 2) when the file or a variable is wrong
   */
  InfluxDb address() {
    Path home = Path.of(System.getProperty("perf.home", "."));
    Path yaml = file == null ? home.resolve("deploy/environments/local.yml") : file;
    return Environment.load(yaml, Variables.of(home, System.getenv())).influxdb();
  }
}
