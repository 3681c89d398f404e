package io.perfline.gate.why;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.perfline.core.command.Fault;
import io.perfline.core.run.FlightRecordings;
import io.perfline.core.run.Run;
import io.perfline.gate.judge.PairedRuns;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests samples of another profiler for a program that is not a JVM. */
class SuppliedStacksTest {

  private static final String CASE = "http/record";

  @TempDir private Path folder;

  /** A message costs the baseline 120 µs, and the candidate 180 µs. */
  private final Run run = PairedRuns.run(PairedRuns.paired(1.5, 10, 10));

  @Test
  void readsTheOutputOfPerfScriptForNode() throws IOException {
    Path file = folder.resolve("node.txt");
    try (InputStream in = SuppliedStacksTest.class.getResourceAsStream("node-perf-script.txt")) {
      Files.copy(in, file);
    }

    List<StackFile.Stack> stacks = StackFile.read(file).stacks();

    assertThat(stacks).hasSize(3).allMatch(stack -> stack.samples() == 1);
    assertThat(stacks.get(0).functions())
        .startsWith("JS:*sum /srv/shop/app.js:1:13", "JS:~handler /srv/shop/app.js:3:17")
        .contains("v8::internal::(anonymous namespace)::Invoke", "node::Start");
  }

  @Test
  void aFunctionHasOneNameInBothBuilds() {
    assertThat(SuppliedStacks.name("JS:*sum /srv/shop/.perf/baselines/ab12/app.js:1:13"))
        .isEqualTo(SuppliedStacks.name("JS:~sum /srv/shop/app.js:7:13"))
        .isEqualTo("sum app.js");
    assertThat(SuppliedStacks.name("py::total:/srv/shop/app.py")).isEqualTo("py::total:app.py");
    assertThat(SuppliedStacks.name("total (app.py:40)"))
        .isEqualTo(SuppliedStacks.name("total (app.py:42)"))
        .isEqualTo("total (app.py)");
    assertThat(SuppliedStacks.name("v8::Function::Call")).isEqualTo("v8::Function::Call");
  }

  @Test
  void namesTheSlowerFunction() throws IOException {
    Why why = Why.of(folder, run, CASE, stacks(null));

    CaseWhy known = why.of(CASE).orElseThrow();
    assertThat(known.totals().get(0).baseline()).isEqualTo(120, within(1.0));
    assertThat(known.grown()).hasSize(1);
    MethodChange render = known.grown().get(0);
    assertThat(render.method()).isEqualTo("render app.js");
    assertThat(render.own()).isTrue();
    assertThat(render.baseline()).isEqualTo(60, within(1.0));
    assertThat(render.candidate()).isEqualTo(120, within(2.0));
    assertThat(render.low()).isBetween(45.0, 58.0);
    assertThat(render.within()).isEqualTo("Builtins_StringAdd");
    Path files = FlightRecordings.folder(folder);
    assertThat(files.resolve("http_record-cpu.folded")).content().contains("render_app.js");
    assertThat(files.resolve(known.graphs().get(0).file())).content().contains("render app.js");
    assertThat(Why.of(folder, run)).as("read again for verdict and report").contains(why);
  }

  /** Supplied stacks replace the recordings that a process other than a JVM doesn't have. */
  @Test
  void replacesTheReasonForMissingProfiles() throws IOException {
    SampleWhy.writeUnknown(folder, CASE, "process 7 (node) is not a JVM of this user");
    assertThat(Why.of(folder, run).orElseThrow().of(CASE).orElseThrow().problem()).isNotNull();

    Why.of(folder, run, CASE, stacks(null));

    CaseWhy known = Why.of(folder, run).orElseThrow().of(CASE).orElseThrow();
    assertThat(WhyText.sentence(known)).startsWith("slower: render app.js +6");
    assertThat(WhyText.recorded(known)).startsWith("2,500 samples by another profiler");
  }

  @Test
  void theServicesFunctionsCanBeConfigured() throws IOException {
    CaseWhy known =
        Why.of(folder, run, CASE, stacks(Pattern.compile("handler"))).of(CASE).orElseThrow();

    assertThat(known.grown()).extracting(MethodChange::method).containsExactly("handler app.js");
    assertThat(known.grown().get(0).within()).isEqualTo("render app.js");
    refused(() -> stacks(Pattern.compile("nowhere")), "matches --own 'nowhere'");
  }

  @Test
  void refusesFilesWithoutStacks() throws IOException {
    Path right = write("right.folded", "main;work 12");
    Path wrong = write("wrong.folded", "# by a profiler\nmain;work 12\nmain;work\n");
    Path empty = write("empty.folded", "\n");
    Path unnamed =
        write("unnamed.txt", "python 12 1.5: 1 cycles:u: \n\t7f00 [unknown] (/lib/libc.so.6)\n");
    Path deleted =
        write(
            "deleted.txt",
            "app 12 1.5: 1 cycles:u: \n\t7f00 Lcom/A;::run (/memfd:code (deleted))\n"
                + "\t7f01 [unknown] (/lib/libx.so.6 (deleted))\n");
    Path flat = write("flat.txt", "node 12 1.5: 1 cycles: 7f00 main (/usr/bin/node)\n");

    assertThat(StackFile.read(unnamed).stacks())
        .containsExactly(new StackFile.Stack(List.of("[libc]"), 1));
    assertThat(StackFile.read(deleted).stacks())
        .containsExactly(new StackFile.Stack(List.of("Lcom/A:::run", "[libx]"), 1));
    refused(
        () -> SuppliedStacks.read(right, wrong, null), "wrong.folded:3: 'main;work' is neither");
    refused(() -> SuppliedStacks.read(empty, right, null), "empty.folded contains no stack");
    refused(() -> SuppliedStacks.read(flat, right, null), "perf record -g");
    refused(() -> SuppliedStacks.read(folder.resolve("none"), right, null), "cannot read the");
    SuppliedStacks read = SuppliedStacks.read(right, right, null);
    refused(() -> Why.of(folder, run, "paired/other", read), "no compared case 'paired/other'");
    assertThat(folder.resolve("why")).doesNotExist();
  }

  private static void refused(ThrowingCallable action, String message) {
    assertThatThrownBy(action)
        .isInstanceOfSatisfying(Fault.class, fault -> assertThat(fault.exitCode()).isEqualTo(2))
        .hasMessageContaining(message);
  }

  private SuppliedStacks stacks(Pattern own) throws IOException {
    String main = "start;JS:~handler %s/app.js:3:1;";
    String sum = main + "JS:*sum %s/app.js:1:1 500\n";
    String render = main + "JS:*render %s/app.js:9:1;Builtins_StringAdd %d\n";
    String before = "/srv/.perf/baselines/ab12";
    Path baseline =
        write(
            "baseline.folded",
            sum.formatted(before, before) + render.formatted(before, before, 500));
    Path candidate =
        write(
            "candidate.folded",
            sum.formatted("/srv", "/srv") + render.formatted("/srv", "/srv", 1000));
    return SuppliedStacks.read(baseline, candidate, own);
  }

  private Path write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }
}
