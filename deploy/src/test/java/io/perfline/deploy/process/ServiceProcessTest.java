package io.perfline.deploy.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ServiceProcessTest {

  @TempDir Path folder;

  @Test
  void describesItsEndWithoutControlCharacters() throws Exception {
    Path log = folder.resolve("service.log");
    try (ServiceProcess service =
        ServiceProcess.start(
            "printf '\\033[31mout of memory\\n'; exit 3", Map.of(), folder, log, 1)) {
      service.handle().onExit().get(50, TimeUnit.SECONDS);

      assertThat(service.ended()).isPresent();
      assertThat(service.ended().get())
          .startsWith("exit code 3; its log " + log + " ends with:")
          .contains("\u241b[31mout of memory")
          .doesNotContain("\033");
    }
  }

  @Test
  void isNotEndedWhileItRuns() {
    Path log = folder.resolve("service.log");
    try (ServiceProcess service = ServiceProcess.start("sleep 50", Map.of(), folder, log, 1)) {
      assertThat(service.ended()).isEmpty();
    }
  }
}
