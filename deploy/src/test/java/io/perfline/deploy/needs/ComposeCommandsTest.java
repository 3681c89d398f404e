package io.perfline.deploy.needs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ComposeCommandsTest {

  private final ComposeCommands compose =
      new ComposeCommands("podman", "perf-0a1b-1-db", "perf/compose.yml");

  @Test
  void runsTheContainersOfOneBuildUntilTheyAreStopped() {
    assertThat(compose.up())
        .isEqualTo(
            "podman compose --project-name 'perf-0a1b-1-db' --file 'perf/compose.yml'"
                + " up --abort-on-container-exit --no-color");
  }

  @Test
  void printsTheirIds() {
    assertThat(compose.ids())
        .isEqualTo(
            "podman compose --project-name 'perf-0a1b-1-db' --file 'perf/compose.yml' ps --quiet");
  }

  @Test
  void removesThemWithTheirVolumes() {
    assertThat(compose.down())
        .isEqualTo(
            "podman compose --project-name 'perf-0a1b-1-db' --file 'perf/compose.yml'"
                + " down --volumes --remove-orphans --timeout 10");
  }
}
