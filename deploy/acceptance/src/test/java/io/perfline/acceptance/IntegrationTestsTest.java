package io.perfline.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Tests that {@code perf-it} and this module run exactly the integration tests that other modules
 * skip.
 */
class IntegrationTestsTest {

  private static final Path HOME = Checkout.home();
  private static final Pattern MODULE = Pattern.compile("<module>(.+)</module>");
  private static final Pattern SCANNED = Pattern.compile("io\\.perfline:(.+):test-jar:tests");

  @Test
  void theTestsOfEachModuleThatSkipsThemRunOnce() throws IOException {
    List<String> skipping = new ArrayList<>();
    for (String module : found(MODULE, HOME)) {
      Path folder = HOME.resolve(module);
      if (Files.readString(folder.resolve("pom.xml")).contains("<skipITs>true</skipITs>")) {
        skipping.add(folder.getFileName().toString());
      }
    }

    List<String> run = new ArrayList<>(found(SCANNED, HOME.resolve("perf-it")));
    run.addAll(found(SCANNED, HOME.resolve("deploy/acceptance")));
    assertThat(run).isNotEmpty().containsExactlyInAnyOrderElementsOf(skipping);
  }

  private static List<String> found(Pattern pattern, Path folder) throws IOException {
    return pattern
        .matcher(Files.readString(folder.resolve("pom.xml")))
        .results()
        .map(match -> match.group(1))
        .toList();
  }
}
