package io.perfline.gate.publish;

import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.influxdb.dto.Point;

/** Builds a point of a measurement and refuses what the measurement doesn't have. */
final class SchemaPoint {

  private final Schema schema;
  private final Point.Builder point;

  private SchemaPoint(Schema schema, Instant time) {
    this.schema = schema;
    this.point =
        Point.measurement(schema.measurement()).time(nanoseconds(time), TimeUnit.NANOSECONDS);
  }

  static SchemaPoint of(Schema schema, Instant time) {
    return new SchemaPoint(schema, time);
  }

  /** An empty tag is no tag, as InfluxDB has it. */
  SchemaPoint tag(String name, String value) {
    require(schema.tags().contains(name), name);
    if (!value.isEmpty()) {
      point.tag(name, value);
    }
    return this;
  }

  SchemaPoint field(String name, long value) {
    require(schema.fields().contains(name), name);
    point.addField(name, value);
    return this;
  }

  SchemaPoint field(String name, boolean value) {
    require(schema.fields().contains(name), name);
    point.addField(name, value);
    return this;
  }

  /** InfluxDB knows no NaN and no infinity: such a field is left out, never written as a number. */
  SchemaPoint field(String name, double value) {
    require(schema.fields().contains(name), name);
    if (Double.isFinite(value)) {
      point.addField(name, value);
    }
    return this;
  }

  SchemaPoint field(String name, String value) {
    require(schema.fields().contains(name), name);
    point.addField(name, value);
    return this;
  }

  /** A text of any length, in as many fields as it needs. */
  SchemaPoint longField(String name, String ascii) {
    LongText.split(name, ascii).forEach((part, text) -> point.addField(part, text));
    return this;
  }

  Point build() {
    return point.build();
  }

  static long nanoseconds(Instant time) {
    return Math.addExact(Math.multiplyExact(time.getEpochSecond(), 1_000_000_000L), time.getNano());
  }

  private void require(boolean known, String name) {
    if (!known) {
      throw new IllegalArgumentException(schema.measurement() + " has no " + name);
    }
  }
}
