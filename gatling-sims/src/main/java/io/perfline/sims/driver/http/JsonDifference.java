package io.perfline.sims.driver.http;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.Iterator;
import java.util.List;
import java.util.TreeSet;

/**
 * The first difference between the JSON of a response and the recorded JSON.
 *
 * @param path the path of the value; positions in lists below a named field are {@code *}, so that
 *     similar differences have the same error kind
 * @param found the value in the response; missing if there is none
 * @param recorded the recorded value; missing if there is none
 */
record JsonDifference(String path, JsonNode found, JsonNode recorded) {

  /** Finds the first difference within the fields to be compared. */
  record Finder(List<JsonPointer> fields, List<JsonPointer> ignore) {

    /** Returns the first difference; null if there is none. */
    JsonDifference first(JsonNode found, JsonNode recorded) {
      for (JsonPointer field : fields) {
        JsonDifference one = first(field, field.toString(), found.at(field), recorded.at(field));
        if (one != null) {
          return one;
        }
      }
      return null;
    }

    private JsonDifference first(
        JsonPointer place, String shown, JsonNode found, JsonNode recorded) {
      if (ignore.contains(place) || ignores(shown)) {
        return null;
      }
      if (found.isObject() && recorded.isObject()) {
        TreeSet<String> names = new TreeSet<>();
        found.fieldNames().forEachRemaining(names::add);
        recorded.fieldNames().forEachRemaining(names::add);
        return inside(names.iterator(), false, place, shown, found, recorded);
      }
      if (found.isArray() && recorded.isArray()) {
        int max = Math.max(found.size(), recorded.size());
        Iterator<String> positions =
            java.util.stream.IntStream.range(0, max).mapToObj(Integer::toString).iterator();
        return inside(positions, true, place, shown, found, recorded);
      }
      boolean masked = recorded.isTextual() && recorded.asText().equals(CapturedExchange.MASK);
      return found.equals(recorded) && !masked ? null : new JsonDifference(shown, found, recorded);
    }

    private JsonDifference inside(
        Iterator<String> names,
        boolean list,
        JsonPointer place,
        String shown,
        JsonNode found,
        JsonNode recorded) {
      while (names.hasNext()) {
        JsonPointer step = JsonPointer.empty().appendProperty(names.next());
        JsonDifference one =
            first(
                place.append(step),
                shown + (list ? "/*" : step.toString()),
                found.at(step),
                recorded.at(step));
        if (one != null) {
          return one;
        }
      }
      return null;
    }

    private boolean ignores(String shown) {
      return ignore.stream().anyMatch(one -> one.toString().equals(shown));
    }
  }

  /** Returns the error kind. */
  String kind() {
    return isMasked()
        ? "json %s is masked in the recording".formatted(path)
        : "json %s differs from the recording".formatted(path);
  }

  private boolean isMasked() {
    return recorded.isTextual() && recorded.asText().equals(CapturedExchange.MASK);
  }

  /** Returns a line that shows both values. */
  String explain() {
    return "FAIL  json %s: %s, recorded %s".formatted(path, text(found), text(recorded));
  }

  private static String text(JsonNode value) {
    return value.isMissingNode() ? "nothing" : value.toString();
  }
}
