package io.perfline.gate.imported;

import io.perfline.core.command.Fault;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;

/** A file that a tool wrote, plain or compressed by gzip. */
final class ToolFile {

  private static final byte[] MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};
  private static final int BUFFER = 1 << 16;

  private ToolFile() {}

  static InputStream open(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      throw Fault.noVerdict("there is no file " + file + ": did the tool write its results?");
    }
    InputStream in = Files.newInputStream(file);
    return withoutMark(file.toString().endsWith(".gz") ? new GZIPInputStream(in, BUFFER) : in);
  }

  /** Without the byte order mark that programs on Windows write. */
  private static InputStream withoutMark(InputStream in) throws IOException {
    PushbackInputStream text = new PushbackInputStream(in, MARK.length);
    byte[] begin = text.readNBytes(MARK.length);
    if (!Arrays.equals(begin, MARK)) {
      text.unread(begin);
    }
    return text;
  }

  /** The first bytes, to tell one format from another; fewer where there are no more. */
  static byte[] begin(Path file, int count) throws IOException {
    try (InputStream in = open(file)) {
      byte[] begin = in.readNBytes(count);
      if (begin.length == 0) {
        throw fault(file, 1, "the file is empty: nothing was measured");
      }
      return begin;
    }
  }

  static Fault fault(Path file, long line, String what) {
    return Fault.noVerdict(file + ":" + line + ": " + what);
  }
}
