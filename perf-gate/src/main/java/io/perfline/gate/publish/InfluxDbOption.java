package io.perfline.gate.publish;

import io.perfline.core.environment.EnvironmentOption;
import io.perfline.core.environment.InfluxDb;
import picocli.CommandLine;

public final class InfluxDbOption {

  @CommandLine.Mixin private EnvironmentOption environment;

  /**
   * Returns the address of the InfluxDB.
   *
   * @throws io.perfline.core.command.Fault (exit code 2) if the file or a variable is invalid
   */
  public InfluxDb address() {
    return environment.load().influxdb();
  }
}
