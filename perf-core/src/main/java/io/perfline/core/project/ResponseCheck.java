package io.perfline.core.project;

import com.fasterxml.jackson.core.JsonPointer;
import io.perfline.core.yaml.Key;
import io.perfline.core.yaml.TextTemplate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The section {@code expect}. A response that differs is an error, however fast it was.
 *
 * @param statuses the numbers of HTTP statuses or of {@link GrpcStatus}; empty for any from 200 to
 *     299
 * @param json the expected JSON values, by their places
 */
public record ResponseCheck(
    @Key(
            value =
                "Requires this status code or one of these. The default is any from 200 to 299, and"
                    + " OK for gRPC.",
            name = "status",
            kind = "statuses")
        List<Integer> statuses,
    @Key(
            value = "Requires that each of these headers contains the text.",
            name = "header",
            kind = "expected headers")
        Map<String, TextTemplate> headers,
    @Key(value = "Requires that the body contains this text.", kind = "words")
        TextTemplate contains,
    @Key("Requires that the regular expression matches a part of the body.") Pattern regex,
    @Key(value = "Requires these values in a JSON body, by JSON pointer.", kind = "expected values")
        Map<JsonPointer, TextTemplate> json) {

  /** The default check. */
  public static final ResponseCheck DEFAULT =
      new ResponseCheck(List.of(), Map.of(), null, null, Map.of());

  ResponseCheck withStatus(int status) {
    return new ResponseCheck(List.of(status), headers, contains, regex, json);
  }

  List<TextTemplate> templates() {
    List<TextTemplate> all = new ArrayList<>(headers.values());
    all.addAll(json.values());
    if (contains != null) {
      all.add(contains);
    }
    return all;
  }

  public boolean needsBody() {
    return contains != null || regex != null || !json.isEmpty();
  }
}
