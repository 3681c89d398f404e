package io.perfline.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests the classes of the main sources: each name occurs once, and no file is long. */
class ClassNamesTest {

  @Test
  void noClassNameIsUsedTwice() throws IOException {
    Map<String, List<Path>> byName =
        sources().collect(Collectors.groupingBy(file -> file.getFileName().toString()));

    assertThat(byName).hasSizeGreaterThan(400);
    assertThat(byName).allSatisfy((name, files) -> assertThat(files).hasSize(1));
  }

  @Test
  void noFileHasMoreThan400Lines() throws IOException {
    for (Path file : sources().toList()) {
      assertThat(Files.readAllLines(file))
          .as("%s: divide it by what a reader looks for", file)
          .hasSizeLessThanOrEqualTo(400);
    }
  }

  private static Stream<Path> sources() throws IOException {
    Path home = Checkout.home();
    try (Stream<Path> modules = Files.list(home)) {
      return modules
          .map(module -> module.resolve("src/main/java"))
          .filter(Files::isDirectory)
          .toList()
          .stream()
          .flatMap(ClassNamesTest::classes);
    }
  }

  private static Stream<Path> classes(Path root) {
    try (Stream<Path> files = Files.walk(root)) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .filter(file -> !file.endsWith("package-info.java"))
          .toList()
          .stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
