package io.perfline.sims.gatling;

import static io.gatling.javaapi.core.CoreDsl.atOnceUsers;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.group;
import static io.gatling.javaapi.core.CoreDsl.scenario;
import static io.gatling.javaapi.http.HttpDsl.http;
import static io.gatling.javaapi.http.HttpDsl.status;

import io.gatling.javaapi.core.Simulation;
import io.perfline.sims.gatling.load.Handover;
import io.perfline.sims.gatling.load.HttpLoad;

/** Makes Gatling log every type of event: nested groups, failures, crashes, non-Latin text. */
public final class EveryEventSimulation extends Simulation {

  public EveryEventSimulation() {
    HttpLoad load = Handover.load();
    setUp(
            scenario("visitors")
                .exec(
                    group("página")
                        .on(
                            exec(http("ok").get("/ok")),
                            group("внутри")
                                .on(exec(http("слово").get("/ok").check(status().is(204))))),
                    http("never built").get("/#{missing}"))
                .injectOpen(atOnceUsers(20)),
            scenario("others").exec(http("ok").get("/other")).injectOpen(atOnceUsers(10)))
        .protocols(http.baseUrl(load.recorder().toString()).shareConnections());
  }
}
