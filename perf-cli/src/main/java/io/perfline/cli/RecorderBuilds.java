package io.perfline.cli;

import io.perfline.cli.baseline.WarContent;
import io.perfline.core.command.Fault;
import java.nio.file.Path;
import java.util.List;

/** The recorder's WARs, both in the stack's Tomcat. */
record RecorderBuilds(KeptWars wars) implements CommitBuilds {

  private static final int SHORT = 10;

  @Override
  public Path home() {
    return wars.home();
  }

  @Override
  public Path thresholds() {
    return home().resolve("thresholds.yml");
  }

  @Override
  public List<String> words() {
    return List.of();
  }

  @Override
  public List<String> setUp(List<String> environment, Steps steps, OwnStack stack)
      throws InterruptedException {
    if (steps.silently(Steps.words("stack", "status")) != 0) {
      stack.own();
    }
    if (steps.step("stack up", Steps.words("stack", "up", environment)) != 0) {
      throw Fault.noVerdict("nothing was measured: see above");
    }
    return environment;
  }

  @Override
  public String content(String commit) throws InterruptedException {
    return WarContent.of(war(commit)).digest();
  }

  private Path war(String commit) throws InterruptedException {
    return wars.of(commit, "commit " + commit.substring(0, SHORT));
  }

  @Override
  public List<String> beside(String commit, String other) throws InterruptedException {
    return Steps.words("--candidate-war", war(commit), "--baseline-war", war(other));
  }
}
