package io.perfline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.run.CatalogueEntry;
import io.perfline.sims.run.LiveView.Follower;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that following a run does not delay the load. */
class LiveFollowerTest {

  private static final List<CatalogueEntry> CASES =
      List.of(new CatalogueEntry("kafka/batch_size/256", "direct", List.of("smoke")));

  @TempDir Path home;

  @Test
  void startsBeforeTheLoadAndEndsWithTheRun() throws Exception {
    Path run = Files.createDirectories(home.resolve("run"));
    Follower follower =
        follow("echo \"$@\" >\"$home/words\"; $ready; while [ ! -e \"$2/run.json\" ]; do :; done");
    assertThat(home.resolve("words"))
        .content()
        .startsWith("follow " + run + " --environment e.yml --cases ");
    assertThat(home.resolve("cases.json")).content().contains("kafka/batch_size/256");

    Files.writeString(run.resolve("run.json"), "");
    follower.end();

    assertThat(home.resolve("over")).exists();
  }

  @Test
  void endsIfThereIsNoRun() throws Exception {
    follow("$ready; exec sleep 300").end();

    assertThat(home.resolve("over")).doesNotExist();
  }

  @Test
  void doesNotDelayTheLoadIfItCannotStart() throws Exception {
    follow("exit 2").end();

    assertThat(home.resolve("run")).doesNotExist();
  }

  private Follower follow(String behaviour) throws Exception {
    String script =
        "home=%s; ready=\"touch $home/following\"; %s; touch \"$home/over\""
            .formatted(home, behaviour);
    return new LiveProcess(home, List.of("sh", "-c", script, "follower"))
        .follow(home.resolve("run"), CASES, Optional.of(Path.of("e.yml")));
  }
}
