package io.perfline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

class MainTest {

  static Set<String> commands() {
    return Main.command().getSubcommands().keySet();
  }

  @ParameterizedTest
  @MethodSource("commands")
  void everyCommandRefusesAnUnknownOptionAsAnErrorOfUsage(String command) {
    StringWriter said = new StringWriter();
    CommandLine perf = Main.command().setErr(new PrintWriter(said, true));

    assertThat(perf.execute(command, "--no-such-flag")).as(said.toString()).isEqualTo(2);

    assertThat(said.toString()).contains("--no-such-flag");
  }

  /** What the child prints: digits and a decimal point that differ in Arabic, and a dash. */
  public static void main(String[] args) {
    Main.useOneFormat();
    System.out.print("%,.1f –".formatted(1234.5));
  }

  @Test
  void printsTheSameInEveryLocaleAndWithoutOne() throws Exception {
    ProcessBuilder child =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Duser.language=ar",
            "-Duser.country=EG",
            "-cp",
            System.getProperty("java.class.path"),
            MainTest.class.getName());
    child.environment().put("LC_ALL", "C");
    Process process = child.redirectErrorStream(true).start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).isZero();
    assertThat(printed).isEqualTo("1,234.5 –");
  }
}
