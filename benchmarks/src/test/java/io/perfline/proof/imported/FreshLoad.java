package io.perfline.proof.imported;

import static io.gatling.javaapi.core.CoreDsl.constantUsersPerSec;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.scenario;
import static io.gatling.javaapi.http.HttpDsl.http;
import static io.gatling.javaapi.http.HttpDsl.status;

import io.gatling.javaapi.core.Simulation;

/** Twenty visitors, each of whom requests an existing and a missing page. */
public final class FreshLoad extends Simulation {

  public FreshLoad() {
    setUp(
            scenario("shop")
                .exec(
                    exec(http("home").get("/home").check(status().is(200))),
                    exec(http("gone").get("/gone").check(status().is(200))))
                .injectOpen(constantUsersPerSec(20).during(1)))
        .protocols(http.baseUrl(System.getProperty("at")));
  }
}
