package io.perfline.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.perfline.core.run.RunFile;
import io.perfline.gate.text.JunitFile;
import io.perfline.gate.verdict.Outcome;
import io.perfline.gate.verdict.VerdictFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests runs in which nothing or nonsense was measured: none passes, and each error names its
 * cause.
 */
class FailsClosedTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path folder;
  private GateStand stand;

  @BeforeEach
  void aRunThatPasses() throws IOException {
    stand = new GateStand(folder);
  }

  @Test
  void aValidRunPasses() {
    assertThat(stand.gate()).as(stand.printed()).isZero();
    assertThat(VerdictFile.read(folder).outcome()).isEqualTo(Outcome.PASS);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource
  void aMissingOrInvalidValueGivesNoVerdict(
      String what, Consumer<ObjectNode> change, String message) throws IOException {
    Path file = folder.resolve(RunFile.NAME);
    ObjectNode run = (ObjectNode) JSON.readTree(Files.readAllBytes(file));
    change.accept(run);
    JSON.writeValue(file.toFile(), run);

    assertThat(stand.gate()).as(stand.printed()).isEqualTo(3);
    assertThat(stand.printed()).contains(message);
    assertThat(folder.resolve(JunitFile.NAME)).content().contains("<error ");
  }

  static Stream<Arguments> aMissingOrInvalidValueGivesNoVerdict() {
    return Stream.of(
        run("another schema", r -> r.put("schema", 99), "schema is 99"),
        run("no schema", r -> r.remove("schema"), "schema is"),
        run("an unknown key", r -> r.put("colour", "red"), "colour"),
        run("a key too few", r -> r.remove("cases"), "cases"),
        run("no list of cases", r -> r.putNull("cases"), "run.json"),
        run("no case measured", r -> r.putArray("cases"), "the run contains no case"),
        run("an empty catalogue", r -> r.putArray("catalogue"), "catalogue is empty"),
        run("no id", r -> r.put("run", " "), "doesn't record its run"),
        run("no branch", r -> r.putNull("branch"), "doesn't record its branch"),
        run("no profile", r -> r.put("profile", ""), "doesn't record its profile"),
        run("a profile nobody defined", r -> r.put("profile", "comit"), "profile 'comit'"),
        run("no commit", r -> r.put("commit", "HEAD"), "commit is 'HEAD'"),
        run(
            "a service that is down",
            r -> r.put("deployed_commit", "unknown: http://s is not reachable"),
            "not measured: http://s is not reachable"),
        run("another commit deployed", other("deployed_commit"), "reports commit ffff"),
        run("a run of another commit", other("commit"), "the run is of ffff"),
        run(
            "the deployed commit unknown",
            r -> r.putNull("deployed_commit"),
            "doesn't record the commit"),
        run("no environment", r -> r.putNull("environment"), "where it was measured"),
        run(
            "no fingerprint",
            r -> ((ObjectNode) r.get("environment")).put("fingerprint", ""),
            "environment.fingerprint"),
        run("no times", r -> r.putNull("ended"), "when it was measured"),
        run("measured backwards", r -> r.put("ended", "2026-01-02T02:00:00Z"), "before it started"),
        run("measured in the future", r -> r.put("ended", "2999-01-01T00:00:00Z"), "but it is"),
        run("a case planned twice", FailsClosedTest::planTwice, "planned twice"),
        run("a case measured twice", FailsClosedTest::measureTwice, "was measured twice"),
        run("the case missing", r -> cases(r).remove(0), "but it was not measured"),
        run("one of two targets missing", r -> cases(r).remove(1), "target direct was not"),
        one("a case nobody defined", c -> c.put("name", "http/recrod"), "no workload defines it"),
        one("invalid by its own word", c -> c.putArray("problems").add("Kafka died"), "Kafka died"),
        one("no request", FailsClosedTest::nothing, "not one request was made"),
        one("every request failed", FailsClosedTest::refused, "not one request succeeded"),
        one("half of them failed", c -> errors(c, 1000), "error_rate is 50 %"),
        one("requests without messages", FailsClosedTest::hollow, "carried no message"),
        one("a negative count", c -> c.put("bytes", -1), "a count is negative"),
        one("negative errors", c -> errors(c, -1), "a count is negative"),
        one("negative requests", c -> c.put("requests", -1000), "a count is negative"),
        one("throughput NaN", c -> c.put("throughput_per_s", "NaN"), "it reports NaN"),
        one(
            "throughput infinite",
            c -> c.put("throughput_per_s", "Infinity"),
            "it reports Infinity"),
        one(
            "throughput made up",
            c -> c.put("throughput_per_s", 1e9),
            "but its counts are 100 msg/s"),
        one(
            "pairs of no length",
            FailsClosedTest::unpaired,
            "it reports 100 msg/s, but its counts are Inf"),
        one("too few requests", FailsClosedTest::few, "100 requests are too few, at least 300"),
        one("values missing", c -> times(c, 999), "contains 999 values for 1000 requests"),
        one("values too many", c -> times(c, 2000), "contains 2000 values for 1000 requests"),
        one("an empty histogram", c -> times(c, 0), "contains 0 values"),
        one("no histogram", c -> c.putNull("response_time"), "it has no response_time"),
        one("no service times", c -> c.putNull("service_time"), "it has no service_time"),
        one("a histogram cut off", FailsClosedTest::cutOff, "not a compressed HdrHistogram"),
        one("rubbish for a histogram", FailsClosedTest::rubbish, "not a compressed HdrHistogram"),
        one("ends before it starts", FailsClosedTest::backwards, "not after its start"),
        one("takes no time", c -> c.set("end", c.get("start")), "not after its start"),
        one("no start", c -> c.putNull("start"), "doesn't record when"),
        one(
            "outside of its run",
            c -> c.put("start", "2020-01-01T00:00:00Z"),
            "outside of its run"),
        one("no generator", c -> c.putNull("generator"), "no data about the load generator"),
        gen("a starved generator", g -> g.put("cpu", 1.0), "generator_cpu is 100 %"),
        gen("CPU unknown", g -> g.put("cpu", "NaN"), "generator_cpu is NaN"),
        gen("CPU negative", g -> g.put("cpu", -0.1), "generator_cpu is -10 %"),
        gen("the rate not reached", g -> g.put("achieved_rate_per_s", 80), "achieved_rate is 80 %"),
        gen("no rate", g -> g.put("achieved_rate_per_s", "NaN"), "achieved_rate is NaN"),
        gen("a rate of none of none", FailsClosedTest::zeroRate, "achieved_rate is NaN"));
  }

  private static Arguments run(String what, Consumer<ObjectNode> change, String message) {
    return arguments(what, change, message);
  }

  private static Arguments one(String what, Consumer<ObjectNode> change, String message) {
    return run(what, run -> change.accept((ObjectNode) cases(run).get(0)), message);
  }

  private static Arguments gen(String what, Consumer<ObjectNode> change, String message) {
    return one(what, one -> change.accept((ObjectNode) one.get("generator")), message);
  }

  private static ArrayNode cases(ObjectNode run) {
    return (ArrayNode) run.get("cases");
  }

  private static Consumer<ObjectNode> other(String key) {
    return run -> run.put(key, "f".repeat(40));
  }

  private static void planTwice(ObjectNode run) {
    ArrayNode catalogue = (ArrayNode) run.get("catalogue");
    catalogue.add(catalogue.get(0).<JsonNode>deepCopy());
  }

  private static void measureTwice(ObjectNode run) {
    cases(run).add(cases(run).get(0).<JsonNode>deepCopy());
  }

  private static void unpaired(ObjectNode one) {
    one.putArray("pairs")
        .addObject()
        .put("deployment", 1)
        .put("candidate_first", true)
        .putNull("candidate")
        .putNull("baseline");
  }

  private static void nothing(ObjectNode one) {
    one.put("requests", 0).put("messages", 0).put("bytes", 0).put("throughput_per_s", 0);
    times(one, 0);
  }

  private static void refused(ObjectNode one) {
    nothing(one);
    errors(one, 1000);
  }

  private static void hollow(ObjectNode one) {
    one.put("messages", 0).put("throughput_per_s", 0);
  }

  private static void few(ObjectNode one) {
    one.put("requests", 100).put("messages", 1000);
    times(one, 100);
  }

  private static void errors(ObjectNode one, long count) {
    one.putObject("errors").put("timeout", count);
  }

  private static void times(ObjectNode one, int count) {
    String encoded = Runs.uniform(count).encoded();
    one.put("response_time", encoded).put("service_time", encoded);
  }

  private static void cutOff(ObjectNode one) {
    String encoded = one.get("response_time").asText();
    one.put("response_time", encoded.substring(0, encoded.length() / 2));
  }

  private static void rubbish(ObjectNode one) {
    one.put("response_time", Base64.getEncoder().encodeToString(new byte[100]));
  }

  private static void backwards(ObjectNode one) {
    JsonNode start = one.get("start");
    one.set("start", one.get("end"));
    one.set("end", start);
  }

  private static void zeroRate(ObjectNode generator) {
    generator.put("intended_rate_per_s", 0).put("achieved_rate_per_s", 0);
  }
}
