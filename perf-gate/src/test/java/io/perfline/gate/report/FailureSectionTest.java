package io.perfline.gate.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.perfline.core.command.Fault;
import io.perfline.core.run.CaseResult;
import io.perfline.core.run.FailedAnswer;
import io.perfline.core.run.RawMaterial;
import io.perfline.gate.Runs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FailureSectionTest {

  private static final CaseResult CASE = Runs.http("checkout", "service", Runs.uniform(10));

  @TempDir Path run;

  @Test
  void showsFailedRequestsAndResponses() throws IOException {
    FailedAnswer.write(
        run.resolve(CASE.simulation()),
        RawMaterial.fileName(CASE.name(), CASE.target()),
        List.of(
            new FailedAnswer(
                "post_orders",
                "json /state",
                List.of("ok    status 201", "FAIL  json /state: \"OLD\", expected \"NEW\""),
                "POST /orders HTTP/1.1\r\n",
                "HTTP/1.1 201\r\n\r\n<b>")));
    HtmlBuilder html = new HtmlBuilder();

    FailureSection.write(html, run, List.of(CASE, Runs.http("b", "service", Runs.uniform(1))));

    assertThat(html.toString())
        .contains("<h3>checkout</h3>")
        .contains("<summary>post_orders: json /state</summary>")
        .contains("FAIL  json /state: &quot;OLD&quot;, expected &quot;NEW&quot;")
        .contains("POST /orders HTTP/1.1", "&lt;b&gt;")
        .doesNotContain("<h3>b</h3>");
  }

  @Test
  void aRunWithoutFailuresHasNoSection() {
    HtmlBuilder html = new HtmlBuilder();

    FailureSection.write(html, run, List.of(CASE));

    assertThat(html).hasToString("");
  }

  @Test
  void namesATruncatedFile() throws IOException {
    Path file =
        run.resolve(CASE.simulation())
            .resolve(RawMaterial.fileName(CASE.name(), CASE.target()) + ".failures.json");
    Files.createDirectories(file.getParent());
    Files.writeString(file, "[{");

    assertThatThrownBy(() -> FailedAnswer.read(run, CASE))
        .isInstanceOf(Fault.class)
        .hasMessageContaining(file.toString());
  }
}
