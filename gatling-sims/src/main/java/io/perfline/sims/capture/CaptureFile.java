package io.perfline.sims.capture;

import io.perfline.sims.driver.http.CapturedExchange;
import java.io.Closeable;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Iterator;
import java.util.TreeMap;

/**
 * Writes exchanges in the order in which they began. A long exchange keeps later ones in memory up
 * to a limit; beyond it, those that have ended are written before it.
 */
final class CaptureFile implements Closeable {

  private static final long MAX_BUFFERED_CHARS = 64L << 20;

  private final long maxBufferedChars;

  /** The lines of exchanges by their numbers; null for an exchange that has not ended. */
  private final TreeMap<Long, String> startedExchanges = new TreeMap<>();

  private final Writer out;
  private long next;
  private long bufferedChars;
  private long written;
  private boolean closed;

  /**
   * Creates the file, which only its owner can read.
   *
   * @throws IOException if it exists or cannot be created
   */
  CaptureFile(Path file) throws IOException {
    this(file, MAX_BUFFERED_CHARS);
  }

  CaptureFile(Path file, long maxBufferedChars) throws IOException {
    this.maxBufferedChars = maxBufferedChars;
    if (Files.getFileStore(file.toAbsolutePath().getParent()).supportsFileAttributeView("posix")) {
      Files.createFile(
          file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    } else {
      Files.createFile(file);
    }
    out = Files.newBufferedWriter(file, StandardCharsets.UTF_8, StandardOpenOption.WRITE);
  }

  /** Returns the number of an exchange that begins. */
  synchronized long begin() {
    long number = next++;
    startedExchanges.put(number, null);
    return number;
  }

  /** Writes an exchange, or keeps it in memory until those that began earlier have ended. */
  synchronized void end(long number, CapturedExchange exchange) throws IOException {
    String line = CapturedExchange.WRITER.writeValueAsString(exchange) + "\n";
    bufferedChars += line.length();
    startedExchanges.put(number, line);
    write();
  }

  /** Removes an exchange that is not to be stored. */
  synchronized void leaveOut(long number) throws IOException {
    startedExchanges.remove(number);
    write();
  }

  private void write() throws IOException {
    while (!startedExchanges.isEmpty() && startedExchanges.firstEntry().getValue() != null) {
      write(startedExchanges.pollFirstEntry().getValue());
    }
    if (bufferedChars > maxBufferedChars) {
      writeEnded();
    }
  }

  /** Writes all exchanges that have ended, in their order. */
  private void writeEnded() throws IOException {
    for (Iterator<String> lines = startedExchanges.values().iterator(); lines.hasNext(); ) {
      String line = lines.next();
      if (line != null) {
        lines.remove();
        write(line);
      }
    }
  }

  private void write(String line) throws IOException {
    if (!closed) {
      out.write(line);
      out.flush(); // written at once, in case the recording is killed
      written++;
    }
    bufferedChars -= line.length();
  }

  synchronized long written() {
    return written;
  }

  /** Writes all exchanges that have ended, and closes the file. */
  @Override
  public synchronized void close() throws IOException {
    writeEnded();
    closed = true;
    out.close();
  }
}
