package io.perfline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** Tests that the commands, options and keys that the users' documents name exist. */
class DocumentedNamesTest {

  private static final Path HOME = Path.of("..").toAbsolutePath().normalize();
  private static final Pattern CODE = Pattern.compile("```.*?```|`[^`]+`", Pattern.DOTALL);

  /** A command with what follows it on its line; a backslash continues the line. */
  private static final Pattern COMMAND =
      Pattern.compile("(?<![\\w/.-])(?:[~/.\\w-]*/)?perfline ((?:[^\\n`\\\\|&;]|\\\\\\n)+)");

  private static final Pattern OPTION = Pattern.compile("(?<=[\\s(`])--[a-z][a-z-]+");
  private static final Pattern ALONE = Pattern.compile("`(--[a-z][a-z-]+)[ =`]");
  private static final Pattern KEY = Pattern.compile("`([a-z]+(?:_[a-z0-9]+)+)[:`]");

  /** Names with underscores that are not keys: of k6, Locust, Prometheus, and in run.json. */
  private static final Set<String> OTHERS =
      Set.of(
          "http_reqs",
          "expected_response",
          "start_time",
          "last_line",
          "out_of_order_time_window",
          "sent_requests",
          "lost_server");

  /** Options of other programs. */
  private static final Set<String> OTHER_OPTIONS =
      Set.of("--cpus", "--cpuset-cpus", "--log-file", "--rm", "--pid", "--csv", "--headless");

  @Test
  void commandsAndTheirOptionsExist() throws IOException {
    CommandLine perfline = Main.command();
    List<String> unknown = new ArrayList<>();
    int found = 0;
    for (Path page : pages()) {
      for (String code : code(page)) {
        Matcher commands = COMMAND.matcher(code);
        while (commands.find()) {
          found++;
          String line = unquoted(commands.group(1));
          check(perfline, line).ifPresent(name -> unknown.add(page + ": perfline " + name));
        }
      }
    }

    assertThat(found).isGreaterThan(60);
    assertThat(unknown).isEmpty();
  }

  @Test
  void optionsByThemselvesExist() throws IOException {
    Set<String> known = new TreeSet<>(OTHER_OPTIONS);
    commands(Main.command()).forEach(command -> known.addAll(options(command)));
    List<String> unknown = new ArrayList<>();
    for (Path page : pages()) {
      ALONE
          .matcher(Files.readString(page))
          .results()
          .map(option -> option.group(1))
          .filter(option -> !known.contains(option))
          .forEach(option -> unknown.add(page + ": " + option));
    }

    assertThat(unknown).isEmpty();
  }

  /** The page of the keys is written from their declarations. */
  @Test
  void keysExist() throws IOException {
    String keys = Files.readString(HOME.resolve("docs/keys.md"));
    Set<String> known =
        Pattern.compile("[a-z]+(?:_[a-z0-9]+)+")
            .matcher(keys)
            .results()
            .map(key -> key.group())
            .collect(Collectors.toCollection(TreeSet::new));
    known.addAll(OTHERS);
    List<String> unknown = new ArrayList<>();
    int found = 0;
    for (Path page : pages()) {
      for (String name :
          KEY.matcher(Files.readString(page)).results().map(key -> key.group(1)).toList()) {
        found++;
        if (!known.contains(name) && !name.matches("perf_.*|perfline_.*")) {
          unknown.add(page + ": " + name);
        }
      }
    }

    assertThat(found).isGreaterThan(40);
    assertThat(unknown).isEmpty();
  }

  /** Returns what does not exist in the text after {@code perfline}. */
  private static Optional<String> check(CommandLine perfline, String line) {
    String[] words = line.strip().split("\\s+");
    CommandLine command = perfline;
    int next = 0;
    while (next < words.length && words[next].matches("[a-z]+")) {
      CommandLine sub = command.getSubcommands().get(words[next]);
      if (sub == null) {
        break;
      }
      command = sub;
      next++;
    }
    if (next == 0 && words[0].matches("[a-z]+")) {
      return Optional.of(words[0]);
    }
    Set<String> known = options(command);
    return OPTION
        .matcher(" " + line)
        .results()
        .map(option -> option.group())
        .filter(option -> !known.contains(option))
        .map(option -> words[0] + " … " + option)
        .findFirst();
  }

  private static Set<String> options(CommandLine command) {
    return command.getCommandSpec().options().stream()
        .flatMap(option -> Stream.of(option.names()))
        .flatMap(
            name -> // --[no-]why
            name.contains("[no-]")
                    ? Stream.of(name.replace("[no-]", ""), name.replace("[no-]", "no-"))
                    : Stream.of(name, name.replaceFirst("^--", "--no-")))
        .collect(Collectors.toSet());
  }

  private static Stream<CommandLine> commands(CommandLine command) {
    return Stream.concat(
        Stream.of(command),
        command.getSubcommands().values().stream().flatMap(DocumentedNamesTest::commands));
  }

  /** Leaves out quoted arguments, which contain the options of other programs. */
  private static String unquoted(String line) {
    return line.replaceAll("'[^']*'", "''");
  }

  /** Returns the code of a page, without comments. */
  private static List<String> code(Path page) throws IOException {
    return CODE.matcher(Files.readString(page))
        .results()
        .map(block -> block.group().replaceAll("(?m)(^|\\s)#.*", ""))
        .toList();
  }

  /** Returns the documents for users, without the generated help. */
  private static List<Path> pages() throws IOException {
    List<Path> pages = new ArrayList<>(List.of(HOME.resolve("README.md")));
    for (String folder : List.of("docs", "deploy/jenkins", "examples/orders")) {
      try (Stream<Path> files = Files.list(HOME.resolve(folder))) {
        files
            .filter(file -> file.toString().endsWith(".md"))
            .filter(file -> !file.endsWith("commands.md") && !file.endsWith("keys.md"))
            .forEach(pages::add);
      }
    }
    return pages;
  }
}
