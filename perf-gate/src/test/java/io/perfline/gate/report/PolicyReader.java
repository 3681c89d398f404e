package io.perfline.gate.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads HTML, SVG and CSS strictly and names content that Jenkins' content policy blocks. Anything
 * that it can't read is an error too.
 */
final class PolicyReader {

  private static final String ATTRIBUTE = "\\s+([\\w:.-]+)\\s*=\\s*(\"[^\"<]*\"|'[^'<]*')";
  private static final Pattern TAG =
      Pattern.compile("<([A-Za-z][\\w:-]*)((?:" + ATTRIBUTE + ")*)\\s*/?>");
  private static final Pattern SILENT =
      Pattern.compile("</[A-Za-z][\\w:-]*\\s*>|<!DOCTYPE[^\\[>]*>|<\\?xml [^>]*\\?>|<!--.*?-->");
  private static final Pattern PAIR = Pattern.compile(ATTRIBUTE);
  private static final Pattern URL = Pattern.compile("url\\(\\s*['\"]?([^)'\"]*)");
  private static final Pattern IMPORT = Pattern.compile("@import\\s+(?:url\\()?['\"]?([^)'\";]*)");
  private static final Set<String> BLOCKED =
      Set.of(
          "script",
          "style",
          "iframe",
          "frame",
          "object",
          "embed",
          "applet",
          "base",
          "form",
          "video",
          "audio",
          "foreignobject",
          "animate",
          "set",
          "handler",
          "listener");
  private static final Set<String> ADDRESSES =
      Set.of("src", "srcset", "href", "xlink:href", "data", "action", "poster", "background");

  private PolicyReader() {}

  /** Returns the blocked content of an HTML page or an SVG drawing. */
  static List<String> markup(String text) {
    List<String> complaints = new ArrayList<>();
    Matcher tag = TAG.matcher(text);
    Matcher silent = SILENT.matcher(text);
    for (int at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at + 1)) {
      if (tag.region(at, text.length()).lookingAt()) {
        tag(tag.group(1).toLowerCase(Locale.ROOT), tag.group(2), complaints);
      } else if (!silent.region(at, text.length()).lookingAt()) {
        complaints.add("cannot be read: " + text.substring(at, Math.min(at + 60, text.length())));
      }
    }
    return complaints;
  }

  /** Returns the blocked content of a style sheet. */
  static List<String> style(String css) {
    List<String> complaints = new ArrayList<>();
    for (Pattern pattern : List.of(URL, IMPORT)) {
      pattern
          .matcher(css)
          .results()
          .filter(found -> foreign(found.group(1)))
          .forEach(found -> complaints.add("foreign: " + found.group()));
    }
    return complaints;
  }

  private static void tag(String element, String attributes, List<String> complaints) {
    if (BLOCKED.contains(element)) {
      complaints.add("element " + element);
    }
    Matcher pair = PAIR.matcher(attributes);
    while (pair.find()) {
      String value = pair.group(2).substring(1, pair.group(2).length() - 1);
      attribute(element, Map.entry(pair.group(1).toLowerCase(Locale.ROOT), value), complaints);
    }
  }

  private static void attribute(
      String element, Map.Entry<String, String> pair, List<String> complaints) {
    String shown = element + " " + pair.getKey() + "=" + pair.getValue();
    if (pair.getKey().equals("style") || pair.getKey().startsWith("on")) {
      complaints.add("attribute " + shown);
    }
    if (pair.getKey().equals("http-equiv")) {
      complaints.add("attribute " + shown);
    }
    boolean address = ADDRESSES.contains(pair.getKey()) && foreign(pair.getValue());
    if (address || URL.matcher(pair.getValue()).results().anyMatch(url -> foreign(url.group(1)))) {
      complaints.add("foreign: " + shown);
    }
  }

  /** Returns whether an address is neither a file next to the page nor an anchor. */
  private static boolean foreign(String address) {
    return address.strip().matches("(?is)([a-z][a-z0-9+.-]*:|//|\\\\|&).*");
  }
}
