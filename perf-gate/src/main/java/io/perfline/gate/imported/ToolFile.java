package io.perfline.gate.imported;

import io.perfline.core.command.Fault;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/** Opens a file that a tool wrote, plain or compressed with gzip. */
final class ToolFile {

  private static final byte[] MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};
  private static final int BUFFER = 1 << 16;

  /** Describes a file compressed with gzip that can't be decompressed. */
  static final String DAMAGED = "the compressed file ends too soon or is damaged: it is cut off";

  private ToolFile() {}

  /** Opens the file after a byte order mark of UTF-8, which programs on Windows write. */
  static InputStream open(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      throw Fault.noVerdict("there is no file " + file + ": did the tool write its results?");
    }
    InputStream in = Files.newInputStream(file);
    try {
      PushbackInputStream bytes =
          new PushbackInputStream(
              file.toString().endsWith(".gz") ? new GZIPInputStream(in, BUFFER) : in, MARK.length);
      byte[] begin = bytes.readNBytes(MARK.length);
      if (!Arrays.equals(begin, MARK)) {
        bytes.unread(begin);
      }
      return bytes;
    } catch (EOFException | ZipException e) {
      in.close();
      throw fault(file, 1, DAMAGED);
    }
  }

  static Fault fault(Path file, long line, String what) {
    return Fault.noVerdict(file + ":" + line + ": " + what);
  }
}
