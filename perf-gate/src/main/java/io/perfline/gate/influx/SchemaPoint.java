package io.perfline.gate.influx;

import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;

/**
 * Writes a point as InfluxDB's line protocol, with tags and fields in alphabetical order. Names
 * that its measurement does not have are rejected. It is fast, because long runs have many seconds.
 */
public final class SchemaPoint {

  /** The limit below which whole numbers are written without an exponent. */
  private static final double PLAIN = 1e15;

  private final InfluxSchema schema;
  private final long nanoseconds;
  private final Map<String, String> tags = new TreeMap<>();
  private final Map<String, String> fields = new TreeMap<>();

  private SchemaPoint(InfluxSchema schema, long nanoseconds) {
    this.schema = schema;
    this.nanoseconds = nanoseconds;
  }

  public static SchemaPoint of(InfluxSchema schema, Instant time) {
    return new SchemaPoint(schema, InfluxQl.nanoseconds(time));
  }

  /** Adds a tag. An empty one is left out, because InfluxDB treats it as absent. */
  public SchemaPoint tag(String name, String value) {
    require(schema.tags().contains(name), name);
    if (!value.isEmpty()) {
      tags.put(name, LineProtocol.tagValue(value));
    }
    return this;
  }

  public SchemaPoint field(String name, long value) {
    return put(name, value + "i");
  }

  public SchemaPoint field(String name, boolean value) {
    return put(name, Boolean.toString(value));
  }

  /** Adds a number. NaN and infinity are left out, because InfluxDB has neither. */
  public SchemaPoint field(String name, double value) {
    require(schema.fields().contains(name), name);
    if (Double.isFinite(value)) {
      boolean plain = value == Math.rint(value) && Math.abs(value) < PLAIN;
      fields.put(name, plain ? (long) value + ".0" : Double.toString(value));
    }
    return this;
  }

  public SchemaPoint field(String name, String value) {
    return put(name, LineProtocol.quoted(value));
  }

  /** Adds a text of any length, in as many fields as necessary. */
  public SchemaPoint longField(String name, String ascii) {
    LongText.split(name, ascii)
        .forEach((part, text) -> fields.put(part, LineProtocol.quoted(text)));
    return this;
  }

  /** Returns the line without a line break. */
  public String line() {
    StringBuilder line = new StringBuilder(512).append(schema.measurement());
    tags.forEach((name, value) -> line.append(',').append(name).append('=').append(value));
    char before = ' ';
    for (Map.Entry<String, String> field : fields.entrySet()) {
      line.append(before).append(field.getKey()).append('=').append(field.getValue());
      before = ',';
    }
    return line.append(' ').append(nanoseconds).toString();
  }

  private SchemaPoint put(String name, String value) {
    require(schema.fields().contains(name), name);
    fields.put(name, value);
    return this;
  }

  private void require(boolean known, String name) {
    if (!known) {
      throw new IllegalArgumentException(schema.measurement() + " has no " + name);
    }
  }
}
