package io.perfline.sims.gatling;

import static io.gatling.javaapi.core.CoreDsl.StringBody;
import static io.gatling.javaapi.core.CoreDsl.constantUsersPerSec;
import static io.gatling.javaapi.core.CoreDsl.scenario;
import static io.gatling.javaapi.http.HttpDsl.http;
import static io.gatling.javaapi.http.HttpDsl.status;

import io.gatling.javaapi.core.ScenarioBuilder;
import io.gatling.javaapi.core.Simulation;
import io.gatling.javaapi.http.HttpProtocolBuilder;

/**
 * Messages at a constant rate, each from a user of its own, over connections that all users share
 * and that are kept alive: what a busy proxy in front of the recorder does.
 */
public final class RecordSimulation extends Simulation {

  /** The request's name in Gatling's report. */
  static final String REQUEST = "record";

  private Pulse pulse;

  public RecordSimulation() {
    HttpLoad load = LoadFile.read();
    HttpProtocolBuilder recorder =
        http.baseUrl(load.recorder().toString())
            .contentTypeHeader("application/json")
            .acceptHeader("application/json")
            .shareConnections()
            .warmUp(load.recorder() + "/version");
    setUp(
            recording(load)
                .injectOpen(constantUsersPerSec(load.ratePerSecond()).during(load.length())))
        .protocols(recorder);
  }

  private static ScenarioBuilder recording(HttpLoad load) {
    Messages messages = new Messages(load.dataBytes());
    return scenario(REQUEST)
        .exec(
            http(REQUEST)
                .post("/virtual-services/" + load.vsId() + "/recordings")
                .body(StringBody(session -> messages.next()))
                .requestTimeout(load.timeout())
                .check(status().is(201)));
  }

  @Override
  public void before() {
    pulse = Pulse.start();
  }

  @Override
  public void after() {
    pulse.close();
  }
}
