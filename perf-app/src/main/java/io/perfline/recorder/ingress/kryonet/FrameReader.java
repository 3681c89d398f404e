package io.perfline.recorder.ingress.kryonet;

import java.util.Arrays;

/**
 * Splits the bytes of one connection into frames. Complete frames are processed in the read buffer.
 * Incomplete ones are copied, and their memory grows with the received bytes, regardless of the
 * announced length.
 */
final class FrameReader {

  private static final int SMALLEST = 1024;

  private final int maxFrameBytes;

  /** The beginning of an incomplete frame; null if there is none. */
  private byte[] begun;

  private int length;

  FrameReader(int maxFrameBytes) {
    this.maxFrameBytes = maxFrameBytes;
  }

  /** Processes received bytes and passes each complete frame to {@code reader}. */
  void take(byte[] bytes, int count, Reader reader) {
    int offset = 0;
    if (begun != null) {
      offset = complete(bytes, count, reader);
    }
    while (begun == null && count - offset >= KryoCodec.LENGTH_BYTES) {
      int frame = frameLength(bytes, offset);
      if (count - offset - KryoCodec.LENGTH_BYTES < frame) {
        break;
      }
      reader.frame(bytes, offset + KryoCodec.LENGTH_BYTES, frame);
      offset += KryoCodec.LENGTH_BYTES + frame;
    }
    if (offset < count) {
      keep(bytes, offset, count - offset);
    }
  }

  /** Returns the announced length of an incomplete frame; 0 if it is unknown. */
  int announced() {
    return begun == null || length < KryoCodec.LENGTH_BYTES ? 0 : frameLength(begun, 0);
  }

  boolean midFrame() {
    return begun != null;
  }

  /** Completes a frame as far as possible; returns the number of bytes used. */
  private int complete(byte[] bytes, int count, Reader reader) {
    int used = 0;
    if (length < KryoCodec.LENGTH_BYTES) {
      used = Math.min(KryoCodec.LENGTH_BYTES - length, count);
      keep(bytes, 0, used);
      if (length < KryoCodec.LENGTH_BYTES) {
        return used;
      }
    }
    int frame = frameLength(begun, 0);
    int lacking = KryoCodec.LENGTH_BYTES + frame - length;
    int added = Math.min(lacking, count - used);
    keep(bytes, used, added);
    if (added == lacking) {
      byte[] whole = begun;
      begun = null;
      length = 0;
      reader.frame(whole, KryoCodec.LENGTH_BYTES, frame);
    }
    return used + added;
  }

  private void keep(byte[] bytes, int offset, int count) {
    int needed = length + count;
    if (begun == null) {
      begun = new byte[Math.max(SMALLEST, needed)];
    } else if (needed > begun.length) {
      int largest = KryoCodec.LENGTH_BYTES + maxFrameBytes;
      begun = Arrays.copyOf(begun, Math.max(needed, (int) Math.min(2L * begun.length, largest)));
    }
    System.arraycopy(bytes, offset, begun, length, count);
    length = needed;
  }

  private int frameLength(byte[] bytes, int offset) {
    int frame =
        (bytes[offset] & 0xff) << 24
            | (bytes[offset + 1] & 0xff) << 16
            | (bytes[offset + 2] & 0xff) << 8
            | (bytes[offset + 3] & 0xff);
    if (frame <= 0 || frame > maxFrameBytes) {
      throw new IllegalArgumentException(
          "a frame of " + frame + " bytes; at most " + maxFrameBytes + " are taken");
    }
    return frame;
  }

  /** Receives one complete frame; the bytes are valid only during the call. */
  interface Reader {
    void frame(byte[] bytes, int offset, int length);
  }
}
