package io.perfline.sims.gatling.simulation;

import static io.gatling.javaapi.core.CoreDsl.StringBody;
import static io.gatling.javaapi.core.CoreDsl.constantUsersPerSec;
import static io.gatling.javaapi.core.CoreDsl.scenario;
import static io.gatling.javaapi.http.HttpDsl.http;
import static io.gatling.javaapi.http.HttpDsl.status;

import io.gatling.javaapi.core.PopulationBuilder;
import io.perfline.sims.gatling.load.HttpLoad;

/** Messages at a constant rate, each from a user of its own, in an open model. */
final class RecordScenario {

  private RecordScenario() {}

  static PopulationBuilder of(HttpLoad load) {
    Messages messages = new Messages(load.dataBytes());
    return scenario(LogNames.RECORD)
        .exec(
            http(LogNames.RECORD)
                .post(path(load))
                .header("Content-Type", "application/json")
                .body(StringBody(session -> messages.next()))
                .requestTimeout(load.timeout())
                .check(status().is(201)))
        .injectOpen(constantUsersPerSec(load.ownRate()).during(load.length()));
  }

  /** Where the load's messages are recorded, behind the recorder's address. */
  static String path(HttpLoad load) {
    return "/virtual-services/" + load.vsId() + "/recordings";
  }
}
