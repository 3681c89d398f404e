package io.perfline.gate.publish;

import io.perfline.deploy.environment.EnvironmentOption;
import io.perfline.deploy.environment.InfluxDb;
import picocli.CommandLine;

/** Which InfluxDB a command talks to. */
final class InfluxDbOption {

  @CommandLine.Mixin private EnvironmentOption environment;

  /**
   * @throws io.perfline.deploy.command.Fault (exit code 2) when the file or a variable is wrong
   */
  InfluxDb address() {
    return environment.load().influxdb();
  }
}
