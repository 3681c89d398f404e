package io.perfline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/**
 * Compares the help of the commands with two copies of it: the pages that the launcher shows where
 * nothing is built, and {@code docs/commands.md}. {@code ./mvnw test -pl perf-cli -am
 * -Dtest=HelpPagesTest -Dsurefire.failIfNoSpecifiedTests=false -Dperf.help=write} writes both.
 */
class HelpPagesTest {

  private static final Path FOLDER = Path.of("src/main/help");
  private static final Path DOCUMENT = Path.of("../docs/commands.md");

  private static final String INTRODUCTION =
      """
      # Commands

      The build writes this page from the help of the commands; `./perfline COMMAND --help` prints the same. To update it
      after a change of a command, run:

      ```bash
      ./mvnw test -pl perf-cli -am -Dtest=HelpPagesTest -Dperf.help=write -Dsurefire.failIfNoSpecifiedTests=false
      ```

      """;

  @Test
  void matchTheCommands() throws IOException {
    Map<String, String> output = new TreeMap<>();
    CommandLine perfline = Main.command();
    output.put("perfline.txt", page(perfline));
    perfline.getSubcommands().forEach((name, command) -> add(output, name, command));
    if ("write".equals(System.getProperty("perf.help"))) {
      write(output);
    }

    assertThat(checkedIn())
        .as("regenerate it: see CONTRIBUTING.md, Generated files")
        .isEqualTo(output);
  }

  @Test
  void describeEachCommandInAWholeSentence() {
    // A list of commands shows the first line of each description.
    assertThat(commands(Main.command()).map(CommandLine::getCommandSpec))
        .allSatisfy(
            command ->
                assertThat(command.usageMessage().description()[0])
                    .as(command.qualifiedName())
                    .matches("[A-Z].*\\.")
                    .doesNotContain("null"));
    assertThat(Main.command().getSubcommands().get("init").getUsageMessage(Ansi.OFF))
        .contains("${PORT}")
        .doesNotContain("null");
  }

  @Test
  void describeSwitchesInTheThirdPerson() {
    assertThat(
            commands(Main.command())
                .flatMap(command -> command.getCommandSpec().options().stream())
                .filter(option -> option.arity().max() == 0)
                .filter(option -> !option.usageHelp() && !option.versionHelp()))
        .allSatisfy(
            option ->
                assertThat(option.description()[0])
                    .as(option.longestName())
                    .matches("((With|For) [^:]*: )?((Also|Only) )?[\\w-]+s .*"));
  }

  @Test
  void listTheExitCodes() {
    assertThat(
            commands(Main.command())
                .filter(command -> command.getSubcommands().isEmpty())
                .filter(command -> !command.getCommandName().equals("completion")))
        .allSatisfy(
            command ->
                assertThat(page(command))
                    .as(command.getCommandSpec().qualifiedName())
                    .contains("Exit codes:"));
  }

  /** Returns a command and all below it, except picocli's {@code help}. */
  private static Stream<CommandLine> commands(CommandLine command) {
    return Stream.concat(
        Stream.of(command),
        command.getSubcommands().values().stream()
            .filter(each -> !each.getCommandName().equals("help"))
            .flatMap(HelpPagesTest::commands));
  }

  @Test
  void completionOffersTheWordsThatImportAccepts() {
    String script = picocli.AutoComplete.bash("perfline", Main.command());

    assertThat(script).contains("\"k6\"").doesNotContain("K6");
  }

  @Test
  void theDocumentContainsTheHelpOfEveryListedCommand() throws IOException {
    String written = document();
    if ("write".equals(System.getProperty("perf.help"))) {
      Files.writeString(DOCUMENT, written);
    }

    assertThat(DOCUMENT)
        .as("regenerate it: see CONTRIBUTING.md, Generated files")
        .content()
        .isEqualTo(written);
  }

  @Test
  void listEveryVisibleCommand() {
    assertThat(Main.listed())
        .containsExactlyInAnyOrderElementsOf(
            Main.command().getSubcommands().entrySet().stream()
                .filter(each -> !each.getValue().getCommandSpec().usageMessage().hidden())
                .map(Map.Entry::getKey)
                .filter(name -> !name.equals("help"))
                .toList());
  }

  private static String document() {
    CommandLine perfline = Main.command();
    StringBuilder text = new StringBuilder(INTRODUCTION).append(block(perfline));
    for (String name : Main.listed()) {
      CommandLine command = perfline.getSubcommands().get(name);
      text.append("\n## %s\n\n".formatted(name)).append(block(command));
      command
          .getSubcommands()
          .forEach(
              (below, each) ->
                  text.append("\n### %s %s\n\n".formatted(name, below)).append(block(each)));
    }
    return text.toString();
  }

  private static String block(CommandLine command) {
    return "```text\n" + page(command).stripTrailing() + "\n```\n";
  }

  private static void add(Map<String, String> output, String name, CommandLine command) {
    output.put(name + ".txt", page(command));
    command.getSubcommands().forEach((below, each) -> add(output, name + "-" + below, each));
  }

  private static String page(CommandLine command) {
    return command.getUsageMessage(Ansi.OFF);
  }

  private static void write(Map<String, String> output) throws IOException {
    Files.createDirectories(FOLDER);
    for (String name : checkedIn().keySet()) {
      Files.delete(FOLDER.resolve(name));
    }
    for (Map.Entry<String, String> page : output.entrySet()) {
      Files.writeString(FOLDER.resolve(page.getKey()), page.getValue());
    }
  }

  private static Map<String, String> checkedIn() throws IOException {
    try (Stream<Path> pages = Files.list(FOLDER)) {
      return pages.collect(
          Collectors.toMap(page -> page.getFileName().toString(), HelpPagesTest::read));
    }
  }

  private static String read(Path page) {
    try {
      return Files.readString(page);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
