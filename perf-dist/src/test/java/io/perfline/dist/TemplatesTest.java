package io.perfline.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.file.StateFolder;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** Tests the templates for other repositories: strictly read YAML and valid shell scripts. */
class TemplatesTest {

  private static final Path CI = Path.of("../deploy/ci");

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"github.yml", "gitlab.yml"})
  void containValidYamlAndShell(String file) throws Exception {
    List<String> scripts = new ArrayList<>();
    collect(read(file), scripts);

    assertThat(String.join("\n", scripts))
        .contains("perfline ci --run-id \"$RUN\"", "perfline-comment \"runs/$RUN\"");
    for (String script : scripts) {
      assertThat(check(script)).as(script).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"release-github.yml", "release-gitlab.yml"})
  void releaseOnlyATestedTag(String file) throws Exception {
    List<String> scripts = new ArrayList<>();
    collect(read(file), scripts);

    assertThat(scripts)
        .contains(".ci/run")
        .anyMatch(script -> script.startsWith("./perfline-dev release \"$"));
    for (String script : scripts) {
      assertThat(check(script)).as(script).isZero();
    }
  }

  @Test
  void theWorkflowReplacesOldMeasurementsLeavesOutForksAndComments() throws IOException {
    Map<?, ?> workflow = (Map<?, ?>) read("github.yml");
    Map<?, ?> job = (Map<?, ?>) ((Map<?, ?>) workflow.get("jobs")).get("perfline");

    assertThat(((Map<?, ?>) workflow.get("concurrency")).get("group"))
        .as("jobs of other pull requests are not cancelled")
        .asString()
        .contains("github.event.pull_request.number");
    assertThat(job.get("if"))
        .as("a pull request from a fork runs code of a stranger")
        .asString()
        .contains("head.repo.full_name == github.repository");
    assertThat((List<?>) job.get("steps"))
        .anySatisfy(
            step ->
                assertThat(step.toString())
                    .contains("perfline-comment", "!cancelled()", "secrets."))
        .as("a FAIL must not become a baseline because its verdict was not saved")
        .anySatisfy(
            step -> assertThat(step.toString()).contains("actions/cache/save@", "if=always()"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"github.yml", "gitlab.yml"})
  void keepWhatLaterBuildsRead(String file) throws IOException {
    List<List<String>> caches = new ArrayList<>();
    cached(read(file), caches);

    assertThat(caches)
        .isNotEmpty()
        .allSatisfy(
            paths ->
                assertThat(paths)
                    .containsExactlyInAnyOrder(
                        Stream.of(
                                StateFolder.HISTORY,
                                StateFolder.VERDICTS,
                                StateFolder.DEPLOYMENTS,
                                StateFolder.DURATIONS)
                            .map(place -> place.in(Path.of("")).toString())
                            .toArray(String[]::new)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"perfline", "perfline-comment", "perfline-status"})
  void scriptsAreValidShell(String name) throws Exception {
    Path program = Path.of("src/main/archive/bin").resolve(name);

    assertThat(program).isExecutable();
    assertThat(check(Files.readString(program))).isZero();
  }

  @Test
  void theImageFollowsCommonPractice() throws IOException {
    List<String> lines = Files.readAllLines(CI.resolve("Dockerfile"));

    assertThat(lines).anyMatch(line -> line.matches("FROM \\S+:[^:]*\\d\\S*"));

    assertThat(lines).anyMatch(line -> line.matches("USER (?!root).+"));
    assertThat(String.join("\n", lines)).contains("--no-install-recommends", "rm -rf /var/lib/apt");
  }

  private static Object read(String file) throws IOException {
    LoaderOptions options = new LoaderOptions();
    options.setAllowDuplicateKeys(false);
    try (Reader reader = Files.newBufferedReader(CI.resolve(file))) {
      return new Yaml(new SafeConstructor(options)).load(reader);
    }
  }

  /** Collects the paths of each cache: a list at GitLab, a text of several lines at GitHub. */
  private static void cached(Object node, List<List<String>> caches) {
    if (node instanceof Map<?, ?> map) {
      if (map.get("cache") instanceof Map<?, ?> cache) {
        caches.add(((List<?>) cache.get("paths")).stream().map(Object::toString).toList());
      }
      if (map.get("uses") instanceof String action && action.startsWith("actions/cache/")) {
        caches.add(((Map<?, ?>) map.get("with")).get("path").toString().lines().toList());
      }
      map.values().forEach(value -> cached(value, caches));
    } else if (node instanceof List<?> list) {
      list.forEach(each -> cached(each, caches));
    }
  }

  /** Collects the texts of {@code run}, {@code script} and {@code after_script} at any depth. */
  private static void collect(Object node, List<String> scripts) {
    if (node instanceof Map<?, ?> map) {
      map.forEach(
          (key, value) -> {
            if (List.of("script", "after_script").contains(key)) {
              ((List<?>) value).forEach(line -> scripts.add(line.toString()));
            } else if ("run".equals(key)) {
              scripts.add(value.toString());
            } else {
              collect(value, scripts);
            }
          });
    } else if (node instanceof List<?> list) {
      list.forEach(each -> collect(each, scripts));
    }
  }

  private int check(String script) throws IOException, InterruptedException {
    Path file = Files.writeString(folder.resolve("script"), script);
    return Installation.run(folder, List.of("bash", "-n", file.toString())).code();
  }
}
