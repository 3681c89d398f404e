package io.perfline.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.perfline.dist.Installation.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs GitLab's job by {@code gitlab-ci-local} in shells of this machine, which must be on the
 * PATH: {@code npm install --global gitlab-ci-local}, whose version 4.63.0 is the last one that was
 * tried; later ones need a newer Node than 20. Its isolated shells lose untracked files before
 * {@code after_script}, so each job gets a clone and the files of the cache from this test.
 */
@Tag("acceptance")
class GitlabTemplateIT extends OwnServiceContract {

  private static final String MERGE_REQUEST = "8";
  private static final Pattern CACHED = Pattern.compile("(?m)^    paths: \\[(\\.perf.*)]$");

  @TempDir Path work;
  private Path program;
  private HostedProject shop;

  @Test
  void measuresTheFirstCommitPassesAndFails() throws Exception {
    program = NewcomersIT.program("gitlab-ci-local");
    Ended version = run(work, List.of("--version"));
    assumeTrue(version.code() == 0, "gitlab-ci-local doesn't start here: " + version.text());
    shop = new HostedProject(work, "git@gitlab.com:acme/shop.git");
    shop.write(".gitlab-ci.yml", Files.readString(CHECKOUT.resolve("deploy/ci/gitlab.yml")));
    try (FakeHost host = new FakeHost()) {
      shop.commit("main", 5);
      Path first = clone("main", "");
      Ended begun = run(first, host, "1", Map.of("CI_PIPELINE_SOURCE", "push"));
      assertThat(begun.code()).as(begun.text()).isZero();
      assertThat(host.comments()).isEmpty();

      shop.commit("change", 6);
      Path second = clone("change", "");
      restore(first, second);
      Ended passed = run(second, host, "2", mergeRequest());
      assertThat(passed.code()).as(passed.text()).isZero();
      assertThat(passed.text()).contains("No slower than");
      assertThat(host.comment(0)).containsPattern("### Performance: (PASS|WARN)");

      shop.commit("change", 60);
      Path third = clone("change", "--depth 1");
      restore(second, third);
      Ended failed = run(third, host, "3", mergeRequest());
      assertThat(failed.code()).as(failed.text()).isNotZero();
      assertThat(failed.text()).contains("which this shallow clone lacks");
      assertThat(host.comments()).hasSize(1);
      assertThat(host.comment(0)).contains("### Performance: FAIL", "paired/home");
      assertThat(host.asked())
          .contains("PUT /projects/1217/merge_requests/%s/notes/0".formatted(MERGE_REQUEST));
    }
  }

  private static Map<String, String> mergeRequest() {
    return Map.of(
        "CI_PIPELINE_SOURCE", "merge_request_event", "CI_MERGE_REQUEST_IID", MERGE_REQUEST);
  }

  private Path clone(String branch, String depth) throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory(work, "job");
    shell("git clone -q %s --branch %s %s %s".formatted(depth, branch, shop.origin(), folder));
    return folder;
  }

  /** Copies the paths that the job caches. */
  private void restore(Path from, Path to) throws IOException, InterruptedException {
    Matcher cached = CACHED.matcher(Files.readString(to.resolve(".gitlab-ci.yml")));
    assertThat(cached.find()).isTrue();
    assertThat(from.resolve(".perf/history")).isNotEmptyDirectory();
    for (String path : cached.group(1).split(", ")) {
      if (Files.exists(from.resolve(path))) {
        shell("cd %s && cp -a --parents %s %s".formatted(from, path, to));
      }
    }
  }

  private void shell(String command) throws IOException, InterruptedException {
    Ended ended = Installation.run(work, List.of("bash", "-c", command));
    assertThat(ended.code()).as(ended.text()).isZero();
  }

  private Ended run(Path folder, FakeHost host, String pipeline, Map<String, String> more)
      throws IOException, InterruptedException {
    List<String> options = new ArrayList<>(List.of("--force-shell-executor"));
    Map<String, String> variables =
        Map.of(
            "CI_API_V4_URL",
            host.url(),
            "CI_PIPELINE_ID",
            pipeline,
            "PERFLINE_GITLAB_TOKEN",
            FakeHost.TOKEN);
    variables.forEach((name, value) -> options.addAll(List.of("--variable", name + "=" + value)));
    more.forEach((name, value) -> options.addAll(List.of("--variable", name + "=" + value)));
    return run(folder, options);
  }

  private Ended run(Path folder, List<String> options) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(program.toString()));
    command.addAll(options);
    Map<String, String> own =
        Map.of(
            "HOME", work.toString(),
            "JAVA_HOME", JAVA.toString(),
            "PATH", perfline.path("bin") + ":" + System.getenv("PATH"));
    return Installation.run(folder, own, command);
  }
}
