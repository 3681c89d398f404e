package io.perfline.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Compares the versions in documents with those of the build. {@code docs/internals/versions.md} is
 * generated from {@code versions.txt} and the files named there: with {@code -Dversions.write=true}
 * the test writes it.
 */
class VersionsTest {

  private static final Path HOME = Checkout.home();
  private static final Path DOCUMENT = HOME.resolve("docs/internals/versions.md");
  private static final Path ROWS =
      HOME.resolve("deploy/acceptance/src/test/resources/versions.txt");

  /** Documents about versions of other software, which are independent of the build. */
  private static final Set<String> EXCEPTIONS = Set.of("CHANGELOG.md", "docs/import.md");

  private record Row(String part, String source, String use, String end) {

    static List<Row> all() throws IOException {
      return Files.readAllLines(ROWS).stream()
          .filter(line -> !line.startsWith("#"))
          .map(line -> line.split(" \\| ", -1))
          .map(fields -> new Row(fields[0], fields[1], fields[2], fields[3]))
          .toList();
    }

    String version() throws IOException {
      int mark = source.indexOf('#');
      String file = mark < 0 ? "pom.xml" : source.substring(0, mark);
      String pattern =
          mark < 0
              ? "<%1$s>([^<]+)</%1$s>".formatted(Pattern.quote(source))
              : source.substring(mark + 1);
      Matcher matcher = Pattern.compile(pattern).matcher(Files.readString(HOME.resolve(file)));
      assertThat(matcher.find()).as("%s in %s", pattern, file).isTrue();
      return matcher.group(1);
    }

    /** Returns the name and, without a release line, its base: Tomcat 10.1 is also Tomcat. */
    List<String> names() {
      return List.of(part.replaceFirst(" [\\d.]+$", "").split(" and "));
    }
  }

  @Test
  void theTableListsTheVersionsOfTheBuild() throws IOException {
    String written = document(Row.all());
    if (Boolean.getBoolean("versions.write")) {
      Files.writeString(DOCUMENT, written);
    }

    assertThat(DOCUMENT).content().isEqualTo(written);
  }

  @Test
  void documentsMentionNoOtherVersion() throws IOException {
    List<String> others = new ArrayList<>();
    for (Path document : documents()) {
      String text = Files.readString(document);
      for (Row row : Row.all()) {
        for (String name : row.names()) {
          Pattern.compile(
                  "\\b%s(?:['’]s driver)? (\\d+\\.\\d+\\.\\d+[\\w.-]*\\w)"
                      .formatted(Pattern.quote(name)))
              .matcher(text)
              .results()
              .filter(found -> !isUsed(name, found))
              .forEach(found -> others.add(HOME.relativize(document) + ": " + found.group()));
        }
      }
    }

    assertThat(others).isEmpty();
  }

  private static boolean isUsed(String name, MatchResult found) {
    try {
      for (Row row : Row.all()) {
        if (row.part.regionMatches(true, 0, name, 0, name.length())
            && row.version().equals(found.group(1))) {
          return true;
        }
      }
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Path> documents() throws IOException {
    try (var files = Files.walk(HOME)) {
      return files
          .filter(file -> file.toString().endsWith(".md"))
          .filter(
              file -> !HOME.relativize(file).toString().matches("(.*/)?(target|runs|[.]\\w+)/.*"))
          .filter(file -> !EXCEPTIONS.contains(HOME.relativize(file).toString()))
          .toList();
    }
  }

  private static String document(List<Row> rows) throws IOException {
    StringBuilder text =
        new StringBuilder(
            """
            # Versions

            The build writes this page from `pom.xml` and `deploy/compose.yml`. To update it after a change of versions, run:

            ```bash
            ./mvnw test -pl deploy/acceptance -am -Dtest=VersionsTest -Dversions.write=true \\
              -Dsurefire.failIfNoSpecifiedTests=false
            ```

            | part | version | used for |
            |---|---|---|
            """);
    for (Row row : rows) {
      text.append("| %s | %s | %s |%n".formatted(row.part, row.version(), row.use));
    }
    text.append(
        """

        ## Parts at the end of their life

        These parts are old on purpose, or because no newer version has been tested yet. [SECURITY.md](../../SECURITY.md)
        explains what follows from that.

        | part | version | end of life |
        |---|---|---|
        """);
    for (Row row : rows) {
      if (!row.end.equals("-")) {
        text.append("| %s | %s | %s |%n".formatted(row.part, row.version(), row.end));
      }
    }
    return text.append(Files.readString(ROWS.resolveSibling("versions-tested.md"))).toString();
  }
}
