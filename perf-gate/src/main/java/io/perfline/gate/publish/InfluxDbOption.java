package io.perfline.gate.publish;

import io.perfline.core.environment.EnvironmentOption;
import io.perfline.core.environment.InfluxDb;
import picocli.CommandLine;

public final class InfluxDbOption {

  @CommandLine.Mixin private EnvironmentOption environment;

  /**
   * @throws io.perfline.core.command.Fault (exit code 2) when the file or a variable is wrong
   */
  public InfluxDb address() {
    return environment.load().influxdb();
  }
}
