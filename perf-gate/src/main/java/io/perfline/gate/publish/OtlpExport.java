package io.perfline.gate.publish;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.perfline.core.command.Fault;
import io.perfline.core.file.Json;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/** Sends metrics over OTLP/HTTP in JSON, as OpenTelemetry's OTLP 1.x defines it. */
final class OtlpExport implements MetricsTarget.Writer {

  private static final String PATH = "/v1/metrics";

  private final MetricsPost post;

  /**
   * Creates an export.
   *
   * @param endpoint the address with or without {@code /v1/metrics}, as for OpenTelemetry's own
   *     exporters
   */
  OtlpExport(URI endpoint, Map<String, String> headers) {
    String path = endpoint.getRawPath().replaceFirst("/+$", "");
    String query = endpoint.getRawQuery() == null ? "" : "?" + endpoint.getRawQuery();
    this.post =
        new MetricsPost(
            endpoint.resolve((path.endsWith(PATH) ? path : path + PATH) + query), headers);
  }

  @Override
  public void write(RunMetrics metrics) {
    byte[] content = request(metrics).toString().getBytes(StandardCharsets.UTF_8);
    String answer = post.send(content, Map.of("Content-Type", "application/json"));
    JsonNode partial = parsed(answer).path("partialSuccess");
    if (partial.path("rejectedDataPoints").asLong() > 0) {
      throw Fault.noVerdict(
          "%s rejected %s of %d metrics: %s"
              .formatted(
                  post.url(),
                  partial.path("rejectedDataPoints").asText(),
                  metrics.values().size(),
                  partial.path("errorMessage").asText("it gave no reason")));
    }
  }

  /** Parses a response. If it is not JSON, it can't report a partial success. */
  private static JsonNode parsed(String answer) {
    try {
      return Json.MAPPER.readTree(answer);
    } catch (JsonProcessingException e) {
      return Json.MAPPER.missingNode();
    }
  }

  private static ObjectNode request(RunMetrics metrics) {
    ObjectNode request = Json.MAPPER.createObjectNode();
    ObjectNode resource = request.putArray("resourceMetrics").addObject();
    attribute(resource.putObject("resource").putArray("attributes"), "service.name", "perfline");
    ObjectNode scope = resource.putArray("scopeMetrics").addObject();
    scope.putObject("scope").put("name", "io.perfline");
    ArrayNode all = scope.putArray("metrics");
    Map<ExportedMetric, ArrayNode> points = new LinkedHashMap<>();
    for (RunMetrics.Value value : metrics.values()) {
      points
          .computeIfAbsent(value.metric(), metric -> addGauge(all, metric))
          .add(point(value, metrics.time()));
    }
    return request;
  }

  private static ArrayNode addGauge(ArrayNode all, ExportedMetric metric) {
    return all.addObject()
        .put("name", metric.otelName())
        .put("unit", metric.unit())
        .put("description", metric.description())
        .putObject("gauge")
        .putArray("dataPoints");
  }

  private static ObjectNode point(RunMetrics.Value value, Instant time) {
    ObjectNode point = Json.MAPPER.createObjectNode();
    ArrayNode attributes = point.putArray("attributes");
    value.attributes().forEach((name, text) -> attribute(attributes, name, text));
    return point
        .put("timeUnixNano", "%d%09d".formatted(time.getEpochSecond(), time.getNano()))
        .put("asDouble", value.value());
  }

  private static void attribute(ArrayNode attributes, String name, String text) {
    attributes.addObject().put("key", name).putObject("value").put("stringValue", text);
  }
}
