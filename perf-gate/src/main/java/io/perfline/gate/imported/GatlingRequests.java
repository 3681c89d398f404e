package io.perfline.gate.imported;

import java.util.LinkedHashMap;
import java.util.Map;

/** Gatling's requests under its groups, and its users. */
final class GatlingRequests {

  private static final long MICROS_PER_MILLI = 1000;

  private final ImportedErrors errors = new ImportedErrors();
  private int users;
  private int mostUsers;
  private long crashes;
  private String crash;

  void user(boolean came) {
    users += came ? 1 : -1;
    mostUsers = Math.max(mostUsers, users);
  }

  /** A request that could not even be built. */
  void crash(String message) {
    crashes++;
    crash = message;
  }

  /**
   * @param error null when it passed its checks
   */
  ImportedSample sample(String groups, String name, long start, long end, String error) {
    return new ImportedSample(
        groups.isEmpty() ? name : groups + "/" + name,
        end * MICROS_PER_MILLI,
        (end - start) * MICROS_PER_MILLI,
        ImportedSample.UNKNOWN,
        error == null ? null : errors.of(error),
        0,
        users,
        Map.of());
  }

  Map<String, String> said() {
    Map<String, String> said = new LinkedHashMap<>();
    said.put("most users", Integer.toString(mostUsers));
    if (users > 0) {
      said.put("users that never ended", Integer.toString(users));
    }
    if (crashes > 0) {
      said.put("requests that could not be built", crashes + ", such as: " + crash);
    }
    return said;
  }
}
