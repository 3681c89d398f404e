package io.perfline.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests the documentation pages: length, line width, and links. */
class PagesTest {

  private static final Path HOME = Checkout.home();
  private static final Set<String> MADE = Set.of("target", "runs", ".perf", ".git");
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
  private static final Pattern NAMED_FILE = Pattern.compile("`([\\w./-]+/[\\w.-]+\\.\\w+)`");

  /** Pages that the build writes; they are for looking things up. */
  private static final Set<String> GENERATED = Set.of("keys.md", "commands.md");

  @Test
  void theReadmeIsShort() throws Exception {
    assertThat(Files.readAllLines(HOME.resolve("README.md"))).hasSizeLessThanOrEqualTo(120);
  }

  @Test
  void theFirstPageIsShort() throws Exception {
    assertThat(Files.readAllLines(HOME.resolve("docs/start.md"))).hasSizeLessThanOrEqualTo(60);
  }

  /** Everything that a user has to read; what maintainers need is in {@code docs/internals}. */
  @Test
  void thePagesForUsersAreShort() throws Exception {
    int lines = 0;
    try (Stream<Path> pages = Files.list(HOME.resolve("docs"))) {
      for (Path page : pages.filter(each -> each.toString().endsWith(".md")).toList()) {
        if (!GENERATED.contains(page.getFileName().toString())) {
          lines += Files.readAllLines(page).size();
        }
      }
    }

    assertThat(lines).isBetween(500, 1200);
  }

  @Test
  void linesHaveAtMost120Characters() throws Exception {
    List<String> wide = new ArrayList<>();
    for (Path page : pages()) {
      List<String> lines = Files.readAllLines(page);
      for (int number = 0; number < lines.size(); number++) {
        boolean generatedTable =
            (page.endsWith("keys.md") || page.endsWith("metrics.md"))
                && lines.get(number).startsWith("|");
        if (lines.get(number).length() > 120 && !generatedTable) {
          wide.add(HOME.relativize(page) + ":" + (number + 1));
        }
      }
    }

    assertThat(wide).isEmpty();
  }

  @Test
  void everyLinkHasATarget() throws Exception {
    List<String> dead = new ArrayList<>();
    for (Path page : pages()) {
      Matcher links = LINK.matcher(Files.readString(page));
      while (links.find()) {
        if (!leads(page, links.group(1))) {
          dead.add(HOME.relativize(page) + ": " + links.group(1));
        }
      }
    }

    assertThat(dead).isEmpty();
  }

  @Test
  void theArchitectureNamesExistingFiles() throws Exception {
    List<String> files =
        NAMED_FILE
            .matcher(Files.readString(HOME.resolve("docs/internals/architecture.md")))
            .results()
            .map(file -> file.group(1))
            .filter(file -> !file.startsWith("runs/"))
            .toList();

    List<Path> tree = files(path -> true);
    assertThat(files)
        .hasSizeGreaterThan(20)
        .allSatisfy(file -> assertThat(tree).anyMatch(path -> path.endsWith(file)));
  }

  @Test
  void theArchitectureDescribesEachPackage() throws Exception {
    String page = Files.readString(HOME.resolve("docs/internals/architecture.md"));
    String list =
        Files.readString(HOME.resolve("deploy/acceptance/src/test/resources/dependencies.txt"));

    assertThat(list.lines().filter(line -> line.startsWith("  ")).map(line -> line.split(" +")[1]))
        .hasSizeGreaterThan(30)
        .allSatisfy(name -> assertThat(page).contains("| `" + name + "` |"));
  }

  private static boolean leads(Path page, String link) throws IOException {
    if (link.startsWith("http://") || link.startsWith("https://")) {
      return true;
    }
    int hash = link.indexOf('#');
    String path = hash < 0 ? link : link.substring(0, hash);
    Path target = path.isEmpty() ? page : page.resolveSibling(path).normalize();
    return Files.exists(target)
        && (hash < 0 || headings(target).contains(link.substring(hash + 1)));
  }

  /** Returns the anchors of a page's headings, as GitHub generates them. */
  private static List<String> headings(Path page) throws IOException {
    return Files.readAllLines(page).stream()
        .filter(line -> line.startsWith("#"))
        .map(line -> line.replaceFirst("^#+ ", "").toLowerCase(Locale.ROOT))
        .map(line -> line.replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-'))
        .toList();
  }

  /** Returns the pages written by hand, without golden files of tests. */
  private static List<Path> pages() throws IOException {
    return files(
        path ->
            path.toString().endsWith(".md") && !HOME.relativize(path).toString().contains("src/"));
  }

  /** Returns the files of the tree, without build output and results. */
  private static List<Path> files(Predicate<Path> wanted) throws IOException {
    List<Path> files = new ArrayList<>();
    Files.walkFileTree(
        HOME,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            return MADE.contains(folder.getFileName().toString())
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (wanted.test(file)) {
              files.add(file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    return files;
  }
}
