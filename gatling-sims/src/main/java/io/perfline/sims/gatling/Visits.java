package io.perfline.sims.gatling;

import static io.gatling.javaapi.core.CoreDsl.asLongAs;
import static io.gatling.javaapi.core.CoreDsl.css;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.exitBlockOnFail;
import static io.gatling.javaapi.core.CoreDsl.group;
import static io.gatling.javaapi.core.CoreDsl.nothingFor;
import static io.gatling.javaapi.core.CoreDsl.pause;
import static io.gatling.javaapi.core.CoreDsl.rampUsers;
import static io.gatling.javaapi.core.CoreDsl.scenario;
import static io.gatling.javaapi.http.HttpDsl.flushCookieJar;
import static io.gatling.javaapi.http.HttpDsl.flushHttpCache;
import static io.gatling.javaapi.http.HttpDsl.http;

import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.CheckBuilder;
import io.gatling.javaapi.core.OpenInjectionStep;
import io.gatling.javaapi.core.PopulationBuilder;
import io.gatling.javaapi.core.Session;
import io.gatling.javaapi.http.HttpRequestActionBuilder;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Visitors in three business cases, each page a group that lasts until its last resource is there.
 * A visitor comes, and then makes visit after visit until the load ends, each with an empty cache;
 * a page that fails ends its visit.
 */
final class Visits {

  /** The request of a page itself, beside those of its resources. */
  private static final String DOCUMENT = "document";

  private static final double SHORTEST_THINK = 0.5;
  private static final double LONGEST_THINK = 1.5;

  private final HttpLoad load;
  private final LevelPlan plan;
  private final AtomicLong end = new AtomicLong();

  Visits(HttpLoad load) {
    this.load = load;
    plan = new LevelPlan(load);
  }

  /** One population a business case that anybody has come for. */
  List<PopulationBuilder> populations() {
    List<PopulationBuilder> populations = new ArrayList<>();
    for (BusinessCase business : BusinessCase.values()) {
      List<OpenInjectionStep> arrivals = arrivals(business);
      if (!arrivals.isEmpty()) {
        populations.add(
            scenario(name(business))
                .exec(asLongAs(this::goesOn, "visit", true).on(visit(business)))
                .injectOpen(arrivals.toArray(OpenInjectionStep[]::new)));
      }
    }
    return populations;
  }

  private List<OpenInjectionStep> arrivals(BusinessCase business) {
    List<OpenInjectionStep> steps = new ArrayList<>();
    int there = 0;
    long at = 0;
    for (int level = 0; level < plan.levels(); level++) {
      int visitors = business.visitors(plan.users(level), load.share());
      if (visitors > there) {
        steps.add(nothingFor(Duration.ofSeconds(plan.riseAt(level) - at)));
        steps.add(rampUsers(visitors - there).during(Duration.ofSeconds(plan.rise(level))));
        at = plan.countsFrom(level);
        there = visitors;
      }
    }
    return steps;
  }

  /** The load ends so long after its first visitor came. */
  private boolean goesOn(Session session) {
    long now = System.currentTimeMillis();
    end.compareAndSet(0, now + load.length().toMillis());
    return now < end.get();
  }

  private ChainBuilder visit(BusinessCase business) {
    Duration think = business.think(load.thinkTime());
    ChainBuilder pages = exec(flushHttpCache()).exec(flushCookieJar());
    for (BusinessCase.Page page : business.pages()) {
      pages = pages.exec(group(name(page)).on(exec(open(page)))).exec(thinkOver(think));
    }
    return exec(exitBlockOnFail().on(pages)).exec(thinkOver(think));
  }

  private static ChainBuilder thinkOver(Duration think) {
    return pause(times(think, SHORTEST_THINK), times(think, LONGEST_THINK));
  }

  private static Duration times(Duration duration, double factor) {
    return Duration.ofMillis(Math.round(duration.toMillis() * factor));
  }

  private HttpRequestActionBuilder open(BusinessCase.Page page) {
    HttpRequestActionBuilder request =
        switch (page) {
          case SERVICES -> http(DOCUMENT).get("/").check(serviceLink());
          case RECORDINGS -> http(DOCUMENT).get("#{service}").check(recordingLink());
          case RECORDING -> http(DOCUMENT).get("#{recording}");
        };
    return request.requestTimeout(load.timeout());
  }

  private CheckBuilder serviceLink() {
    URI first = URI.create(load.recorder() + "/");
    return links()
        .transform(links -> Links.service(first, links, load.vsId()))
        .name("link to a service")
        .saveAs("service");
  }

  private static CheckBuilder recordingLink() {
    return links()
        .transformWithSession(
            (links, session) -> Links.recording(URI.create(session.getString("service")), links))
        .name("link to a recording")
        .saveAs("recording");
  }

  private static CheckBuilder.Validate<List<String>> links() {
    return css("a[href]", "href").findAll();
  }

  private static String name(Enum<?> named) {
    return named.name().toLowerCase(Locale.ROOT);
  }
}
