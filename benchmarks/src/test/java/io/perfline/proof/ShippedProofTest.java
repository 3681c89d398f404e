package io.perfline.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.perfline.core.command.Fault;
import io.perfline.gate.metric.Metric;
import io.perfline.proof.SimulatedBuild.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Simulates the limits of the files that are shipped. */
class ShippedProofTest {

  private static final Path HOME = Path.of("..");

  @TempDir private Path folder;

  @Test
  void everyComparingLimitOfInitIsSimulated() throws IOException {
    ShippedService jar = service("Spring Boot jar");

    assertThat(jar.limits())
        .extracting(one -> one.threshold().metric())
        .contains(
            Metric.SERVICE_TIME_MEAN,
            Metric.SERVICE_TIME_P99,
            Metric.CPU,
            Metric.CPU_TOTAL,
            Metric.ALLOCATION,
            Metric.LIVE_SET,
            Metric.GROWTH);
    assertThat(jar.sharing()).isEqualTo(jar.limits().size());
    assertThat(service("go-httpbin").limits())
        .extracting(one -> one.threshold().metric())
        .doesNotContain(Metric.ALLOCATION);
    assertThat(service("recorder").sharing()).isGreaterThan(40);
  }

  /** Six deployments are the fewest that decide anything without earlier builds. */
  @Test
  void eachBudgetAllowsSixDeploymentsOrMore() throws IOException {
    assertThat(ShippedService.all(HOME))
        .allSatisfy(service -> assertThat(service.deployments()).isGreaterThanOrEqualTo(6));
  }

  @Test
  void changesBeyondTheLimitOfCpuFailAndChangesAtItDoNot() throws IOException {
    List<ShippedRow> rows = new ShippedProof(40, 1).rows(service("Jolokia WAR"));

    assertThat(rows.get(0).atLimit().count(Outcome.FAILED)).isZero();
    ShippedRow cpu =
        rows.stream().filter(row -> "`cpu`".equals(row.metric())).findFirst().orElseThrow();
    assertThat(cpu.failed().count()).isLessThan(4);
    assertThat(ShippedRow.failed(cpu.farBeyond()).count()).isGreaterThan(30);
    assertThat(ShippedProof.conclusion(rows)).contains("`cpu` (Jolokia WAR)");
    assertThat(cpu.text()).startsWith("| Jolokia WAR | `cpu` | +5 % | ±");
  }

  @Test
  void replacesOnlyItsPartOfADocument() throws IOException {
    Path page = folder.resolve("page.md");
    String begin = "<!-- ./perfline-dev proof --write: the shipped limits -->\n";
    Files.writeString(page, "before\n" + begin + "old\n<!-- end -->\nafter\n");

    GeneratedPart.SHIPPED.write(page, "new");

    assertThat(page).hasContent("before\n" + begin + "\nnew\n\n<!-- end -->\nafter\n");
    Files.writeString(page, "no part\n");
    assertThatThrownBy(() -> GeneratedPart.SHIPPED.write(page, "new"))
        .isInstanceOf(Fault.class)
        .hasMessageContaining("nothing was written");
    assertThat(page).hasContent("no part\n");
  }

  private static ShippedService service(String name) throws IOException {
    return ShippedService.all(HOME).stream()
        .filter(service -> service.name().equals(name))
        .findFirst()
        .orElseThrow();
  }
}
