package io.perfline.proof;

import io.perfline.core.command.Fault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A part of docs/internals/proof.md that {@code ./perfline-dev proof --write} writes, between two
 * comments.
 *
 * @param content what the part contains, as in its first comment
 */
record GeneratedPart(String content) {

  static final GeneratedPart SHIPPED = new GeneratedPart("the shipped limits");
  static final GeneratedPart NOISES = new GeneratedPart("kinds of noise");
  static final GeneratedPart BRANCHES = new GeneratedPart("the latest runs of a branch");

  /**
   * Replaces the part.
   *
   * @throws Fault (configuration) if the document does not contain both comments
   */
  void write(Path document, String text) throws IOException {
    Files.writeString(document, in(Files.readString(document), document, text));
  }

  private String in(String all, Path document, String text) {
    String begin = "<!-- ./perfline-dev proof --write: " + content + " -->\n";
    String end = "<!-- end -->";
    int from = all.indexOf(begin);
    int to = from < 0 ? -1 : all.indexOf(end, from);
    if (to < 0) {
      throw Fault.configuration(
          "%s: nothing was written, because it doesn't contain '%s' and, after it, '%s'"
              .formatted(document, begin.strip(), end));
    }
    return all.substring(0, from + begin.length())
        + "\n"
        + text.strip()
        + "\n\n"
        + all.substring(to);
  }
}
