package io.perfline.gate.imported;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;

/** Reads the lines of a file, each of which must have a line end. */
final class TextLines implements ToolSource {

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
   * @throws io.perfline.core.command.Fault (no verdict) if the file ends in the middle of the line
   */
  String next() throws IOException {
    line++;
    return in.readLine();
  }

  @Override
  public String position() {
    return file + ":" + line;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
