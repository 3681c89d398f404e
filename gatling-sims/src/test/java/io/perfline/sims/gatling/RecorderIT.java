package io.perfline.sims.gatling;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.perfline.deploy.stack.TomcatServer;
import io.perfline.deploy.stack.TomcatSettings;
import io.perfline.deploy.tomcat.ContextPath;
import io.perfline.deploy.tomcat.Deployment;
import io.perfline.deploy.tomcat.War;
import io.perfline.gate.run.Case;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The load against the real recorder in the real Tomcat 7. */
class RecorderIT {

  private static final Path HOME = Path.of(System.getProperty("perf.home"));

  @TempDir Path folder;

  @Test
  void recordsWhatItIsSaidToRecord() throws Exception {
    TomcatSettings settings =
        TomcatSettings.defaults().withVariables(Map.of("RECORDER_STORE", "memory"));
    try (TomcatServer tomcat = TomcatServer.start(HOME, folder.resolve("tomcat"), settings)) {
      URI recorder = URI.create(tomcat.url() + "/recorder");
      Deployment.into(tomcat.environment(), HOME)
          .deploy(
              War.read(HOME.resolve("perf-app/target/recorder.war")),
              new ContextPath("/recorder"),
              recorder);
      Duration second = Duration.ofSeconds(1);
      HttpLoad load =
          HttpLoad.record(
              recorder, 100, 1000, second, second.multipliedBy(3), second.multipliedBy(10));

      HttpResult result = new GatlingLoad(folder).run("http/record", Map.of(), load, s -> {});

      Case measured = result.measured();
      assertThat(measured.problems()).isEmpty();
      assertThat(measured.errors()).isEmpty();
      assertThat(measured.requests()).isEqualTo(300);
      assertThat(result.acknowledged()).isEqualTo(400);
      assertThat(recorded(recorder, load)).hasSize(400);
    }
  }

  private static Set<String> recorded(URI recorder, HttpLoad load) throws IOException {
    URI page = URI.create(recorder + RecordScenario.path(load) + "?size=500");
    JsonNode list = new ObjectMapper().readTree(page.toURL());
    Set<String> ids = new HashSet<>();
    list.findValues("id").forEach(id -> ids.add(id.asText()));
    return ids;
  }
}
