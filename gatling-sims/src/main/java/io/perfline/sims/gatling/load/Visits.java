package io.perfline.sims.gatling.load;

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
import io.perfline.sims.engine.Shard;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * The visitors, who follow three business cases. While the {@link VisitorPool} wants a visitor, it
 * makes one visit after another, each with an empty cache. A page is a group that lasts until its
 * last resource has arrived. A page that fails ends its visit. When the pool wants fewer visitors,
 * a surplus one finishes its open page, opens no other, and asks again from time to time.
 */
record Visits(HttpLoad load, VisitorPool pool) {

  /** The session attribute with the number of a visitor among all visitors of the load. */
  private static final String NUMBER = "number";

  /**
   * The session attribute with the request time of the open page; it is not set if none is open.
   */
  private static final String ASKED = "asked";

  private static final double SHORTEST_THINK = 0.5;
  private static final double LONGEST_THINK = 1.5;

  /** The average time after which an unwanted visitor asks again. */
  private static final Duration AWAY = Duration.ofMillis(500);

  /** Returns one population for each business case with visitors. */
  List<PopulationBuilder> populations() {
    List<PopulationBuilder> populations = new ArrayList<>();
    for (BusinessCase business : BusinessCase.values()) {
      List<Integer> numbers = business.visitors(load.maxUsers(), load.shard());
      if (!numbers.isEmpty()) {
        populations.add(
            scenario(name(business))
                .exec(numbered(numbers))
                .exec(asLongAs(session -> pool.continues(), "day").on(day(business)))
                .injectOpen(atOnceUsers(numbers.size())));
      }
    }
    return populations;
  }

  private static ChainBuilder numbered(List<Integer> numbers) {
    AtomicInteger next = new AtomicInteger();
    return exec(session -> session.set(NUMBER, numbers.get(next.getAndIncrement())));
  }

  /** Makes visits while the visitor is wanted, and pauses while it isn't. */
  private ChainBuilder day(BusinessCase business) {
    return doIfOrElse(this::wanted)
        .then(
            exec(session -> with(session, pool::came))
                .exec(asLongAs(this::wanted, "visit").on(visit(business)))
                .exec(session -> with(session, pool::left)))
        .orElse(thinkOver(AWAY));
  }

  private boolean wanted(Session session) {
    return pool.wants(session.getInt(NUMBER));
  }

  private static Session with(Session session, Runnable done) {
    done.run();
    return session;
  }

  private ChainBuilder visit(BusinessCase business) {
    Duration think = business.think(load.thinkTime());
    ChainBuilder pages = exec(flushHttpCache()).exec(flushCookieJar());
    for (BusinessCase.Page page : business.pages()) {
      pages = pages.exec(doIf(this::wanted).then(view(business, page).exec(thinkOver(think))));
    }
    return exec(exitBlockOnFail().on(pages)).exec(this::failed).exec(thinkOver(think));
  }

  private ChainBuilder view(BusinessCase business, BusinessCase.Page page) {
    return exec(session -> session.set(ASKED, System.currentTimeMillis()))
        .exec(group(LogNames.group(name(business), name(page))).on(exec(open(page))))
        .exec(session -> ended(session, !session.isFailed()));
  }

  /** Records a failed page, which has ended its visit; the next visit starts from the beginning. */
  private Session failed(Session session) {
    return session.contains(ASKED) ? ended(session, false).markAsSucceeded() : session;
  }

  private Session ended(Session session, boolean ok) {
    pool.page(session.getLong(ASKED), ok);
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
          case SERVICES -> http(LogNames.DOCUMENT).get("/").check(serviceLink());
          case RECORDINGS -> http(LogNames.DOCUMENT).get("#{service}").check(recordingLink());
          case RECORDING -> http(LogNames.DOCUMENT).get("#{recording}");
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

  /** The purpose of a visit to the recorder: a sequence of pages, each with a think time. */
  enum BusinessCase {
    /** A visit to see whether anything was recorded. */
    SHORT(1.0),
    /** A visit to look up a recording. */
    MEDIUM(1.5),
    /** A visit to compare several recordings. */
    LONG(2.0);

    /** A page, named after its content. */
    enum Page {
      /** The list of virtual services, which is the recorder's first page. */
      SERVICES,
      /** The list of one service's recordings. */
      RECORDINGS,
      RECORDING
    }

    /**
     * The repeated order of arrivals: of ten visitors, five are short, three medium, and two long.
     */
    private static final List<BusinessCase> ARRIVALS =
        List.of(SHORT, MEDIUM, SHORT, LONG, SHORT, MEDIUM, SHORT, LONG, SHORT, MEDIUM);

    private final double thinkFactor;

    BusinessCase(double thinkFactor) {
      this.thinkFactor = thinkFactor;
    }

    /** Returns the pages in the order in which a visitor opens them. */
    List<Page> pages() {
      return switch (this) {
        case SHORT -> List.of(Page.SERVICES, Page.RECORDINGS);
        case MEDIUM -> List.of(Page.SERVICES, Page.RECORDINGS, Page.RECORDING);
        case LONG ->
            List.of(
                Page.SERVICES,
                Page.RECORDINGS,
                Page.RECORDING,
                Page.RECORDINGS,
                Page.RECORDING,
                Page.SERVICES,
                Page.RECORDINGS,
                Page.RECORDING);
      };
    }

    /** Returns the average think time for each page. */
    Duration think(Duration shortest) {
      return Duration.ofMillis(Math.round(shortest.toMillis() * thinkFactor));
    }

    /** Returns the numbers below {@code users} of this generator's visitors with this purpose. */
    List<Integer> visitors(int users, Shard shard) {
      return IntStream.range(0, users)
          .filter(
              number -> ARRIVALS.get(number % ARRIVALS.size()) == this && shard.contains(number))
          .boxed()
          .toList();
    }
  }

  /**
   * Finds a page's links by the UUIDs in their addresses: a service's link contains one UUID, a
   * recording's two.
   */
  static final class Links {

    private static final String ID = "[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}";
    private static final Pattern SERVICE = Pattern.compile(ID);
    private static final Pattern RECORDING = Pattern.compile(ID + ".*" + ID);

    private Links() {}

    /**
     * Returns the address of a service's recordings: that of {@code wanted} if it is linked,
     * otherwise any; null if there is none.
     */
    static String service(URI page, List<String> links, UUID wanted) {
      List<String> services =
          links.stream()
              .filter(link -> SERVICE.matcher(link).find() && !RECORDING.matcher(link).find())
              .toList();
      List<String> ofWanted =
          services.stream().filter(link -> link.contains(wanted.toString())).toList();
      return any(page, ofWanted.isEmpty() ? services : ofWanted);
    }

    /** Returns the address of any linked recording; null if there is none. */
    static String recording(URI page, List<String> links) {
      return any(page, links.stream().filter(link -> RECORDING.matcher(link).find()).toList());
    }

    private static String any(URI page, List<String> links) {
      return links.isEmpty()
          ? null
          : page.resolve(links.get(ThreadLocalRandom.current().nextInt(links.size()))).toString();
    }
  }
}
