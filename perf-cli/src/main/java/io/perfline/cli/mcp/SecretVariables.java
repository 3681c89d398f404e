package io.perfline.cli.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.perfline.core.yaml.SecretNames;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Replaces the values of secret process variables in everything that is sent to the client, such as
 * output of builds and services.
 *
 * @param variables the secret variables, those with the longest values first
 */
record SecretVariables(List<Map.Entry<String, String>> variables) {

  /** Shorter values would also match ordinary words. */
  private static final int MIN_LENGTH = 6;

  static SecretVariables of(Map<String, String> environment) {
    return new SecretVariables(
        environment.entrySet().stream()
            .filter(one -> SecretNames.isSecret(one.getKey()))
            .filter(one -> one.getValue().length() >= MIN_LENGTH)
            .map(one -> Map.entry(one.getKey(), one.getValue()))
            .sorted(
                Comparator.comparingInt((Map.Entry<String, String> one) -> one.getValue().length())
                    .reversed())
            .toList());
  }

  /** Returns the text with {@code ${NAME}} in place of each value. */
  String hidden(String text) {
    String hidden = text;
    for (Map.Entry<String, String> one : variables) {
      hidden = hidden.replace(one.getValue(), "${" + one.getKey() + "}");
    }
    return hidden;
  }

  /** Replaces the values in all texts of an answer. */
  void hideIn(JsonNode answer) {
    if (answer instanceof ObjectNode object) {
      object.properties().forEach(one -> one.setValue(hiddenIn(one.getValue())));
    } else if (answer instanceof ArrayNode array) {
      IntStream.range(0, array.size()).forEach(i -> array.set(i, hiddenIn(array.get(i))));
    }
  }

  private JsonNode hiddenIn(JsonNode value) {
    if (value.isTextual()) {
      return Answer.object().textNode(hidden(value.asText()));
    }
    hideIn(value);
    return value;
  }
}
