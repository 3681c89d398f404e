package io.perfline.gate.imported;

import io.perfline.core.command.Fault;
import io.perfline.core.yaml.Suggestion;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Reads a CSV file with one line per request. A text such as {@code
 * name=label,end=ts,service_time=elapsed:ms,error=exception} gives the column for each meaning; any
 * other meaning than the known ones is a parameter.
 */
class NamedCsv extends SampleReader<CsvRecords> {

  private static final Map<String, Double> MICROS =
      Map.of("s", 1e6, "ms", 1e3, "us", 1.0, "ns", 1e-3);
  private static final Set<String> KNOWN =
      Set.of(
          "name",
          "start",
          "end",
          "service_time",
          "response_time",
          "success",
          "error",
          "bytes",
          "users");

  /** The meanings without which every request counts as a success. */
  private static final List<String> FAILURE = List.of("success", "error");

  /** A column's title in the file, and the microseconds of one unit if its values are times. */
  private record Column(String title, double micros) {}

  private final Map<String, Column> named;
  private final ImportedErrors errors = new ImportedErrors();
  private final Map<String, Integer> columns = new HashMap<>();
  private final Map<String, Integer> tags = new LinkedHashMap<>();
  private int maxUsers;

  /**
   * Opens a file.
   *
   * @param named the meanings of the columns, as in the example above
   * @throws Fault (configuration) if {@code named} has another form or lacks a required meaning
   */
  NamedCsv(Path file, String named) throws IOException {
    this(file, parse(named));
  }

  private NamedCsv(Path file, Map<String, Column> named) throws IOException {
    super(new CsvRecords(file));
    this.named = named;
    named.forEach(
        (what, column) ->
            (KNOWN.contains(what) ? columns : tags).put(what, source.required(column.title())));
  }

  private static Map<String, Column> parse(String named) {
    Map<String, Column> names = new LinkedHashMap<>();
    for (String pair : named.split(",")) {
      String[] sides = pair.strip().split("=", 2);
      if (sides.length != 2 || sides[0].isEmpty() || sides[1].isEmpty()) {
        throw Fault.configuration(
            "--columns: '%s' is not as in name=label,end=ts,service_time=elapsed:ms"
                .formatted(pair));
      }
      int colon = sides[1].lastIndexOf(':');
      Double scale = colon < 0 ? null : MICROS.get(sides[1].substring(colon + 1));
      names.put(
          sides[0],
          scale == null
              ? new Column(sides[1], MICROS.get("ms"))
              : new Column(sides[1].substring(0, colon), scale));
    }
    List<String> missing = FAILURE.stream().filter(what -> !names.containsKey(what)).toList();
    names.keySet().stream()
        .filter(what -> !KNOWN.contains(what) && !Suggestion.of(what, missing).isEmpty())
        .findFirst()
        .ifPresent(
            what -> {
              throw Fault.configuration(
                  "--columns: '%s' is not a known meaning%s; for a parameter choose another name"
                      .formatted(what, Suggestion.of(what, missing)));
            });
    if (!names.containsKey("name")
        || names.containsKey("start") == names.containsKey("end")
        || (!names.containsKey("service_time") && !names.containsKey("response_time"))) {
      throw Fault.configuration(
          "--columns: it requires name, one of start and end, and service_time or response_time"
              + " (or both); '%s' names %s".formatted(named, String.join(", ", names.keySet())));
    }
    return names;
  }

  @Override
  ImportedSample next() {
    if (!source.next() || !isRequest()) {
      return null;
    }
    long service = time("service_time");
    long response = time("response_time");
    boolean startKnown = columns.containsKey("start");
    long instant = EpochTime.micros(source, columns.get(startKnown ? "start" : "end"));
    int users = (int) source.whole(column("users"));
    maxUsers = Math.max(maxUsers, users);
    Map<String, String> parameters = parameters();
    return new ImportedSample(
        ImportedSample.name(parameters.getOrDefault("method", ""), source.text(column("name"))),
        startKnown ? instant + Math.max(service, response) : instant,
        service,
        response,
        error(),
        source.isEmpty(column("bytes")) ? 0 : source.whole(column("bytes")),
        users,
        parameters,
        0);
  }

  /** Returns false if the line ends the requests. */
  boolean isRequest() {
    return true;
  }

  /** Returns true if columns tell which requests failed. */
  static boolean showsFailures(String named) {
    return FAILURE.stream().anyMatch(parse(named)::containsKey);
  }

  private int column(String what) {
    return columns.getOrDefault(what, -1);
  }

  private long time(String what) {
    int column = column(what);
    if (column < 0) {
      return ImportedSample.UNKNOWN;
    }
    if (source.isEmpty(column) && error() != null) {
      return 0; // a request that failed has no time
    }
    double number = source.number(column);
    if (number < 0) {
      throw source.fault("%s is %s, and a time can't be negative".formatted(what, number));
    }
    return Math.round(number * named.get(what).micros());
  }

  private String error() {
    String message = source.text(column("error"));
    int success = column("success");
    if (success < 0) {
      return message.isEmpty() ? null : errors.of(message);
    }
    String word = source.text(success);
    if (!Set.of("true", "false", "1", "0").contains(word)) {
      throw source.fault("success is '" + word + "', neither true nor false");
    }
    return word.equals("true") || word.equals("1") ? null : errors.of(message);
  }

  private Map<String, String> parameters() {
    Map<String, String> parameters = new TreeMap<>();
    tags.forEach((name, column) -> parameters.put(name, source.text(column)));
    return shared(parameters);
  }

  @Override
  Map<String, String> metadata() {
    Map<String, String> metadata = new TreeMap<>();
    if (column("users") >= 0) {
      metadata.put("most users", Integer.toString(maxUsers));
    }
    return metadata;
  }
}
