package io.perfline.core.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class StateFolderTest {

  /** A literal that is a path, unlike one that mentions the folder in a sentence. */
  private static final Pattern PATH = Pattern.compile("\"\\.perf(/[\\w./-]*)?\"");

  @Test
  void noOtherClassSpellsAPlace() throws IOException {
    List<String> others = new ArrayList<>();
    Path checkout = Path.of("..").toAbsolutePath().normalize();
    List<Path> sources = new ArrayList<>();
    try (Stream<Path> modules = Files.list(checkout)) {
      for (Path module : modules.toList()) {
        Path main = module.resolve("src/main/java");
        if (Files.isDirectory(main)) {
          try (Stream<Path> files = Files.walk(main)) {
            files.filter(file -> file.toString().endsWith(".java")).forEach(sources::add);
          }
        }
      }
    }
    for (Path source : sources) {
      if (!source.endsWith("StateFolder.java") && PATH.matcher(Files.readString(source)).find()) {
        others.add(checkout.relativize(source).toString());
      }
    }

    assertThat(sources).hasSizeGreaterThan(100);
    assertThat(others).as("write StateFolder.… instead").isEmpty();
  }

  @Test
  void namesAreUnique() {
    Path home = Path.of("home");
    assertThat(StateFolder.values()).extracting(place -> place.in(home)).doesNotHaveDuplicates();
    assertThat(StateFolder.HISTORY.in(home)).isEqualTo(home.resolve(StateFolder.DEFAULT_HISTORY));
    assertThat(StateFolder.named("verdicts")).contains(StateFolder.VERDICTS);
    assertThat(StateFolder.named("stack/influxdb")).as("a part of the stack").isEmpty();
  }

  @Test
  void findsPathsThatLeadThroughTheFolder() {
    assertThat(StateFolder.contains(".perf/lock")).isTrue();
    assertThat(StateFolder.contains("shop/.perf/lock")).isTrue();
    assertThat(StateFolder.contains("shop.perf/lock")).isFalse();
    assertThat(StateFolder.contains("src/.perfect/A.java")).isFalse();
  }
}
