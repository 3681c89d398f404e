import static io.gatling.javaapi.core.CoreDsl.constantUsersPerSec;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.group;
import static io.gatling.javaapi.core.CoreDsl.scenario;
import static io.gatling.javaapi.http.HttpDsl.http;
import static io.gatling.javaapi.http.HttpDsl.status;

import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.Simulation;
import java.util.List;
import java.util.stream.Stream;

/** The load for Gatling: five visitors a second for three seconds. */
public class Load extends Simulation {
  {
    List<ChainBuilder> visit =
        Stream.of(System.getProperty("paths", "home,order,broken").split(","))
            .map(path -> exec(http(path).get("/" + path).check(status().is(200))))
            .toList();
    setUp(
            scenario("shop")
                .exec(group("visit").on(exec(visit)))
                .injectOpen(constantUsersPerSec(5).during(3)))
        .protocols(http.baseUrl(System.getProperty("at")));
  }
}
