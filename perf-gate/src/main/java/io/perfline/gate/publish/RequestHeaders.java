package io.perfline.gate.publish;

import io.perfline.core.command.Fault;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/**
 * HTTP headers from a variable, in the form that OpenTelemetry specifies: {@code
 * name=value,name=value}, with URL-encoded values.
 */
final class RequestHeaders {

  private RequestHeaders() {}

  static Map<String, String> of(String variable, Map<String, String> variables) {
    Map<String, String> headers = new TreeMap<>();
    for (String pair : variables.getOrDefault(variable, "").split(",", -1)) {
      if (pair.isBlank()) {
        continue;
      }
      int equals = pair.indexOf('=');
      if (equals < 1) {
        throw Fault.configuration(
            variable + " is not a list of headers such as Authorization=Bearer%20TOKEN");
      }
      String value = pair.substring(equals + 1).strip();
      headers.put(
          pair.substring(0, equals).strip(),
          URLDecoder.decode(value.replace("+", "%2B"), StandardCharsets.UTF_8));
    }
    return headers;
  }
}
