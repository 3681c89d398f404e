package io.perfline.sims.driver.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.perfline.core.project.SavedValue;
import io.perfline.sims.driver.ByteText;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** Keeps of an answer what a scenario looks at, and nothing else. */
final class ScenarioAnswer implements Requests.AnswerListener {

  private static final int MOST_BYTES = 16 << 20;
  private static final String SET_COOKIE = "set-cookie";
  private static final String LOCATION = "location";
  private final Map<String, String> cookies;
  private final boolean follows;
  private final Map<String, String> headers = new HashMap<>();
  private final ByteText body = new ByteText();
  private boolean headAlone;
  private boolean keepsHeaders;
  private boolean keepsBody;
  private boolean cutOff;

  /**
   * @param cookies where those go that an answer sets
   * @param follows whether redirects are followed
   */
  ScenarioAnswer(Map<String, String> cookies, boolean follows) {
    this.cookies = cookies;
    this.follows = follows;
  }

  void begin(CompiledRequest request, boolean ofHead) {
    headAlone = ofHead;
    keepsHeaders = false;
    keepsBody = request.check().needsBody();
    cutOff = false;
    if (!request.source().save().isEmpty()) {
      for (SavedValue value : request.source().save().values()) {
        keepsHeaders |= value.header() != null;
        keepsBody |= value.header() == null;
      }
    }
    keepsHeaders |= request.check().needsHeaders();
    if (!headers.isEmpty()) {
      headers.clear();
    }
    body.clear();
  }

  @Override
  public boolean isHeadAlone() {
    return headAlone;
  }

  @Override
  public void header(byte[] bytes, int from, int to) {
    int first = bytes[from] | 0x20;
    if (keepsHeaders || first == 's' || (follows && first == 'l')) {
      int colon = from;
      while (colon < to && bytes[colon] != ':') {
        colon++;
      }
      if (keepsHeaders
          || colon - from == SET_COOKIE.length()
          || colon - from == LOCATION.length()) {
        String name = new String(bytes, from, colon - from, ISO_8859_1).toLowerCase(Locale.ROOT);
        String value = new String(bytes, colon + 1, Math.max(0, to - colon - 1), ISO_8859_1);
        keep(name, value.strip());
      }
    }
  }

  private void keep(String name, String value) {
    if (!name.equals(SET_COOKIE)) {
      headers.put(name, value);
      return;
    }
    String[] parts = value.split(";");
    int equals = parts[0].indexOf('=');
    if (equals > 0) {
      String cookie = parts[0].substring(0, equals).strip();
      String rest = value.substring(parts[0].length()).toLowerCase(Locale.ROOT).replace(" ", "");
      if (rest.contains(";max-age=0") || equals == parts[0].length() - 1) {
        cookies.remove(cookie);
      } else {
        cookies.put(cookie, parts[0].substring(equals + 1).strip());
      }
    }
  }

  @Override
  public void body(byte[] bytes, int from, int length) {
    if (keepsBody && !cutOff) {
      cutOff = body.length() + length > MOST_BYTES;
      if (!cutOff) {
        body.add(bytes, from, length);
      }
    }
  }

  /** Whether its body was longer than can be looked at. */
  boolean isCutOff() {
    return cutOff;
  }

  /** Whether more than its status counts. */
  boolean keeps() {
    return keepsHeaders || keepsBody;
  }

  Map<String, String> headers() {
    return headers;
  }

  ByteText body() {
    return body;
  }

  /** Where it points; null when nowhere. */
  String location() {
    return headers.get(LOCATION);
  }

  /** What is to be saved of it; null when it isn't there. */
  String value(SavedValue place) {
    return place.header() != null
        ? headers.get(place.header().toLowerCase(Locale.ROOT))
        : ScenarioRequests.at(place, body.toString());
  }
}
