package io.perfline.sims.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.perfline.core.command.Fault;
import io.perfline.core.environment.Environment;
import io.perfline.core.project.Project;
import io.perfline.core.project.ProjectFile;
import io.perfline.sims.driver.CaseSettings;
import io.perfline.sims.driver.Driver;
import io.perfline.sims.driver.Session;
import io.perfline.sims.driver.SettingKey;
import io.perfline.sims.driver.Target;
import io.perfline.sims.workload.CasePlan;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests drivers in a jar of the project. */
class ProjectDriversTest {

  private static final String FILE =
      """
      version: 1
      service: {url: 'http://127.0.0.1:1', baseline_url: 'http://127.0.0.1:2'}
      drivers: acme.jar
      load:
        queue: {driver: acme, with: {batch: 5}, rate: 20/s}
      """;

  @TempDir private Path folder;

  /** A third-party driver. */
  public static final class Acme implements Driver {
    @Override
    public String name() {
      return "acme";
    }

    @Override
    public List<SettingKey> keys() {
      return List.of(
          SettingKey.count("batch", 1L, "messages in a request"),
          SettingKey.choice("mode", "how", "fast", "slow"),
          new SettingKey("token", SettingKey.Kind.CHOICE, List.of("a", "b"), null, "who asks"));
    }

    @Override
    public List<Target> targets() {
      return List.of(Target.SERVICE);
    }

    @Override
    public void check(Environment environment, Target target) {}

    @Override
    public Session open(
        Environment environment, Target target, String scope, CaseSettings settings) {
      throw new UnsupportedOperationException("no load in this test");
    }
  }

  @Test
  void plansTheLoadsOfDriversWithTheirSettings() throws IOException {
    writeJar(Acme.class.getName());

    List<CasePlan> plans = plans(FILE);

    assertThat(plans).extracting(CasePlan::name).containsExactly("queue", "paired/queue");
    assertThat(plans.get(0).driver()).isEqualTo("acme");
    assertThat(plans.get(0).settings().asText())
        .containsEntry("batch", "5")
        .containsEntry("mode", "fast")
        .containsEntry("rate", "20");
  }

  @Test
  void namesThePositionOfAnUnknownSetting() throws IOException {
    writeJar(Acme.class.getName());

    assertThatThrownBy(() -> plans(FILE.replace("batch: 5", "bathc: 5, mode: 7")))
        .isInstanceOf(Fault.class)
        .hasMessageContaining("perf.yml:5:32: unknown key 'bathc'")
        .hasMessageContaining("did you mean 'batch'")
        .hasMessageContaining("expected a word, found '7'");
    assertThatThrownBy(() -> plans(FILE.replace("driver: acme", "driver: acne")))
        .isInstanceOf(Fault.class)
        .hasMessageContaining("perf.yml:5:19: unknown driver 'acne'");
  }

  @Test
  void refusesASecretInClearText() throws IOException {
    writeJar(Acme.class.getName());

    assertThatThrownBy(() -> plans(FILE.replace("batch: 5", "token: hunter2")))
        .isInstanceOf(Fault.class)
        .hasMessageContaining("perf.yml:5:39: token must be a variable, as ${NAME}")
        .hasMessageNotContaining("hunter2");
    assertThatThrownBy(() -> plans(FILE.replace("batch: 5", "password: hunter2")))
        .hasMessageContaining("unknown key 'password'")
        .hasMessageNotContaining("hunter2");
  }

  @Test
  void refusesAnUnusableJar() throws IOException {
    assertThatThrownBy(() -> plans(FILE)).hasMessageContaining("there is no");
    writeJar("com.acme.Missing");
    assertThatThrownBy(() -> plans(FILE)).hasMessageContaining("com.acme.Missing");
    writeJar("# none");
    assertThatThrownBy(() -> plans(FILE)).hasMessageContaining("names no driver in META-INF");
  }

  private List<CasePlan> plans(String text) throws IOException {
    Files.writeString(folder.resolve("perf.yml"), text);
    Project project = ProjectFile.read(folder.resolve("perf.yml"));
    return ProjectCases.of(project, ProjectDrivers.of(project, Map.of()));
  }

  private void writeJar(String driver) throws IOException {
    try (OutputStream file = Files.newOutputStream(folder.resolve("acme.jar"));
        JarOutputStream jar = new JarOutputStream(file)) {
      jar.putNextEntry(new ZipEntry("META-INF/services/" + Driver.class.getName()));
      jar.write(driver.getBytes(StandardCharsets.UTF_8));
      jar.closeEntry();
    }
  }
}
