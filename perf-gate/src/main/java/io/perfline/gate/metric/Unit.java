package io.perfline.gate.metric;

import io.perfline.core.yaml.Suggestion;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The units of limits. The values of metrics are in the first unit of their dimension. */
public enum Unit {
  MILLISECONDS("ms", Dimension.TIME, 1),
  MICROSECONDS("µs", Dimension.TIME, 1e-3),
  MICROSECONDS_ASCII("us", Dimension.TIME, 1e-3),
  SECONDS("s", Dimension.TIME, 1e3),
  MINUTES("min", Dimension.TIME, 60e3),
  HOURS("h", Dimension.TIME, 3600e3),
  DAYS("d", Dimension.TIME, 86_400e3),
  MESSAGES_PER_SECOND("msg/s", Dimension.MESSAGES_PER_TIME, 1),
  MESSAGES_PER_MINUTE("msg/min", Dimension.MESSAGES_PER_TIME, 1 / 60.0),
  REQUESTS_PER_SECOND("req/s", Dimension.REQUESTS_PER_TIME, 1),
  REQUESTS_PER_MINUTE("req/min", Dimension.REQUESTS_PER_TIME, 1 / 60.0),
  BYTES_PER_SECOND("B/s", Dimension.BYTES_PER_TIME, 1),
  KILOBYTES_PER_SECOND("kB/s", Dimension.BYTES_PER_TIME, 1e3),
  MEGABYTES_PER_SECOND("MB/s", Dimension.BYTES_PER_TIME, 1e6),
  GIGABYTES_PER_SECOND("GB/s", Dimension.BYTES_PER_TIME, 1e9),
  KIBIBYTES_PER_SECOND("KiB/s", Dimension.BYTES_PER_TIME, 1 << 10),
  MEBIBYTES_PER_SECOND("MiB/s", Dimension.BYTES_PER_TIME, 1 << 20),
  NANOSECONDS_PER_OPERATION("ns/op", Dimension.TIME_PER_OPERATION, 1),
  MICROSECONDS_PER_OPERATION("us/op", Dimension.TIME_PER_OPERATION, 1e3),
  MILLISECONDS_PER_OPERATION("ms/op", Dimension.TIME_PER_OPERATION, 1e6),
  SECONDS_PER_OPERATION("s/op", Dimension.TIME_PER_OPERATION, 1e9),
  OPERATIONS_PER_SECOND("ops/s", Dimension.OPERATIONS_PER_TIME, 1),
  OPERATIONS_PER_MILLISECOND("ops/ms", Dimension.OPERATIONS_PER_TIME, 1e3),
  OPERATIONS_PER_MICROSECOND("ops/us", Dimension.OPERATIONS_PER_TIME, 1e6),
  OPERATIONS_PER_NANOSECOND("ops/ns", Dimension.OPERATIONS_PER_TIME, 1e9),
  BYTES_PER_OPERATION("B/op", Dimension.BYTES_PER_OPERATION, 1),
  KILOBYTES_PER_OPERATION("kB/op", Dimension.BYTES_PER_OPERATION, 1e3),
  BYTES("B", Dimension.BYTES, 1),
  KILOBYTES("kB", Dimension.BYTES, 1e3),
  MEGABYTES("MB", Dimension.BYTES, 1e6),
  KIBIBYTES("KiB", Dimension.BYTES, 1 << 10),
  MEBIBYTES("MiB", Dimension.BYTES, 1 << 20),
  PERCENT("%", Dimension.SHARE, 1),
  COUNT("count", Dimension.COUNT, 1),
  USERS("users", Dimension.USERS, 1);

  private final String symbol;
  private final Dimension dimension;
  private final double factor;

  Unit(String symbol, Dimension dimension, double factor) {
    this.symbol = symbol;
    this.dimension = dimension;
    this.factor = factor;
  }

  public String symbol() {
    return symbol;
  }

  public Dimension dimension() {
    return dimension;
  }

  /** Converts {@code value} from this unit to the first unit of the dimension. */
  public double toFirst(double value) {
    return value * factor;
  }

  /** Converts {@code value} from the first unit of the dimension to this unit. */
  public double fromFirst(double value) {
    return value / factor;
  }

  /** Returns the first unit of a dimension, which is that of its metrics. */
  public static Unit first(Dimension dimension) {
    return Arrays.stream(values()).filter(unit -> unit.dimension == dimension).findFirst().get();
  }

  /** Returns the unit of a symbol; empty if there is none. */
  public static Optional<Unit> of(String symbol) {
    return Arrays.stream(values()).filter(unit -> unit.symbol.equals(symbol)).findFirst();
  }

  public static List<String> symbols(Dimension dimension) {
    return Arrays.stream(values())
        .filter(unit -> unit.dimension == dimension)
        .map(Unit::symbol)
        .toList();
  }

  static Unit parse(String symbol) {
    return of(symbol)
        .orElseThrow(
            () -> {
              List<String> known = Arrays.stream(values()).map(Unit::symbol).toList();
              return new IllegalArgumentException(
                  "unknown unit '%s'%s; known: %s"
                      .formatted(symbol, Suggestion.of(symbol, known), String.join(", ", known)));
            });
  }
}
