package io.perfline.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that the command is called perfline everywhere, and that its old names still work. */
class CommandNameTest {

  private static final Path HOME = Checkout.home();
  private static final Set<String> HAVE_THE_OLD_NAMES =
      Set.of(
          "perf.yml",
          "perf-dist/src/main/assembly/perfline.xml",
          "perf-dist/src/test/java/io/perfline/dist/InstalledArchiveIT.java",
          "deploy/acceptance/src/test/java/io/perfline/acceptance/CommandNameTest.java");

  @TempDir Path folder;

  @Test
  void noFileCallsTheCommandPerf() throws Exception {
    List<String> found = new ArrayList<>();
    for (String file : run("git", "-C", HOME.toString(), "ls-files").out().split("\n")) {
      Path path = HOME.resolve(file);
      if (HAVE_THE_OLD_NAMES.contains(file)
          || file.endsWith("/upgrade.md")
          || !Files.isRegularFile(path)) {
        continue;
      }
      Matcher names = oldName().matcher(text(path));
      while (names.find()) {
        found.add(file + ": " + names.group());
      }
    }

    assertThat(found).as("the command is called perfline; perf is Linux' profiler").isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "run `perf ci`",
        "'perf\n * gate RUN'",
        "./perf",
        "{@code ./perf-dev}",
        "/opt/perfline/bin/perf",
        "calls perf-comment",
        "\"perf: not found\""
      })
  void findsEachOldName(String text) throws IOException {
    assertThat(oldName().matcher(text).find()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"perf record -g", "'perf script'", "./perf.yml", "perf-core/src", "perf.home"})
  void leavesFilesAndLinuxAlone(String text) throws IOException {
    assertThat(oldName().matcher(text).find()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "perf, perf, perfline",
    "perf-dev, perf-dev, perfline-dev",
    "perf, compat/perf, bin/perfline",
    "perf, compat/perf-comment, bin/perfline-comment"
  })
  void anOldNamePassesEverythingOn(String script, String old, String current) throws Exception {
    Path start = executable(old, Files.readString(HOME.resolve(script)));
    executable(current, "#!/bin/sh\nprintf '%s|' \"$@\"; cat; exit 7\n");

    Ended ended = run(start.toString(), "gate", "a b", "");

    assertThat(ended.code()).isEqualTo(7);
    assertThat(ended.out()).isEqualTo("gate|a b||input");
    assertThat(ended.err())
        .isEqualTo(
            "%s: call it %s; the next version leaves the name perf to Linux\n"
                .formatted(start.getFileName(), Path.of(current).getFileName()));
  }

  /** Matches the names with one of the commands, and the names of the scripts. */
  private static Pattern oldName() throws IOException {
    try (Stream<Path> pages = Files.list(HOME.resolve("perf-cli/src/main/help"))) {
      String commands =
          pages
              .map(page -> page.getFileName().toString().replaceFirst("[-.].*", ""))
              .distinct()
              .collect(Collectors.joining("|"));
      return Pattern.compile(
          "(?<![\\w./-])perf[\"']?\\s[\\s*#|/+\"]*(?:%s)\\b".formatted(commands)
              + "|(?<![\\w.])\\./perf(?:-dev)?(?![\\w/-]|\\.\\w)|\\bbin/perf(?![\\w-]|\\.\\w)"
              + "|(?<![\\w.-])perf-(?:dev|comment|status)\\b|[\"'`]perf: ");
    }
  }

  private static String text(Path file) throws IOException {
    try {
      return Files.readString(file);
    } catch (CharacterCodingException e) {
      return ""; // no text
    }
  }

  private Path executable(String name, String text) throws IOException {
    Path script = folder.resolve(name);
    Files.createDirectories(script.getParent());
    Files.writeString(script, text);
    assertThat(script.toFile().setExecutable(true)).isTrue();
    return script;
  }

  private record Ended(int code, String out, String err) {}

  private Ended run(String... command) throws Exception {
    Path err = folder.resolve("err");
    Process process = new ProcessBuilder(command).redirectError(err.toFile()).start();
    try (var in = process.getOutputStream()) {
      in.write("input".getBytes(StandardCharsets.UTF_8));
    }
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return new Ended(process.exitValue(), out, Files.readString(err));
  }
}
