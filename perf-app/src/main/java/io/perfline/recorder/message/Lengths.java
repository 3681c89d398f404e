package io.perfline.recorder.message;

import com.esotericsoftware.kryo.KryoException;
import com.esotericsoftware.kryo.io.Input;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Lengths read from the wire, checked before anything of that length is allocated. */
final class Lengths {

  private Lengths() {}

  /**
   * Reads a length.
   *
   * @throws KryoException when it is negative, above {@code max}, or more than the input still
   *     holds
   */
  static int take(Input input, String what, int max) {
    int length = input.readVarInt(true);
    if (length < 0 || length > max) {
      throw new KryoException(what + " of " + length + " bytes; at most " + max + " are allowed");
    }
    if (length > available(input)) {
      throw new KryoException(what + " of " + length + " bytes in a message that ends before");
    }
    return length;
  }

  private static int available(Input input) {
    try {
      return input.available();
    } catch (IOException e) {
      throw new UncheckedIOException("asking the input how many bytes are left", e);
    }
  }
}
