package io.perfline.deploy.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.perfline.core.command.Fault;
import io.perfline.core.project.Project;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What somebody's WAR finds in the environment of the stack's Tomcat. */
class HostedServiceTest {

  @TempDir private Path folder;

  @Test
  void hasTheVariablesOfTheFileAndShowsNoneOfThem() throws IOException {
    HostedService service =
        HostedService.of(project("war: shop.war"), Map.of("SECRET", "open sesame"));

    assertThat(service.variables())
        .isEqualTo(Map.of("RECORDER_STORE", "memory", "SHOP_PASSWORD", "open sesame"));
    assertThat(service.toString()).doesNotContain("sesame");
  }

  @Test
  void whatAFileSaysComesBeforeWhatTheStackSays() throws IOException {
    Map<String, String> environment = Map.of("SECRET", "x", "RECORDER_STORE", "kafka");
    StackVariables ports = StackVariables.choose(folder, environment, false);
    HostedService service = HostedService.of(project("war: shop.war"), environment);

    Part tomcat = new LocalStack(folder, ports, environment, service).part(TomcatPart.NAME);

    assertThat(tomcat.variables())
        .containsEntry("RECORDER_STORE", "memory")
        .containsEntry("SHOP_PASSWORD", "x");
  }

  @Test
  void aCommandsVariablesAreNoneOfTomcats() throws IOException {
    Project project = project("command: 'shop ${PORT}'");

    assertThat(HostedService.of(project, Map.of())).isEqualTo(HostedService.NONE);
  }

  @Test
  void refusesAMissingVariable() throws IOException {
    Project project = project("war: shop.war");

    assertThatThrownBy(() -> HostedService.of(project, Map.of()))
        .isInstanceOf(Fault.class)
        .hasMessageContaining("needs the variable SECRET");
  }

  private Project project(String runs) throws IOException {
    return SampleProject.of(
        folder, runs + ", variables: {RECORDER_STORE: memory, SHOP_PASSWORD: '${SECRET}'}");
  }
}
