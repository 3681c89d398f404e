package io.perfline.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.node.ArrayNode;
import io.perfline.dist.Installation.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs {@code perfline-comment} against a {@link FakeHost}. */
class CommentTest {

  private static final Path SCRIPT =
      Path.of("src/main/archive/bin/perfline-comment").toAbsolutePath();

  @TempDir Path folder;
  private FakeHost host;
  private ArrayNode comments;

  @BeforeEach
  void aHost() throws IOException, InterruptedException {
    assumeTrue(
        Installation.run(folder, List.of("bash", "-c", "command -v curl && command -v jq")).code()
            == 0,
        "curl and jq are not here");
    host = new FakeHost();
    comments = host.comments();
    for (int i = 0; i < 130; i++) {
      comments.addObject().put("id", i).put("body", "looks good\n<!-- perfline -->");
    }
  }

  @AfterEach
  void stop() {
    if (host != null) {
      host.close();
    }
  }

  @Test
  void updatesItsOwnComment() throws Exception {
    for (Map<String, String> variables : List.of(github(), gitlab())) {
      int before = comments.size();
      verdict("### Performance: FAIL\n\n\"slow\", 10 % | `x` ü\n");
      assertThat(comment(variables).code()).isZero();
      verdict("### Performance: PASS\n");
      Ended again = comment(variables);

      assertThat(again.code()).as("%s", again).isZero();
      assertThat(comments).hasSize(before + 1);
      assertThat(host.comment(before)).isEqualTo("<!-- perfline -->\n### Performance: PASS");
      comments.remove(before);
    }
    assertThat(host.asked())
        .contains(
            "POST /repos/acme/shop/issues/7/comments",
            "PATCH /repos/acme/shop/issues/comments/130",
            "POST /projects/42/merge_requests/8/notes",
            "PUT /projects/42/merge_requests/8/notes/130");
  }

  @Test
  void linksTheReportOfItsBuild() throws Exception {
    verdict("### Performance: FAIL\n");
    Map<String, String> github = new HashMap<>(github());
    github.putAll(Map.of("GITHUB_SERVER_URL", "https://host", "GITHUB_RUN_ID", "5"));
    Map<String, String> gitlab = new HashMap<>(gitlab());
    gitlab.put("CI_JOB_URL", "https://host/job/6");

    assertThat(comment(github).code()).isZero();
    assertThat(host.comment(130))
        .endsWith(
            "\n\n[The report, with its pictures](https://host/acme/shop/actions/runs/5#artifacts)");
    comments.remove(130);
    assertThat(comment(gitlab).code()).isZero();
    assertThat(host.comment(130))
        .endsWith("(https://host/job/6/artifacts/file" + folder + "/report/index.html)");
  }

  @Test
  void linksEachLineIfTheReportIsAPage() throws Exception {
    verdict(
        "### Performance: FAIL\n\n- +62 % ([report](report/index.html#cpu:a/b))\n"
            + "- x ([report](report/index.html#c_d))\n");
    Map<String, String> gitlab = new HashMap<>(gitlab());
    gitlab.put("CI_JOB_URL", "https://host/job/6");

    assertThat(comment(github()).code()).isZero();
    assertThat(host.comment(130)).endsWith("\n- +62 %\n- x");
    comments.remove(130);
    assertThat(comment(gitlab).code()).isZero();
    assertThat(host.comment(130))
        .contains(
            "- +62 % ([report](https://host/job/6/artifacts/file"
                + folder
                + "/report/index.html#cpu:a/b))",
            "/report/index.html#c_d))");
  }

  @Test
  void replacesAnEarlierVerdictIfThereIsNone() throws Exception {
    verdict("### Performance: PASS\n");
    comment(github());
    Files.delete(folder.resolve("verdict.md"));

    assertThat(comment(github()).code()).isZero();
    assertThat(host.comment(130)).contains("INVALID", "no verdict");
  }

  @Test
  void reportsABuildThatFailedAfterItsVerdict() throws Exception {
    Map<String, String> failed = new HashMap<>(github());
    failed.put("PERFLINE_FAILED", "true");

    for (String outcome : List.of("PASS", "WARN", "FAIL")) {
      verdict("### Performance: " + outcome + "\n");
      assertThat(comment(failed).code()).isZero();
      assertThat(host.comment(130))
          .isEqualTo(
              "<!-- perfline -->\n%s### Performance: %s"
                  .formatted(
                      outcome.equals("FAIL")
                          ? "" // which is why the build failed
                          : "**The build failed after this verdict.**\n\n",
                      outcome));
    }
    Files.delete(folder.resolve("verdict.md"));
    comment(failed);
    assertThat(host.comment(130)).doesNotContain("after this verdict");
  }

  @Test
  void keepsOneCommentForEachName() throws Exception {
    Map<String, String> nightly = new HashMap<>(github());
    nightly.put("PERFLINE_CHECK", "perfline/nightly");

    for (Map<String, String> variables : List.of(github(), nightly, github(), nightly)) {
      verdict("### Performance: PASS\n");
      assertThat(comment(variables).code()).isZero();
    }

    assertThat(comments).hasSize(132);
    assertThat(host.comment(130)).isEqualTo("<!-- perfline -->\n### Performance: PASS");
    assertThat(host.comment(131))
        .isEqualTo("<!-- perfline/nightly -->\n**perfline/nightly**\n\n### Performance: PASS");
  }

  @Test
  void failsIfTheHostRefusesItOrIsUnknown() throws Exception {
    verdict("### Performance: PASS\n");
    host.refuse();
    Ended refused = comment(github());

    assertThat(refused.code()).as("%s", refused).isEqualTo(3);
    assertThat(refused.text()).contains("failed").doesNotContain(FakeHost.TOKEN);
    assertThat(comment(Map.of()).code()).isEqualTo(2);
  }

  private Map<String, String> github() {
    return Map.of(
        "GITHUB_API_URL",
        host.url(),
        "GITHUB_REPOSITORY",
        "acme/shop",
        "PULL_REQUEST",
        "7",
        "GITHUB_TOKEN",
        FakeHost.TOKEN);
  }

  private Map<String, String> gitlab() {
    return Map.of(
        "CI_API_V4_URL",
        host.url(),
        "CI_PROJECT_ID",
        "42",
        "CI_MERGE_REQUEST_IID",
        "8",
        "PERFLINE_GITLAB_TOKEN",
        FakeHost.TOKEN);
  }

  private void verdict(String text) throws IOException {
    Files.writeString(folder.resolve("verdict.md"), text);
  }

  private Ended comment(Map<String, String> variables) throws IOException, InterruptedException {
    Map<String, String> all = new HashMap<>(variables);
    all.put("PATH", System.getenv("PATH"));
    return Installation.run(folder, all, List.of(SCRIPT.toString(), folder.toString()));
  }
}
