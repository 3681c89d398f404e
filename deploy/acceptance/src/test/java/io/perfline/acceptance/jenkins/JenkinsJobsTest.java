package io.perfline.acceptance.jenkins;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the jobs that {@code deploy/jenkins/jenkins.yaml} creates, one per pipeline. */
class JenkinsJobsTest {

  private static final Yaml FILE = Yaml.jenkins();

  @Test
  void createsAJobForEveryPipeline() {
    assertThat(jobs())
        .extracting(job -> job.name() + " " + job.text("name"))
        .containsExactly(
            "pipelineJob perfline",
            "pipelineJob perfline-release",
            "pipelineJob perfline-bisect",
            "pipelineJob perfline-tests",
            "multibranchPipelineJob perfline-changes");
    assertThat(jobs())
        .allSatisfy(
            job -> {
              Path script =
                  Jenkinsfile.ROOT.resolve(job.all("scriptPath").get(0).text("scriptPath"));
              assertThat(script).exists();
              assertThat(job.all().filter(step -> Set.of("url", "remote").contains(step.name())))
                  .extracting(step -> step.text("url"))
                  .contains("${PERF_REPOSITORY}");
              assertThat(
                      job.all()
                          .filter(step -> step.name().matches("credentials(Id)?"))
                          .map(step -> step.text("credentials")))
                  .containsExactly("${GIT_CREDENTIALS:-}");
            });
  }

  /**
   * Only the hosts' own branch sources provide a build with the target and number of a change
   * request.
   */
  @ParameterizedTest
  @CsvSource({
    "github,      repositoryUrl, https://git.example.org/our/team/app.git,"
        + " gitHubPullRequestDiscovery",
    "gitlab,      projectPath,   our/team/app, gitLabOriginDiscovery",
    "gitlab,      projectOwner,  our/team,     gitLabOriginDiscovery",
    "gitea,       repository,    app,          giteaPullRequestDiscovery",
    "bitbucket,   repoOwner,     our/team,     bitbucketPullRequestDiscovery",
    "pull/*/head, remote, https://git.example.org/our/team/app.git, discoverOtherRefsTrait"
  })
  void findsChangeRequestsOfEachHost(String host, String key, String value, String discovery) {
    List<Step> jobs = jobs(host, "https://git.example.org/our/team/app.git");
    Step source = jobs.get(jobs.size() - 1).all("source").get(0).children().get(0);

    assertThat(source.name()).isEqualTo(host.contains("/") ? "gitSource" : host);
    assertThat(source.child(key).text("v")).isEqualTo(value);
    assertThat(source.child("traits").children())
        .extracting(Step::name)
        .containsExactly(discovery, "refSpecs");
    assertThat(source.all("refSpecTemplate"))
        .extracting(template -> template.child("value").text("v"))
        .containsExactlyElementsOf(
            host.contains("/")
                ? List.of(
                    "+refs/heads/*:refs/remotes/@{remote}/*", "+refs/" + host + ":refs/" + host)
                : List.of("+refs/heads/*:refs/remotes/@{remote}/*"));
    assertThat(jobs("", "any"))
        .extracting(job -> job.text("name"))
        .doesNotContain("perfline-changes");
  }

  /**
   * Jenkins recreates the jobs at startup: triggers declared only in a Jenkinsfile would be missing
   * until the next build, which would then never start.
   */
  @Test
  void declaresTheJobsAsTheJenkinsfilesDo() throws IOException {
    for (Step job : jobs().stream().filter(each -> each.name().equals("pipelineJob")).toList()) {
      Step pipeline = pipeline(job.all("scriptPath").get(0).text("scriptPath"));

      assertThat(parameters(job, "Param")).isEqualTo(parameters(pipeline, ""));
      assertThat(triggers(job, "cron", "spec")).isEqualTo(triggers(pipeline, "cron", "spec"));
      for (String key : List.of("scmpoll_spec", "ignorePostCommitHooks")) {
        assertThat(triggers(job, "pollSCM", key)).isEqualTo(triggers(pipeline, "pollSCM", key));
      }
      assertThat(job.all("disableConcurrentBuilds"))
          .hasSameSizeAs(pipeline.child("options").all("disableConcurrentBuilds"));
      Map<String, Object> kept = pipeline.all("logRotator").get(0).named();
      assertThat(kept).isNotEmpty();
      kept.forEach(
          (key, value) ->
              assertThat(job.all(key)).extracting(step -> step.text("v")).contains("" + value));
    }
  }

  /** Returns type, name, default or choices, and description of each parameter. */
  private static List<String> parameters(Step all, String suffix) {
    return all.all("parameters").stream()
        .flatMap(parameters -> parameters.children().stream())
        .map(
            step ->
                step.name().replaceAll("Param$", "")
                    + (suffix.isEmpty()
                        ? List.of(
                            step.text("name"),
                            step.named().getOrDefault("defaultValue", step.named().get("choices")),
                            step.text("description"))
                        : step.values()))
        .toList();
  }

  private static List<String> triggers(Step all, String name, String inside) {
    return all.all("triggers").stream()
        .flatMap(triggers -> triggers.all(name).stream())
        .map(step -> step.children().isEmpty() ? step.text(inside) : step.child(inside).text("v"))
        .toList();
  }

  private static List<Step> jobs() {
    return jobs("${PERF_CHANGES:-}", "${PERF_REPOSITORY}");
  }

  /** Returns the jobs, with change requests of a host. */
  private static List<Step> jobs(String changes, String repository) {
    return FILE.at("jobs").list().stream()
        .map(job -> job.into("script").text().replace("${PERF_CHANGES:-}", changes))
        .map(script -> script.replace("${PERF_REPOSITORY}", repository))
        .flatMap(script -> new Jenkinsfile("job", script).runFreely().children().stream())
        .toList();
  }

  private static Step pipeline(String path) throws IOException {
    return Jenkinsfile.read(path).run(new World()).pipeline();
  }
}
