package io.perfline.gate.imported;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What k6 measured once, of one of its metrics. */
final class K6Point {

  /** What the times of requests are called. */
  static final Set<String> TIMES = Set.of("http_req_duration", "grpc_req_duration");

  private static final Set<String> OF_EACH_REQUEST =
      Set.of(
          "name",
          "url",
          "status",
          "error",
          "error_code",
          "expected_response",
          "proto",
          "ip",
          "vu",
          "iter",
          "tls_version",
          "ocsp_status",
          "subproto",
          "service",
          "rpc_type");
  private static final double MICROS_PER_MILLI = 1000;

  private final ImportedErrors errors = new ImportedErrors();
  private final Map<Map<String, String>, Map<String, String>> known = new HashMap<>();
  private long iterations;
  private long dropped;
  private long failedChecks;
  private int users;
  private int mostUsers;

  /** Whether {@link #of} wants to know of a metric. */
  static boolean wants(String metric) {
    return TIMES.contains(metric)
        || metric.equals("vus")
        || metric.equals("checks")
        || metric.equals("iterations")
        || metric.equals("dropped_iterations");
  }

  /** A request, or null: what else is told is kept for {@link #said}. */
  ImportedSample of(String metric, long endUs, double value, Map<String, String> tags) {
    switch (metric) {
      case "vus" -> {
        users = (int) value;
        mostUsers = Math.max(mostUsers, users);
      }
      case "checks" -> failedChecks += value == 0 ? 1 : 0;
      case "iterations" -> iterations += (long) value;
      case "dropped_iterations" -> dropped += (long) value;
      default -> {
        return request(endUs, value, tags);
      }
    }
    return null;
  }

  private ImportedSample request(long endUs, double milliseconds, Map<String, String> tags) {
    String name = tags.getOrDefault("name", "");
    return new ImportedSample(
        name.isEmpty() ? tags.getOrDefault("url", "") : name,
        endUs,
        Math.round(milliseconds * MICROS_PER_MILLI),
        ImportedSample.UNKNOWN,
        error(tags),
        0,
        users,
        own(tags));
  }

  /** As k6's {@code http_req_failed} has it, which the tag expected_response says. */
  private String error(Map<String, String> tags) {
    String expected = tags.getOrDefault("expected_response", "");
    String said = tags.getOrDefault("error", "");
    String status = tags.getOrDefault("status", "");
    boolean unexpected =
        expected.isEmpty()
            ? !said.isEmpty() || status.equals("0") || status.matches("[45]..")
            : expected.equals("false");
    if (!unexpected) {
      return null;
    }
    return status.equals("0") || status.isEmpty()
        ? errors.of(said.isEmpty() ? tags.getOrDefault("error_code", "") : said)
        : errors.of(status, "status " + status);
  }

  /** Scenario, method and what the script itself tagged, without an address's changing parts. */
  private Map<String, String> own(Map<String, String> tags) {
    Map<String, String> own = new TreeMap<>(tags);
    own.keySet().removeAll(OF_EACH_REQUEST);
    own.values().removeIf(String::isEmpty);
    if (known.size() > 1000) {
      known.clear();
    }
    return known.computeIfAbsent(own, same -> Map.copyOf(same));
  }

  Map<String, String> said() {
    Map<String, String> said = new TreeMap<>();
    said.put("most users", Integer.toString(mostUsers));
    said.put("dropped iterations", Long.toString(dropped));
    said.put("failed checks", Long.toString(failedChecks));
    return said;
  }

  Double started() {
    return dropped == 0 ? null : iterations / (double) (iterations + dropped);
  }
}
