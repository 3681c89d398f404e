package io.perfline.core.run;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/** Reads a file while another process still writes it: whole lines only, each of them once. */
final class Tail {

  private final Path file;
  private final ByteArrayOutputStream begun = new ByteArrayOutputStream();
  private long position;

  Tail(Path file) {
    this.file = file;
  }

  /** Returns true if the file is shorter than what was read: it was begun anew. */
  boolean isAnew() {
    long length = file.toFile().length();
    return length > 0 && length < position;
  }

  /** The lines that were ended since the last call; none while there is no file. */
  List<String> next() throws IOException {
    if (file.toFile().length() <= position) { // the usual answer, and cheaper than to open it
      return List.of();
    }
    try (SeekableByteChannel channel = Files.newByteChannel(file)) {
      channel.position(position);
      ByteBuffer buffer = ByteBuffer.allocate(64 * 1024);
      while (channel.read(buffer.clear()) > 0) {
        begun.write(buffer.array(), 0, buffer.position());
        position += buffer.position();
      }
    } catch (NoSuchFileException e) {
      return List.of();
    }
    byte[] read = begun.toByteArray();
    int end = read.length;
    while (end > 0 && read[end - 1] != '\n') {
      end--;
    }
    begun.reset();
    begun.write(read, end, read.length - end);
    return new String(read, 0, end, StandardCharsets.UTF_8).lines().toList();
  }
}
