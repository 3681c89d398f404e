package io.perfline.gate.imported;

import io.perfline.core.command.Fault;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;

/** The lines of a file, each of which must end. */
final class TextLines implements Closeable {

  private static final int LONGEST = 1 << 24;

  private final Path file;
  private final InputStream in;
  private byte[] buffer = new byte[1 << 17];
  private int begin;
  private int position;
  private int limit;
  private long line;

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
    if (!advance()) {
      return null;
    }
    int end = position - 1;
    if (end > begin && buffer[end - 1] == '\r') {
      end--;
    }
    return new String(buffer, begin, end - begin, StandardCharsets.UTF_8);
  }

  /** Goes to the next line, which is not made into a text. */
  private boolean advance() throws IOException {
    begin = position;
    line++;
    while (true) {
      while (position < limit) {
        if (buffer[position++] == '\n') {
          return true;
        }
      }
      if (!fill()) {
        if (begin == limit) {
          return false;
        }
        throw fault("the file ends in the middle of a line: it is cut off");
      }
    }
  }

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
