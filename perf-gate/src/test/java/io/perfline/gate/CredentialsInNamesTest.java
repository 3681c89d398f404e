package io.perfline.gate;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that credentials in a tool's names, errors and tags occur in no file and no output. */
class CredentialsInNamesTest {

  private static final long THEN = 1_795_773_600_000L;
  private static final int REQUESTS = 320;

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({
    "vegeta, vegeta/GET http://…@shop.example/cart, 320",
    "k6, k6/GET https://…@shop.example/cart, 160",
    "k6, k6/GET https://shop.example/me?access_token=…, 160",
    "jmeter, jmeter/GET /cart?api_key=…, 316",
    "locust, locust/GET /cart?token=…, 316",
    "gatling, gatling/cart;jsessionid=…, 316",
    "csv, csv/cart, 316"
  })
  void areNowhere(String tool, String name, long succeeded) throws IOException {
    ImportStand stand = new ImportStand(folder);
    Path file = Files.createTempDirectory("results").resolve("results");
    Files.writeString(file, text(tool));
    String[] options =
        tool.equals("csv")
            ? new String[] {"--columns", "name=n,end=t,service_time=ms,error=e,url=u,api_key=k"}
            : new String[0];

    StringBuilder printed = new StringBuilder();
    assertThat(stand.files(tool, List.of(file), options)).as(stand.printed()).isZero();
    printed.append(stand.printed());
    assertThat(stand.one(name).requests()).isEqualTo(succeeded);
    String limits =
        ImportStand.TAKEN
            + "thresholds: [{id: p95, case: '*/**', metric: service_time.p95, pass: '<= 1 ms'},"
            + " {id: e, case: '*/**', metric: error_rate, pass: '<= 0.1 %'}]\n";
    assertThat(stand.gate(limits)).as(stand.printed()).isEqualTo(1);
    printed.append(stand.printed());
    String run = stand.run().toString();
    assertThat(stand.perf("report", run)).as(stand.printed()).isZero();
    printed.append(stand.printed());
    assertThat(
            stand.perf(
                "publish",
                run,
                "--history",
                folder.resolve("history").toString(),
                "--to",
                "prometheus=" + folder.resolve("perf.prom")))
        .as(stand.printed())
        .isZero();
    printed.append(stand.printed());

    assertThat(printed.toString()).doesNotContain("s3cr3t");
    try (Stream<Path> all = Files.walk(folder)) {
      assertThat(all)
          .hasSizeGreaterThan(8)
          .noneMatch(path -> path.toString().contains("s3cr3t"))
          .filteredOn(Files::isRegularFile)
          .noneMatch(path -> content(path).contains("s3cr3t"));
    }
    Files.delete(file);
    Files.delete(file.getParent());
  }

  private static String content(Path file) {
    try {
      return Files.readString(file, ISO_8859_1);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static String text(String tool) {
    StringBuilder text = new StringBuilder(begin(tool));
    for (int i = 0; i < REQUESTS; i++) {
      text.append(line(tool, i)).append('\n');
    }
    return text + (tool.equals("locust") ? "total,320,4,,,\n" : "");
  }

  private static String begin(String tool) {
    return switch (tool) {
      case "jmeter" -> "timeStamp,elapsed,label,responseCode,responseMessage,threadName,success\n";
      case "locust" -> "start_time,request_type,name,response_time,response_length,exception\n";
      case "gatling" -> "RUN\tshop.Load\tload\t" + THEN + "\t \t3.12.0\n";
      case "csv" -> "n,t,ms,e,u,k\n";
      default -> "";
    };
  }

  private static String line(String tool, int i) {
    long at = THEN + i * 100;
    boolean failed = i % 80 == 79;
    String error = failed ? "token s3cr3t-error is expired" : "";
    return switch (tool) {
      case "vegeta" ->
          "{\"attack\":\"\",\"seq\":%d,\"code\":200,\"timestamp\":\"2026-11-27T10:00:%02d.%03dZ\",\"latency\":9000000,\"bytes_in\":4,\"error\":\"\",\"method\":\"GET\",\"url\":\"http://load:s3cr3t@shop.example/cart\"}"
              .formatted(i, i / 10, i % 10 * 100);
      case "k6" ->
          "{\"metric\":\"http_req_duration\",\"type\":\"Point\",\"data\":{\"time\":\"2026-11-27T10:00:%02d.%03dZ\",\"value\":9,\"tags\":{\"expected_response\":\"true\",\"method\":\"GET\",\"name\":\"%s\",\"scenario\":\"http://a:s3cr3t@b.example\",\"password\":\"s3cr3t\",\"status\":\"200\"}}}"
              .formatted(
                  i / 10,
                  i % 10 * 100,
                  i % 2 == 0
                      ? "https://load:s3cr3t@shop.example/cart"
                      : "https://shop.example/me?access_token=s3cr3t" + i);
      case "jmeter" ->
          "%d,9,GET /cart?api_key=s3cr3t,%d,%s,Users 1-1,%b"
              .formatted(at, failed ? 0 : 200, failed ? error : "OK", !failed);
      case "locust" ->
          "%d.%03d,GET,/cart?token=s3cr3t,9,4,%s".formatted(at / 1000, at % 1000, error);
      case "gatling" ->
          "REQUEST\t\tcart;jsessionid=s3cr3t\t%d\t%d\t%s\t%s"
              .formatted(at, at + 9, failed ? "KO" : "OK", failed ? error : " ");
      default -> "cart,%d,9,%s,http://a:s3cr3t@b.example/,s3cr3t".formatted(at, error);
    };
  }
}
