package io.perfline.sims.gatling;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.run.CaseResult;
import io.perfline.core.run.Level;
import io.perfline.core.run.PageGoal;
import io.perfline.core.run.PageGoal.Decision;
import io.perfline.core.run.RawMaterial;
import io.perfline.sims.gatling.load.CapacityPlan;
import io.perfline.sims.gatling.load.HttpLoad;
import io.perfline.sims.gatling.load.HttpLoads;
import io.perfline.sims.gatling.load.RecorderSimulation;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests visitors of pages like the recorder's. */
class BrowseIT {

  /** Goal with a time limit so long that pauses of the machine don't make a level unstable. */
  private static final PageGoal GOAL = new PageGoal(0.95, 60_000, 0.05, 0.95);

  @TempDir Path folder;

  @Test
  void countsPagesWithAllResourcesByLevel() throws Exception {
    PageServer.Mood slowStyle =
        path -> {
          if (path.endsWith(".css")) {
            Thread.sleep(100);
          }
          return 200;
        };
    try (PageServer server = new PageServer(slowStyle)) {
      CaseResult result = run("http/browse", browse(server.address(), List.of(6, 15)));

      assertThat(result.problems()).isEmpty();
      assertThat(result.errors()).isEmpty();
      assertThat(result.levels()).extracting(Level::users).containsExactly(6, 15);
      assertThat(result.levels()).allSatisfy(level -> assertThat(level.problems()).isEmpty());
      assertThat(result.levels())
          .allSatisfy(level -> assertThat(GOAL.decide(level)).isNotEqualTo(Decision.MISSED));
      assertThat(result.levels().get(0).pageTime().histogram().getMinValue())
          .as("a page lasts until its slowest resource is there")
          .isGreaterThanOrEqualTo(99_000);
      assertThat(result.messages())
          .as("page, stylesheet and image")
          .isBetween(result.requests() * 5 / 2, result.requests() * 7 / 2);
      assertThat(result.bytes()).isPositive();
      assertThat(server.opened(".*/services/[^/]+/recordings/[^/]+")).isPositive();
      GatlingReport.Row page =
          GatlingReport.read(folder.resolve("http/http_browse-recorder/report"))
              .get("medium recording");
      assertThat(page.min()).isGreaterThanOrEqualTo(100);
      Map<String, List<io.perfline.core.run.Second>> parts = RawMaterial.parts(folder, result);
      assertThat(parts)
          .containsOnlyKeys(
              Stream.of("long", "medium", "short")
                  .flatMap(it -> Stream.of(it + "-dynamic", it + "-page", it + "-static"))
                  .toList());
      assertThat(requests(parts, "-page")).isEqualTo(result.requests());
      assertThat(requests(parts, "-dynamic") + requests(parts, "-static"))
          .isEqualTo(result.messages());
      assertThat(parts.get("short-page"))
          .allSatisfy(
              second -> assertThat(second.minUs().orElse(100_000)).isGreaterThanOrEqualTo(99_000));
    }
  }

  @Test
  void countsAPageAsFailedIfAResourceFails() throws Exception {
    AtomicInteger count = new AtomicInteger();
    PageServer.Mood flaky =
        path -> path.endsWith(".png") && count.getAndIncrement() % 4 == 0 ? 500 : 200;
    try (PageServer server = new PageServer(flaky)) {
      CaseResult result = run("http/browse", browse(server.address(), List.of(5)));

      assertThat(result.problems()).isEmpty();
      assertThat(result.errors()).containsOnlyKeys("status 500");
      assertThat(result.errorRate()).isBetween(0.1, 0.5);
      assertThat(result.levels().get(0).errors()).isBetween(1L, result.errorCount());
    }
  }

  @Tag("acceptance")
  @Test
  void doesNotFailAVisitorsLaterPages() throws Exception {
    AtomicInteger count = new AtomicInteger();
    PageServer.Mood awkwardAtFirst =
        path -> path.endsWith(".png") && count.getAndIncrement() < 4 ? 500 : 200;
    PageGoal maxPages = new PageGoal(0.7, 60_000, 0.25, 0.95);
    try (PageServer server = new PageServer(awkwardAtFirst)) {
      CaseResult result = run("http/browse", browse(server.address(), List.of(6, 15), maxPages));

      assertThat(result.levels())
          .as("the search continues after a good level")
          .extracting(Level::users)
          .containsExactly(6, 15);
    }
  }

  @Test
  void isInvalidIfThereIsNothingToVisit() throws Exception {
    try (PageServer server = new PageServer(path -> 404)) {
      CaseResult result = run("http/browse", browse(server.address(), List.of(3)));

      assertThat(result.errors()).containsOnlyKeys("status 404");
      assertThat(result.problems()).contains("no request succeeded");
    }
    try (TinyServer server = new TinyServer((path, body) -> 503)) {
      CaseResult result = run("http/browse_2", browse(server.address(), List.of(3)));

      assertThat(result.problems())
          .anySatisfy(problem -> assertThat(problem).contains("cannot record", "503"))
          .contains("nothing was measured: Gatling logged no request");
    }
  }

  @Test
  void recordsMessagesWhileVisitorsBrowse() throws Exception {
    try (PageServer server = new PageServer(path -> 200)) {
      Duration second = Duration.ofSeconds(1);
      HttpLoad load =
          HttpLoads.mixed(
              server.address(),
              50,
              100,
              5,
              Duration.ofMillis(200),
              second,
              second.multipliedBy(3),
              second.multipliedBy(5));

      HttpResult result =
          new GatlingLoad(folder, Map.of()).run("http/mixed", Map.of(), load, s -> {});

      CaseResult measured = result.result();
      assertThat(measured.problems()).isEmpty();
      assertThat(measured.requests()).isEqualTo(150);
      assertThat(measured.bytes()).isEqualTo(15_000);
      assertThat(result.acknowledged()).isEqualTo(200 + RecorderSimulation.RECORDINGS);
      assertThat(measured.levels()).hasSize(1);
      assertThat(measured.levels().get(0).pageTime().count()).isPositive();
    }
  }

  private static long requests(
      Map<String, List<io.perfline.core.run.Second>> parts, String content) {
    return parts.entrySet().stream()
        .filter(part -> part.getKey().endsWith(content))
        .flatMap(part -> part.getValue().stream())
        .mapToLong(io.perfline.core.run.Second::requests)
        .sum();
  }

  private CaseResult run(String name, HttpLoad load) throws InterruptedException {
    return new GatlingLoad(folder, Map.of()).run(name, Map.of(), load, elapsed -> {}).result();
  }

  private static HttpLoad browse(URI recorder, List<Integer> users) {
    return browse(recorder, users, GOAL);
  }

  private static HttpLoad browse(URI recorder, List<Integer> users, PageGoal goal) {
    return HttpLoads.browse(
        recorder,
        users,
        Duration.ofMillis(200),
        Duration.ofSeconds(1),
        Duration.ofSeconds(60),
        Duration.ofSeconds(60),
        new CapacityPlan(15, Duration.ofSeconds(6), 60, goal));
  }
}
