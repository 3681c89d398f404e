package io.perfline.core.command;

import java.util.stream.Collectors;

/**
 * Text that somebody else wrote (a service, a load tool, a library), made fit for files and
 * terminals: control, escape and invisible formatting characters become visible, half surrogate
 * pairs become U+FFFD, and a cut never falls within a character.
 */
public final class OutsideText {

  private static final int CONTROL_PICTURES = 0x2400;
  private static final int DELETE = 0x7f;
  private static final int DELETE_PICTURE = 0x2421;
  private static final int REPLACEMENT = 0xfffd;

  private OutsideText() {}

  /** Returns the text in one line: runs of white space become one space. */
  public static String line(String text, int maxCodePoints) {
    return cut(visible(text.strip().replaceAll("\\s+", " ")), maxCodePoints);
  }

  /** Returns all of the text, with invisible characters replaced by visible ones. */
  public static String visible(String text) {
    if (text.chars().allMatch(one -> one >= ' ' && one < DELETE)) {
      return text;
    }
    StringBuilder visible = new StringBuilder(text.length());
    text.codePoints().forEach(one -> visible.appendCodePoint(visible(one)));
    return visible.toString();
  }

  /** Returns the text with its lines and with visible characters in place of invisible ones. */
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
      // A zero-width joiner is part of emoji and of words; one that changes the direction isn't.
      case Character.FORMAT -> codePoint == 0x200c || codePoint == 0x200d ? codePoint : REPLACEMENT;
      default -> codePoint >= 0xfffe && (codePoint & 0xfffe) == 0xfffe ? REPLACEMENT : codePoint;
    };
  }

  /** Returns at most {@code maxCodePoints} characters, with an ellipsis for missing ones. */
  public static String cut(String text, int maxCodePoints) {
    return text.codePointCount(0, text.length()) <= maxCodePoints
        ? text
        : text.substring(0, text.offsetByCodePoints(0, maxCodePoints - 1)) + "…";
  }
}
