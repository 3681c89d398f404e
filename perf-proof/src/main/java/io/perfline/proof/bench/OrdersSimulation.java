package io.perfline.proof.bench;

import static io.gatling.javaapi.core.CoreDsl.constantUsersPerSec;
import static io.gatling.javaapi.core.CoreDsl.scenario;
import static io.gatling.javaapi.http.HttpDsl.http;
import static io.gatling.javaapi.http.HttpDsl.status;

import io.gatling.javaapi.core.Simulation;
import java.time.Duration;

/** A simulation as a team writes it, without any reference to perfline. */
public final class OrdersSimulation extends Simulation {

  static final String URL = "baseUrl";
  static final String SECONDS = "seconds";

  private static final int USERS_PER_SECOND = 20;

  public OrdersSimulation() {
    setUp(
            scenario("orders")
                .exec(http("make order").post("/orders").check(status().is(200)))
                .exec(http("get order").get("/orders/7"))
                .injectOpen(
                    constantUsersPerSec(USERS_PER_SECOND)
                        .during(Duration.ofSeconds(Integer.getInteger(SECONDS)))))
        .protocols(http.baseUrl(System.getProperty(URL)));
  }
}
