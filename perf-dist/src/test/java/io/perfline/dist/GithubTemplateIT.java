package io.perfline.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.dist.Installation.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs GitHub's workflow by {@code act} on this machine, which must be on the PATH: {@code go
 * install github.com/nektos/act@latest}. Its actions are small ones that do the same with folders.
 */
@Tag("acceptance")
class GithubTemplateIT extends OwnServiceContract {

  private static final String CHECKOUT_ACTION =
      """
      name: Checkout
      inputs: {fetch-depth: {default: '1'}}
      runs:
        using: composite
        steps:
          - shell: bash
            run: |
              [ '${{ inputs.fetch-depth }}' = 0 ] && [ -z "$SHALLOW" ] || depth='--depth 1'
              git clone -q --no-checkout ${depth:-} --branch "$BRANCH" "$ORIGIN" .
              git checkout -q --detach "$COMMIT"
      """;

  private static final String RESTORE_ACTION =
      """
      name: Restore
      inputs: {path: {required: true}, key: {required: true}, restore-keys: {default: ''}}
      runs:
        using: composite
        steps:
          - shell: bash
            run: |
              newest=$(ls -dt "$FOLDERS"/cache/'${{ inputs.restore-keys }}'* 2>/dev/null | head -1 || true)
              [ -z "$newest" ] || { cp -a "$newest/." . && echo "restored $newest"; }
      """;

  private static final String SAVE_ACTION =
      """
      name: Save
      inputs: {path: {required: true}, key: {required: true}}
      runs:
        using: composite
        steps:
          - shell: bash
            run: |
              to="$FOLDERS/cache/${{ inputs.key }}"
              mkdir -p "$to"
              while read -r path; do
                [ ! -e "$path" ] || cp -a --parents "$path" "$to"
              done <<'PATHS'
              ${{ inputs.path }}
              PATHS
      """;

  private static final String UPLOAD_ACTION =
      """
      name: Upload
      inputs: {name: {required: true}, path: {required: true}}
      runs:
        using: composite
        steps:
          - shell: bash
            run: |
              mkdir -p "$FOLDERS/artifacts/${{ inputs.name }}"
              cp -a ${{ inputs.path }} "$FOLDERS/artifacts/${{ inputs.name }}"
      """;

  @TempDir Path work;

  @Test
  void measuresTheFirstCommitPassesAndFails() throws Exception {
    Path act = NewcomersIT.program("act");
    actions();
    HostedProject shop = new HostedProject(work, "https://github.com/acme/shop.git");
    shop.write(
        ".github/workflows/performance.yml",
        Files.readString(CHECKOUT.resolve("deploy/ci/github.yml")));
    try (FakeHost host = new FakeHost()) {
      Job job = new Job(act, shop, host);

      String first = shop.commit("main", 5);
      Ended begun = job.run("push", "1", first, "main", "{}", false);
      assertThat(begun.code()).as(begun.text()).isZero();
      assertThat(host.comments()).isEmpty();

      String same = shop.commit("change", 6);
      Ended passed = job.run("pull_request", "2", same, "change", pullRequest(same), false);
      assertThat(passed.code()).as(passed.text()).isZero();
      assertThat(passed.text()).contains("restored ", "No slower than");
      assertThat(host.comment(0)).containsPattern("### Performance: (PASS|WARN)");

      String slow = shop.commit("change", 60);
      Ended failed = job.run("pull_request", "3", slow, "change", pullRequest(slow), true);
      assertThat(failed.code()).as(failed.text()).isNotZero();
      assertThat(failed.text()).contains("restored ", "which this shallow clone lacks");
      assertThat(host.comments()).hasSize(1);
      assertThat(host.comment(0)).contains("### Performance: FAIL", "paired/home");
      assertThat(host.asked()).contains("PATCH /repos/acme/shop/issues/comments/0");
    }
    for (String run : List.of("1-1", "2-1", "3-1")) {
      assertThat(work.resolve("artifacts/perfline-%s/%s/report/index.html".formatted(run, run)))
          .exists();
    }
    assertThat(work.resolve("cache/perfline-history-3-1/.perf/verdicts")).isNotEmptyDirectory();
  }

  private static String pullRequest(String commit) {
    return """
        {"number": 7,
         "pull_request": {"number": 7, "base": {"ref": "main"},
          "head": {"ref": "change", "sha": "%s", "repo": {"full_name": "acme/shop"}}}}
        """
        .formatted(commit);
  }

  private void actions() throws IOException {
    Map<String, String> files =
        Map.of(
            "checkout/action.yml", CHECKOUT_ACTION,
            "cache/restore/action.yml", RESTORE_ACTION,
            "cache/save/action.yml", SAVE_ACTION,
            "upload-artifact/action.yml", UPLOAD_ACTION);
    for (Map.Entry<String, String> file : files.entrySet()) {
      Path action = work.resolve("actions").resolve(file.getKey());
      Files.createDirectories(action.getParent());
      Files.writeString(action, file.getValue());
    }
  }

  private final class Job {

    private final Path act;
    private final HostedProject shop;
    private final FakeHost host;

    Job(Path act, HostedProject shop, FakeHost host) {
      this.act = act;
      this.shop = shop;
      this.host = host;
    }

    /** Runs the workflow for an event as GitHub does on a runner of its own. */
    Ended run(
        String event, String id, String commit, String branch, String payload, boolean shallow)
        throws IOException, InterruptedException {
      Path file = Files.writeString(work.resolve("event.json"), payload);
      List<String> command =
          new ArrayList<>(
              List.of(act.toString(), event, "--eventpath", file.toString(), "--no-skip-checkout"));
      command.addAll(List.of("--platform", "performance=-self-hosted"));
      command.addAll(List.of("--platform", "self-hosted=-self-hosted"));
      command.addAll(List.of("--secret", "GITHUB_TOKEN=" + FakeHost.TOKEN));
      for (String action : List.of("checkout", "cache", "upload-artifact")) {
        command.addAll(
            List.of(
                "--local-repository",
                "actions/%s@v4=%s".formatted(action, work.resolve("actions").resolve(action))));
      }
      Map<String, String> variables =
          Map.of(
              "GITHUB_API_URL",
              host.url(),
              "GITHUB_RUN_ID",
              id,
              "GITHUB_RUN_ATTEMPT",
              "1",
              "ORIGIN",
              shop.origin().toString(),
              "COMMIT",
              commit,
              "BRANCH",
              branch,
              "SHALLOW",
              shallow ? "yes" : "",
              "FOLDERS",
              work.toString(),
              "JAVA_HOME",
              JAVA.toString());
      variables.forEach((name, value) -> command.addAll(List.of("--env", name + "=" + value)));
      Map<String, String> own =
          Map.of("HOME", work.toString(), "PATH", perfline.path("bin") + ":/usr/bin:/bin");
      return Installation.run(shop.folder(), own, command);
    }
  }
}
