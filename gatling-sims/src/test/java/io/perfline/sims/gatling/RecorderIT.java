package io.perfline.sims.gatling;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Level;
import io.perfline.core.run.PageGoal;
import io.perfline.deploy.server.TomcatServer;
import io.perfline.deploy.server.TomcatSettings;
import io.perfline.deploy.tomcat.ContextPath;
import io.perfline.deploy.tomcat.Deployment;
import io.perfline.deploy.tomcat.War;
import io.perfline.sims.gatling.load.CapacityPlan;
import io.perfline.sims.gatling.load.HttpLoad;
import io.perfline.sims.gatling.load.HttpLoads;
import io.perfline.sims.gatling.load.RecorderSimulation;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Loads the real recorder in a real Tomcat 7. */
class RecorderIT {

  private static final Path HOME = Path.of(System.getProperty("perf.home"));

  @TempDir static Path data;
  private static TomcatServer tomcat;
  private static URI recorder;

  @TempDir Path folder;

  @BeforeAll
  static void deploy() throws Exception {
    TomcatSettings settings =
        TomcatSettings.defaults().withVariables(Map.of("RECORDER_STORE", "memory"));
    tomcat = TomcatServer.start(HOME, data, settings);
    recorder = URI.create(tomcat.url() + "/recorder");
    Deployment.into(tomcat.environment(), HOME)
        .deploy(
            War.read(HOME.resolve("perf-app/target/recorder.war")),
            new ContextPath("/recorder"),
            recorder);
  }

  @AfterAll
  static void end() {
    tomcat.close();
  }

  @Test
  void recordsTheNumberOfMessagesThatItReports() throws Exception {
    Duration second = Duration.ofSeconds(1);
    HttpLoad load =
        HttpLoads.record(
            recorder, 100, 1000, second, second.multipliedBy(3), second.multipliedBy(60));

    HttpResult result =
        new GatlingLoad(folder, Map.of()).run("http/record", Map.of(), load, s -> {});

    CaseResult measured = result.result();
    assertThat(measured.problems()).isEmpty();
    assertThat(measured.errors()).isEmpty();
    assertThat(measured.requests()).isEqualTo(300);
    assertThat(result.acknowledged()).isEqualTo(400);
    assertThat(recorded(recorder, load)).hasSize(400);
  }

  /** Any machine meets a goal of one minute per page, so the highest level is met too. */
  @Test
  void findsTheCapacityOfItsPages() throws Exception {
    PageGoal goal = new PageGoal(0.95, 60_000, 0.05, 0.95);
    Duration second = Duration.ofSeconds(1);
    HttpLoad load =
        HttpLoads.browse(
            recorder,
            List.of(10, 20),
            Duration.ofMillis(200),
            second,
            second.multipliedBy(60),
            second.multipliedBy(60),
            new CapacityPlan(5, second.multipliedBy(8), 60, goal));

    HttpResult result =
        new GatlingLoad(folder, Map.of()).run("http/browse", Map.of(), load, s -> {});

    CaseResult measured = result.result();
    assertThat(measured.problems()).isEmpty();
    assertThat(measured.errors()).isEmpty();
    assertThat(measured.levels()).extracting(Level::users).containsExactly(10, 20);
    assertThat(measured.levels())
        .allSatisfy(level -> assertThat(level.problems()).isEmpty())
        .allSatisfy(level -> assertThat(level.pages()).isGreaterThanOrEqualTo(50));
    assertThat(measured.messages())
        .as("a page needs more than its document")
        .isGreaterThan(measured.requests());
    assertThat(recorded(recorder, load)).hasSize(RecorderSimulation.RECORDINGS);
  }

  private static Set<String> recorded(URI recorder, HttpLoad load) throws IOException {
    URI page =
        URI.create(recorder + "/virtual-services/" + load.vsId() + "/recordings" + "?size=500");
    JsonNode list = new ObjectMapper().readTree(page.toURL());
    Set<String> ids = new HashSet<>();
    list.findValues("id").forEach(id -> ids.add(id.asText()));
    return ids;
  }
}
