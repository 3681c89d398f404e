package io.perfline.deploy.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.perfline.core.command.Fault;
import io.perfline.core.project.Project;
import io.perfline.deploy.server.HostedService;
import io.perfline.deploy.server.Part;
import io.perfline.deploy.server.SampleProject;
import io.perfline.deploy.server.TomcatPart;
import io.perfline.deploy.server.TomcatSettings;
import io.perfline.deploy.server.TomcatVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the environment variables that a WAR gets in the stack's Tomcat. */
class HostedServiceTest {

  @TempDir private Path folder;

  @Test
  void setsTheVariablesOfTheFileWithoutShowingThem() throws IOException {
    HostedService service =
        HostedService.of(project("war: shop.war"), folder, Map.of("SECRET", "open sesame"));

    assertThat(service.variables())
        .isEqualTo(Map.of("RECORDER_STORE", "memory", "SHOP_PASSWORD", "open sesame"));
    assertThat(service.toString()).doesNotContain("sesame");
  }

  @Test
  void recorderSettingsInTheEnvironmentOverrideTheFile() throws IOException {
    Map<String, String> environment = Map.of("SECRET", "x", "RECORDER_STORE", "kafka");
    StackVariables ports = StackVariables.choose(folder, environment, false);
    HostedService service = HostedService.of(project("war: shop.war"), folder, environment);

    Part tomcat = new LocalStack(folder, ports, environment, service).part(TomcatPart.NAME);

    assertThat(tomcat.variables())
        .containsEntry("RECORDER_STORE", "kafka")
        .containsEntry("SHOP_PASSWORD", "x");
  }

  @Test
  void aCommandsVariablesAreNotSetForTomcat() throws IOException {
    Project project = project("command: 'shop ${PORT}'");

    assertThat(HostedService.of(project, folder, Map.of())).isEqualTo(HostedService.NONE);
  }

  @Test
  void refusesAMissingVariable() throws IOException {
    Project project = project("war: shop.war");

    assertThatThrownBy(() -> HostedService.of(project, folder, Map.of()))
        .isInstanceOf(Fault.class)
        .hasMessageContaining("needs the variable SECRET");
  }

  @Test
  void usesTheServerXmlOfTheBuildsFolder() throws IOException {
    Path build = Files.createDirectory(folder.resolve("build"));
    Files.writeString(
        build.resolve("server.xml"),
        "<Server shutdown=\"STOP\" port=\"8005\"><Connector port=\"${PORT}\"/></Server>");
    Project project = project("war: shop.war, server_xml: server.xml, jvm_options: -Xint -Xmx1g");

    HostedService service = HostedService.of(project, build, Map.of("SECRET", "x"));

    assertThat(service.serverXml())
        .isEqualTo("<Server shutdown=\"STOP\" port=\"-1\"><Connector port=\"${PORT}\"/></Server>");
    assertThat(service.jvmOptions()).containsExactly("-Xint", "-Xmx1g");
  }

  @Test
  void copiesTheServicesFilesIntoItsTomcat() throws IOException {
    Project project = project("war: shop.war, jvm_options: '-Dindex=${SIDE_DIR}/index'");
    HostedService service = HostedService.of(project, folder, Map.of("SECRET", "x"));
    Path one = Files.createDirectory(folder.resolve("one"));

    TomcatPart part = new TomcatPart(folder, one, TomcatSettings.defaults(), service);

    assertThat(part.command(Path.of("tomcat")))
        .contains("-Dindex=%s/side/index".formatted(one.toAbsolutePath()));
  }

  @Test
  void runsTomcatOnTheConfiguredJava() throws IOException {
    String home = System.getProperty("java.home");
    Project project = project("war: shop.war, java_home: '${PERF_JAVA_25}'");

    HostedService service =
        HostedService.of(
            project, folder, Map.of("SECRET", "x", "PERF_JAVA_25", home, "PATH", "/b"));

    assertThat(service.variables())
        .containsEntry("JAVA_HOME", home)
        .containsEntry("PATH", home + "/bin:/b");
    assertThat(
            new TomcatPart(folder, folder, TomcatSettings.defaults(), service)
                .command(Path.of("tomcat")))
        .startsWith(home + "/bin/java");
    assertThatThrownBy(
            () ->
                HostedService.of(
                    project, folder, Map.of("SECRET", "x", "PERF_JAVA_25", folder.toString())))
        .isInstanceOf(Fault.class)
        .hasMessageContaining("service.java_home: there is no Java in " + folder);
  }

  @Test
  void takesTheVersionOfTomcatFromTheVariableOrTheFile() throws IOException {
    HostedService service =
        HostedService.of(
            project("war: shop.war, tomcat_version: '10.1'"), folder, Map.of("SECRET", "x"));

    assertThat(TomcatSettings.of(Map.of(), service).version()).isEqualTo(TomcatVersion.V10_1);
    assertThat(TomcatSettings.of(Map.of("PERF_TOMCAT_VERSION", "11"), service).version())
        .isEqualTo(TomcatVersion.V11);
    assertThat(TomcatSettings.of(Map.of(), HostedService.NONE).version())
        .isEqualTo(TomcatVersion.V7);
  }

  @Test
  void refusesAServerXmlWithAnotherPort() throws IOException {
    Files.writeString(folder.resolve("server.xml"), "<Server><Connector port=\"8080\"/></Server>");
    Project project = project("war: shop.war, server_xml: server.xml");

    assertThatThrownBy(() -> HostedService.of(project, folder, Map.of("SECRET", "x")))
        .isInstanceOf(Fault.class)
        .hasMessageContaining("no connector has port=\"${PORT}\"");
  }

  @Test
  void aChangedServerXmlOrChangedOptionsRestartTomcat() {
    Part plain = part(null, List.of());

    assertThat(part("<Server/>", List.of()).variables()).isNotEqualTo(plain.variables());
    assertThat(part(null, List.of("-Xint")).variables()).isNotEqualTo(plain.variables());
  }

  private Part part(String serverXml, List<String> options) {
    return new TomcatPart(
        folder,
        folder,
        TomcatSettings.defaults(),
        new HostedService(null, Map.of(), options, serverXml, null));
  }

  private Project project(String runs) throws IOException {
    return SampleProject.of(
        folder, runs + ", variables: {RECORDER_STORE: memory, SHOP_PASSWORD: '${SECRET}'}");
  }
}
