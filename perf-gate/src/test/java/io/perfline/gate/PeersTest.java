package io.perfline.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.perfline.core.run.RunFile;
import io.perfline.gate.verdict.Outcome;
import io.perfline.gate.verdict.VerdictFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests runs that other tools pass with the threshold p95 < 500 ms. None passes here. */
class PeersTest {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final UnaryOperator<String> AS_IT_IS = text -> text;
  private static final Consumer<ObjectNode> MEASURED = one -> {};

  private static final String THRESHOLDS =
      """
      version: 1
      thresholds:
        - { id: p95, case: http/record, metric: response_time.p95, pass: "< 500 ms" }
      """;

  private static final String AGAINST_MAIN =
      THRESHOLDS.replace("\"< 500 ms\"", "\"<= +5 %\", baseline: main");

  @TempDir private Path folder;

  @ParameterizedTest(name = "{0}")
  @MethodSource
  void failsHere(
      String what,
      UnaryOperator<String> thresholds,
      Consumer<ObjectNode> measured,
      UnaryOperator<String> file,
      int code,
      String message)
      throws IOException {
    GateStand stand = new GateStand(folder);
    Path run = folder.resolve(RunFile.NAME);
    ObjectNode tree = (ObjectNode) JSON.readTree(run.toFile());
    measured.accept((ObjectNode) tree.at("/cases/0"));
    Files.writeString(run, file.apply(JSON.writeValueAsString(tree)));
    stand.limits(thresholds.apply(THRESHOLDS));

    assertThat(stand.gate()).as(stand.printed()).isEqualTo(code);
    assertThat(stand.printed()).contains(message);
  }

  static Stream<Arguments> failsHere() {
    return Stream.of(
        limits("a label that never occurs", text -> text.replace("record", "recrod"), "'http/rec"),
        loaded("no request at all", one -> none(one, null), "not one request was made"),
        loaded("every connection refused", one -> none(one, "refused"), "refused=1000"),
        loaded("every answer HTTP 500", one -> none(one, "HTTP 500"), "HTTP 500=1000"),
        limits("an empty threshold section", text -> "version: 1\nthresholds: []", "an empty one"),
        limits("a misspelt key", text -> text.replace("pass:", "pas:"), "did you mean 'pass'"),
        arguments(
            "a result file cut off",
            AS_IT_IS,
            MEASURED,
            (UnaryOperator<String>) text -> text.substring(0, text.length() - 2),
            3,
            "run.json"),
        loaded(
            "a generator starved of CPU",
            one -> ((ObjectNode) one.get("generator")).put("cpu", 0.999),
            "generator_cpu is 99.9 %"),
        limits("a baseline missing", text -> AGAINST_MAIN, "baseline"),
        limits(
            "a baseline renamed",
            text -> AGAINST_MAIN + "baselines: { mian: { branch: main } }",
            "did you mean 'mian'"),
        limits("a baseline of nothing", text -> AGAINST_MAIN + "baselines: { main: {} }", "needs"));
  }

  @Test
  void anEmptyBaselineIsNotAPass() throws IOException {
    GateStand stand = new GateStand(folder);
    stand.limits(AGAINST_MAIN + "baselines: { main: { branch: main } }");

    try (CannedInfluxDb empty = new CannedInfluxDb()) {
      stand.gate("--environment", empty.environment(folder).toString());
    }

    assertThat(stand.printed()).contains("WARN", "not tested: 0 of at least 8 runs");
    assertThat(VerdictFile.read(folder).outcome()).isEqualTo(Outcome.WARN);
  }

  private static Arguments limits(String what, UnaryOperator<String> thresholds, String message) {
    return arguments(what, thresholds, MEASURED, AS_IT_IS, 2, message);
  }

  private static Arguments loaded(String what, Consumer<ObjectNode> measured, String message) {
    return arguments(what, AS_IT_IS, measured, AS_IT_IS, 3, message);
  }

  private static void none(ObjectNode one, String error) {
    String empty = Runs.uniform(0).encoded();
    one.put("requests", 0).put("messages", 0).put("bytes", 0).put("throughput_per_s", 0);
    one.put("response_time", empty).put("service_time", empty);
    if (error != null) {
      one.putObject("errors").put(error, 1000);
    }
  }
}
