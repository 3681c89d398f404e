package io.perfline.core.project;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * What an answer must be; what it isn't is an error, however fast it came.
 *
 * @param status exactly; 0 for any from 200 to 299
 * @param headers text that each must hold, by name
 * @param contains text that the body must hold; null for none
 * @param regex what must be found in the body; null for none
 * @param json what must stand where in the body
 */
public record ResponseCheck(
    int status,
    Map<String, String> headers,
    String contains,
    Pattern regex,
    Map<JsonPointer, JsonNode> json) {

  /** Of a request of which nothing is said. */
  public static final ResponseCheck USUAL = new ResponseCheck(0, Map.of(), null, null, Map.of());

  /** Whether the body is looked at. */
  public boolean needsBody() {
    return contains != null || regex != null || !json.isEmpty();
  }
}
