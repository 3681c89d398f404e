package io.perfline.gate.imported;

import io.perfline.core.command.Fault;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Makes samples from the values that JMeter's CSV and XML have in common. In remote mode several
 * engines write into one file; their hosts, or otherwise the names of their threads, distinguish
 * them.
 */
final class JmeterSamples {

  private static final long MICROS_PER_MILLI = 1000;

  /** Matches the name of a thread in remote mode, which begins with its engine's host and port. */
  private static final Pattern REMOTE = Pattern.compile("(\\S+:[0-9]+)-(.*)");

  private record Group(String engine, Map<String, String> tags) {}

  private final ImportedErrors errors = new ImportedErrors();
  private final Map<String, Group> groups = new HashMap<>();
  private final Map<String, Integer> users = new TreeMap<>();
  private String lastThread;
  private Group last;
  private int maxUsers;

  /**
   * Makes a sample.
   *
   * @param stamp the start of the sample, in milliseconds since 1970
   * @param elapsed the duration of the sample without its pauses, in milliseconds
   * @param idle the pauses within the sample, in milliseconds
   * @param error the kind of failure; null if the sample succeeded
   * @param active the number of active users of its engine; 0 if the file does not contain it
   * @param thread the thread group, without the thread's number; null if the file does not contain
   *     it
   * @param host the host of the engine; empty if the file does not contain it
   */
  ImportedSample of(
      String label,
      long stamp,
      long elapsed,
      long idle,
      String error,
      long bytes,
      int active,
      String thread,
      String host) {
    Group group = group(thread, host);
    int all = active;
    if (active > 0) {
      users.put(group.engine, active);
      if (users.size() > 1) {
        all = users.values().stream().mapToInt(Integer::intValue).sum();
      }
      maxUsers = Math.max(maxUsers, all);
    }
    return new ImportedSample(
        label,
        (stamp + elapsed + idle) * MICROS_PER_MILLI,
        elapsed * MICROS_PER_MILLI,
        ImportedSample.UNKNOWN,
        error,
        bytes,
        all,
        group.tags,
        idle * MICROS_PER_MILLI);
  }

  private Group group(String thread, String host) {
    String key = host.isEmpty() ? thread : host + "\n" + thread;
    if (last == null || !Objects.equals(key, lastThread)) {
      lastThread = key;
      last = groups.computeIfAbsent(key, any -> newGroup(thread, host));
    }
    return last;
  }

  private static Group newGroup(String thread, String host) {
    if (thread == null) {
      return new Group(host, Map.of());
    }
    Matcher remote = REMOTE.matcher(thread);
    boolean named = remote.matches();
    return new Group(
        host.isEmpty() && named ? remote.group(1) : host,
        Map.of("scenario", named ? remote.group(2) : thread));
  }

  String error(String code, String message) {
    return errors.of(code, message);
  }

  /**
   * Rejects lines of JMeter's statistical modes, which add up several requests and lose their
   * times.
   */
  static void requireSingle(long requests, Function<String, Fault> fault) {
    if (requests != 1) {
      throw fault.apply(
          "a line for %d requests, whose own times aren't in it: set mode=StrippedBatch in"
                  .formatted(requests)
              + " JMeter's properties, in place of Statistical, and run the load again");
    }
  }

  Map<String, String> metadata() {
    Map<String, String> metadata = new TreeMap<>();
    if (maxUsers > 0) {
      metadata.put("most users", Integer.toString(maxUsers));
    }
    if (users.size() > 1) {
      metadata.put("engines", Integer.toString(users.size()));
    }
    return metadata;
  }
}
