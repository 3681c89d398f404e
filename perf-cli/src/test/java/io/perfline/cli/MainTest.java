package io.perfline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

class MainTest {

  /** All commands except {@code help}, which always prints the help. */
  static Set<String> commands() {
    Set<String> all = new TreeSet<>(Main.command().getSubcommands().keySet());
    all.remove("help");
    return all;
  }

  @ParameterizedTest
  @MethodSource("commands")
  void everyCommandRefusesAnUnknownOption(String command) {
    StringWriter output = new StringWriter();
    CommandLine perfline = Main.command().setErr(new PrintWriter(output, true));

    List<String> words = new ArrayList<>(List.of(command, "--no-such-flag"));
    for (ArgSpec argument : perfline.getSubcommands().get(command).getCommandSpec().args()) {
      if (argument.required() && argument.isOption()) {
        words.add(((OptionSpec) argument).longestName());
      }
      if (argument.required()) {
        Object[] constants = argument.type().getEnumConstants();
        String value = constants == null ? "1" : constants[0].toString();
        words.addAll(Collections.nCopies(Math.max(1, argument.arity().min()), value));
      }
    }

    assertThat(perfline.execute(words.toArray(String[]::new))).as(output.toString()).isEqualTo(2);

    assertThat(output.toString()).contains("--no-such-flag");
  }

  @Test
  void otherCommandsStartWithoutTheLibrariesOfMcp() throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-verbose:class",
                "-cp",
                System.getProperty("java.class.path"),
                Start.class.getName(),
                "--version")
            .redirectErrorStream(true)
            .start();
    String loaded = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(process.waitFor()).isZero();
    assertThat(loaded)
        .contains("io.perfline.cli.mcp.McpCommand")
        .doesNotContain(
            "io.modelcontextprotocol", "reactor.core", "io.perfline.cli.mcp.AgentServer");
  }

  /** Prints digits and a decimal point, which differ in Arabic, and a dash. */
  public static void main(String[] args) {
    Main.useOneFormat();
    System.out.print("%,.1f –".formatted(1234.5));
  }

  @Test
  void outputDoesNotDependOnTheLocale() throws Exception {
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
