package io.perfline.sims.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.environment.Environment;
import io.perfline.core.project.Project;
import io.perfline.core.project.ProjectFile;
import io.perfline.sims.paired.PairedDeployment.Endpoints;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs the recorder's WAR in two Tomcats, each with the configuration of its commit. */
@Timeout(300)
class SeparateTomcatIT {

  private static final Path HOME = Path.of(System.getProperty("perf.home", ".."));
  private static final Path WAR = HOME.resolve("perf-app/target/recorder.war").toAbsolutePath();
  private static final String SERVER_XML =
      "deploy/src/main/resources/io/perfline/deploy/server/server.xml";

  @TempDir private Path folder;

  @Test
  void eachBuildHasTheServerXmlOptionsAndVariablesOfItsOwnCommit() throws Exception {
    Project slow =
        project(
            "slow",
            "-XX:TieredStopAtLevel=1",
            "RECORDER_QUEUE_MESSAGES: '100'",
            "maxConnections=\"7\"");
    Project fast = project("fast", "-Xmx300m", "RECORDER_URL_LENGTH: '99'", "maxConnections=\"9\"");
    try (ProjectServices services = services(slow, fast, List.of("slowed on purpose: CPU +20 %"))) {
      Endpoints first = services.deploy(1);
      List<Long> processes = services.pair().jvms();

      assertThat(services.pair().meter().shared()).isFalse();
      assertThat(services.pair().notCompared()).isEmpty();
      assertThat(processes).hasSize(2);
      assertThat(process(processes.get(0), "cmdline"))
          .contains("-XX:TieredStopAtLevel=1")
          .doesNotContain("-Xmx300m");
      assertThat(process(processes.get(0), "environ")).contains("RECORDER_QUEUE_MESSAGES=100");
      assertThat(process(processes.get(1), "cmdline"))
          .contains("-Xmx300m")
          .doesNotContain("-XX:TieredStopAtLevel=1");
      assertThat(process(processes.get(1), "environ")).contains("RECORDER_URL_LENGTH=99");
      assertThat(serverXmls()).containsExactly("maxConnections=\"7\"", "maxConnections=\"9\"");

      Endpoints swapped = services.deploy(2);
      assertThat(serverXmls()).containsExactly("maxConnections=\"9\"", "maxConnections=\"7\"");
      assertThat(swapped.candidate().service()).isEqualTo(first.baseline().service());
      assertThat(processes).noneMatch(pid -> ProcessHandle.of(pid).isPresent());
    }
  }

  @Test
  void twoTomcatsWithTheSameConfigurationSwapTheirBuildsWithoutRestart() throws Exception {
    Project project = project("equal", "-Xmx300m", "RECORDER_URL_LENGTH: '99'", "");
    try (ProjectServices services = services(project, project, List.of("src/A.java"))) {
      Endpoints first = services.deploy(1);
      List<Long> processes = services.pair().jvms();

      Endpoints swapped = services.deploy(2);
      assertThat(services.pair().meter().shared()).isFalse();
      assertThat(services.pair().jvms()).isEqualTo(processes).hasSize(2);
      assertThat(swapped.candidate().service()).isEqualTo(first.baseline().service());

      ProcessHandle ended = ProcessHandle.of(processes.get(0)).orElseThrow();
      ended.destroy();
      ended.onExit().join();
      services.deploy(3);
      assertThat(services.pair().jvms()).hasSize(2).contains(processes.get(1));
    }
  }

  @Test
  void reportsThatDifferentConfigurationsShareOneTomcat() throws Exception {
    Project project =
        project("one", "-XX:TieredStopAtLevel=1", "RECORDER_URL_LENGTH: '99'", "", "tomcat: one, ");
    try (ProjectServices services =
        services(project, project, List.of("service.jvm_options in perf.yml", "src/A.java"))) {
      services.pair().environmentOfBaseline();

      assertThat(services.pair().notCompared()).containsExactly("service.jvm_options in perf.yml");
    }
  }

  @Test
  void eachTomcatIsRestartedWithTheNeedsOfItsBuild() throws Exception {
    Path home = Files.createDirectories(folder.resolve("needing"));
    Files.writeString(
        home.resolve("perf.yml"),
        """
        version: 1
        needs:
          db: {command: 'touch ${db.dir}/up; exec sleep 600', ready: {command: 'test -e ${db.dir}/up'}}
        service:
          war: recorder.war
          ready: {get: /health/ready}
          variables: {RECORDER_STORE: memory, DB: 'at ${db.port} for ${SIDE}'}
        load: {all: {connections: 1, requests: [{get: /}]}}
        """);
    Project project = ProjectFile.read(home.resolve("perf.yml"));
    Path needs = home.resolve(".perf/needs");
    try (ProjectServices services = services(project, project, List.of("src/A.java"))) {
      services.awaitReady(Duration.ofSeconds(60), line -> {});
      Endpoints first = services.deploy(1);
      List<Long> processes = services.pair().jvms();

      assertThat(process(processes.get(0), "environ"))
          .contains("DB=at %s for candidate".formatted(first.candidate().needs().get("db.port")));
      assertThat(process(processes.get(1), "environ"))
          .contains("DB=at %s for baseline".formatted(first.baseline().needs().get("db.port")));
      assertThat(needs.resolve("2/db/up")).exists();
      assertThat(services.pair().meter().read(true).needsUs()).containsKey("db");

      services.deploy(2);
      assertThat(processes).noneMatch(pid -> ProcessHandle.of(pid).isPresent());
      assertThat(process(services.pair().jvms().get(0), "environ")).contains(" for baseline");
    }
    assertThat(needs.resolve("1")).doesNotExist();
    assertThat(needs.resolve("2")).doesNotExist();
  }

  private ProjectServices services(Project candidate, Project baseline, List<String> differs)
      throws IOException {
    Path file = folder.resolve("environment.yml");
    Files.writeString(
        file,
        """
        name: test
        tomcat: {manager: 'http://127.0.0.1:${PERF_TOMCAT_PORT}/manager/text', user: perf, password: '${NONE}'}
        """);
    Environment environment =
        Environment.load(file, Map.of("PERF_TOMCAT_PORT", "8080", "NONE", "never used"));
    return new ProjectServices(
        candidate,
        environment,
        new BuiltService("candidate", candidate.home(), WAR, candidate, null, List.of()),
        new BuiltService("baseline", baseline.home(), WAR, baseline, null, differs),
        folder,
        Map.of(
            "tomcat",
            ProcessHandle.current()), // the environment contains the addresses of the stack
        linked(),
        null);
  }

  /** Returns a home with perfline's servers, without a running stack. */
  private Path linked() throws IOException {
    Path home = Files.createDirectories(folder.resolve("home"));
    if (!Files.exists(home.resolve("deploy"))) {
      Files.createSymbolicLink(home.resolve("deploy"), HOME.toAbsolutePath().resolve("deploy"));
    }
    return home;
  }

  private Project project(
      String name, String options, String variable, String connections, String... more)
      throws IOException {
    Path home = Files.createDirectories(folder.resolve(name));
    String text = Files.readString(HOME.resolve(SERVER_XML));
    Files.writeString(
        home.resolve("server.xml"), text.replace("maxConnections=\"4000\"", connections));
    Files.writeString(
        home.resolve("perf.yml"),
        """
        version: 1
        service: {war: recorder.war, %sserver_xml: server.xml, jvm_options: %s,
          ready: {get: /health/ready}, variables: {RECORDER_STORE: memory, %s}}
        load: {all: {connections: 1, requests: [{get: /}]}}
        """
            .formatted(String.join("", more), options, variable));
    return ProjectFile.read(home.resolve("perf.yml"));
  }

  private static String process(long pid, String file) throws IOException {
    return Files.readString(Path.of("/proc", "" + pid, file)).replace('\0', ' ');
  }

  private List<String> serverXmls() throws IOException {
    Path tomcats = folder.resolve("home/.perf/tomcats");
    return List.of(connections(tomcats.resolve("1")), connections(tomcats.resolve("2")));
  }

  private static String connections(Path tomcat) throws IOException {
    String text = Files.readString(tomcat.resolve("conf/server.xml"));
    return text.replaceFirst("(?s).*(maxConnections=\"[0-9]+\").*", "$1");
  }
}
