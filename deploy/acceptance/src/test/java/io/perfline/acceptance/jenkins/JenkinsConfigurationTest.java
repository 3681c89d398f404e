package io.perfline.acceptance.jenkins;

import static org.assertj.core.api.Assertions.assertThat;

import groovy.lang.Binding;
import groovy.lang.GroovyShell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests {@code deploy/jenkins/jenkins.yaml} and that the pipelines find their settings there. */
class JenkinsConfigurationTest {

  private final Yaml file = Yaml.jenkins();

  @Test
  void requiresAPasswordAndOpensNoAgentPort() {
    Yaml jenkins =
        file.only("jenkins", "credentials", "unclassified", "jobs")
            .at("jenkins")
            .only(
                "systemMessage",
                "numExecutors",
                "labelString",
                "mode",
                "slaveAgentPort",
                "markupFormatter",
                "noUsageStatistics",
                "globalNodeProperties",
                "securityRealm",
                "authorizationStrategy",
                "nodes");
    Yaml users = jenkins.at("securityRealm").into("local").only("allowsSignup", "users");
    Yaml rights = jenkins.at("authorizationStrategy").into("loggedInUsersCanDoAnything");

    assertThat(users.at("allowsSignup").flag()).isFalse();
    assertThat(users.at("users").list())
        .singleElement()
        .extracting(user -> user.only("id", "password").at("password").text())
        .isEqualTo("${JENKINS_ADMIN_PASSWORD}");
    assertThat(rights.into("allowAnonymousRead").flag()).isFalse();
    assertThat(jenkins.at("slaveAgentPort").number()).isEqualTo(-1);
    assertThat(jenkins.at("noUsageStatistics").flag()).isTrue();
    Yaml unclassified =
        file.at("unclassified")
            .only("globalLibraries", "location", "mailer", "gitLabServers", "giteaServers");
    assertThat(unclassified.at("location").only("url", "adminAddress").at("url").text())
        .isEqualTo("${JENKINS_ROOT_URL:-http://127.0.0.1:8081/}");
    unclassified.at("mailer").only("smtpHost", "smtpPort");
  }

  @Test
  void providesTheSharedLibrary() {
    Yaml library = file.at("unclassified").at("globalLibraries").into("libraries").list().get(0);
    Yaml git = library.at("retriever").into("modernSCM").only("libraryPath", "scm");

    assertThat(library.at("name").text()).isEqualTo("perfline");
    assertThat(library.at("includeInChangesets").flag()).as("else a push counts twice").isFalse();
    assertThat(git.at("libraryPath").text() + "vars/perfline.groovy").isEqualTo(Jenkinsfile.STEP);
    assertThat(git.at("scm").into("gitSource").at("remote").text()).isEqualTo("${PERF_REPOSITORY}");
  }

  /** Without the plugin or its configuration everybody would have full access to Jenkins. */
  @Test
  void aJenkinsWithoutConfigurationIsClosed() throws IOException {
    String script = Files.readString(Jenkinsfile.ROOT.resolve("deploy/jenkins/closed.groovy"));
    String inPlaceOfJenkins =
        """

        [strategy: jenkins.strategyName(), anonymous: jenkins.authorizationStrategy?.allowAnonymousRead]

        class FullControlOnceLoggedInAuthorizationStrategy { boolean allowAnonymousRead = true }
        class HudsonPrivateSecurityRealm { HudsonPrivateSecurityRealm(boolean signup) { assert !signup } }
        class Jenkins {
          def securityRealm
          def authorizationStrategy
          static get() { new Jenkins() }
          boolean isUseSecurity() { %s }
          String strategyName() { authorizationStrategy?.class?.name }
        }
        """;

    String text = script.replaceAll("(?m)^import .*$", "") + inPlaceOfJenkins;
    assertThat(new GroovyShell().evaluate(text.formatted("false")))
        .hasToString("{strategy=FullControlOnceLoggedInAuthorizationStrategy, anonymous=false}");
    assertThat(new GroovyShell().evaluate(text.formatted("true")))
        .hasToString("{strategy=null, anonymous=null}");
  }

  @ParameterizedTest
  @CsvSource({
    "perfline-changes/1, http://a/1/#b, '<a href=\"http://a/1/#b\">http://a/1/#b</a>'",
    "perfline, 'FAIL: a < b & \"c\"', 'FAIL: a &lt; b &amp; &quot;c&quot;'",
    "shop, a < b, a < b",
    "perfline, , "
  })
  void addressesInDescriptionsBecomeLinks(String job, String description, String html)
      throws IOException {
    String script = Files.readString(Jenkinsfile.ROOT.resolve("deploy/jenkins/links.groovy"));
    String inPlaceOfJenkins =
        """

        def build = new Run(parent: [fullName: job], description: text)
        RunListener.listeners.each { it.onCompleted(build, null) }
        build.description

        class TaskListener {}
        class Run { def parent; String description }
        class RunListener<R> {
          static List listeners = []
          RunListener(Class type) {}
          static all() { listeners }
          void onCompleted(Run build, TaskListener log) {}
        }
        """;
    Binding binding = new Binding();
    binding.setVariable("job", job);
    binding.setVariable("text", description);

    Object linked =
        new GroovyShell(binding)
            .evaluate(script.replaceAll("(?m)^import .*$", "") + inPlaceOfJenkins);

    assertThat(linked).isEqualTo(html);
  }

  /** Such a build runs no step, so the pipeline can't describe it. */
  @ParameterizedTest
  @CsvSource({
    "perfline,                  FAILURE, '',         team, true,  true",
    "perfline-changes/change-1, FAILURE, '',         '',   true,  false",
    "perfline,                  FAILURE, FAIL: slow, team, false, false",
    "perfline,                  SUCCESS, '',         team, false, false",
    "shop,                      FAILURE, '',         team, false, false"
  })
  void aBuildThatEndsBeforeItsPipelineStartsIsDescribedAndMailed(
      String job, String result, String description, String mail, boolean described, boolean mailed)
      throws IOException {
    String script = Files.readString(Jenkinsfile.ROOT.resolve("deploy/jenkins/unstarted.groovy"));
    String inPlaceOfJenkins =
        """

        def build = new Run('%s', Result.%s, '%s')
        RunListener.listeners.each { it.onCompleted(build, null) }
        [description: build.description, mails: MailSender.sent]

        enum Result { SUCCESS, FAILURE }
        class TaskListener {}
        class EnvironmentVariablesNodeProperty { Map envVars = [PERF_MAIL: '%s'] }
        class Jenkins {
          Map globalNodeProperties = [(EnvironmentVariablesNodeProperty): new EnvironmentVariablesNodeProperty()]
          static get() { new Jenkins() }
        }
        class Run {
          def parent
          Result result
          String description
          Run(String job, Result result, String description) {
            this.parent = [fullName: job]
            this.result = result
            this.description = description
          }
        }
        class RunListener<R> {
          static List listeners = []
          RunListener(Class type) {}
          static all() { listeners }
          void onCompleted(Run build, TaskListener log) {}
        }
        class MailSender {
          static List sent = []
          String to
          MailSender(String to, boolean dontNotifyEveryUnstableBuild, boolean sendToIndividuals) { this.to = to }
          void run(Run build, TaskListener log) { sent << to }
        }
        """
            .formatted(job, result, description, mail);

    Map<?, ?> after =
        (Map<?, ?>)
            new GroovyShell().evaluate(script.replaceAll("(?m)^import .*$", "") + inPlaceOfJenkins);

    assertThat(after.get("description").toString().startsWith("INVALID: no verdict, its pipeline"))
        .isEqualTo(described);
    assertThat(after.get("mails")).isEqualTo(mailed ? List.of("team") : List.of());
  }

  /** Jenkins forgets a job that jenkins.yaml creates while Jenkins loads its older jobs. */
  @Test
  void jobsThatJenkinsHasStoredButNotLoadedAreAdded(@TempDir Path home) throws IOException {
    for (String job : List.of("perfline", "perfline-changes", "theirs")) {
      Path folder = Files.createDirectories(home.resolve("jobs").resolve(job));
      Files.writeString(folder.resolve("config.xml"), "<" + job + "/>");
    }
    Files.createDirectories(home.resolve("jobs/perfline-without-configuration"));
    String script = Files.readString(Jenkinsfile.ROOT.resolve("deploy/jenkins/added.groovy"));
    String inPlaceOfJenkins =
        """

        Jenkins.added

        class Jenkins {
          static Map added = [:]
          File rootDir = new File('%s')
          static get() { new Jenkins() }
          def getItem(String name) { name == 'perfline' ? 'a job' : null }
          void createProjectFromXML(String name, InputStream xml) { added[name] = xml.text }
        }
        """
            .formatted(home);

    Map<?, ?> added =
        (Map<?, ?>)
            new GroovyShell().evaluate(script.replaceAll("(?m)^import .*$", "") + inPlaceOfJenkins);

    assertThat(added).hasToString("{perfline-changes=<perfline-changes/>}");
  }

  @Test
  void theImageContainsTheScripts() throws IOException {
    assertThat(Files.readString(Jenkinsfile.ROOT.resolve("deploy/jenkins/Dockerfile")))
        .contains("COPY *.groovy /usr/share/jenkins/ref/init.groovy.d/");
  }

  /** The pipelines read these variables, so that names are defined in one place. */
  @Test
  void definesTheVariablesOfThePipelines() throws IOException {
    Yaml properties = file.at("jenkins").at("globalNodeProperties").list().get(0);
    List<String> names =
        properties.into("envVars", "env").list().stream()
            .map(variable -> variable.only("key", "value").at("key").text())
            .toList();

    assertThat(Jenkinsfile.read(Jenkinsfile.STEP).text()).contains("env.PERF_MAIL");
    String status =
        Files.readString(
            Jenkinsfile.ROOT.resolve("perf-dist/src/main/archive/bin/perfline-status"));
    assertThat(names).contains("PERF_MAIL").hasSize(8);
    assertThat(names.stream().filter(name -> !name.equals("PERF_MAIL")))
        .allSatisfy(name -> assertThat(status).contains("${" + name + ":?}"));
  }

  @Test
  void definesTheAgentsOfThePipelines() throws IOException {
    Yaml jenkins = file.at("jenkins");

    Step pipeline = Jenkinsfile.read("Jenkinsfile").run(new World()).pipeline();
    assertThat(pipeline.stage("Pipeline").child("agent").all("label"))
        .extracting(label -> label.text("label"))
        .containsExactly(jenkins.at("labelString").text());
    assertThat(jenkins.at("nodes").list())
        .hasSize(2)
        .extracting(node -> node.into("permanent").at("remoteFS").text())
        .as("on one machine they would delete each other's files")
        .doesNotHaveDuplicates();
    assertThat(jenkins.at("nodes").list())
        .allSatisfy(
            node -> {
              Yaml agent =
                  node.into("permanent")
                      .only(
                          "name",
                          "labelString",
                          "mode",
                          "numExecutors",
                          "remoteFS",
                          "retentionStrategy",
                          "launcher");
              assertThat(agent.at("labelString").text()).isEqualTo("loadgen");
              // Two loads on one agent would disturb each other.
              assertThat(agent.at("numExecutors").number()).isEqualTo(1);
              assertThat(agent.at("launcher").into("inbound", "webSocket").flag()).isTrue();
            });
  }

  @Test
  void definesTheCredentialsOfThePipelinesWithoutSecrets() throws IOException {
    Yaml domain = file.at("credentials").into("system", "domainCredentials").list().get(0);
    Map<Boolean, List<Yaml>> entries =
        domain.into("credentials").list().stream()
            .collect(Collectors.partitioningBy(entry -> entry.has("usernamePassword")));
    List<Yaml> passwords =
        entries.get(true).stream()
            .map(entry -> entry.into("usernamePassword"))
            .map(
                entry ->
                    entry.only(
                        "scope", "id", "description", "username", "usernameSecret", "password"))
            .toList();
    List<Yaml> tokens =
        entries.get(false).stream()
            .map(entry -> entry.into("string").only("scope", "id", "description", "secret"))
            .toList();

    assertThat(Stream.concat(passwords.stream(), tokens.stream()))
        .extracting(entry -> entry.at("id").text())
        .containsExactlyInAnyOrderElementsOf(asked());
    assertThat(passwords)
        .allMatch(entry -> entry.at("password").text().matches("\\$\\{[A-Z_]+:-no-password-given}"))
        // otherwise logs would mask the word 'perf' in './perfline' if a user had that name
        .noneMatch(entry -> entry.at("usernameSecret").flag());
    assertThat(tokens).allMatch(entry -> entry.at("secret").text().matches("\\$\\{[A-Z_]+:-}"));
  }

  /** Returns the ids that the pipelines use, and the one by which jobs read the repository. */
  private static Set<String> asked() throws IOException {
    Set<String> ids = new HashSet<>(Set.of("perfline-git"));
    for (String path :
        List.of("Jenkinsfile", "deploy/jenkins/release.Jenkinsfile", Jenkinsfile.STEP)) {
      Pattern.compile("(?:credentials\\(|credentialsId: )'([a-z-]+)'")
          .matcher(Jenkinsfile.read(path).text())
          .results()
          .forEach(id -> ids.add(id.group(1)));
    }
    return ids;
  }

  /** Jenkins merges both files and refuses a key that occurs in both. */
  @Test
  void definesPodsInTheSecondFile() throws IOException {
    Yaml clouds = Yaml.read("deploy/jenkins/kubernetes.yaml").into("jenkins", "clouds");
    Yaml cloud = clouds.list().get(0).into("kubernetes");

    assertThat(file.at("jenkins").has("clouds")).isFalse();
    assertThat(cloud.at("webSocket").flag()).isTrue();
    assertThat(cloud.at("templates").list())
        .singleElement()
        .satisfies(template -> assertThat(template.at("label").text()).isEqualTo("loadgen"));
  }
}
