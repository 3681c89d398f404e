package io.perfline.core.command;

import java.util.stream.Collectors;

/**
 * Makes text from other programs (a service, a load tool, a library) fit for files and terminals.
 * Secrets are masked, control, escape and invisible formatting characters are replaced by visible
 * ones, unpaired surrogates by U+FFFD, and text is never cut within a character.
 */
public final class OutsideText {

  private static final int CONTROL_PICTURES = 0x2400;
  private static final int DELETE = 0x7f;
  private static final int DELETE_PICTURE = 0x2421;
  private static final int REPLACEMENT = 0xfffd;

  private OutsideText() {}

  /** Returns the text as one line, in which each run of white space is a single space. */
  public static String line(String text, int maxCodePoints) {
    return cut(visible(text.strip().replaceAll("\\s+", " ")), maxCodePoints);
  }

  /** Returns all of the text, with invisible characters replaced by visible ones, and no secret. */
  public static String visible(String text) {
    return shown(Secrets.masked(text));
  }

  private static String shown(String text) {
    if (text.chars().allMatch(one -> one >= ' ' && one < DELETE)) {
      return text;
    }
    StringBuilder visible = new StringBuilder(text.length());
    text.codePoints().forEach(one -> visible.appendCodePoint(visible(one)));
    return visible.toString();
  }

  /**
   * Returns the text with its line breaks, with other invisible characters replaced by visible
   * ones.
   */
  public static String lines(String text) {
    return text.lines().map(OutsideText::visible).collect(Collectors.joining("\n"));
  }

  private static int visible(int codePoint) {
    if (codePoint < ' ') {
      return CONTROL_PICTURES + codePoint;
    }
    if (codePoint == DELETE) {
      return DELETE_PICTURE;
    }
    return switch (Character.getType(codePoint)) {
      case Character.SURROGATE,
          Character.CONTROL,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          REPLACEMENT;
      // Zero-width joiners are part of emoji and words; other format characters can change the
      // direction.
      case Character.FORMAT -> codePoint == 0x200c || codePoint == 0x200d ? codePoint : REPLACEMENT;
      default -> codePoint >= 0xfffe && (codePoint & 0xfffe) == 0xfffe ? REPLACEMENT : codePoint;
    };
  }

  /**
   * Returns at most {@code maxCodePoints} characters; if some are cut off, the last one is an
   * ellipsis.
   */
  public static String cut(String text, int maxCodePoints) {
    return text.codePointCount(0, text.length()) <= maxCodePoints
        ? text
        : text.substring(0, text.offsetByCodePoints(0, maxCodePoints - 1)) + "…";
  }
}
