package io.perfline.gate.imported;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Texts by their bytes: a request's name is made into a text once, not once a line. */
final class TextPool {

  /** What has more different texts than this repeats few of them. */
  private static final int SLOTS = 1 << 14;

  private final byte[][] bytes = new byte[SLOTS][];
  private final String[] texts = new String[SLOTS];

  String text(byte[] from, int begin, int end) {
    int hash = end - begin;
    for (int i = begin; i < end; i++) {
      hash = 31 * hash + from[i];
    }
    int slot = (hash ^ hash >>> 15) & SLOTS - 1;
    byte[] there = bytes[slot];
    if (there == null || !Arrays.equals(there, 0, there.length, from, begin, end)) {
      bytes[slot] = Arrays.copyOfRange(from, begin, end);
      texts[slot] = new String(from, begin, end - begin, StandardCharsets.UTF_8);
    }
    return texts[slot];
  }
}
