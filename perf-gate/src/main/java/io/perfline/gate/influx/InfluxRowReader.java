package io.perfline.gate.influx;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Reads the rows of a response one at a time, so that its length is not limited by memory. With the
 * query parameter {@code chunked}, InfluxDB responds with a sequence of JSON documents. In each of
 * them the columns of a series precede its rows, and a document that another one follows is marked
 * as partial.
 */
final class InfluxRowReader {

  private static final JsonFactory JSON = new JsonFactory();

  /** The longest text that rows share; longer texts are histograms. */
  private static final int NAME = 100;

  /** Reads a named part of the response. */
  private interface Part {
    void read(String name) throws IOException;
  }

  private final JsonParser json;
  private final Consumer<InfluxRow> each;
  private final Map<String, String> texts = new HashMap<>();
  private Map<String, String> tags = Map.of();
  private Map<String, Integer> columns = Map.of();
  private int width;
  private boolean partial;

  private InfluxRowReader(JsonParser json, Consumer<InfluxRow> each) {
    this.json = json;
    this.each = each;
  }

  /**
   * Passes on each row.
   *
   * @throws IOException if the response is incomplete or contains an error
   */
  static void read(InputStream answer, Consumer<InfluxRow> each) throws IOException {
    try (JsonParser json = JSON.createParser(answer)) {
      InfluxRowReader reader = new InfluxRowReader(json, each);
      boolean empty = true;
      while (json.nextToken() != null) {
        empty = false;
        reader.partial = false;
        reader.object(reader::document);
      }
      if (empty || reader.partial) {
        throw new IOException("the answer ends in the middle");
      }
    }
  }

  private void document(String name) throws IOException {
    switch (name) {
      case "results" -> list(() -> object(this::result));
      case "error" -> throw new IOException(json.getText());
      default -> json.skipChildren();
    }
  }

  private void result(String name) throws IOException {
    switch (name) {
      case "series" -> list(this::series);
      case "error" -> throw new IOException(json.getText());
      case "partial" -> partial = json.getBooleanValue();
      default -> json.skipChildren();
    }
  }

  private void series() throws IOException {
    tags = Map.of();
    columns = Map.of();
    object(this::ofSeries);
  }

  private void ofSeries(String name) throws IOException {
    switch (name) {
      case "tags" -> {
        tags = new HashMap<>();
        object(tag -> tags.put(tag, json.getText()));
      }
      case "columns" -> {
        List<String> names = new ArrayList<>();
        list(() -> names.add(json.getText()));
        columns = new HashMap<>();
        names.forEach(column -> columns.put(column, columns.size()));
        width = names.size();
      }
      case "values" -> list(this::row);
      case "partial" -> partial = json.getBooleanValue();
      default -> json.skipChildren();
    }
  }

  private void row() throws IOException {
    Object[] cells = new Object[width];
    int at = 0;
    expect(JsonToken.START_ARRAY);
    while (json.nextToken() != JsonToken.END_ARRAY) {
      if (at == width) {
        throw new IOException("a row has more cells than there are columns");
      }
      cells[at++] = cell();
    }
    each.accept(new InfluxRow(columns, tags, cells));
  }

  private Object cell() throws IOException {
    return switch (json.currentToken()) {
      case VALUE_NULL -> null;
      case VALUE_STRING -> text(json.getText());
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_NUMBER_INT -> json.getLongValue();
      case VALUE_NUMBER_FLOAT -> json.getDoubleValue();
      default -> throw new IOException("a cell contains " + json.currentToken());
    };
  }

  /**
   * Returns a shared copy of the text, such as the id of a run, which occurs in each of its cases.
   */
  private String text(String read) {
    return read.length() > NAME ? read : texts.computeIfAbsent(read, text -> text);
  }

  private void object(Part part) throws IOException {
    expect(JsonToken.START_OBJECT);
    for (String name = json.nextFieldName(); name != null; name = json.nextFieldName()) {
      json.nextToken();
      part.read(name);
    }
  }

  /** Reads an element, which begins with the current token. */
  private interface Element {
    void read() throws IOException;
  }

  private void list(Element element) throws IOException {
    expect(JsonToken.START_ARRAY);
    while (json.nextToken() != JsonToken.END_ARRAY) {
      element.read();
    }
  }

  private void expect(JsonToken token) throws IOException {
    if (json.currentToken() != token) {
      throw new IOException("%s where %s was expected".formatted(json.currentToken(), token));
    }
  }
}
