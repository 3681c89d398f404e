package io.perfline.sims.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.perfline.core.command.Fault;
import io.perfline.core.environment.Environment;
import io.perfline.core.project.Project;
import io.perfline.core.project.ProjectFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests whether two builds, each a jar in its own process, are recognised as different. */
@Timeout(120)
class BuildIdentityTest {

  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin", "java").toString();
  private static final List<String> CHANGED = List.of("src/App.java");

  /** A service that answers each request with its second argument. */
  static final class App {

    private App() {}

    public static void main(String[] arguments) throws IOException {
      byte[] answer = arguments[1].getBytes(StandardCharsets.UTF_8);
      HttpServer server =
          HttpServer.create(
              new InetSocketAddress(
                  InetAddress.getLoopbackAddress(), Integer.parseInt(arguments[0])),
              0);
      server.createContext(
          "/",
          exchange -> {
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
          });
      server.start();
    }
  }

  @TempDir private Path folder;

  @Test
  void refusesToCompareAJarWithItself() throws Exception {
    Path jar = jar(folder.resolve("last.jar"), "last");
    String command = "'%s' -jar '%s' ${PORT} 1111".formatted(JAVA, jar);

    refused(
        build("candidate", command, "commit: {get: /version}", "a", CHANGED),
        build("baseline", command, "commit: {get: /version}", "b", CHANGED),
        "are both 1111");
  }

  @Test
  void withoutAReportedCommitTheStartedFileMustBeTheArtifact() throws Exception {
    Path jar = jar(folder.resolve("last.jar"), "last");
    String command = "'%s' -jar '%s' ${PORT} x".formatted(JAVA, jar);

    refused(
        build("candidate", command, "artifact: app.jar", "a", CHANGED),
        build("baseline", command, "artifact: app.jar", "b", CHANGED),
        "none of these files is its artifact");
  }

  @Test
  void noticesThatNeitherBuildRunsTheChangedSources() throws Exception {
    Path jar = jar(folder.resolve("last.jar"), "last");
    String command = "'%s' -jar '%s' ${PORT} x".formatted(JAVA, jar);
    BuiltService candidate = build("candidate", command, "", "a", CHANGED);

    assertThat(equalDespiteSources(candidate, build("baseline", command, "", "b", CHANGED)))
        .containsExactly(jar);
    List<String> configuration = List.of("conf/app.properties");
    assertThat(equalDespiteSources(candidate, build("baseline", command, "", "b", configuration)))
        .as("read by the service itself")
        .isEmpty();
    String own = "'%s' -jar app.jar ${PORT} x".formatted(JAVA);
    assertThat(
            equalDespiteSources(
                build("candidate", own, "", "a", CHANGED),
                build("baseline", own, "", "b", CHANGED)))
        .as("each has a jar of its own")
        .isEmpty();
  }

  private List<Path> equalDespiteSources(BuiltService candidate, BuiltService baseline)
      throws Exception {
    try (ProjectServices services = services(candidate, baseline)) {
      services.deploy(1);
      return services.pair().equalDespiteSources();
    }
  }

  @Test
  void equalJarsAreOnlyComparedOnPurpose() throws Exception {
    String command = "'%s' -jar app.jar ${PORT} x".formatted(JAVA);
    BuiltService candidate = build("candidate", command, "artifact: app.jar", "a", List.of());
    BuiltService baseline = build("baseline", command, "artifact: app.jar", "b", List.of());
    equalJar(candidate, baseline);

    refused(candidate, baseline, "are both sha256:");

    try (ProjectServices services = services(candidate, onPurpose(baseline))) {
      services.deploy(1);
      assertThat(services.pair().equalBuilds()).isTrue();
    }
  }

  @Test
  void anEqualJarWithAnotherConfigurationIsAnotherBuild() throws Exception {
    String command = "'%s' -jar app.jar ${PORT} x".formatted(JAVA);
    BuiltService candidate = build("candidate", command, "artifact: app.jar", "a", List.of());
    BuiltService baseline =
        build("baseline", command, "artifact: app.jar", "b", List.of("conf/app.properties"));
    equalJar(candidate, baseline);

    accepted(candidate, baseline);
  }

  @Test
  void separateJarsAreComparedAndNamedAfterTheStartedFile() throws Exception {
    String command = "exec '%s' -cp app.jar %s ${PORT} x".formatted(JAVA, "'" + name() + "'");
    BuiltService candidate = build("candidate", command, "", "a", List.of());

    accepted(candidate, build("baseline", command, "", "b", List.of()));
    try (ProjectServices services = services(candidate, null)) {
      services.awaitReady(services.readyTimeout(), line -> {});
      assertThat(services.deployed())
          .isEqualTo(BuildIdentity.digest(candidate.folder().resolve("app.jar")));
    }
  }

  @Test
  void aPlainFileMayBeTheArtifact() throws Exception {
    String command = "exec '%s' -cp app.jar %s ${PORT} x".formatted(JAVA, "'" + name() + "'");
    BuiltService candidate = build("candidate", command, "artifact: app.js", "a", List.of());
    BuiltService baseline = build("baseline", command, "artifact: app.js", "b", List.of());
    Path script = Files.writeString(candidate.folder().resolve("app.js"), "new");
    Files.writeString(baseline.folder().resolve("app.js"), "old");

    accepted(candidate, baseline);
    assertThat(new ComparedBuilds(candidate.service(), candidate, baseline).archives()).isEmpty();
    try (ProjectServices services = services(candidate, null)) {
      services.awaitReady(services.readyTimeout(), line -> {});
      assertThat(services.deployed()).isEqualTo(BuildIdentity.digest(script));
    }
    Files.writeString(baseline.folder().resolve("app.js"), "new");
    refused(candidate, baseline, "are both sha256:");
  }

  private void refused(BuiltService candidate, BuiltService baseline, String why) throws Exception {
    try (ProjectServices services = services(candidate, baseline)) {
      assertThatThrownBy(() -> services.deploy(1))
          .isInstanceOf(Fault.class)
          .hasMessageContaining(why);
    }
  }

  private void accepted(BuiltService candidate, BuiltService baseline) throws Exception {
    try (ProjectServices services = services(candidate, baseline)) {
      assertThatCode(() -> services.deploy(2)).doesNotThrowAnyException();
      assertThat(services.pair().equalBuilds()).isFalse();
    }
  }

  private ProjectServices services(BuiltService candidate, BuiltService baseline) {
    return new ProjectServices(
        candidate.project(),
        Environment.named("local"),
        candidate,
        baseline,
        folder.resolve("logs"),
        Map.of(),
        folder,
        null);
  }

  private static BuiltService onPurpose(BuiltService build) {
    return new BuiltService(
        build.name(), build.folder(), build.archive(), build.project(), build.commit(), null);
  }

  /** Creates a build in its own folder, with a jar that contains its name. */
  private BuiltService build(
      String name, String command, String more, String commit, List<String> differs)
      throws IOException {
    Path home = Files.createDirectories(folder.resolve(name));
    jar(home.resolve("app.jar"), name);
    Path file = home.resolve("perf.yml");
    Files.writeString(
        file,
        """
        version: 1
        service:
          command: "%s"
          ready: {get: /}
          %s
        load: {all: {connections: 1, requests: [{get: /}]}}
        """
            .formatted(command, more));
    Project project = ProjectFile.read(file);
    return new BuiltService(name, home, null, project, commit, differs);
  }

  private static void equalJar(BuiltService candidate, BuiltService baseline) throws IOException {
    Files.copy(
        candidate.folder().resolve("app.jar"),
        baseline.folder().resolve("app.jar"),
        StandardCopyOption.REPLACE_EXISTING);
  }

  private static String name() {
    return App.class.getName();
  }

  private static Path jar(Path file, String text) throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, name());
    String code = name().replace('.', '/') + ".class";
    try (OutputStream out = Files.newOutputStream(file);
        JarOutputStream jar = new JarOutputStream(out, manifest);
        InputStream bytes = App.class.getClassLoader().getResourceAsStream(code)) {
      add(jar, code, bytes.readAllBytes());
      add(jar, "name.txt", text.getBytes(StandardCharsets.UTF_8));
    }
    return file;
  }

  private static void add(JarOutputStream jar, String name, byte[] bytes) throws IOException {
    JarEntry entry = new JarEntry(name);
    entry.setTime(0);
    jar.putNextEntry(entry);
    jar.write(bytes);
    jar.closeEntry();
  }
}
