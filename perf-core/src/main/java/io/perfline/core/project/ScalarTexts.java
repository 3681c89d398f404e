package io.perfline.core.project;

import com.fasterxml.jackson.core.JsonPointer;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileSystems;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * Parses values that are single texts. An {@link IllegalArgumentException} explains what is wrong
 * with a text.
 */
final class ScalarTexts {

  private ScalarTexts() {}

  static String path(String text) {
    try {
      var unused = new URI("http://host" + text);
      return text;
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(
          "'%s' is not a path: %s%s"
              .formatted(
                  text,
                  e.getReason(),
                  text.contains("${") ? "; variables are not replaced here" : ""),
          e);
    }
  }

  static String glob(String text) {
    return parsed(
        text,
        "a glob",
        glob -> {
          FileSystems.getDefault().getPathMatcher("glob:" + glob);
          return glob;
        });
  }

  static Pattern regex(String text) {
    return parsed(text, "a regular expression", Pattern::compile);
  }

  private static <T> T parsed(String text, String what, Function<String, T> parser) {
    try {
      return parser.apply(text);
    } catch (PatternSyntaxException e) {
      throw new IllegalArgumentException(
          "'%s' is not %s: %s".formatted(text, what, e.getDescription()), e);
    }
  }

  static JsonPointer pointer(String text) {
    if (!text.startsWith("/")) {
      throw new IllegalArgumentException(
          "expected a JSON pointer such as /commit: " + notAPointer(text));
    }
    return JsonPointer.compile(text);
  }

  /** Reads the pointer to a value in a response; a single slash refers to the whole response. */
  static JsonPointer bodyPointer(String text) {
    return text.equals("/") ? JsonPointer.empty() : pointer(text);
  }

  static String notAPointer(String text) {
    String pointer =
        ("/" + text.replaceFirst("^\\$", ""))
            .replaceAll("\\[['\"]?([^\\]'\"]*)['\"]?]|\\.", "/$1")
            .replaceAll("/+", "/");
    return "'%s' is not a JSON pointer; write '%s'".formatted(text, pointer);
  }

  static double positive(double speed) {
    if (!(speed > 0)) {
      throw new IllegalArgumentException("a speed is above 0");
    }
    return speed;
  }

  static URI url(String text) {
    try {
      URI url = new URI(text.replaceFirst("/+$", ""));
      boolean right =
          text.matches("https?://.+")
              && url.getHost() != null
              && url.getUserInfo() == null
              && url.getQuery() == null
              && url.getFragment() == null
              && url.getPort() <= 65_535;
      if (right) {
        return url;
      }
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException("this is not an address: " + e.getReason(), e);
    }
    throw new IllegalArgumentException(
        "expected an address such as https://shop.example.org, without user, query and fragment");
  }
}
