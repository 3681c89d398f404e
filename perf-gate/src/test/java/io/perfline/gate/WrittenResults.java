package io.perfline.gate;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.perfline.gate.ImportPropertiesTest.Request;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/** Writes requests in the formats of load tools, with independent code. */
final class WrittenResults {

  /** Encodings with their byte order mark. */
  enum Encoding {
    UTF_8(StandardCharsets.UTF_8, ""),
    UTF_8_WITH_MARK(StandardCharsets.UTF_8, "\uFEFF"),
    UTF_16LE(StandardCharsets.UTF_16LE, "\uFEFF"),
    UTF_16BE(StandardCharsets.UTF_16BE, "\uFEFF");

    private final Charset charset;
    private final String mark;

    Encoding(Charset charset, String mark) {
      this.charset = charset;
      this.mark = mark;
    }

    byte[] bytes(String text) {
      return (mark + text).getBytes(charset);
    }
  }

  private static final ObjectMapper JSON = new ObjectMapper();

  private WrittenResults() {}

  static String jmeterCsv(List<Request> requests) {
    return csv(
        "timeStamp,elapsed,label,responseCode,threadName,success,failureMessage,Hostname",
        requests,
        one ->
            "%d,%d,%s,%s,%s,%s,%s,%s"
                .formatted(
                    one.start(),
                    one.millis(),
                    quoted(one.name()),
                    one.ok() ? "200" : "503",
                    "users 1-1",
                    one.ok(),
                    "",
                    "engine"));
  }

  static String jmeterXml(List<Request> requests) {
    return requests.stream()
        .map(
            one ->
                "<httpSample t=\"%d\" it=\"0\" ts=\"%d\" s=\"%s\" lb=\"%s\" rc=\"%s\"/>\n"
                    .formatted(
                        one.millis(), one.start(), one.ok(), xml(one.name()), one.ok() ? 200 : 503))
        .collect(
            Collectors.joining(
                "",
                "<?xml version=\"1.0\"?>\n<testResults version=\"1.2\">\n",
                "</testResults>\n"));
  }

  static String k6Json(List<Request> requests) {
    String metric =
        "{\"metric\":\"http_req_duration\",\"type\":\"Metric\",\"data\":{\"type\":\"trend\"}}\n";
    return metric
        + requests.stream()
            .map(
                one -> {
                  ObjectNode line = JSON.createObjectNode().put("metric", "http_req_duration");
                  line.put("type", "Point")
                      .putObject("data")
                      .put("time", Instant.ofEpochMilli(one.end()).toString())
                      .put("value", (double) one.millis())
                      .putObject("tags")
                      .put("name", one.name())
                      .put("method", one.method())
                      .put("status", one.ok() ? "200" : "503")
                      .put("expected_response", Boolean.toString(one.ok()));
                  return line + "\n";
                })
            .collect(Collectors.joining());
  }

  static String k6Csv(List<Request> requests) {
    return csv(
        "metric_name,timestamp,metric_value,expected_response,method,name,status",
        requests,
        one ->
            "http_req_duration,%d,%d,%s,%s,%s,%s"
                .formatted(
                    one.end() * 1_000_000,
                    one.millis(),
                    one.ok(),
                    one.method(),
                    quoted(one.name()),
                    one.ok() ? "200" : "503"));
  }

  static String gatlingText(List<Request> requests) {
    return requests.stream()
        .map(
            one ->
                "REQUEST\t\t%s\t%d\t%d\t%s\t%s\n"
                    .formatted(
                        one.name(), one.start(), one.end(), one.ok() ? "OK" : "KO", "status 503"))
        .collect(Collectors.joining("", "RUN\tLoad\tload\t1\t \t3.12.0\n", ""));
  }

  /** Writes the format of Gatling since 3.13, without groups. */
  static Path gatlingBinary(Path folder, List<Request> requests) throws IOException {
    Path file = folder.resolve("simulation.log");
    long begun = requests.stream().mapToLong(Request::start).min().orElseThrow();
    Map<String, Integer> cached = new HashMap<>();
    try (DataOutputStream out = new DataOutputStream(Files.newOutputStream(file))) {
      out.writeByte(0);
      gatlingString(out, "3.15.1");
      gatlingString(out, "shop.Load");
      out.writeLong(begun);
      gatlingString(out, "");
      out.writeInt(0); // scenarios
      out.writeInt(0); // assertions
      for (Request one : requests) {
        out.writeByte(1);
        out.writeInt(0); // groups
        gatlingCached(out, cached, one.name());
        out.writeInt((int) (one.start() - begun));
        out.writeInt((int) (one.end() - begun));
        out.writeBoolean(one.ok());
        gatlingCached(out, cached, one.ok() ? "" : "status 503");
      }
    }
    return file;
  }

  private static void gatlingCached(DataOutputStream out, Map<String, Integer> cached, String text)
      throws IOException {
    Integer known = cached.get(text);
    out.writeInt(known == null ? cached.size() + 1 : -known);
    if (known == null) {
      cached.put(text, cached.size() + 1);
      gatlingString(out, text);
    }
  }

  /**
   * Writes text like a JVM's compact strings: Latin-1 if possible, otherwise UTF-16 in native byte
   * order.
   */
  private static void gatlingString(DataOutputStream out, String text) throws IOException {
    boolean latin = text.chars().allMatch(unit -> unit < 256);
    byte[] bytes = text.getBytes(latin ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_16LE);
    out.writeInt(bytes.length);
    if (bytes.length > 0) {
      out.write(bytes);
      out.writeByte(latin ? 0 : 1);
    }
  }

  static String locustRequests(List<Request> requests) {
    return csv(
            "start_time,request_type,name,response_time,response_length,exception",
            requests,
            one ->
                "%d.%03d000,%s,%s,%d.000,1,%s"
                    .formatted(
                        one.start() / 1000,
                        one.start() % 1000,
                        one.method(),
                        quoted(one.name()),
                        one.millis(),
                        one.ok() ? "" : "\"HTTPError(\"\"503\"\")\""))
        + "total,%d,%d,,,\n"
            .formatted(requests.size(), requests.stream().filter(one -> !one.ok()).count());
  }

  /** Writes Locust's totals, with percentiles by rank. */
  static List<Path> locustStatistics(Path folder, List<Request> requests) {
    StringBuilder stats = new StringBuilder("Type,Name,Request Count,Failure Count,50%,95%,100%\n");
    byName(requests)
        .forEach(
            (name, of) -> {
              List<Long> times =
                  of.stream().filter(Request::ok).map(Request::millis).sorted().toList();
              stats.append(
                  "%s,%s,%d,%d,%d,%d,%d\n"
                      .formatted(
                          of.get(0).method(),
                          quoted(of.get(0).name()),
                          of.size(),
                          of.size() - times.size(),
                          ImportPropertiesTest.rank(times, 50),
                          ImportPropertiesTest.rank(times, 95),
                          ImportPropertiesTest.rank(times, 100)));
            });
    long failed = requests.stream().filter(one -> !one.ok()).count();
    stats.append(",Aggregated,%d,%d,1,1,1\n".formatted(requests.size(), failed));
    long first = requests.get(0).start() / 1000;
    return List.of(
        write(folder.resolve("stats.csv"), Encoding.UTF_8.bytes(stats.toString())),
        write(
            folder.resolve("history.csv"),
            Encoding.UTF_8.bytes(
                "Timestamp,User Count,Total Request Count\n%d,1,0\n%d,1,%d\n"
                    .formatted(first, first + 60, requests.size()))));
  }

  /** Writes an interval log with whole milliseconds, without failed requests. */
  static Path hdr(Path folder, List<Request> requests) {
    Path file = folder.resolve("times.hlog");
    try {
      HistogramLogWriter writer = new HistogramLogWriter(file.toFile());
      writer.outputLogFormatVersion();
      writer.outputStartTime(requests.get(0).start());
      for (Map.Entry<String, List<Request>> of : byName(requests).entrySet()) {
        Histogram times = new Histogram(5);
        of.getValue().stream().filter(Request::ok).forEach(one -> times.recordValue(one.millis()));
        times.setTag(of.getValue().get(0).name());
        times.setStartTimeStamp(requests.get(0).start());
        times.setEndTimeStamp(requests.get(0).start() + 60_000);
        writer.outputIntervalHistogram(times);
      }
      writer.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return file;
  }

  /** Returns Artillery's report with its plugin metrics-by-endpoint. */
  static String artillery(List<Request> requests) {
    ObjectNode report = JSON.createObjectNode();
    ObjectNode aggregate = report.putObject("aggregate");
    aggregate.put("firstMetricAt", requests.get(0).start());
    aggregate.put("lastMetricAt", requests.get(0).start() + 60_000);
    ObjectNode counters = aggregate.putObject("counters");
    ObjectNode summaries = aggregate.putObject("summaries");
    byName(requests)
        .forEach(
            (any, of) -> {
              String name = of.get(0).name();
              List<Long> times =
                  of.stream().filter(Request::ok).map(Request::millis).sorted().toList();
              String counter = "plugins.metrics-by-endpoint." + name + ".codes.";
              counters.put(counter + "200", times.size());
              counters.put(counter + "503", of.size() - times.size());
              ObjectNode summary =
                  summaries.putObject("plugins.metrics-by-endpoint.response_time." + name);
              summary.put("p50", ImportPropertiesTest.rank(times, 50));
              summary.put("p95", ImportPropertiesTest.rank(times, 95));
              summary.put("max", ImportPropertiesTest.rank(times, 100));
            });
    return report.toString();
  }

  /** Returns a JMH result whose benchmarks have a request's time as their score. */
  static String jmh(List<Request> requests, String unit) {
    ArrayNode results = JSON.createArrayNode();
    requests.forEach(
        one -> {
          ObjectNode benchmark =
              results
                  .addObject()
                  .put("benchmark", one.name())
                  .put("mode", "avgt")
                  .put("threads", 1);
          ObjectNode metric =
              benchmark
                  .putObject("primaryMetric")
                  .put("score", one.millis() / 7.0)
                  .put("scoreError", "NaN")
                  .put("scoreUnit", unit);
          metric.putArray("rawData").addArray().add(one.millis() / 7.0);
        });
    return results.toString();
  }

  private static Map<String, List<Request>> byName(List<Request> requests) {
    return requests.stream()
        .collect(
            Collectors.groupingBy(
                one -> one.method() + " " + one.name(), TreeMap::new, Collectors.toList()));
  }

  private static String csv(String header, List<Request> requests, Function<Request, String> line) {
    return requests.stream()
        .map(one -> line.apply(one) + "\n")
        .collect(Collectors.joining("", header + "\n", ""));
  }

  private static String quoted(String cell) {
    return '"' + cell.replace("\"", "\"\"") + '"';
  }

  private static String xml(String text) {
    return text.codePoints()
        .mapToObj(
            one ->
                one > '?' && one < 0x7f
                    ? Character.toString(one)
                    : "&#x" + Integer.toHexString(one) + ";")
        .collect(Collectors.joining());
  }

  static Path write(Path file, byte[] bytes) {
    try {
      return Files.write(file, bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
