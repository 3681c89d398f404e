package io.perfline.core.file;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Replaces a file atomically: readers see either the old or the new content, even if the writer
 * fails or two processes write at the same time.
 */
public final class AtomicFile {

  /** Writes the new content of a file. */
  public interface Content {
    void writeTo(OutputStream out) throws IOException;
  }

  private AtomicFile() {}

  /**
   * Replaces a file.
   *
   * @param attributes the attributes of the new file, as for {@link Files#newByteChannel}
   */
  public static void write(Path file, byte[] content, FileAttribute<?>... attributes)
      throws IOException {
    write(file, out -> out.write(content), attributes);
  }

  /** Replaces a file with content that is written piece by piece. */
  public static void write(Path file, Content content, FileAttribute<?>... attributes)
      throws IOException {
    String unique = Long.toHexString(ThreadLocalRandom.current().nextLong());
    Path part = file.resolveSibling("%s.%s.part".formatted(file.getFileName(), unique));
    try {
      try (OutputStream out =
          Channels.newOutputStream(
              Files.newByteChannel(
                  part,
                  Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                  attributes))) {
        content.writeTo(out);
      }
      Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(part);
    }
  }
}
