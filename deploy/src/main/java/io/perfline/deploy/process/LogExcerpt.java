package io.perfline.deploy.process;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads parts of logs, because a whole log may be larger than the heap. */
public final class LogExcerpt {

  private LogExcerpt() {}

  /**
   * Returns the last bytes of a log as text, without a first line that is incomplete.
   *
   * @param begin the position before which nothing is read
   */
  public static String end(Path log, long begin, int maxBytes) throws IOException {
    long from = Math.max(begin, Files.size(log) - maxBytes);
    String text = from(log, from, maxBytes);
    return from == begin ? text : text.substring(text.indexOf('\n') + 1);
  }

  /**
   * Returns the text of a log from a position on. Bytes that are not UTF-8 are replaced.
   *
   * @param maxBytes the maximum number of bytes to read
   */
  public static String from(Path log, long position, int maxBytes) throws IOException {
    try (SeekableByteChannel channel = Files.newByteChannel(log)) {
      ByteBuffer bytes =
          ByteBuffer.allocate((int) Math.max(0, Math.min(maxBytes, channel.size() - position)));
      channel.position(position);
      while (bytes.hasRemaining() && channel.read(bytes) >= 0) {
        // read on
      }
      return new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8);
    }
  }
}
