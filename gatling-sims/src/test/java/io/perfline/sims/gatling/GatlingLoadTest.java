package io.perfline.sims.gatling;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GatlingLoadTest {

  @TempDir Path folder;

  @Test
  void measuresASteadyLoad() throws Exception {
    try (TinyServer server = new TinyServer((path, body) -> 201)) {
      HttpLoad load = load(server.address());
      HttpResult result = new GatlingLoad(folder).run("http/record", Map.of(), load, s -> {});
      assertThat(result.measured().problems()).isEmpty();
    }
  }

  private static HttpLoad load(URI recorder) {
    return HttpLoad.record(
        recorder, 100, 50, Duration.ofSeconds(1), Duration.ofSeconds(2), Duration.ofSeconds(5));
  }
}
