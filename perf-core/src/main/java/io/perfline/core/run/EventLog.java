package io.perfline.core.run;

import io.perfline.core.command.Fault;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * Decodes Gatling's binary {@code simulation.log}. Gatling doesn't document the format, so only
 * {@link #VERSION} and earlier versions that are known to write the same format are accepted. The
 * format is that of Gatling's {@code LogFileDataWriter}: numbers are big-endian. A string is its
 * length in bytes, the bytes, and 0 for Latin-1 or 1 for UTF-16 in the writer's byte order; an
 * empty string is only its length. A cached string is a positive index followed by the string the
 * first time, and the negative index afterwards. Times are milliseconds after the start of the run.
 */
public final class EventLog implements Closeable {

  /** The version of Gatling that generates perfline's own load. */
  public static final String VERSION = "3.16.0";

  /** The versions that write this format; earlier versions wrote text. */
  private static final Pattern ALIKE = Pattern.compile("3\\.1[3456]\\.[0-9]+");

  private static final int RUN = 0;
  private static final int REQUEST = 1;
  private static final int USER = 2;
  private static final int GROUP = 3;
  private static final int CRASH = 4;
  private static final int MAX_BYTES = 1 << 20;
  private static final Charset UTF_16 =
      ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN
          ? StandardCharsets.UTF_16BE
          : StandardCharsets.UTF_16LE;

  private final Path file;
  private final DataInputStream in;
  private final Map<Integer, String> cache = new HashMap<>();
  private final List<String> scenarios = new ArrayList<>();
  private long runStart;
  private long events;
  private boolean begun;

  /**
   * @param file the name of the log in messages
   */
  public EventLog(Path file, InputStream bytes) {
    this.file = file;
    this.in = new DataInputStream(new BufferedInputStream(bytes));
  }

  /**
   * Passes every event to {@code sink}, in the order of the log.
   *
   * @return true if the log ends after a complete event; false if it is truncated within an event
   * @throws Fault (no verdict) if the log is missing, has another version, or is not such a log
   */
  public static boolean read(Path file, Consumer<LogEvent> sink) {
    try (EventLog log = new EventLog(file, Files.newInputStream(file))) {
      for (LogEvent event = log.next(); event != null; event = log.next()) {
        sink.accept(event);
      }
      return true;
    } catch (EOFException e) {
      return false;
    } catch (IOException e) {
      throw Fault.noVerdict("cannot read Gatling's event log " + file + ": " + e, e);
    }
  }

  /**
   * Returns the next event; null after the last one.
   *
   * @throws EOFException if the log is truncated within an event
   * @throws Fault (no verdict) if the log has another version, or is not such a log
   */
  public LogEvent next() throws IOException {
    if (!begun) {
      header();
      begun = true;
    }
    int kind = in.read();
    if (kind < 0) {
      return null;
    }
    LogEvent event = event(kind);
    events++;
    return event;
  }

  /** Returns the number of events that have been read. */
  public long events() {
    return events;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }

  private void header() throws IOException {
    if (in.readByte() != RUN) {
      throw malformed("it doesn't begin with a run");
    }
    String version = string();
    if (!ALIKE.matcher(version).matches()) {
      throw malformed(
          "it was written by Gatling "
              + version
              + ", and only the formats from 3.13 to "
              + VERSION
              + " are known; run the simulation with one of these versions");
    }
    string(); // the class of the simulation
    runStart = in.readLong();
    string(); // the description of the run
    int scenarioCount = in.readInt();
    for (int i = 0; i < scenarioCount; i++) {
      scenarios.add(string());
    }
    int assertions = in.readInt();
    for (int i = 0; i < assertions; i++) {
      in.skipNBytes(in.readInt());
    }
  }

  private LogEvent event(int kind) throws IOException {
    return switch (kind) {
      case REQUEST ->
          new LogEvent.Request(groups(), cached(), time(), time(), in.readBoolean(), cached());
      case USER -> new LogEvent.User(scenario(in.readInt()), in.readBoolean(), time());
      case GROUP -> new LogEvent.Group(groups(), time(), time(), in.readInt(), in.readBoolean());
      case CRASH -> new LogEvent.Crash(cached(), time());
      default -> throw malformed("unknown kind of event " + kind);
    };
  }

  private List<String> groups() throws IOException {
    int depth = in.readInt();
    if (depth < 0 || depth > MAX_BYTES) {
      throw malformed(depth + " groups around a request");
    }
    List<String> groups = new ArrayList<>(depth);
    for (int i = 0; i < depth; i++) {
      groups.add(cached());
    }
    return groups;
  }

  private String scenario(int index) {
    if (index < 0 || index >= scenarios.size()) {
      throw malformed("scenario %d of %d".formatted(index, scenarios.size()));
    }
    return scenarios.get(index);
  }

  private long time() throws IOException {
    return runStart + in.readInt();
  }

  private String cached() throws IOException {
    int index = in.readInt();
    if (index > 0) {
      String string = string();
      cache.put(index, string);
      return string;
    }
    String string = cache.get(-index);
    if (string == null) {
      throw malformed("string " + -index + " is used before it is defined");
    }
    return string;
  }

  private String string() throws IOException {
    int length = in.readInt();
    if (length == 0) {
      return "";
    }
    if (length < 0 || length > MAX_BYTES) {
      throw malformed("a string of " + length + " bytes");
    }
    byte[] bytes = new byte[length];
    in.readFully(bytes);
    return new String(bytes, in.readByte() == 0 ? StandardCharsets.ISO_8859_1 : UTF_16);
  }

  private Fault malformed(String what) {
    return Fault.noVerdict(
        "Gatling's event log %s cannot be read, event %d: %s".formatted(file, events + 1, what));
  }
}
