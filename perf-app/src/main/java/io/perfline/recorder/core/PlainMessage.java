package io.perfline.recorder.core;

import io.perfline.recorder.message.Recording;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.UUID;

/**
 * A fast parser for the form that nearly all messages have: one object without escapes, with only
 * visible ASCII and spaces in its strings. It takes a small part of the time of a complete JSON
 * parser. {@link RecordingReader} reads all other forms and describes errors. Therefore this parser
 * accepts nothing that {@link RecordingReader} would refuse or read differently.
 */
final class PlainMessage {

  private static final byte[] ID = name("id");
  private static final byte[] URL = name("url");
  private static final byte[] STATUS = name("status");
  private static final byte[] TIME = name("time");
  private static final byte[] DATA = name("data");
  private static final byte[] VS_ID = name("vsId");

  private static final int ID_LENGTH = 36;

  /** The largest number of digits that always fits into a long. */
  private static final int MAX_DIGITS = 18;

  private static final long NONE = -1;

  private final byte[] body;
  private int at;
  private UUID id;
  private UUID vsId;
  private String url;
  private long status = NONE;
  private long time = NONE;
  private byte[] data;

  private PlainMessage(byte[] body) {
    this.body = body;
  }

  /** Returns the message in a body; null if it has another form or an error. */
  static Recording read(byte[] body, UUID knownVsId) {
    return new PlainMessage(body).read(knownVsId);
  }

  private Recording read(UUID knownVsId) {
    if (!next('{')) {
      return null;
    }
    do {
      if (!field()) {
        return null;
      }
    } while (next(','));
    if (!next('}') || !atEnd()) {
      return null;
    }
    UUID service = knownVsId == null ? vsId : knownVsId;
    boolean whole = id != null && url != null && status != NONE && time != NONE && data != null;
    return whole && service != null && (vsId == null || service.equals(vsId))
        ? new Recording(id, service, url, (int) status, time, data)
        : null;
  }

  /** Reads a field; returns false if it is unknown, invalid or was read before. */
  private boolean field() {
    int from = string();
    int to = at - 1;
    if (from < 0 || !next(':')) {
      return false;
    }
    if (id == null && is(ID, from, to)) {
      id = id();
      return id != null;
    }
    if (url == null && is(URL, from, to)) {
      int start = string();
      url = start < 0 ? null : new String(body, start, at - 1 - start, StandardCharsets.ISO_8859_1);
      return url != null;
    }
    if (status == NONE && is(STATUS, from, to)) {
      status = number();
      return status != NONE && status <= Integer.MAX_VALUE;
    }
    if (time == NONE && is(TIME, from, to)) {
      time = number();
      return time != NONE;
    }
    if (data == null && is(DATA, from, to)) {
      data = data();
      return data != null;
    }
    if (vsId == null && is(VS_ID, from, to)) {
      vsId = id();
      return vsId != null;
    }
    return false;
  }

  private boolean is(byte[] name, int from, int to) {
    return Arrays.equals(name, 0, name.length, body, from, to);
  }

  private UUID id() {
    int from = string();
    return from < 0 || at - 1 - from != ID_LENGTH ? null : Ids.parse(body, from);
  }

  private byte[] data() {
    int from = string();
    if (from < 0) {
      return null;
    }
    try {
      return Base64Text.decode(body, from, at - 1);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  /** Returns the start of a string's text, or -1, and moves {@code at} after its end. */
  private int string() {
    if (!next('"')) {
      return -1;
    }
    int from = at;
    while (at < body.length) {
      byte b = body[at++];
      if (b == '"') {
        return from;
      }
      if (b < ' ' || b == '\\') { // above ASCII, bytes are negative
        return -1;
      }
    }
    return -1;
  }

  private long number() {
    skipSpace();
    int from = at;
    long number = 0;
    while (at < body.length && body[at] >= '0' && body[at] <= '9') {
      number = number * 10 + body[at] - '0';
      at++;
      if (at - from > MAX_DIGITS) {
        return NONE;
      }
    }
    boolean leadingZero = at - from > 1 && body[from] == '0';
    return at == from || leadingZero ? NONE : number;
  }

  /** Skips white space and then {@code c}; returns whether {@code c} was found. */
  private boolean next(char c) {
    skipSpace();
    boolean found = at < body.length && body[at] == c;
    at += found ? 1 : 0;
    return found;
  }

  private boolean atEnd() {
    skipSpace();
    return at == body.length;
  }

  private void skipSpace() {
    while (at < body.length
        && (body[at] == ' ' || body[at] == '\n' || body[at] == '\r' || body[at] == '\t')) {
      at++;
    }
  }

  private static byte[] name(String name) {
    return name.getBytes(StandardCharsets.US_ASCII);
  }
}
