package io.perfline.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that drivers, gate and report do not depend on the example service. */
class ServiceNeutralTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "gatling-sims/src/main/java/io/perfline/sims/engine",
        "gatling-sims/src/main/java/io/perfline/sims/driver/ByteText.java",
        "gatling-sims/src/main/java/io/perfline/sims/driver/CompiledText.java",
        "gatling-sims/src/main/java/io/perfline/sims/driver/SessionValues.java",
        "perf-core/src/main/java/io/perfline/core/command",
        "perf-core/src/main/java/io/perfline/core/project",
        "perf-core/src/main/java/io/perfline/core/run",
        "perf-gate/src/main",
        "perfline"
      })
  void doesNotKnowTheRecorder(String where) throws IOException {
    Path root = Checkout.home().resolve(where);
    try (Stream<Path> files = Files.walk(root)) {
      assertThat(files.filter(Files::isRegularFile))
          .isNotEmpty()
          .allSatisfy(
              file ->
                  assertThat(Files.readString(file).toLowerCase(Locale.ROOT))
                      .doesNotContain("recorder"));
    }
  }
}
