package io.perfline.core.project;

import io.perfline.core.yaml.Key;
import io.perfline.core.yaml.ParsedObject;
import io.perfline.core.yaml.RecordSchema;
import io.perfline.core.yaml.UnreadValue;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * A load of sessions over HTTP.
 *
 * @param proto the proto file; null to request descriptors from the server
 * @param capacity the plan of the search for the capacity; null for no search
 * @param session the sessions; without requests if there is a mix
 * @param mix scenarios by name, one of which each session runs; empty without a mix
 */
@Key.Noun("a scenario")
public record Scenario(
    String name,
    @Key.Inline LoadModel model,
    @Key(
            value =
                "Sets the protocol: 'h2' is HTTP/2 over TLS (ALPN), 'h2c' is HTTP/2 without TLS"
                    + " (prior knowledge), 'grpc' is gRPC.",
            what = "a protocol",
            defaultValue = "http/1.1")
        ScenarioProtocol protocol,
    @Key(
            value =
                "Limits the concurrent sessions of one HTTP/2 connection; each has a stream of its"
                    + " own.",
            what = "a number of streams",
            defaultValue = "1",
            min = 1,
            max = Scenario.MAX_STREAMS)
        int streams,
    @Key(
            "Names the .proto file of the gRPC service. Without it, the server is asked (server"
                + " reflection).")
        Path proto,
    @Key(
            value =
                "Searches for the largest number of users who are served within the goal, in a case"
                    + " of its own.",
            what = "how the capacity is looked for")
        UnreadValue capacity,
    @Key.Inline(without = SessionPlan.WEIGHT) SessionPlan session,
    @Key("Defines weighted scenarios instead of 'requests'; each session runs one of them.")
        @Key.Names(
            value = "scenario of the mix",
            letters = "a-z, 0-9, '_' and '-'",
            form = "^[a-z][a-z0-9_-]*$")
        Map<String, SessionPlan> mix)
    implements DrivenLoad, RecordSchema.Checked {

  /** The name of the driver of scenarios. */
  public static final String DRIVER = "scenario";

  /** The key of a mix, in the file and in {@code run.json}. */
  public static final String MIX = "mix";

  /** The key of the protocol, in the file and in {@code run.json}. */
  public static final String PROTOCOL = "protocol";

  /** The key of the number of streams, in the file and in {@code run.json}. */
  public static final String STREAMS = "streams";

  static final int MAX_STREAMS = 1000;

  public Scenario {
    protocol = protocol == null ? ScenarioProtocol.HTTP_1_1 : protocol;
    streams = Math.max(1, streams);
  }

  /**
   * Returns the number of concurrent sessions with which the load starts. With a fixed number of
   * connections, each of them has as many as it has streams.
   */
  public int sessionsAtOnce() {
    boolean fixed = model.users() == 0 && !model.isGrowing();
    return fixed ? model.connections() * streams : model.connections();
  }

  @Override
  public String driver() {
    return DRIVER;
  }

  /** Returns the different kinds of sessions; without a mix there is only one. */
  public List<SessionPlan> sessions() {
    return mix.isEmpty()
        ? List.of(session)
        : mix.values().stream().filter(Objects::nonNull).map(SessionPlan::ofMix).toList();
  }

  /** Returns the requests of all kinds of sessions. */
  public List<ScenarioRequest> requests() {
    return sessions().stream().flatMap(one -> one.requests().stream()).toList();
  }

  /** Returns the weights of a mix as text; null without a mix. */
  public String weights() {
    return mix.isEmpty()
        ? null
        : sessions().stream()
            .map(one -> one.name() + " " + one.weight())
            .collect(Collectors.joining(", "));
  }

  /**
   * Returns the share of sessions that contain a request; 1 if none contains it.
   *
   * @param wanted selects the request by its name
   */
  public double share(Predicate<String> wanted) {
    double all = sessions().stream().mapToInt(SessionPlan::weight).sum();
    return sessions().stream()
        .filter(
            one -> all > 0 && one.requests().stream().map(ScenarioRequest::name).anyMatch(wanted))
        .mapToDouble(one -> one.weight() / all)
        .findFirst()
        .orElse(1);
  }

  public double meanRequests() {
    int requests = 0;
    int weights = 0;
    for (SessionPlan one : sessions()) {
      int weight = Math.max(1, one.weight());
      requests += weight * one.requests().size();
      weights += weight;
    }
    return (double) requests / weights;
  }

  @Override
  public List<RequiredVariable> variables() {
    return sessions().stream().flatMap(session -> session.variables().stream()).toList();
  }

  private int maxRequests() {
    return sessions().stream().mapToInt(one -> one.requests().size()).max().orElse(1);
  }

  /** Returns the sum of the timeouts of the longest session's requests. */
  @Override
  public Duration wholeTimeout() {
    return model.timeout().multipliedBy(maxRequests());
  }

  /** Returns the sum of the longest think times before the longest session's requests. */
  @Override
  public Duration longestThinkTime() {
    return model.thinkTime().multipliedBy(3L * maxRequests()).dividedBy(2);
  }

  /** Returns this scenario with a closed model of this number of users. */
  public Scenario withConnections(int connections) {
    return new Scenario(
        name, model.closed(connections), protocol, streams, proto, capacity, session, mix);
  }

  @Override
  public void check(ParsedObject parsed) {
    if (parsed.isGiven(STREAMS) && !protocol.isShared()) {
      parsed.fault(STREAMS, "HTTP/1.1 has none: write 'protocol: h2' or 'protocol: h2c' too");
    }
    if (sessionsAtOnce() > LoadModel.MAX_CONNECTIONS) {
      parsed.fault(
          STREAMS,
          "%,d sessions at the same time, at most %,d: write fewer connections or streams"
              .formatted(sessionsAtOnce(), LoadModel.MAX_CONNECTIONS));
    }
    checkGrpc(parsed);
    if (parsed.isGiven(MIX)) {
      SessionPlan.KEYS.stream()
          .filter(parsed::isGiven)
          .forEach(key -> parsed.fault(key, "write it in each scenario of the mix"));
    }
  }

  private void checkGrpc(ParsedObject parsed) {
    boolean calls = protocol == ScenarioProtocol.GRPC;
    if (!calls && parsed.isGiven("proto")) {
      parsed.fault("proto", "it describes a service of gRPC: write 'protocol: grpc' too");
    }
    if (calls && proto != null && !Files.isRegularFile(proto)) {
      parsed.fault("proto", "the file %s does not exist".formatted(proto));
    }
    for (SessionPlan one : sessions()) {
      if (calls && one.redirects()) {
        parsed.fault("redirects", "gRPC has none");
      }
      if (one.requests().stream().anyMatch(request -> (request.grpc() != null) != calls)) {
        parsed.fault(
            PROTOCOL,
            calls
                ? "each request of a scenario of gRPC is a call: {grpc: shop.v1.Orders/Place}"
                : "a call of gRPC needs 'protocol: grpc'");
      }
    }
  }
}
