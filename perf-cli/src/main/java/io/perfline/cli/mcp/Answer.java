package io.perfline.cli.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.perfline.core.command.Fault;
import io.perfline.core.command.OutsideText;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;

/** Parts of answers, of bounded size. */
final class Answer {

  private static final int MAX_TEXT = 2000;

  private Answer() {}

  static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  /** Returns a text of bounded length. */
  static String text(String text) {
    return OutsideText.cut(text, MAX_TEXT);
  }

  /** Puts the first elements of a list, and the number of the others if there are any. */
  static <T> void list(
      ObjectNode answer, String key, Collection<T> all, int max, Function<T, JsonNode> element) {
    ArrayNode array = answer.putArray(key);
    all.stream().limit(max).map(element).forEach(array::add);
    if (all.size() > max) {
      answer.put(key + "_omitted", all.size() - max);
    }
  }

  static void texts(ObjectNode answer, String key, List<String> all, int max) {
    list(answer, key, all, max, each -> answer.textNode(text(each)));
  }

  /** Copies values of a JSON object that are not null. */
  static void copy(JsonNode from, ObjectNode to, String... keys) {
    for (String key : keys) {
      JsonNode value = from.path(key);
      if (value.isTextual()) {
        to.put(key, text(value.asText()));
      } else if (!value.isMissingNode() && !value.isNull()) {
        to.set(key, value);
      }
    }
  }

  /** Returns the meaning of an exit code of a command that judges. */
  static String meaning(int exitCode) {
    return switch (exitCode) {
      case 0 -> "every limit is met, warnings included";
      case Fault.EXCEEDED -> "a limit is exceeded";
      case Fault.CONFIGURATION -> "wrong usage or configuration; nothing was judged";
      case Fault.NO_VERDICT -> "no verdict: something was not measured, or not validly";
      default -> "ended by a signal, or unexpectedly; no verdict";
    };
  }
}
