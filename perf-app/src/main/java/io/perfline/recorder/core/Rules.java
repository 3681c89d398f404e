package io.perfline.recorder.core;

import io.perfline.recorder.message.Recording;

/**
 * The rules for every message, independent of its entry point.
 *
 * @param maxDataBytes the maximum size of data, in bytes
 * @param maxUrlLength the maximum length of the URL suffix, in characters
 */
public record Rules(int maxDataBytes, int maxUrlLength) {

  /** The last millisecond of the year 9999. */
  private static final long MAX_TIME = 253_402_300_799_999L;

  /** Returns null if the message may be stored, otherwise the reason why not. */
  public Refusal check(Recording recording) {
    if (recording.data().length > maxDataBytes) {
      return Refusal.tooLarge(
          "data has %d bytes; at most %d are allowed"
              .formatted(recording.data().length, maxDataBytes));
    }
    if (recording.status() < 100 || recording.status() > 599) {
      return Refusal.invalid("status is " + recording.status() + "; it must be 100 to 599");
    }
    if (recording.time() < 0 || recording.time() > MAX_TIME) {
      return Refusal.invalid(
          "time is " + recording.time() + "; it must be milliseconds since 1970, up to year 9999");
    }
    return checkUrl(recording.url());
  }

  private Refusal checkUrl(String url) {
    if (url.length() > maxUrlLength) {
      return Refusal.invalid(
          "url has " + url.length() + " characters; at most " + maxUrlLength + " are allowed");
    }
    for (int i = 0; i < url.length(); i++) {
      char c = url.charAt(i);
      if (c < 0x21 || c > 0x7e) {
        return Refusal.invalid(
            "url may contain visible ASCII only; character " + (i + 1) + " is not");
      }
    }
    return null;
  }
}
