package io.perfline.gate.imported;

import io.perfline.core.command.Fault;
import io.perfline.core.run.EventLog;
import io.perfline.core.run.LogEvent;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Reads Gatling's {@code simulation.log}, which is binary since 3.13 and text before. */
abstract class GatlingLog<S extends ToolSource> extends SampleReader<S> {

  private static final long MICROS_PER_MILLI = 1000;

  /** The name of requests that could not be built, whose groups Gatling doesn't record. */
  private static final String NOT_BUILT = "requests not built";

  private final ImportedErrors errors = new ImportedErrors();
  private int users;
  private int maxUsers;
  private long crashes;
  private String lastCrash;

  private GatlingLog(S source) {
    super(source);
  }

  /** Returns the next event; null after the last one. */
  abstract LogEvent event() throws IOException;

  @Override
  ImportedSample next() throws IOException {
    for (LogEvent event = event(); event != null; event = event()) {
      if (event instanceof LogEvent.User user) {
        users += user.started() ? 1 : -1;
        maxUsers = Math.max(maxUsers, users);
      } else if (event instanceof LogEvent.Crash crash) {
        crashes++;
        lastCrash = crash.message();
        return new ImportedSample(
            NOT_BUILT,
            crash.at() * MICROS_PER_MILLI,
            0,
            ImportedSample.UNKNOWN,
            errors.of(crash.message()),
            0,
            users,
            Map.of(),
            0);
      } else if (event instanceof LogEvent.Request request) {
        String groups = String.join("/", request.groups());
        return new ImportedSample(
            groups.isEmpty() ? request.name() : groups + "/" + request.name(),
            request.end() * MICROS_PER_MILLI,
            request.millis() * MICROS_PER_MILLI,
            ImportedSample.UNKNOWN,
            request.ok() ? null : errors.of(request.message()),
            0,
            users,
            Map.of(),
            0);
      }
    }
    return null;
  }

  @Override
  Map<String, String> metadata() {
    Map<String, String> metadata = new LinkedHashMap<>();
    metadata.put("most users", Integer.toString(maxUsers));
    if (users > 0) {
      metadata.put("users that never ended", Integer.toString(users));
    }
    if (crashes > 0) {
      metadata.put("requests that could not be built", crashes + ", such as: " + lastCrash);
    }
    return metadata;
  }

  static final class Binary extends GatlingLog<BinaryEvents> {

    Binary(Path file) throws IOException {
      super(new BinaryEvents(file, new EventLog(file, ToolFile.open(file))));
    }

    @Override
    LogEvent event() throws IOException {
      try {
        return source.log.next();
      } catch (EOFException e) {
        throw Fault.noVerdict(
            position() + ": the log ends in the middle of an event: it is cut off", e);
      }
    }
  }

  private record BinaryEvents(Path file, EventLog log) implements ToolSource {

    @Override
    public String position() {
      return "%s, event %d".formatted(file, log.events() + 1);
    }

    @Override
    public void close() throws IOException {
      log.close();
    }
  }

  /** The text format: tab-separated lines whose first cell is the kind of event. */
  static final class Text extends GatlingLog<TextLines> {
    private static final Pattern KNOWN = Pattern.compile("3\\.1[0-2]\\.[0-9]+");

    private boolean begun;

    Text(Path file) throws IOException {
      super(new TextLines(file));
    }

    @Override
    LogEvent event() throws IOException {
      for (String line = source.next(); line != null; line = source.next()) {
        String[] cells = line.split("\t", -1);
        if (begun == cells[0].equals("RUN")) {
          throw source.fault(
              begun
                  ? "a second run begins: the file contains two results; split it"
                  : "no run begins here");
        }
        switch (cells[0]) {
          case "RUN" -> begin(cell(cells, 5));
          case "USER" -> {
            return new LogEvent.User(cells[1], cell(cells, 2).equals("START"), 0);
          }
          case "ERROR" -> {
            return new LogEvent.Crash(cell(cells, 1), time(cell(cells, 2)));
          }
          case "GROUP" -> cell(cells, 5);
          case "REQUEST" -> {
            return request(cells);
          }
          default -> throw source.fault("unknown kind of event '" + cells[0] + "'");
        }
      }
      return null;
    }

    private void begin(String version) {
      if (!KNOWN.matcher(version).matches()) {
        throw source.fault(
            "it was written by Gatling "
                + version
                + "; of text logs, only those of 3.10 to 3.12 can be read");
      }
      begun = true;
    }

    private LogEvent request(String[] cells) {
      boolean ok = cell(cells, 5).equals("OK");
      if (!ok && !cells[5].equals("KO")) {
        throw source.fault("a request is '" + cells[5] + "', neither OK nor KO");
      }
      return new LogEvent.Request(
          cells[1].isEmpty() ? List.of() : List.of(cells[1].split(",")),
          cells[2],
          time(cells[3]),
          time(cells[4]),
          ok,
          ok ? "" : cell(cells, 6));
    }

    private long time(String cell) {
      try {
        return Long.parseLong(cell);
      } catch (NumberFormatException e) {
        throw source.fault("'" + cell + "' is not a time");
      }
    }

    private String cell(String[] cells, int index) {
      if (index >= cells.length) {
        throw source.fault("a %s of only %d cells".formatted(cells[0], cells.length));
      }
      return cells[index];
    }
  }
}
