package io.perfline.gate.imported;

import io.perfline.core.command.Fault;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;

/** Reads the lines of a file, each of which must have a line end. */
final class TextLines implements Closeable {

  private final Path file;
  private final BufferedReader in;
  private long line;

  TextLines(Path file) throws IOException {
    this.file = file;
    in = new BufferedReader(new ToolText(file, () -> line, true), 1 << 16);
  }

  /**
   * Returns the next line without its line end, or null after the last one.
   *
   * @throws Fault (no verdict) if the file ends in the middle of the line
   */
  String next() throws IOException {
    line++;
    return in.readLine();
  }

  String position() {
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
