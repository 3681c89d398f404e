package io.perfline.sims.driver.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import io.perfline.core.project.BodyCharset;
import io.perfline.core.project.SavedValue;
import io.perfline.sims.driver.ByteText;
import java.io.IOException;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;

/** A response to a request of a scenario. Stores only those parts that the scenario uses. */
final class ScenarioAnswer implements Requests.AnswerListener {

  /** The maximum length of a body that is used, in bytes. */
  static final int MAX_BYTES = 16 << 20;

  static final String TOO_LONG = "body longer than 16 MiB";

  private static final String SET_COOKIE = "set-cookie";
  private static final String LOCATION = "location";
  private static final byte[] LINE_END = {'\r', '\n'};

  private final boolean follows;
  private final BooleanSupplier showsAll;
  private final Map<String, String> headers = new HashMap<>();
  private final List<String> cookies = new ArrayList<>();
  private final MediaType type = new MediaType();
  private final ByteText body = new ByteText();

  /** The beginning of the headers, and of a body that is not used otherwise. */
  private final ByteText shown = new ByteText();

  private final ByteText shownBody = new ByteText();
  private String location;
  private boolean headAlone;
  private boolean keepsHeaders;
  private boolean keepsBody;
  private boolean cutOff;

  /**
   * @param follows whether redirects are followed
   * @param showsAll whether even a successful exchange is shown
   */
  ScenarioAnswer(boolean follows, BooleanSupplier showsAll) {
    this.follows = follows;
    this.showsAll = showsAll;
  }

  void begin(CompiledRequest request, boolean ofHead) {
    headAlone = ofHead;
    keepsHeaders = request.check().needsHeaders();
    keepsBody = request.check().needsBody();
    cutOff = false;
    if (!request.source().save().isEmpty()) {
      for (SavedValue value : request.source().save().values()) {
        keepsHeaders |= value.header() != null;
        keepsBody |= value.header() == null;
      }
    }
    if (!headers.isEmpty()) {
      headers.clear();
    }
    if (!cookies.isEmpty()) {
      cookies.clear();
    }
    location = null;
    type.begin();
    body.clear();
    shown.clear();
    shownBody.clear();
  }

  @Override
  public boolean isHeadAlone() {
    return headAlone;
  }

  @Override
  public boolean usesBody() {
    return keepsBody || showsAll.getAsBoolean();
  }

  @Override
  public void header(byte[] bytes, int from, int to) {
    if (shown.length() < ScenarioRequests.SHOWN) {
      shown.add(bytes, from, Math.min(to - from, ScenarioRequests.SHOWN)).add(LINE_END);
    }
    type.header(bytes, from, to);
    int first = bytes[from] | 0x20;
    if (keepsHeaders || first == 's' || (keepsBody && first == 'c') || (follows && first == 'l')) {
      int colon = from;
      while (colon < to && bytes[colon] != ':') {
        colon++;
      }
      if (keepsHeaders || isUsed(colon - from)) {
        String name = new String(bytes, from, colon - from, ISO_8859_1).toLowerCase(Locale.ROOT);
        take(name, bytes, Math.min(colon + 1, to), to);
      }
    }
  }

  private static boolean isUsed(int nameLength) {
    return nameLength == SET_COOKIE.length()
        || nameLength == ContentCoding.HEADER.length()
        || nameLength == LOCATION.length();
  }

  private void take(String name, byte[] bytes, int from, int to) {
    if (name.equals(SET_COOKIE)) {
      cookies.add(new String(bytes, from, to - from, ISO_8859_1));
    } else if (name.equals(LOCATION) && location == null) {
      location = HttpAddress.ascii(bytes, from, to).strip();
    }
    if (keepsHeaders || !name.equals(SET_COOKIE)) {
      String value = HeaderText.of(bytes, from, to).strip();
      headers.merge(name, value, (before, next) -> before + ", " + next);
    }
  }

  @Override
  public void body(byte[] bytes, int from, int length) {
    if (!keepsBody) {
      if (shownBody.length() < ScenarioRequests.SHOWN) {
        shownBody.add(bytes, from, Math.min(length, ScenarioRequests.SHOWN));
      }
    } else if (!cutOff) {
      cutOff = body.length() + length > MAX_BYTES;
      if (!cutOff) {
        body.add(bytes, from, length);
      }
    }
  }

  Map<String, String> headers() {
    return headers;
  }

  /** Returns the values of {@code Set-Cookie}, with one character per byte. */
  List<String> cookies() {
    return cookies;
  }

  /** Returns the body, which is in UTF-8 after {@link #decode}. */
  ByteText body() {
    return body;
  }

  /** Returns the header {@code Location}; null if there is none. */
  String location() {
    return location;
  }

  /** Returns whether anything but the status is used. */
  boolean isKept() {
    return keepsHeaders || keepsBody;
  }

  /** Decodes a body that is used; returns the error kind if that is impossible, otherwise null. */
  String decode() {
    if (cutOff) {
      return TOO_LONG;
    } else if (!keepsBody || body.length() == 0) {
      return null;
    }
    String coding = headers.getOrDefault(ContentCoding.HEADER, ContentCoding.NONE);
    return ContentCoding.decode(coding, type.charset(), body, MAX_BYTES);
  }

  /** Returns the beginning of the response; a body that is used is shown in its decoded form. */
  String text() {
    String head = HeaderText.of(shown.bytes(), 0, shown.length());
    if (keepsBody) {
      return head + "\r\n" + ScenarioRequests.cut(body.toString());
    }
    return shownBody.length() == 0 ? head : head + "\r\n" + shownBody();
  }

  private String shownBody() {
    Charset charset = type.charset() == null ? UTF_8 : type.charset();
    return BodyCharset.text(shownBody.bytes(), shownBody.length(), charset);
  }

  /** Returns the value to be saved; null if the response does not contain it. */
  String value(SavedValue saved) {
    if (saved.header() != null) {
      return headers.get(saved.header().toLowerCase(Locale.ROOT));
    }
    String text = body.toString();
    if (saved.regex() != null) {
      Matcher match = saved.regex().matcher(text);
      return !match.find() ? null : match.group(match.groupCount() > 0 ? 1 : 0);
    }
    try {
      JsonNode found = JsonText.first(text).at(saved.json());
      return found.isMissingNode() || found.isNull()
          ? null
          : found.isValueNode() ? found.asText() : found.toString();
    } catch (IOException noJson) {
      return null;
    }
  }
}
