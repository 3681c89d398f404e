package io.perfline.acceptance.jenkins;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A Jenkins with the configuration of {@code deploy/jenkins/jenkins.yaml}: either started on
 * loopback from {@code JENKINS_WAR} with the plugins in {@code JENKINS_PLUGINS}, or the one at
 * {@code JENKINS_URL}.
 */
final class RealJenkins implements AutoCloseable {

  /** Reason for skipping the test. */
  static final String NONE =
      "no Jenkins is given: set JENKINS_WAR (jenkins.war) and JENKINS_PLUGINS (a folder of .jpi or"
          + " .hpi files: those of deploy/jenkins/plugins.txt and what they need), or JENKINS_URL,"
          + " JENKINS_USER, JENKINS_PASSWORD and JENKINS_REPOSITORY (the repository of its job"
          + " 'perfline', whose main branch this test overwrites)";

  private static final Duration START = Duration.ofMinutes(5);

  /** Text that Jenkins logs if its startup failed while its process keeps running. */
  private static final Pattern GAVE_UP =
      Pattern.compile("Failed to initialize Jenkins|Jenkins stopped");

  private final JenkinsClient client;
  private final String repository;
  private final String managersPassword;
  private final ProcessBuilder program;
  private final Path log;
  private Process process;

  private RealJenkins(
      JenkinsClient client,
      String repository,
      String managersPassword,
      ProcessBuilder program,
      Path log) {
    this.client = client;
    this.repository = repository;
    this.managersPassword = managersPassword;
    this.program = program;
    this.log = log;
  }

  JenkinsClient client() {
    return client;
  }

  /** Returns the repository that its jobs read and the test pushes to. */
  String repository() {
    return repository;
  }

  /** Returns the password that must not appear in logs; empty if only that Jenkins knows it. */
  Optional<String> managersPassword() {
    return Optional.ofNullable(managersPassword);
  }

  /** Returns whether this test started it, and can therefore restart it and has its agents. */
  boolean isOurs() {
    return program != null;
  }

  /**
   * Returns the Jenkins given by the environment, running and configured.
   *
   * @param project what its job builds; committed before Jenkins polls for the first time
   */
  static Optional<RealJenkins> given(
      Map<String, String> environment, SmallProject project, Path temporary)
      throws IOException, InterruptedException {
    if (environment.containsKey("JENKINS_WAR") && environment.containsKey("JENKINS_PLUGINS")) {
      return Optional.of(start(environment, project, temporary));
    }
    if (environment
        .keySet()
        .containsAll(
            List.of("JENKINS_URL", "JENKINS_USER", "JENKINS_PASSWORD", "JENKINS_REPOSITORY"))) {
      URI url = URI.create(environment.get("JENKINS_URL").replaceAll("/*$", "/"));
      JenkinsClient client =
          new JenkinsClient(
              url, environment.get("JENKINS_USER"), environment.get("JENKINS_PASSWORD"));
      return Optional.of(
          new RealJenkins(client, environment.get("JENKINS_REPOSITORY"), null, null, null));
    }
    return Optional.empty();
  }

  private static RealJenkins start(
      Map<String, String> environment, SmallProject project, Path temporary)
      throws IOException, InterruptedException {
    Path home = Files.createDirectories(temporary.resolve("jenkins"));
    Path log = temporary.resolve("jenkins.log");
    plugins(Path.of(environment.get("JENKINS_PLUGINS")), home.resolve("plugins"));
    Path scripts = Files.createDirectories(home.resolve("init.groovy.d"));
    for (String script :
        List.of("closed.groovy", "added.groovy", "unstarted.groovy", "links.groovy")) {
      Files.copy(
          Jenkinsfile.ROOT.resolve("deploy/jenkins").resolve(script), scripts.resolve(script));
    }
    int port = freePort();
    String password = UUID.randomUUID().toString();
    String manager = UUID.randomUUID().toString();
    Path secrets = Files.createDirectory(temporary.resolve("secrets"));
    for (Map.Entry<String, String> secret :
        Map.of(
                "JENKINS_ADMIN_PASSWORD",
                password,
                "TOMCAT_PSW",
                manager,
                "INFLUXDB_PSW",
                UUID.randomUUID().toString(),
                "GITEA_TOKEN",
                environment.getOrDefault("GITEA_TOKEN", ""),
                "CHAT_URL",
                environment.getOrDefault("CHAT_URL", ""))
            .entrySet()) {
      Files.writeString(secrets.resolve(secret.getKey()), secret.getValue());
    }
    String url = "http://127.0.0.1:" + port + "/";
    String repository = GitRepository.bare(temporary.resolve("repository.git"));
    GitRepository.of(project.folder(), repository).push("What is there when Jenkins starts");
    ProcessBuilder jenkins =
        new ProcessBuilder(
                java(environment),
                "-Djava.awt.headless=true",
                "-Djenkins.install.runSetupWizard=false",
                "-Dhudson.plugins.git.GitSCM.ALLOW_LOCAL_CHECKOUT=true",
                "-Dhudson.plugins.git.GitStatus.NOTIFY_COMMIT_ACCESS_CONTROL=disabled-for-polling",
                "-jar",
                environment.get("JENKINS_WAR"),
                "--httpListenAddress=127.0.0.1",
                "--httpPort=" + port)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    jenkins
        .environment()
        .putAll(
            Map.of(
                "JENKINS_HOME",
                home.toString(),
                "CASC_JENKINS_CONFIG",
                Jenkinsfile.ROOT.resolve("deploy/jenkins/jenkins.yaml").toAbsolutePath().toString(),
                "JENKINS_ADMIN_USER",
                "admin",
                "SECRETS",
                secrets.toString(),
                "JENKINS_ROOT_URL",
                url,
                "LOADGEN_HOME",
                temporary.resolve("loadgen").toString(),
                "PERF_REPOSITORY",
                repository));
    Stream.of("GITEA_URL", "GITEA_REPOSITORY", "PERF_MAIL", "SMTP_HOST", "SMTP_PORT")
        .filter(environment::containsKey)
        .forEach(name -> jenkins.environment().put(name, environment.get(name)));
    JenkinsClient client = new JenkinsClient(URI.create(url), "admin", password);
    RealJenkins started = new RealJenkins(client, repository, manager, jenkins, log);
    try {
      started.start();
      jenkins
          .environment()
          .put("PERF_CHANGES", "pull/*/head"); // as in a Jenkins that ran without it
      started.restart();
    } catch (IOException | InterruptedException | RuntimeException | Error e) {
      started.close();
      throw e;
    }
    return started;
  }

  /** Returns the Java of Jenkins and its agents, which may need a newer one than the tests. */
  static String java(Map<String, String> environment) {
    return environment.getOrDefault(
        "JENKINS_JAVA", Path.of(System.getProperty("java.home"), "bin/java").toString());
  }

  private void start() throws IOException, InterruptedException {
    int linesBefore = Files.exists(log) ? Files.readAllLines(log).size() : 0;
    process = program.start();
    awaitJob(linesBefore);
  }

  /** Kills and restarts it, as after a power failure. */
  void restart() throws IOException, InterruptedException {
    close();
    start();
  }

  /** Waits until Jenkins is up and has created the job. */
  private void awaitJob(int linesBefore) throws IOException, InterruptedException {
    long end = System.nanoTime() + START.toNanos();
    while (client.status("job/perfline/api/json") != 200) {
      List<String> all = Files.readAllLines(log);
      List<String> lines = all.subList(linesBefore, all.size());
      boolean gaveUp = lines.stream().anyMatch(line -> GAVE_UP.matcher(line).find());
      if (gaveUp || !process.isAlive() || System.nanoTime() > end) {
        throw new AssertionError(
            "Jenkins %s and has no job 'perfline'; its reasons:%n%s%nthe end of its log:%n%s"
                .formatted(
                    gaveUp ? "gave up" : process.isAlive() ? "is not up after " + START : "ended",
                    lines.stream()
                        .filter(line -> line.matches(".*(SEVERE|Caused by|Exception: ).*"))
                        .distinct()
                        .collect(Collectors.joining("\n")),
                    String.join(
                        "\n", lines.subList(Math.max(0, lines.size() - 60), lines.size()))));
      }
      TimeUnit.SECONDS.sleep(1);
    }
  }

  private static void plugins(Path from, Path to) throws IOException {
    Files.createDirectories(to);
    try (var files = Files.newDirectoryStream(from, "*.{jpi,hpi}")) {
      for (Path plugin : files) {
        String name = plugin.getFileName().toString().replaceAll("\\.[jh]pi$", ".jpi");
        Files.copy(plugin, to.resolve(name));
      }
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  @Override
  public void close() throws InterruptedException {
    if (process == null) {
      return;
    }
    process.descendants().forEach(ProcessHandle::destroy);
    process.destroy();
    if (!process.waitFor(30, TimeUnit.SECONDS)) {
      process.destroyForcibly().waitFor();
    }
  }
}
