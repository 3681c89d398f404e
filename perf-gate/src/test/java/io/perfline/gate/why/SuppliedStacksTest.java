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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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

  /** The names are those of async-profiler, perf and other profilers, in two processes each. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          com/shop/Cart.total_[j]                | com/shop/Cart.total_[i]                | com/shop/Cart.total
          com/shop/Cart.total_[0]                | com/shop/Cart.total_[1]                | com/shop/Cart.total
          do_syscall_64_[k]                      | do_syscall_64                          | do_syscall_64
          Shop.Cart::Total()[Tier0]              | Shop.Cart::Total()[OptimizedTier1OSR]  | Shop.Cart::Total()
          Shop.Cart::Total()[PreJIT]             | Shop.Cart::Total()[QuickJitted]        | Shop.Cart::Total()
          JS:^sum /srv/app.js:1:13               | JS:+sum /srv/app.js:1:13               | sum app.js
          wasm-function[7]-liftoff               | wasm-function[7]-turbofan              | wasm-function[7]
          parse.constprop.0                      | parse.isra.0.cold                      | parse
          parse() [clone .cold]                  | parse() [clone .part.0]                | parse()
          shop::total::h0123456789abcdef         | shop::total::hfedcba9876543210         | shop::total
          A$$Lambda$12/0x0000000800c03000.run_[j]| A$$Lambda$9/0x0000000800a01000.run_[i] | A$$Lambda.run
          A$$Lambda.0x00007f1c3c0a1000.run       | A$$Lambda+0x00007f9a2c0b2000.run       | A$$Lambda.run
          A$$Lambda$14/1234567890.run            | A$$Lambda$2/987654321.run              | A$$Lambda.run
          A.lambda$total$0_[i]                   | A.lambda$total$3_[j]                   | A.lambda$total
          LambdaForm$MH/0x0000000800c07000.invoke| LambdaForm$DMH.0x0000000800c11000.invoke| LambdaForm.invoke
          jdk/proxy2/$Proxy12.find               | jdk/proxy2/$Proxy7.find                | jdk/proxy2/$Proxy.find
          GeneratedMethodAccessor12.invoke       | GeneratedMethodAccessor5.invoke        | GeneratedMethodAccessor.invoke
          A$$EnhancerBySpringCGLIB$$1a2b3c4d.get | A$$EnhancerBySpringCGLIB$$99ff00aa.get | A$$EnhancerBySpringCGLIB.get
          A$$SpringCGLIB$$0.get                  | A$$SpringCGLIB$$1.get                  | A$$SpringCGLIB.get
          A$HibernateProxy$x1Yz.getId            | A$HibernateProxy$q9Ww.getId            | A$HibernateProxy.getId
          A.main$lambda$3                        | A.main$lambda-0                        | A.main$lambda
          A$.$anonfun$handle$1                   | A$.$anonfun$handle$2$adapted           | A$.$anonfun$handle
          [http-nio-8080-exec-3 tid=1234]        | [http-nio-8080-exec-3 tid=98]          | [http-nio-8080-exec-3]
          """)
  void aFunctionHasOneNameWhateverItsTierAndNumber(String one, String other, String name) {
    assertThat(SuppliedStacks.name(one)).isEqualTo(name);
    assertThat(SuppliedStacks.name(other)).isEqualTo(name);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "com/shop/Cart$Item.total",
        "com/shop/Cart$1.run",
        "std::vector<int>::push_back(int const&)",
        "com/shop/V2Api.call3",
        "total_0",
        "Cart.read_[all]"
      })
  void namesThatPeopleWroteStayAsTheyAre(String name) {
    assertThat(SuppliedStacks.name(name)).isEqualTo(name);
  }

  @Test
  void aMethodOfARecordingHasOneNameInBothProcesses() {
    assertThat(StackFrame.of("shop.A$$Lambda.0x00007f1c3c0a1000", "run"))
        .isEqualTo(StackFrame.of("shop.A$$Lambda.0x00007f9a2c0b2000", "run"))
        .isEqualTo(new StackFrame("shop.A$$Lambda.run", "shop", 0));
    assertThat(StackFrame.of("shop.A", "lambda$total$3"))
        .isEqualTo(StackFrame.of("shop.A", "lambda$total$0"));
    assertThat(StackFrame.of("shop.A$$SpringCGLIB$$1", "get"))
        .isEqualTo(StackFrame.of("shop.A$$SpringCGLIB$$0", "get"));
    assertThat(StackFrame.of("jdk.internal.reflect.GeneratedConstructorAccessor8", "newInstance"))
        .isEqualTo(
            StackFrame.of("jdk.internal.reflect.GeneratedConstructorAccessor3", "newInstance"));
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
