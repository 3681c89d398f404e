package io.perfline.sims.gatling;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.run.EventLog;
import io.perfline.core.run.LogEvent;
import io.perfline.sims.gatling.GatlingProcess.GatlingJob;
import io.perfline.sims.gatling.GatlingReport.Row;
import io.perfline.sims.gatling.load.HttpLoad;
import io.perfline.sims.gatling.load.HttpLoads;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compares the decoder with the figures in Gatling's own report of the same run. */
class EventLogIT {

  @TempDir Path folder;

  @Test
  void agreesWithGatlingsReport() throws Exception {
    Path report = runEveryEvent();
    List<LogEvent> events = new ArrayList<>();

    boolean whole = EventLog.read(report.resolve("simulation.log"), events::add);

    assertThat(whole).isTrue();
    Map<String, Row> rows = GatlingReport.read(report);
    List<LogEvent.Request> requests = of(events, LogEvent.Request.class);
    check(rows.get("All Requests"), requests);
    check(rows.get("слово"), requests.stream().filter(r -> r.name().equals("слово")).toList());
    checkGroup(rows.get("p&aacute;gina"), events, List.of("página"));
    checkGroup(rows.get("внутри"), events, List.of("página", "внутри"));
    assertThat(of(events, LogEvent.User.class)).hasSize(60);
    assertThat(of(events, LogEvent.User.class).stream().filter(LogEvent.User::started))
        .hasSize(30)
        .extracting(LogEvent.User::scenario)
        .contains("visitors", "others");
    assertThat(of(events, LogEvent.Crash.class))
        .hasSize(20)
        .allSatisfy(crash -> assertThat(crash.message()).contains("never built", "missing"));
  }

  /** Every second response of a path is a failure, and the times vary. */
  private Path runEveryEvent() throws Exception {
    AtomicInteger count = new AtomicInteger();
    TinyServer.Answer answer =
        (path, body) -> {
          int number = count.getAndIncrement();
          Thread.sleep(number * 7 % 60);
          return number % 2 == 0 ? 204 : 500;
        };
    try (TinyServer server = new TinyServer(answer)) {
      Duration second = Duration.ofSeconds(1);
      HttpLoad load = HttpLoads.record(server.address(), 1, 1, second, second, second.plus(second));
      GatlingProcess gatling =
          new GatlingProcess(folder, GatlingJob.of(EveryEventSimulation.class, load));
      assertThat(gatling.run(elapsed -> {})).isEmpty();
    }
    assertThat(Files.readString(folder.resolve(GatlingProcess.OUTPUT))).doesNotContain("https://");
    return folder.resolve(GatlingProcess.REPORT);
  }

  private static void checkGroup(Row row, List<LogEvent> events, List<String> name) {
    List<LogEvent.Group> groups =
        of(events, LogEvent.Group.class).stream().filter(g -> g.groups().equals(name)).toList();
    checkCounts(row, groups.size(), groups.stream().filter(LogEvent.Group::ok).count());
    checkTimes(row, groups.stream().mapToLong(LogEvent.Group::millis).toArray());
  }

  private static void check(Row row, List<LogEvent.Request> requests) {
    checkCounts(row, requests.size(), requests.stream().filter(LogEvent.Request::ok).count());
    checkTimes(row, requests.stream().mapToLong(LogEvent.Request::millis).toArray());
  }

  private static void checkCounts(Row row, long total, long ok) {
    assertThat(total).isEqualTo(row.total()).isPositive();
    assertThat(ok).isEqualTo(row.ok()).isPositive();
    assertThat(total - ok).isEqualTo(row.ko()).isPositive();
  }

  private static void checkTimes(Row row, long[] millis) {
    Arrays.sort(millis);
    assertThat(millis[0]).isEqualTo(row.min());
    assertThat(millis[millis.length - 1]).isEqualTo(row.max());
    assertThat(Math.round(Arrays.stream(millis).average().orElseThrow())).isEqualTo(row.mean());
    between(row.p50(), millis, 50);
    between(row.p95(), millis, 95);
    between(row.p99(), millis, 99);
  }

  /** Gatling interpolates percentiles with a t-digest, so the neighbouring values bound them. */
  private static void between(long reported, long[] millis, int percentile) {
    int rank = (int) Math.ceil(millis.length * percentile / 100.0) - 1;
    assertThat(reported)
        .as("p" + percentile)
        .isBetween(millis[Math.max(0, rank - 1)], millis[Math.min(millis.length - 1, rank + 1)]);
  }

  private static <T extends LogEvent> List<T> of(List<LogEvent> events, Class<T> type) {
    return events.stream().filter(type::isInstance).map(type::cast).toList();
  }
}
