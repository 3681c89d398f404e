package io.perfline.gate.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.perfline.gate.sample.Verdicts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that {@code verdict.schema.json} describes {@code verdict.json} exactly. */
class VerdictSchemaTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path folder;

  @Test
  void acceptsEveryTypeOfVerdict() throws IOException {
    for (Verdict verdict : Verdicts.ALL.values()) {
      assertThat(schema().validate(written(verdict))).as(verdict.summary()).isEmpty();
    }
  }

  @Test
  void listsEveryOutcomeAndFinding() throws IOException {
    JsonNode line = tree().at("/properties/lines/items/properties");

    assertThat(line.at("/finding/enum"))
        .extracting(JsonNode::asText)
        .containsExactlyInAnyOrderElementsOf(words(Finding.values()));
    assertThat(line.at("/outcome/enum"))
        .extracting(JsonNode::asText)
        .containsExactlyInAnyOrderElementsOf(words(Outcome.values()));
  }

  @Test
  void refusesExtraMissingAndUnknownKeys() throws IOException {
    JsonNode verdict = written(Verdicts.ALL.get("fail"));
    List<JsonNode> wrong = new ArrayList<>();
    verdict.fieldNames().forEachRemaining(name -> wrong.add(without(verdict.deepCopy(), name)));
    JsonNode line = verdict.at("/lines/2");
    line.fieldNames()
        .forEachRemaining(
            name -> {
              ObjectNode copy = verdict.deepCopy();
              without((ObjectNode) copy.at("/lines/2"), name);
              wrong.add(copy);
            });
    wrong.add(((ObjectNode) verdict.deepCopy()).put("colour", "red"));
    wrong.add(((ObjectNode) verdict.deepCopy()).put("outcome", "GREEN"));
    wrong.add(((ObjectNode) verdict.deepCopy()).put("schema", 2));

    assertThat(wrong).hasSizeGreaterThan(25);
    for (JsonNode one : wrong) {
      assertThat(schema().validate(one)).as(one.toString()).isNotEmpty();
    }
  }

  private static JsonNode without(ObjectNode node, String name) {
    node.remove(name);
    return node;
  }

  private static List<String> words(Object[] values) {
    List<String> words = new ArrayList<>();
    for (Object value : values) {
      words.add(JSON.valueToTree(value).asText());
    }
    return words;
  }

  private JsonNode written(Verdict verdict) throws IOException {
    VerdictFile.write(folder, verdict);
    return JSON.readTree(folder.resolve(VerdictFile.NAME).toFile());
  }

  private static JsonNode tree() throws IOException {
    return JSON.readTree(Files.readAllBytes(Path.of("verdict.schema.json")));
  }

  private static Schema schema() throws IOException {
    return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12).getSchema(tree());
  }
}
