package io.perfline.gate.imported;

import io.perfline.core.command.Fault;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;

/** The lines of a file, each of which must end: as texts, or as bytes that become no text. */
final class TextLines implements Closeable {

  private static final int LONGEST = 1 << 24;
  private static final long ONES = 0x0101010101010101L;
  private static final VarHandle EIGHT =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final Path file;
  private final InputStream in;
  private final TextPool pool = new TextPool();
  private byte[] buffer = new byte[1 << 17];
  private int begin;
  private int position;
  private int limit;
  private long line;
  private long lines;

  TextLines(Path file) throws IOException {
    this.file = file;
    in = ToolFile.open(file);
  }

  /**
   * The next line without its end; null behind the last one.
   *
   * @throws Fault (no verdict) when the file ends in the middle of it
   */
  String next() throws IOException {
    return advance() ? new String(buffer, begin, length(), StandardCharsets.UTF_8) : null;
  }

  /**
   * Goes to the next line; false behind the last one.
   *
   * @throws Fault (no verdict) when the file ends in the middle of it
   */
  boolean advance() throws IOException {
    begin = position;
    line = ++lines;
    if (position == limit && !fill()) {
      return false;
    }
    if (!toItsEnd()) {
      throw fault("the file ends in the middle of a line: it is cut off");
    }
    return true;
  }

  /** Makes the line after this one a part of it; false where there is none. */
  boolean extend() throws IOException {
    lines++;
    return toItsEnd();
  }

  private boolean toItsEnd() throws IOException {
    while (true) {
      position = newLine(buffer, position, limit);
      if (position < limit) {
        position++;
        return true;
      }
      if (!fill()) {
        return false;
      }
    }
  }

  /**
   * Eight bytes at a time: a line's end is 0 in {@code eight}, and the lowest 0 is the first byte
   * from which the subtraction borrows (Warren, Hacker's Delight, 6-1).
   */
  private static int newLine(byte[] bytes, int from, int to) {
    int at = from;
    for (; at <= to - Long.BYTES; at += Long.BYTES) {
      long eight = (long) EIGHT.get(bytes, at) ^ ONES * '\n';
      long zeros = eight - ONES & ~eight & ONES << 7;
      if (zeros != 0) {
        return at + Long.numberOfTrailingZeros(zeros) / Byte.SIZE;
      }
    }
    while (at < to && bytes[at] != '\n') {
      at++;
    }
    return at;
  }

  /** More bytes behind those of this line, which moves to the front. */
  private boolean fill() throws IOException {
    if (begin > 0) {
      System.arraycopy(buffer, begin, buffer, 0, limit - begin);
      position -= begin;
      limit -= begin;
      begin = 0;
    } else if (limit == buffer.length) {
      if (limit >= LONGEST) {
        throw fault("a line of more than " + LONGEST + " bytes");
      }
      buffer = Arrays.copyOf(buffer, 2 * limit);
    }
    try {
      int count = in.read(buffer, limit, buffer.length - limit);
      limit += Math.max(0, count);
      return count > 0;
    } catch (EOFException e) {
      throw fault("the compressed file ends too soon: it is cut off");
    }
  }

  /** How many bytes it has, without its end. */
  int length() {
    int end = position - 1;
    return (end > begin && buffer[end - 1] == '\r' ? end - 1 : end) - begin;
  }

  /** The byte at a place of the line, from 0 on. */
  byte at(int place) {
    return buffer[begin + place];
  }

  /** From one place of the line to another, made into a text once however often it comes. */
  String text(int from, int to) {
    return pool.text(buffer, begin + from, begin + to);
  }

  String place() {
    return file + ":" + line;
  }

  Fault fault(String what) {
    return ToolFile.fault(file, line, what);
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
