package io.perfline.core.yaml;

import static io.perfline.core.yaml.Property.optional;
import static io.perfline.core.yaml.Property.required;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.perfline.core.command.Fault;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.yaml.snakeyaml.nodes.Node;

class YamlSchemaTest {

  private static final Schema<String> WORD = Scalars.text("a word", "^[a-z]+$", word -> word);
  private static final Property<Integer> SIZE =
      required("size", Scalars.integer("a size", 1, 9), "Of it");
  private static final Property<Boolean> WIDE = optional("wide", Scalars.bool(), "Whether it is");
  private static final Property<LocalDate> DAY = optional("day", Scalars.date(), "Of making");
  private static final Property<Integer> COLOUR =
      optional("colour", Scalars.oneOf("a colour", Map.of("red", 1)), "Of paint");
  private static final Schema<Integer> PART =
      Schema.object("a part", parsed -> parsed.get(SIZE, 0), List.of(SIZE, WIDE, DAY, COLOUR));
  private static final Property<Map<String, Integer>> PARTS =
      required("parts", named("part", PART), "By name");
  private static final Property<List<String>> USED =
      optional("used", Schema.listOf(Schema.reference("part", WORD)), "Of the parts");
  private static final Property<List<String>> SPARE =
      optional("spare", Schema.listOf(Schema.definition("part", WORD)), "More parts");
  private static final Schema<Map<String, Integer>> WHOLE =
      Schema.object("the whole", parsed -> parsed.get(PARTS), List.of(PARTS, USED, SPARE));

  private static final String TEXT =
      """
      parts:
        left: {size: 3, wide: true, day: 2026-12-31, colour: red}
        right: {size: 4}
      used: [left, other]
      spare: [other]
      """;

  @Test
  void readsValidFiles() {
    assertThat(read(TEXT)).isEqualTo(Map.of("left", 3, "right", 4));
  }

  @ParameterizedTest(name = "{0} → {1}: {2}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          size: 3         | size: 30         | 2:16: expected a size from 1 to 9, found '30'
          size: 3         | size: ~          | 2:16: expected a size, found nothing
          size: 3         | size: [3]        | 2:16: expected a size, found a list
          size: 3         | 'size: 3, size: 4' | 2:19: the key 'size' occurs twice
          'size: 3, '     | ''               | 2:9: a part needs the key 'size'
          wide: true      | wide: yes        | 2:25: expected true or false, found 'yes'
          wide: true      | wide: 1          | 2:25: expected true or false, found '1', which YAML
          wide: true      | width: true      | 2:19: unknown key 'width' in a part (did you mean
          2026-12-31      | 2026-02-30       | 2:36: there is no such day as '2026-02-30'
          2026-12-31      | soon             | 2:36: expected a day such as 2026-12-31, found 'soon'
          colour: red     | colour: rad      | 'expected a colour, found ''rad'' (did you mean ''red''?)'
          right: {size: 4} | right: 4        | 3:10: expected a part with the keys size, wide, day
          right:          | left:            | 3:3: the part 'left' is already defined in line 2
          right:          | r&l:             | 3:3: expected a name of letters, digits
          '[left, other]' | '[left, lift]'   | 4:14: unknown part 'lift' (did you mean 'left'?)
          '[left, other]' | '[left, Other]'  | 4:14: expected a word, found 'Other'
          '[left, other]' | '[left, 1]'      | which YAML takes for a number; put it in quotes
          '[left, other]' | '[]'             | 4:7: expected a list, each entry a word, found an empty
          '[left, other]' | left             | 4:7: expected a list, each entry a word, found 'left'
          '[other]'       | '[left]'         | 5:9: the part 'left' is already defined in line 2
          spare:          | '? [a]\n:'       | 5:3: unknown key 'a list' in the whole
          """)
  void namesThePositionOfEachError(String written, String instead, String message) {
    String broken = TEXT.replaceFirst(Pattern.quote(written), instead.replace("\\n", "\n"));
    assertThat(broken).isNotEqualTo(TEXT);

    assertThatThrownBy(() -> read(broken))
        .isInstanceOfSatisfying(
            Fault.class, fault -> assertThat(fault.exitCode()).isEqualTo(Fault.CONFIGURATION))
        .hasMessageContaining("f.yml:")
        .hasMessageContaining(message);
  }

  @Test
  void reportsAllErrorsInTheOrderOfTheFile() {
    assertThatThrownBy(() -> read("used: [north]\nparts: {left: {size: 0}, right: []}\n"))
        .hasMessageMatching("(?s)3 faults in f.yml\\R.*f.yml:1:8: .*f.yml:2:22: .*f.yml:2:33: .*");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ''          | f.yml:1:1: the file is empty
          parts: [    | f.yml:1:9: not YAML
          parts: {}   | expected names, each with a part, found an empty mapping
          text        | expected the whole with the keys parts, used, spare, found 'text'
          a: > b      | put a value that starts with > in quotes
          """)
  void refusesOtherFiles(String text, String message) {
    assertThatThrownBy(() -> read(text)).isInstanceOf(Fault.class).hasMessageContaining(message);
  }

  @Test
  void refusesManyAliasesAndAMissingFile() {
    String bomb = "a: &a [x]\nb: [" + "*a, ".repeat(30) + "*a]\n";
    assertThatThrownBy(() -> read(bomb)).hasMessageContaining("aliases");
    assertThatThrownBy(() -> YamlFile.parse(Path.of("nowhere", "f.yml")))
        .hasMessageContaining("there is no file");
    assertThatThrownBy(() -> YamlFile.parse(Path.of("."))).hasMessageContaining("cannot read");
  }

  @Test
  void isExportedAsAJsonSchema() {
    assertThat(WHOLE.json().toString())
        .startsWith("{\"type\":\"object\",\"additionalProperties\":false")
        .contains("\"required\":[\"size\"]", "\"minimum\":1", "\"enum\":[true,false]")
        .contains("\"format\":\"date\"", "\"enum\":[\"red\"]", "\"minItems\":1", "^[a-z]+$");
  }

  @Test
  void checksAMappingWithErrorsToo() {
    Property<Integer> least =
        optional("least", Scalars.plain("a count", Pattern.compile("\\d"), n -> n.end()), "");
    Property<UnreadValue> most = optional("most", Schema.later("a bound"), "");
    ParseContext context = ParseContext.ofSecrets("f.yml", null);
    Schema<List<String>> bounds =
        Schema.object(
            "bounds",
            parsed -> {
              parsed.fault(
                  "most", "is " + parsed.as(Schema.listOf(WORD), "most", List.of("nothing")));
              return List.copyOf(parsed.map(List.of(least)).keySet());
            },
            List.of(least, most));

    Node node = YamlFile.parse("f.yml", "{least: 1, most: [a, b], mots: 3}");
    assertThat(bounds.then(List::size).read(node, context)).isEqualTo(1);
    assertThat(bounds.then(List::size).json()).isEqualTo(bounds.json());
    bounds.read(YamlFile.parse("f.yml", "{least: [s3cret], most: s3cret}"), context);

    assertThatThrownBy(context::finish)
        .hasMessageContaining("f.yml:1:18: most: is [a, b]")
        .hasMessageContaining("f.yml:1:26: unknown key 'mots' in bounds (did you mean 'most'?)")
        .hasMessageContaining("f.yml:1:9: expected a count, found a list")
        .hasMessageContaining("f.yml:1:25: most: is [nothing]")
        .hasMessageContaining("f.yml:1:25: expected a list, each entry a word, found a text")
        .hasMessageNotContaining("s3cret");
  }

  private static <T> Schema<Map<String, T>> named(String noun, Schema<T> item) {
    return Schema.named(
        noun,
        "letters, digits, '.', '_' and '-'",
        "^[A-Za-z0-9][A-Za-z0-9_.-]*$",
        true,
        name -> item);
  }

  private static Map<String, Integer> read(String text) {
    ParseContext context = new ParseContext("f.yml");
    Node node = YamlFile.parse("f.yml", text);
    Map<String, Integer> whole = WHOLE.read(node, context);
    context.finish();
    return whole;
  }
}
