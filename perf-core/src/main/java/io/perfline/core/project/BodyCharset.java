package io.perfline.core.project;

import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The charset of a body, which is a parameter of its {@code Content-Type}. */
public final class BodyCharset {

  private static final Pattern PARAMETER =
      Pattern.compile("(?i);\\s*charset\\s*=\\s*(?:\"([^\"]*)\"|'([^']*)'|([^;\\s]*))");
  private static final char MARK = '\uFEFF';
  private static final Charset[] MARKED = {UTF_8, UTF_16BE, UTF_16LE};
  private static final byte[][] MARKS =
      Stream.of(MARKED)
          .map(charset -> String.valueOf(MARK).getBytes(charset))
          .toArray(byte[][]::new);

  private BodyCharset() {}

  /**
   * Returns the charset of a {@code Content-Type}; UTF-8 if it names none.
   *
   * @param contentType may be null
   * @throws IllegalArgumentException if this Java does not know the charset
   */
  public static Charset of(String contentType) {
    Matcher parameter = PARAMETER.matcher(contentType == null ? "" : contentType);
    if (!parameter.find()) {
      return UTF_8;
    }
    String name = parameter.group(1) != null ? parameter.group(1) : parameter.group(2);
    name = (name == null ? parameter.group(3) : name).strip();
    try {
      return name.isEmpty() ? UTF_8 : Charset.forName(name);
    } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
      throw new IllegalArgumentException("the charset '%s' is not known".formatted(name), e);
    }
  }

  /**
   * Returns the text of a body, without a byte order mark, which overrides the charset.
   *
   * @param length the number of bytes
   */
  public static String text(byte[] bytes, int length, Charset charset) {
    Charset marked = marked(bytes, length);
    String text = new String(bytes, 0, length, marked == null ? charset : marked);
    return text.isEmpty() || text.charAt(0) != MARK ? text : text.substring(1);
  }

  /** Returns the charset of a byte order mark; null if there is none. */
  public static Charset marked(byte[] bytes, int length) {
    for (int i = 0; i < MARKED.length; i++) {
      byte[] mark = MARKS[i];
      if (length >= mark.length && Arrays.equals(bytes, 0, mark.length, mark, 0, mark.length)) {
        return MARKED[i];
      }
    }
    return null;
  }
}
