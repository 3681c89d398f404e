package io.perfline.cli;

import static io.gatling.javaapi.core.CoreDsl.constantUsersPerSec;
import static io.gatling.javaapi.core.CoreDsl.scenario;
import static io.gatling.javaapi.http.HttpDsl.http;
import static io.gatling.javaapi.http.HttpDsl.status;

import io.gatling.javaapi.core.Simulation;
import java.time.Duration;

/** An independent simulation without any reference to perfline. */
public final class SampleSimulation extends Simulation {
  public SampleSimulation() {
    setUp(
            scenario("orders")
                .exec(http("make order").post("/orders").check(status().is(201)))
                .exec(http("look").get("/orders/7"))
                .injectOpen(constantUsersPerSec(20).during(Duration.ofSeconds(4))))
        .protocols(http.baseUrl(System.getProperty("baseUrl")));
  }
}
