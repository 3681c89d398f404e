package io.perfline.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.perfline.core.run.RunFile;
import io.perfline.gate.text.JunitFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests missing runs and files that are not runs: nothing passes, and each error names its cause.
 */
class NoRunTest {

  @TempDir private Path folder;
  private GateStand stand;

  @BeforeEach
  void aRunThatPasses() throws IOException {
    stand = new GateStand(folder);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource
  void aFileThatIsNotARunGivesNoVerdict(String what, UnaryOperator<String> change, String message)
      throws IOException {
    Path file = folder.resolve(RunFile.NAME);
    Files.writeString(file, change.apply(Files.readString(file)));

    assertThat(stand.gate()).as(stand.printed()).isEqualTo(3);
    assertThat(stand.printed()).contains("run.json").contains(message);
    assertThat(folder.resolve(JunitFile.NAME)).content().contains("<error ");
  }

  static Stream<Arguments> aFileThatIsNotARunGivesNoVerdict() {
    return Stream.of(
        file("cut off", text -> text.substring(0, text.length() / 2), ""),
        file("empty", text -> "", ""),
        file("null", text -> "null", "schema"),
        file("a list", text -> "[]", "schema"),
        file("HTML of a proxy", text -> "<html>502</html>", "Unexpected character"),
        file("two runs", text -> text + text, "Trailing token"),
        file(
            "a key twice",
            text -> text.replaceFirst("\"build\"", "\"run\" : \"x\", \"build\""),
            "Duplicate"));
  }

  @Test
  void aMissingRunGivesNoVerdict() {
    assertThat(stand.gate(folder.resolve("nowhere"))).isEqualTo(3);
    assertThat(stand.printed()).contains("no such folder");
  }

  @Test
  void aFileInsteadOfAFolderGivesNoVerdict() {
    assertThat(stand.gate(folder.resolve(RunFile.NAME))).isEqualTo(3);
    assertThat(stand.printed()).contains("give its folder");
  }

  @Test
  void aFolderWithoutARunGivesNoVerdict() throws IOException {
    Files.delete(folder.resolve(RunFile.NAME));

    assertThat(stand.gate()).isEqualTo(3);
    assertThat(stand.printed()).contains("there is no file").contains("run.json");
  }

  private static Arguments file(String what, UnaryOperator<String> change, String message) {
    return arguments(what, change, message);
  }
}
