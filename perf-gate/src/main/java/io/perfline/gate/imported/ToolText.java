package io.perfline.gate.imported;

import io.perfline.core.command.Fault;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PushbackInputStream;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.function.LongSupplier;
import java.util.zip.ZipException;

/**
 * Reads the text of a file that a tool wrote, in UTF-8 or in UTF-16 with a byte order mark. A file
 * that is cut off or has another encoding is rejected, because a replacement character could make
 * two names equal.
 */
final class ToolText extends Reader {

  private final Path file;
  private final Reader in;
  private final LongSupplier line;
  private final boolean ofLines;
  private char last = '\n';

  /**
   * Opens a file.
   *
   * @param line the number of the line that is being read, for messages
   * @param ofLines true if each line must have a line end; without it, the file is cut off
   */
  ToolText(Path file, LongSupplier line, boolean ofLines) throws IOException {
    this.file = file;
    this.line = line;
    this.ofLines = ofLines;
    PushbackInputStream bytes = new PushbackInputStream(ToolFile.open(file), 2);
    this.in =
        new InputStreamReader(
            bytes,
            charset(bytes)
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT));
  }

  private static Charset charset(PushbackInputStream bytes) throws IOException {
    byte[] mark = bytes.readNBytes(2);
    int first = mark.length < 2 ? 0 : ((mark[0] & 0xff) << 8) | (mark[1] & 0xff);
    if (first == 0xfeff || first == 0xfffe) {
      return first == 0xfeff ? StandardCharsets.UTF_16BE : StandardCharsets.UTF_16LE;
    }
    bytes.unread(mark);
    return StandardCharsets.UTF_8;
  }

  @Override
  public int read(char[] chars, int from, int length) {
    try {
      int count = in.read(chars, from, length);
      if (count > 0) {
        last = chars[from + count - 1];
      } else if (ofLines && last != '\n' && last != '\r') {
        throw fault("the file ends in the middle of a line: it is cut off");
      }
      return count;
    } catch (EOFException | ZipException e) {
      throw fault(ToolFile.DAMAGED);
    } catch (CharacterCodingException e) {
      throw fault("it is neither UTF-8 nor UTF-16 with a byte order mark: convert it with iconv");
    } catch (IOException e) {
      throw Fault.noVerdict("cannot read " + file + ": " + e, e);
    }
  }

  private Fault fault(String what) {
    return ToolFile.fault(file, line.getAsLong(), what);
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
