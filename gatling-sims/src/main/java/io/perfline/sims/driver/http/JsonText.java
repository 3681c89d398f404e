package io.perfline.sims.driver.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.JsonNodeType;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.ValueNode;
import java.io.IOException;
import java.math.BigInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads JSON whose numbers keep their text, such as {@code 19.90} or {@code 1E400}. Two numbers are
 * equal if their exact values are, however they are written.
 */
public final class JsonText {

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder().maxNumberLength(Integer.MAX_VALUE).build())
          .build();
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private JsonText() {}

  /**
   * Reads a text that must be one value, so that nothing that follows is overlooked.
   *
   * @return the value; missing if the text is empty
   */
  public static JsonNode whole(String text) throws JsonProcessingException {
    return read(text, true);
  }

  /** Reads the first value of a text; missing if the text is empty. */
  static JsonNode first(String text) throws JsonProcessingException {
    return read(text, false);
  }

  private static JsonNode read(String text, boolean whole) throws JsonProcessingException {
    try (JsonParser parser = FACTORY.createParser(text)) {
      if (parser.nextToken() == null) {
        return MissingNode.getInstance();
      }
      JsonNode value = value(parser);
      if (whole && parser.nextToken() != null) {
        throw new JsonParseException(parser, "another value after the first");
      }
      return value;
    } catch (JsonProcessingException e) {
      throw e;
    } catch (IOException e) {
      throw new IllegalStateException("a text in memory can be read", e);
    }
  }

  private static JsonNode value(JsonParser parser) throws IOException {
    return switch (parser.currentToken()) {
      case START_OBJECT -> object(parser);
      case START_ARRAY -> array(parser);
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new WrittenNumber(parser.getText());
      case VALUE_TRUE -> NODES.booleanNode(true);
      case VALUE_FALSE -> NODES.booleanNode(false);
      case VALUE_NULL -> NODES.nullNode();
      default -> NODES.textNode(parser.getText());
    };
  }

  private static ObjectNode object(JsonParser parser) throws IOException {
    ObjectNode object = NODES.objectNode();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      parser.nextToken();
      object.set(name, value(parser));
    }
    return object;
  }

  private static ArrayNode array(JsonParser parser) throws IOException {
    ArrayNode array = NODES.arrayNode();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      array.add(value(parser));
    }
    return array;
  }

  /** Returns the number that a text is; null if it is not a number of JSON. */
  static JsonNode number(String text) {
    return WrittenNumber.FORM.matcher(text).matches() ? new WrittenNumber(text) : null;
  }

  /** A number with its text. */
  private static final class WrittenNumber extends ValueNode {

    private static final long serialVersionUID = 1;
    private static final Pattern FORM =
        Pattern.compile("(-?)(0|[1-9][0-9]*)(?:\\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?");

    private final String text;

    WrittenNumber(String text) {
      this.text = text;
    }

    /** Returns a text that is the same for all texts of one value. */
    private String value() {
      Matcher parts = FORM.matcher(text);
      if (!parts.matches()) {
        throw new IllegalStateException("not a number of JSON: " + text);
      }
      String fraction = parts.group(3) == null ? "" : parts.group(3);
      String all = parts.group(2) + fraction;
      int from = 0;
      int to = all.length();
      while (from < to && all.charAt(from) == '0') {
        from++;
      }
      while (to > from && all.charAt(to - 1) == '0') {
        to--;
      }
      if (from == to) {
        return "0";
      }
      BigInteger exponent = new BigInteger(parts.group(4) == null ? "0" : parts.group(4));
      long shift = (long) all.length() - to - fraction.length();
      return parts.group(1)
          + all.substring(from, to)
          + "E"
          + exponent.add(BigInteger.valueOf(shift));
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof WrittenNumber number
          && (text.equals(number.text) || value().equals(number.value()));
    }

    @Override
    public int hashCode() {
      return value().hashCode();
    }

    @Override
    public String asText() {
      return text;
    }

    @Override
    public JsonNodeType getNodeType() {
      return JsonNodeType.NUMBER;
    }

    @Override
    public JsonToken asToken() {
      return JsonToken.VALUE_NUMBER_FLOAT;
    }

    @Override
    public void serialize(JsonGenerator out, SerializerProvider provider) throws IOException {
      out.writeNumber(text);
    }
  }
}
