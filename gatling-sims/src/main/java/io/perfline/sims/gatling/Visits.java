package io.perfline.sims.gatling;

import static io.gatling.javaapi.core.CoreDsl.asLongAs;
import static io.gatling.javaapi.core.CoreDsl.atOnceUsers;
import static io.gatling.javaapi.core.CoreDsl.css;
import static io.gatling.javaapi.core.CoreDsl.doIf;
import static io.gatling.javaapi.core.CoreDsl.doIfOrElse;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.exitBlockOnFail;
import static io.gatling.javaapi.core.CoreDsl.group;
import static io.gatling.javaapi.core.CoreDsl.pause;
import static io.gatling.javaapi.core.CoreDsl.scenario;
import static io.gatling.javaapi.http.HttpDsl.flushCookieJar;
import static io.gatling.javaapi.http.HttpDsl.flushHttpCache;
import static io.gatling.javaapi.http.HttpDsl.http;

import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.CheckBuilder;
import io.gatling.javaapi.core.PopulationBuilder;
import io.gatling.javaapi.core.Session;
import io.gatling.javaapi.http.HttpRequestActionBuilder;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Visitors in three business cases, each page a group that lasts until its last resource is there.
 * A visitor comes when called, and makes visit after visit as long as that lasts, each with an
 * empty cache; a page that fails ends its visit. Who isn't called for any more leaves behind the
 * page that is open.
 */
final class Visits {

  /** The request of a page itself, beside those of its resources. */
  static final String DOCUMENT = "document";

  /** A visitor's number among all of the load. */
  private static final String NUMBER = "number";

  /** When the page was asked for that isn't there yet. */
  private static final String ASKED = "asked";

  private static final double SHORTEST_THINK = 0.5;
  private static final double LONGEST_THINK = 1.5;

  /** How often who isn't called for looks again. */
  private static final Duration AWAY = Duration.ofMillis(500);

  private final HttpLoad load;
  private final Crowd crowd;

  Visits(HttpLoad load, Crowd crowd) {
    this.load = load;
    this.crowd = crowd;
  }

  /** One population a business case that anybody may come for. */
  List<PopulationBuilder> populations() {
    List<PopulationBuilder> populations = new ArrayList<>();
    for (BusinessCase business : BusinessCase.values()) {
      List<Integer> numbers = business.visitors(load.mostUsers(), load.shard());
      if (!numbers.isEmpty()) {
        populations.add(
            scenario(name(business))
                .exec(numbered(numbers))
                .exec(asLongAs(session -> crowd.goesOn(), "day").on(day(business)))
                .injectOpen(atOnceUsers(numbers.size())));
      }
    }
    return populations;
  }

  private static ChainBuilder numbered(List<Integer> numbers) {
    AtomicInteger next = new AtomicInteger();
    return exec(session -> session.set(NUMBER, numbers.get(next.getAndIncrement())));
  }

  /** Comes when called, makes visit after visit until called no more, and then looks again. */
  private ChainBuilder day(BusinessCase business) {
    return doIfOrElse(this::called)
        .then(
            exec(session -> with(session, crowd::came))
                .exec(asLongAs(this::called, "visit").on(visit(business)))
                .exec(session -> with(session, crowd::left)))
        .orElse(thinkOver(AWAY));
  }

  private boolean called(Session session) {
    return crowd.calls(session.getInt(NUMBER));
  }

  private static Session with(Session session, Runnable done) {
    done.run();
    return session;
  }

  private ChainBuilder visit(BusinessCase business) {
    Duration think = business.think(load.thinkTime());
    ChainBuilder pages = exec(flushHttpCache()).exec(flushCookieJar());
    for (BusinessCase.Page page : business.pages()) {
      pages = pages.exec(doIf(this::called).then(look(business, page).exec(thinkOver(think))));
    }
    return exec(exitBlockOnFail().on(pages)).exec(this::failed).exec(thinkOver(think));
  }

  private ChainBuilder look(BusinessCase business, BusinessCase.Page page) {
    return exec(session -> session.set(ASKED, System.currentTimeMillis()))
        .exec(group(BusinessTimes.group(name(business), name(page))).on(exec(open(page))))
        .exec(session -> ended(session, !session.isFailed()));
  }

  /** A page that failed has ended its visit; the visitor's next one begins anew. */
  private Session failed(Session session) {
    return session.contains(ASKED) ? ended(session, false).markAsSucceeded() : session;
  }

  private Session ended(Session session, boolean ok) {
    crowd.page(session.getLong(ASKED), ok);
    return session.remove(ASKED);
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
