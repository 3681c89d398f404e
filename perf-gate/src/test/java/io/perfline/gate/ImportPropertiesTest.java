package io.perfline.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.perfline.core.file.FileTree;
import io.perfline.core.run.CaseResult;
import io.perfline.core.run.RawMaterial;
import io.perfline.core.run.RunFile;
import io.perfline.core.run.Second;
import io.perfline.gate.WrittenResults.Encoding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AfterTry;
import net.jqwik.api.lifecycle.BeforeTry;

/**
 * Round trips on generated files, for every importer: counts, errors and percentiles equal a
 * calculation that shares no code with the importers.
 */
class ImportPropertiesTest {

  private static final int TRIES = 12;
  private static final long THEN = 1_760_000_000_000L;

  /** A request; {@code start} and {@code millis} are milliseconds. */
  record Request(String name, String method, long start, long millis, boolean ok) {
    long end() {
      return start + millis;
    }
  }

  private Path folder;
  private ImportStand stand;

  @BeforeTry
  void stand() throws IOException {
    folder = Files.createTempDirectory("import");
    stand = new ImportStand(folder);
  }

  @AfterTry
  void delete() throws IOException {
    FileTree.delete(folder);
  }

  /** Generates names of any characters after an identifying letter, and the empty name. */
  private static Arbitrary<List<String>> names() {
    Arbitrary<String> any =
        Arbitraries.oneOf(
            Arbitraries.strings().ofMaxLength(12),
            Arbitraries.strings()
                .withChars("/\\\"'`,;|=&<> \t\n\r\0\u001b%*?.:ä漢-_")
                .ofMaxLength(12),
            Arbitraries.strings().withChars('x', '漢').ofLength(999));
    return any.list()
        .ofSize(4)
        .map(
            texts -> {
              List<String> names = new ArrayList<>(List.of(""));
              for (String text : texts) {
                names.add((char) ('a' + names.size()) + text);
              }
              return names;
            });
  }

  /** Generates requests in any order within a minute. */
  @Provide
  Arbitrary<List<Request>> loads() {
    return names()
        .flatMap(
            names ->
                Combinators.combine(
                        Arbitraries.of(names),
                        Arbitraries.of("GET", "POST"),
                        Arbitraries.longs().between(0, 50_000),
                        Arbitraries.longs().between(0, 9_000),
                        Arbitraries.integers().between(0, 9).map(one -> one > 1))
                    .as(
                        (name, method, start, millis, ok) ->
                            new Request(name, method, THEN + start, millis, ok))
                    .list()
                    .ofMinSize(1)
                    .ofMaxSize(60));
  }

  @Property(tries = TRIES)
  void jmeterCsv(@ForAll("loads") List<Request> load, @ForAll Encoding encoding) {
    List<Request> requests = withoutMethod(load);
    check("jmeter", "a.jtl", encoding, WrittenResults.jmeterCsv(requests), requests);
  }

  @Property(tries = TRIES)
  void jmeterXml(@ForAll("loads") List<Request> load, @ForAll Encoding encoding) {
    List<Request> requests = withoutMethod(load);
    check("jmeter", "a.xml", encoding, WrittenResults.jmeterXml(requests), requests);
  }

  @Property(tries = TRIES)
  void k6Json(@ForAll("loads") List<Request> requests, @ForAll Encoding encoding) {
    check("k6", "a.json", encoding, WrittenResults.k6Json(requests), requests);
  }

  @Property(tries = TRIES)
  void k6Csv(@ForAll("loads") List<Request> requests, @ForAll Encoding encoding) {
    check("k6", "a.csv", encoding, WrittenResults.k6Csv(requests), requests);
  }

  @Property(tries = TRIES)
  void gatlingText(@ForAll("loads") List<Request> load) {
    List<Request> requests = inOneLine(withoutMethod(load));
    check("gatling", "a.log", Encoding.UTF_8, WrittenResults.gatlingText(requests), requests);
  }

  @Property(tries = TRIES)
  void gatlingBinary(@ForAll("loads") List<Request> load) throws IOException {
    List<Request> requests = withoutMethod(load);
    Path log = WrittenResults.gatlingBinary(folder, requests);
    assertThat(stand.files("gatling", List.of(log))).as(stand.printed()).isZero();
    checkCases(requests, true);
  }

  @Property(tries = TRIES)
  void locustRequests(@ForAll("loads") List<Request> requests, @ForAll Encoding encoding) {
    check("locust", "a.csv", encoding, WrittenResults.locustRequests(requests), requests);
  }

  @Property(tries = TRIES)
  void anyCsv(@ForAll("loads") List<Request> requests, @ForAll Encoding encoding) {
    String rows = WrittenResults.locustRequests(requests).replaceFirst("total,.*\n$", "");
    Path file = WrittenResults.write(folder.resolve("a.csv"), encoding.bytes(rows));
    String columns =
        "name=name,start=start_time,response_time=response_time:ms,error=exception,"
            + "method=request_type";
    assertThat(stand.files("csv", List.of(file), "--columns", columns))
        .as(stand.printed())
        .isZero();
    checkCases(requests, true);
  }

  @Property(tries = TRIES)
  void locustStatistics(@ForAll("loads") List<Request> requests) {
    assertThat(stand.files("locust", WrittenResults.locustStatistics(folder, requests)))
        .as(stand.printed())
        .isZero();
    checkCases(requests, false);
  }

  @Property(tries = TRIES)
  void artillery(@ForAll("loads") List<Request> load) {
    List<Request> requests = withoutMethod(load);
    Path file =
        WrittenResults.write(
            folder.resolve("a.json"), Encoding.UTF_8.bytes(WrittenResults.artillery(requests)));
    assertThat(stand.files("artillery", List.of(file))).as(stand.printed()).isZero();
    checkCases(requests, false);
  }

  /** A tag of an interval log can't contain its separators. */
  @Property(tries = TRIES)
  void intervalLog(@ForAll("loads") List<Request> load) {
    List<Request> requests =
        withoutMethod(load).stream()
            .filter(one -> one.ok() && !one.name().isEmpty())
            .map(one -> named(one, one.name().replaceAll("[,\\s\\p{Cntrl}\\p{C}]", "_")))
            .toList();
    if (!requests.isEmpty()) {
      Path file = WrittenResults.hdr(folder, requests);
      assertThat(stand.files("hdr", List.of(file), "--unit", "ms", "--failed", "0"))
          .as(stand.printed())
          .isZero();
      checkCases(requests, true);
    }
  }

  @Property(tries = TRIES)
  void jmh(@ForAll("loads") List<Request> load) {
    List<Request> requests =
        withoutMethod(load).stream()
            .collect(Collectors.toMap(Request::name, one -> one, (one, other) -> one))
            .values()
            .stream()
            .toList();
    Map<String, Double> units = Map.of("ns/op", 1.0, "us/op", 1e3, "ms/op", 1e6, "s/op", 1e9);
    units.forEach(
        (unit, nanos) -> {
          Path file =
              WrittenResults.write(
                  folder.resolve("a.json"),
                  Encoding.UTF_8.bytes(WrittenResults.jmh(requests, unit)));
          assertThat(stand.files("jmh", List.of(file), "--out", folder + "/" + unit.length()))
              .as(stand.printed())
              .isIn(0, 2);
        });
    Path file =
        WrittenResults.write(
            folder.resolve("b.json"), Encoding.UTF_8.bytes(WrittenResults.jmh(requests, "us/op")));
    assertThat(stand.files("jmh", List.of(file))).as(stand.printed()).isZero();
    List<CaseResult> cases = cases();
    for (Request request : requests) {
      assertThat(find(cases, request).figures().get("score.time"))
          .isCloseTo(request.millis() / 7.0 * 1000, withinPercentage(1e-9));
    }
  }

  private void check(
      String tool, String file, Encoding encoding, String text, List<Request> requests) {
    Path path = WrittenResults.write(folder.resolve(file), encoding.bytes(text));
    assertThat(stand.files(tool, List.of(path))).as(stand.printed()).isZero();
    checkCases(requests, true);
  }

  /**
   * @param seconds whether the run has them
   */
  private void checkCases(List<Request> requests, boolean seconds) {
    Map<String, List<Request>> expected =
        requests.stream().collect(Collectors.groupingBy(one -> one.method() + " " + one.name()));
    List<CaseResult> cases = cases();
    assertThat(cases).hasSameSizeAs(expected.keySet());
    for (List<Request> of : expected.values()) {
      CaseResult result = find(cases, of.get(0));
      List<Long> times = of.stream().filter(Request::ok).map(Request::millis).sorted().toList();
      assertThat(result.requests()).isEqualTo(times.size());
      assertThat(result.errorCount()).isEqualTo(of.size() - times.size());
      assertThat(result.times().count()).isEqualTo(times.size());
      for (double percentile : times.isEmpty() ? new double[0] : new double[] {50, 95, 100}) {
        assertThat(result.times().percentileUs(percentile) / 1000)
            .as("p%s of %s", percentile, times)
            .isEqualTo(rank(times, percentile));
      }
      if (seconds) {
        List<Second> all = RawMaterial.read(stand.run(), result);
        assertThat(all.stream().mapToLong(Second::requests).sum()).isEqualTo(times.size());
        assertThat(all.stream().mapToLong(Second::errorCount).sum())
            .isEqualTo(of.size() - times.size());
      }
    }
  }

  private List<CaseResult> cases() {
    return RunFile.read(stand.run()).cases();
  }

  /**
   * Returns the case with the method and the first letter of the request's name, or the one
   * without.
   */
  private static CaseResult find(List<CaseResult> cases, Request request) {
    String method = request.method().isEmpty() ? "" : request.method() + " ";
    String begin = request.name().isEmpty() ? "" : request.name().substring(0, 1);
    List<CaseResult> found =
        cases.stream()
            .filter(
                one -> {
                  String name = one.name().substring(one.name().indexOf('/') + 1);
                  return begin.isEmpty()
                      ? name.equals(method.isEmpty() ? "(no name)" : method)
                      : name.startsWith(method + begin);
                })
            .toList();
    assertThat(found).as("%s among the cases", request).hasSize(1);
    return found.get(0);
  }

  /** Returns the percentile by nearest rank. */
  static long rank(List<Long> sorted, double percentile) {
    return sorted.isEmpty()
        ? 0
        : sorted.get((int) Math.max(0, Math.ceil(sorted.size() * percentile / 100) - 1));
  }

  private static List<Request> withoutMethod(List<Request> requests) {
    return requests.stream()
        .map(one -> new Request(one.name(), "", one.start(), one.millis(), one.ok()))
        .toList();
  }

  /** Gatling's text replaces characters that would end a cell or a line. */
  private static List<Request> inOneLine(List<Request> requests) {
    return requests.stream()
        .map(one -> named(one, one.name().replaceAll("[\t\n\r\u0085\u2028\u2029]", " ")))
        .toList();
  }

  private static Request named(Request one, String name) {
    return new Request(name, one.method(), one.start(), one.millis(), one.ok());
  }
}
