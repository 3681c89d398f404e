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

/**
 * A Jenkins configured by {@code deploy/jenkins/jenkins.yaml}: one that this test starts on
 * loopback from {@code JENKINS_WAR} with the plugins in the folder {@code JENKINS_PLUGINS}, or the
 * one at {@code JENKINS_URL}.
 *
 * @param repository what its job reads, and what the test pushes to
 * @param managersPassword what must never be in a log; null when only that Jenkins knows it
 */
record RealJenkins(
    JenkinsClient client, String repository, String managersPassword, Process process)
    implements AutoCloseable {

  /** Why there is none, for the reader of a skipped test. */
  static final String NONE =
      "no Jenkins is given: set JENKINS_WAR (jenkins.war) and JENKINS_PLUGINS (a folder of .jpi or .hpi"
          + " files: those of deploy/jenkins/plugins.txt and what they need), or JENKINS_URL,"
          + " JENKINS_USER, JENKINS_PASSWORD and JENKINS_REPOSITORY (the repository of its job"
          + " 'perfline', whose main branch this test overwrites)";

  private static final Duration START = Duration.ofMinutes(5);

  /**
   * The one that the environment gives, up and configured.
   *
   * @param project what its job shall build; a commit of it is there before Jenkins first looks
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
          new RealJenkins(client, environment.get("JENKINS_REPOSITORY"), null, null));
    }
    return Optional.empty();
  }

  private static RealJenkins start(
      Map<String, String> environment, SmallProject project, Path temporary)
      throws IOException, InterruptedException {
    Path home = Files.createDirectories(temporary.resolve("jenkins"));
    Path log = temporary.resolve("jenkins.log");
    plugins(Path.of(environment.get("JENKINS_PLUGINS")), home.resolve("plugins"));
    int port = freePort();
    String password = UUID.randomUUID().toString();
    String manager = UUID.randomUUID().toString();
    String url = "http://127.0.0.1:" + port + "/";
    String repository = GitRepository.bare(temporary.resolve("repository.git"));
    GitRepository.of(project.folder(), repository).push("What is there when Jenkins starts");
    ProcessBuilder jenkins =
        new ProcessBuilder(
                environment.getOrDefault(
                    "JENKINS_JAVA",
                    Path.of(System.getProperty("java.home"), "bin/java").toString()),
                "-Djava.awt.headless=true",
                "-Djenkins.install.runSetupWizard=false",
                "-Dhudson.plugins.git.GitSCM.ALLOW_LOCAL_CHECKOUT=true",
                "-jar",
                environment.get("JENKINS_WAR"),
                "--httpListenAddress=127.0.0.1",
                "--httpPort=" + port)
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
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
                "JENKINS_ADMIN_PASSWORD",
                password,
                "JENKINS_ROOT_URL",
                url,
                "LOADGEN_HOME",
                temporary.resolve("loadgen").toString(),
                "TOMCAT_PSW",
                manager,
                "INFLUXDB_PSW",
                UUID.randomUUID().toString(),
                "PERF_REPOSITORY",
                repository));
    JenkinsClient client = new JenkinsClient(URI.create(url), "admin", password);
    RealJenkins started = new RealJenkins(client, repository, manager, jenkins.start());
    try {
      started.awaitJob(log);
    } catch (IOException | InterruptedException | RuntimeException | Error e) {
      started.close();
      throw e;
    }
    return started;
  }

  /** The job is there when Jenkins is up and has read its configuration. */
  private void awaitJob(Path log) throws IOException, InterruptedException {
    long end = System.nanoTime() + START.toNanos();
    while (client.status("job/perfline/api/json") != 200) {
      if (!process.isAlive() || System.nanoTime() > end) {
        List<String> lines = Files.readAllLines(log);
        throw new AssertionError(
            "Jenkins %s and has no job 'perfline'; the end of its log:%n%s"
                .formatted(
                    process.isAlive() ? "is not up after " + START : "ended",
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
