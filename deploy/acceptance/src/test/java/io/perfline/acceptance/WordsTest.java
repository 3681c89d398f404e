package io.perfline.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Searches everything that people read (documents, help, messages, comments of all files,
 * dashboards, names in code) for habits that make it hard to read. {@code words.txt} lists the
 * habits, {@code words-exceptions.txt} the lines in which one of them is right.
 */
class WordsTest {

  private static final Path HOME = Checkout.home();
  private static final Path RESOURCES = HOME.resolve("deploy/acceptance/src/test/resources");
  private static final Set<String> GENERATED =
      Set.of("target", "runs", ".perf", ".git", "resources-it", "node_modules");

  private static final String NOUNS =
      "message|request|case|second|line|file|deployment|connection|run|build|value|pair|node|topic"
          + "|page|session|row|side|slice|level|round|user|simulation|commit|point|post|partition";

  /** A string literal or a comment of a Java file; the first group is the literal's text. */
  private static final Pattern LITERAL_OR_COMMENT =
      Pattern.compile(
          "\"\"\"[\\s\\S]*?\"\"\"|\"((?:[^\"\\\\\n"
              + "]|\\\\.)*)\"|'(?:[^'\\\\\n"
              + "]|\\\\.)+'|//[^\n"
              + "]*|/\\*[\\s\\S]*?\\*/");

  private static final Pattern JSON_TEXT =
      Pattern.compile(
          "\"(?:title|description|text|content|displayName|label)\" ?:"
              + " ?\"((?:[^\"\\\\]|\\\\.)*)\"");

  private static final Pattern XML_TEXT =
      Pattern.compile("<!--[\\s\\S]*?-->|<(?:name|description)>[^<]*");

  /** Files whose comments begin with a hash. */
  private static final Pattern SETTINGS =
      Pattern.compile(
          ".*\\.(ya?ml|sh|py|properties|conf|config|ini)|(.*/)?Dockerfile|perf(line)?(-dev)?"
              + "|\\.ci/[^/]*|.*/archive/bin/[^/]*");

  private static final Pattern DECLARED =
      Pattern.compile(
          "\\b(?:void|class|enum|record|interface|boolean|int|long|double|var|[A-Z]\\w*(?:<[^;()]*>)?(?:\\[\\])*)"
              + " (\\w+)(?= ?([=;(){,:<]))");

  private static final Habit FRAGMENT =
      new Habit(
          Pattern.compile("^(what|who|whoever|whom|where|whether) "),
          "name a test after its subject: closesTheConnectionAfterATimeout");

  /** Names that do not show what they are about, or for which there is a standard term. */
  private static final Habit UNCLEAR =
      new Habit(
          Pattern.compile(
              "\\b(word\\(|broken|looks?|looked|seen|spoilt|beside|shortly|doubts?|clearness|surely"
                  + "|those|there|told|tells?|goes|go on)(?!\\w)"),
          "name it by its content or by a standard term: id, exceeded, analysis, reasons");

  @Test
  void documentsArePlain() throws IOException {
    assertPlain(
        document -> document.endsWith(".md") && !document.contains("/src/test/"), this::lines);
  }

  @Test
  void helpIsPlain() throws IOException {
    assertPlain(help -> help.contains("src/main/help/"), this::lines);
  }

  @Test
  void messagesArePlain() throws IOException {
    assertPlain(
        source ->
            source.endsWith(".java")
                && source.contains("/java/")
                && !source.endsWith("/WordsTest.java"),
        this::literals);
  }

  @Test
  void commentsInSourcesArePlain() throws IOException {
    assertPlain(
        source -> source.endsWith(".java") && source.contains("/java/"), this::sourceComments);
  }

  @Test
  void commentsInScriptsAndSettingsArePlain() throws IOException {
    assertPlain(file -> SETTINGS.matcher(file).matches(), this::comments);
  }

  @Test
  void pomsAndXmlFilesArePlain() throws IOException {
    assertPlain(file -> file.matches(".*\\.(xml|pom)"), this::xmlTexts);
  }

  @Test
  void pipelinesArePlain() throws IOException {
    assertPlain(
        file -> file.matches("(.*/)?(.*\\.)?Jenkinsfile|.*\\.groovy"),
        file ->
            Stream.concat(pipelineTexts(file).stream(), sourceComments(file).stream()).toList());
  }

  @Test
  void dashboardsAndSchemasArePlain() throws IOException {
    assertPlain(
        file -> file.matches("(dashboards/definitions|perf-gate|\\.github)/[^/]*\\.json"),
        this::jsonTexts);
  }

  @Test
  void namesInTestsArePlain() throws IOException {
    List<Habit> habits = new ArrayList<>(habits());
    habits.add(FRAGMENT);
    assertPlain(
        source -> source.endsWith(".java") && source.contains("/src/test/java/"),
        this::declaredNames,
        habits);
  }

  @Test
  void namesInMainCodeArePlain() throws IOException {
    List<Habit> habits = new ArrayList<>(habits());
    habits.add(UNCLEAR);
    assertPlain(
        source -> source.endsWith(".java") && source.contains("/src/main/java/"),
        this::declaredNames,
        habits);
  }

  @Test
  void exceptionsAreFewAndStillNeeded() throws IOException {
    List<String> exceptions = exceptions();

    assertThat(exceptions).hasSizeLessThanOrEqualTo(10);
    for (String exception : exceptions) {
      int colon = exception.indexOf(": ");
      Path file = HOME.resolve(exception.substring(0, colon));
      assertThat(file).content().contains(exception.substring(colon + 2));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "12 µs of CPU a message",
        "behind each case the store is asked",
        "measured beside its baseline",
        "--help tells its options",
        "the limit holds",
        "a setting of the recorder's",
        "what grew beside it",
        "each way in",
        "broken for sure",
        "the build is red",
        "/** Whether there is one. */",
        "stores what it says is acknowledged"
      })
  void findsEachHabit(String text) throws IOException {
    assertThat(habits()).anyMatch(habit -> habit.pattern().matcher(text).find());
  }

  private interface Extractor {
    List<Text> texts(Path file) throws IOException;
  }

  private record Text(int line, String text) {}

  private record Habit(Pattern pattern, String advice) {}

  private static void assertPlain(Predicate<String> wanted, Extractor extractor)
      throws IOException {
    assertPlain(wanted, extractor, habits());
  }

  private static void assertPlain(Predicate<String> wanted, Extractor extractor, List<Habit> habits)
      throws IOException {
    List<String> exceptions = exceptions();
    List<String> found = new ArrayList<>();
    for (Path file : tree()) {
      String name = HOME.relativize(file).toString();
      if (!wanted.test(name)) {
        continue;
      }
      for (Text text : extractor.texts(file)) {
        for (Habit habit : habits) {
          boolean excepted =
              exceptions.stream()
                  .anyMatch(
                      exception ->
                          exception.startsWith(name + ": ")
                              && text.text().contains(exception.substring(name.length() + 2)));
          if (!excepted && habit.pattern().matcher(text.text()).find()) {
            found.add(
                "%s:%d: %s%n    %s"
                    .formatted(name, text.line(), text.text().strip(), habit.advice()));
          }
        }
      }
    }
    assertThat(found).as("%d texts in private language", found.size()).isEmpty();
  }

  private List<Text> lines(Path file) throws IOException {
    List<String> lines = Files.readAllLines(file);
    List<Text> texts = new ArrayList<>();
    for (int index = 0; index < lines.size(); index++) {
      texts.add(new Text(index + 1, lines.get(index)));
    }
    return texts;
  }

  private List<Text> comments(Path file) throws IOException {
    return lines(file).stream()
        .filter(line -> line.text().matches("(.*\\s)?#.*"))
        .map(line -> new Text(line.line(), line.text().replaceFirst("^(.*?\\s)?#", "")))
        .toList();
  }

  /** String literals of more than one word; others are keys and names. */
  private List<Text> literals(Path file) throws IOException {
    String source = Files.readString(file);
    return LITERAL_OR_COMMENT
        .matcher(source)
        .results()
        .filter(match -> match.group().startsWith("\""))
        .filter(match -> match.group().contains(" "))
        .map(match -> text(source, match, match.group()))
        .toList();
  }

  /** String literals in either quotes, without the names of variables. */
  private List<Text> pipelineTexts(Path file) throws IOException {
    String source = Files.readString(file);
    return LITERAL_OR_COMMENT
        .matcher(source)
        .results()
        .filter(match -> !match.group().startsWith("/") && match.group().contains(" "))
        .map(match -> text(source, match, match.group().replaceAll("\\$\\{[^}]*}", "…")))
        .toList();
  }

  /** Each comment on one line. */
  private List<Text> sourceComments(Path file) throws IOException {
    String source = Files.readString(file);
    return LITERAL_OR_COMMENT
        .matcher(source)
        .results()
        .filter(match -> match.group().startsWith("/"))
        .map(match -> text(source, match, match.group().replaceAll("\\s*\n\\s*\\*(?!/) ?", " ")))
        .toList();
  }

  private List<Text> xmlTexts(Path file) throws IOException {
    String source = Files.readString(file);
    return XML_TEXT
        .matcher(source)
        .results()
        .map(match -> text(source, match, match.group()))
        .toList();
  }

  private List<Text> jsonTexts(Path file) throws IOException {
    String source = Files.readString(file);
    return JSON_TEXT
        .matcher(source)
        .results()
        .map(match -> text(source, match, match.group(1)))
        .toList();
  }

  /**
   * Names of methods, types and variables as words, with the character after them: {@code
   * closesTheFile()} is "closes the file(".
   */
  private List<Text> declaredNames(Path file) throws IOException {
    String source = Files.readString(file);
    String code =
        LITERAL_OR_COMMENT
            .matcher(source)
            .replaceAll(match -> match.group().replaceAll("[^\n]", " "));
    return DECLARED
        .matcher(code)
        .results()
        .map(match -> text(source, match, words(match.group(1)) + match.group(2)))
        .toList();
  }

  private static String words(String name) {
    return name.replaceAll("(?<=[a-z0-9])(?=[A-Z])|_", " ").toLowerCase(Locale.ROOT);
  }

  private static Text text(String source, MatchResult match, String text) {
    return new Text((int) source.substring(0, match.start()).lines().count(), text);
  }

  private static List<Habit> habits() throws IOException {
    return entries("words.txt").stream()
        .map(
            line -> {
              int arrow = line.indexOf(" => ");
              String pattern = line.substring(0, arrow).replace("NOUN", NOUNS);
              return new Habit(
                  Pattern.compile(pattern, Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE),
                  line.substring(arrow + 4));
            })
        .toList();
  }

  private static List<String> exceptions() throws IOException {
    return entries("words-exceptions.txt");
  }

  private static List<String> entries(String resource) throws IOException {
    return Files.readAllLines(RESOURCES.resolve(resource)).stream()
        .filter(line -> !line.isBlank() && !line.startsWith("#"))
        .toList();
  }

  private static List<Path> tree() throws IOException {
    try (Stream<Path> paths = Files.walk(HOME)) {
      return paths
          .filter(path -> !isGenerated(HOME.relativize(path)))
          .filter(Files::isRegularFile)
          .sorted()
          .toList();
    }
  }

  private static boolean isGenerated(Path path) {
    for (Path part : path) {
      if (GENERATED.contains(part.toString())) {
        return true;
      }
    }
    return false;
  }
}
