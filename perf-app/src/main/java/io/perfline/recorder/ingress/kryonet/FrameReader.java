package io.perfline.recorder.ingress.kryonet;

import java.util.Arrays;

/**
 * Cuts the bytes of one connection into frames. Whole frames are used where they were read; only
 * what is incomplete is kept, in memory that grows with what has come and never with what was
 * announced.
 */
final class FrameReader {

  private static final int SMALLEST = 1024;

  private final int maxFrameBytes;

  /** The beginning of a frame, or null when the connection stands between two. */
  private byte[] begun;

  private int length;

  FrameReader(int maxFrameBytes) {
    this.maxFrameBytes = maxFrameBytes;
  }

  /** Takes what was read; the reader sees each frame that is complete now. */
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

  /** The length of the frame that has begun, as far as it is known; otherwise 0. */
  int announced() {
    return begun == null || length < KryoCodec.LENGTH_BYTES ? 0 : frameLength(begun, 0);
  }

  /** Whether a frame has begun that has not ended. */
  boolean midFrame() {
    return begun != null;
  }

  /** Adds to the frame that has begun what it lacks; returns how many bytes that took. */
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

  /** Sees one whole frame; the bytes are only lent. */
  interface Reader {
    void frame(byte[] bytes, int offset, int length);
  }
}
