package io.perfline.core.project;

import com.fasterxml.jackson.databind.JsonNode;
import io.perfline.core.command.Fault;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Finds out which paths of a running HTTP service answer. It sends only GET requests without
 * parameters, at most {@value #MOST_TRIED} for a load.
 */
public record ServiceSurvey(HttpProbe service) {

  private static final List<String> HEALTH =
      List.of("/actuator/health", "/q/health", "/health", "/healthz", "/");
  private static final List<String> DESCRIPTIONS = List.of("/v3/api-docs", "/openapi.json");
  private static final Pattern PLAIN_PATH = Pattern.compile("/[\\w/.~+-]*");
  private static final int MOST_TRIED = 20;
  private static final int MOST_FOUND = 3;
  private static final int UNAVAILABLE = 503;
  private static final long POLL_MILLIS = 200;

  /** The time in which a service that answers may become healthy, in nanoseconds. */
  private static final long SETTLING_NANOS = 5_000_000_000L;

  /** A path and the status of its response, from 200 to 299. */
  public record Found(String path, int status) {

    @Override
    public String toString() {
      return "GET %s is answered with %d".formatted(path, status);
    }
  }

  /**
   * Returns the first of the usual health paths that answers; empty if none does.
   *
   * @throws IOException if the service can't be reached
   */
  public Optional<Found> health() throws IOException, InterruptedException {
    return Optional.ofNullable(pass().found());
  }

  /** A request of each health path, up to the first one that answers. */
  private record Pass(Found found, boolean unavailable) {}

  private Pass pass() throws IOException, InterruptedException {
    boolean unavailable = false;
    for (String path : HEALTH) {
      int status = service.status(path);
      if (isGood(status)) {
        return new Pass(new Found(path, status), unavailable);
      }
      unavailable |= status == UNAVAILABLE;
    }
    return new Pass(null, unavailable);
  }

  /**
   * Waits until a service answers, and at most five seconds more until one of the usual health
   * paths does, also for one that answers that it is not available yet.
   *
   * @param mayAnswer returns false if the service can no longer answer
   * @param nanos the longest wait
   * @return empty if the service answers, but none of these paths
   * @throws Fault exit code 3 if the service doesn't answer in time
   */
  public Optional<Found> awaitHealth(BooleanSupplier mayAnswer, long nanos)
      throws InterruptedException {
    long end = System.nanoTime() + nanos;
    long settled = Long.MAX_VALUE;
    Pass last = null;
    String why = "no response";
    while (System.nanoTime() - end < 0) {
      try {
        last = pass();
        settled = Math.min(settled, System.nanoTime() + SETTLING_NANOS);
        boolean healthy = last.found() != null && !last.unavailable();
        if (healthy || System.nanoTime() >= settled) {
          return Optional.ofNullable(last.found());
        }
      } catch (ConnectException e) {
        why = "connection refused";
      } catch (IOException e) {
        why = e.toString();
      }
      if (!mayAnswer.getAsBoolean()) {
        throw Fault.noVerdict("it ended before it answered");
      }
      Thread.sleep(POLL_MILLIS);
    }
    if (last == null) {
      throw Fault.noVerdict(
          "%s did not answer within %d s: %s".formatted(service, nanos / 1_000_000_000L, why));
    }
    return Optional.ofNullable(last.found());
  }

  /**
   * Returns up to three paths that answer and that its OpenAPI description lists, otherwise the
   * root if that answers. Paths of operations that need parameters are left out.
   */
  public List<Found> load() throws InterruptedException {
    for (String description : DESCRIPTIONS) {
      List<Found> found = answering(described(description));
      if (!found.isEmpty()) {
        return found;
      }
    }
    return answering(List.of("/"));
  }

  /** Returns the advice to use another health path, as the end of a sentence; empty without one. */
  String otherHealth() throws InterruptedException {
    try {
      return health()
          .map(found -> "; %s: set ready: {get: %s}".formatted(found, found.path()))
          .orElse("");
    } catch (IOException unreachable) {
      return "";
    }
  }

  /** Returns the advice to load other paths, as the end of a sentence; empty without one. */
  public String otherLoad() throws InterruptedException {
    List<Found> found = load();
    return found.isEmpty()
        ? ""
        : "; "
            + found.stream().map(Found::toString).collect(Collectors.joining(", "))
            + ": name such a path in perf.yml";
  }

  private List<Found> answering(List<String> paths) throws InterruptedException {
    List<Found> found = new ArrayList<>();
    for (String path : paths.subList(0, Math.min(paths.size(), MOST_TRIED))) {
      try {
        int status = service.status(path);
        if (isGood(status)) {
          found.add(new Found(path, status));
        }
      } catch (IOException noAnswer) {
        continue;
      }
      if (found.size() == MOST_FOUND) {
        break;
      }
    }
    return found;
  }

  /** Returns the paths below the service's address that can be requested without parameters. */
  private List<String> described(String description) throws InterruptedException {
    JsonNode api;
    try {
      HttpProbe.Answer answer = service.get(description);
      if (!isGood(answer.status())) {
        return List.of();
      }
      api = answer.json();
    } catch (IOException noDescription) {
      return List.of();
    }
    String base = base(api.at("/servers/0/url").asText());
    List<String> paths = new ArrayList<>();
    api.path("paths")
        .properties()
        .forEach(
            entry -> {
              JsonNode get = entry.getValue().path("get");
              String path = base + entry.getKey();
              boolean free =
                  get.isObject()
                      && !needsParameters(get)
                      && !needsParameters(entry.getValue())
                      && !get.toString().contains("text/event-stream");
              if (free && PLAIN_PATH.matcher(path).matches() && !HEALTH.contains(path)) {
                paths.add(path);
              }
            });
    return paths;
  }

  /** Returns whether a parameter is required, or described elsewhere. */
  private static boolean needsParameters(JsonNode described) {
    for (JsonNode parameter : described.path("parameters")) {
      if (parameter.has("$ref") || parameter.path("required").asBoolean()) {
        return true;
      }
    }
    return false;
  }

  /** Returns the path of a server's address, without the part that the service's address has. */
  private String base(String url) {
    try {
      String path = URI.create(url).getPath();
      String own = service.server().getPath();
      String base = path == null ? "" : path.replaceFirst("/+$", "");
      return base.startsWith(own) ? base.substring(own.length()) : base;
    } catch (IllegalArgumentException template) {
      return "";
    }
  }

  private static boolean isGood(int status) {
    return status >= 200 && status < 300;
  }
}
