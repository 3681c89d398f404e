package io.perfline.gate.imported;

import java.io.BufferedReader;
import java.io.FilterReader;
import java.io.IOException;
import java.io.Reader;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * JMeter's XML with visible characters in place of those that XML 1.0 doesn't allow, whether they
 * stand there themselves or as references such as {@code &#x1b;}: JMeter writes answers as the
 * service sent them.
 */
final class XmlCharacters extends FilterReader {

  private static final int LONGEST_REFERENCE = 12;
  private static final Pattern REFERENCE =
      Pattern.compile("&#(?:x([0-9A-Fa-f]{1,6})|([0-9]{1,7}));");

  private String pending = "";
  private int at;

  XmlCharacters(Reader in) {
    super(new BufferedReader(in));
  }

  @Override
  public int read() throws IOException {
    if (at < pending.length()) {
      return pending.charAt(at++);
    }
    int next = in.read();
    if (next == '&') {
      StringBuilder reference = new StringBuilder("&");
      int more = in.read();
      while (more >= 0 && more != ';' && more != '&' && reference.length() < LONGEST_REFERENCE) {
        reference.append((char) more);
        more = in.read();
      }
      if (more >= 0) {
        reference.append((char) more);
      }
      // another reference that begins within this one is not XML anyway: the parser refuses it
      pending = allowed(reference.toString());
      at = 1;
      return pending.charAt(0);
    }
    return next < 0 || isAllowed(next) || Character.isSurrogate((char) next) ? next : visible(next);
  }

  @Override
  public int read(char[] chars, int from, int length) throws IOException {
    int count = 0;
    for (int next = 0; count < length && (next = read()) >= 0; count++) {
      chars[from + count] = (char) next;
    }
    return count == 0 && length > 0 ? -1 : count;
  }

  private static String allowed(String reference) {
    Matcher number = REFERENCE.matcher(reference);
    if (!number.matches()) {
      return reference;
    }
    int code =
        number.group(1) != null
            ? Integer.parseInt(number.group(1), 16)
            : Integer.parseInt(number.group(2));
    return isAllowed(code) ? reference : String.valueOf(visible(code));
  }

  private static boolean isAllowed(int code) {
    return code >= ' '
        ? code < 0xd800 || (code > 0xdfff && code < 0xfffe) || (code > 0xffff && code <= 0x10ffff)
        : code == '\t' || code == '\n' || code == '\r';
  }

  private static char visible(int code) {
    return (char) (code < ' ' ? 0x2400 + code : 0xfffd);
  }
}
