package io.perfline.gate;

import io.perfline.deploy.environment.Environment;
import io.perfline.deploy.environment.Variables;
import java.nio.file.Path;

/** What {@code --environment} stands for. */
final class EnvironmentOption {

  private EnvironmentOption() {}

  /** Loads the file; without one, {@code deploy/environments/local.yml} of the checkout. */
  static Environment load(Path file) {
    Path home = Path.of(System.getProperty("perf.home", "."));
    return Environment.load(
        file == null ? home.resolve("deploy/environments/local.yml") : file,
        Variables.of(home, System.getenv()));
  }
}
