package io.perfline.core.project;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import io.perfline.core.yaml.Key;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The section {@code expect}. An answer that differs is an error, however fast it came.
 *
 * @param status 0 for any from 200 to 299
 */
public record ResponseCheck(
    @Key(value = "Default: any from 200 to 299.", what = "a status", min = 100, max = 599)
        int status,
    @Key(
            value = "Text that each header must contain, by name.",
            name = "header",
            kind = "expected headers")
        Map<String, String> headers,
    @Key(value = "Text that the body must contain.", kind = "words") String contains,
    @Key("Expression that must match in the body.") Pattern regex,
    @Key(value = "Values that the body must have, by their places.", kind = "expected values")
        Map<JsonPointer, JsonNode> json) {

  /** The check of a request without this section. */
  public static final ResponseCheck USUAL = new ResponseCheck(0, Map.of(), null, null, Map.of());

  /** Returns whether the check needs the body. */
  public boolean needsBody() {
    return contains != null || regex != null || !json.isEmpty();
  }
}
