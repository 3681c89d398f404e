package io.perfline.core.command;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds and masks secrets. One rule decides by the name of a key, a property, a header or a
 * variable whether its value is a secret. In text that others wrote, such as the names and errors
 * of a load tool, or a commit message, credentials in addresses, values of such names, and keys in
 * the form of known services are masked before the text is stored or shown.
 */
public final class Secrets {

  /** The text that replaces a secret. */
  public static final String MASK = "…";

  private static final Pattern NAME =
      Pattern.compile(
          "(?i).*(passw|passphrase|pwd|secret|token(?!s|i[sz])|credential|jaas|private.|"
              + "(api|access|account|keystore)[_.-]?key|authorization).*|(set-)?cookie2?");

  /** Names of properties of a secret that are not secret themselves. */
  private static final Pattern HARMLESS =
      Pattern.compile(
          "(?i).*(url|uri|file|path|location|class|type|provider|ttl|timeout|seconds|algorithm"
              + "|mechanism)");

  /** Parameters of addresses that hold a session or a signature. */
  private static final Set<String> OF_ADDRESSES =
      Set.of("jsessionid", "phpsessid", "sig", "signature", "x-amz-signature", "x-goog-signature");

  /** Matches every text that may contain a secret; most texts can't. */
  private static final Pattern HINT =
      Pattern.compile(
          "(?i)//|=|passw|passphrase|pwd|secret|token|credential|jaas|private|[_.-]?key|cookie"
              + "|authorization|bearer|basic|digest|negotiate|eyJ|AKIA|gh[pousr]_|glpat-|xox");

  /**
   * Matches user and password between the slashes and the at sign of an address. A password may
   * contain characters that should be encoded, but what follows a host and its port is a path.
   */
  private static final Pattern USER_INFO =
      Pattern.compile("(?<=//)(?:[^\\s/?#\"'<>]+|[^\\s/?#\"'<>@:]*+:(?!\\d*[/?#])[^\\s\"'<>@]*)@");

  /**
   * Matches keys that are recognised by their form: JSON web tokens, AWS, GitHub, GitLab, Slack.
   */
  private static final Pattern KNOWN_FORM =
      Pattern.compile(
          "\\b(?:eyJ[\\w-]{8,}(?:\\.[\\w-]+)+|AKIA[0-9A-Z]{16}|gh[pousr]_\\w{20,}"
              + "|glpat-[\\w-]{16,}|xox[abprs]-[\\w-]{10,})");

  /**
   * Matches a name and its value in JSON, in a query or an option, in a header, and in a sentence.
   */
  private static final Pattern NAMED =
      Pattern.compile(
          "(?<![\\w.-])\"(?<key>[\\w.-]+)\"\\s*:\\s*\"(?<keyed>(?:[^\"\\\\]|\\\\.)*+)"
              + "|\\\\\"(?<escapedkey>[\\w.-]+)\\\\\"\\s*:\\s*\\\\\"(?<escaped>(?:[^\"\\\\]|\\\\[^\"])*+)"
              + "|;(?<ofsegment>[\\w.%+-]++)=(?<segment>[^\\s;/?#&\"'<>]+)"
              + "|(?<![\\w.%+-])(?<field>[\\w.%+-]++)="
              + "(?:\"(?<quoted>[^\"]*)|'(?<single>[^']*)|(?<value>(?:,(?=\\S)|[^\\s&;#\"'<>,)}\\]])++))"
              + "|(?<![\\w.-])(?<line>(?i:(?:proxy-)?authorization|(?:set-)?cookie2?)):[ \\t]+(?<rest>[^\\r\\n]+)"
              + "|(?<![\\w.-])(?<header>[\\w.-]++):[ \\t]+(?<content>\\S+)"
              + "|(?i:\\b(?:bearer|basic|digest|negotiate))\\s+(?<credentials>[\\w.~+/=-]{6,})"
              + "|(?i:(?<![\\w.-])[\\w.-]*(?:passw\\w*|pwd|secret|token|credentials?|(?:api|access)[_ .-]?key))"
              + "\\s+(?:is\\s+)?[\"'`]?(?<said>[^\\s\"'`,;)]{4,})");

  private static final Map<String, String> VALUES = Map.of("key", "keyed", "escapedkey", "escaped");

  private Secrets() {}

  /** Returns whether the value of this name is a secret. */
  public static boolean isSecret(String name) {
    return NAME.matcher(name).matches() && !HARMLESS.matcher(name).matches();
  }

  /** Returns a text without secrets; the same text if there are none. */
  public static String masked(String text) {
    if (!HINT.matcher(text).find()) {
      return text;
    }
    String known = KNOWN_FORM.matcher(withoutUserInfo(text)).replaceAll(MASK);
    return NAMED
        .matcher(known)
        .replaceAll(found -> Matcher.quoteReplacement(named((Matcher) found)));
  }

  /** Returns an address, or a text with addresses, without their users and passwords. */
  public static String withoutUserInfo(String text) {
    return text.indexOf('@') < 0 ? text : USER_INFO.matcher(text).replaceAll(MASK + "@");
  }

  /** Returns values by name without secrets. */
  public static Map<String, String> masked(Map<String, String> values) {
    Map<String, String> masked = new TreeMap<>();
    values.forEach(
        (name, value) -> masked.put(name, isSecret(name) && isClear(value) ? MASK : masked(value)));
    return masked;
  }

  private static String named(Matcher found) {
    for (Map.Entry<String, String> pair : VALUES.entrySet()) {
      String name = found.group(pair.getKey());
      if (name != null) {
        return isSecret(name) ? without(found, pair.getValue()) : found.group();
      }
    }
    String ofSegment = found.group("ofsegment");
    String field = ofSegment == null ? found.group("field") : ofSegment;
    if (field != null) {
      String name = decoded(field);
      boolean secret = isSecret(name) || OF_ADDRESSES.contains(name.toLowerCase(Locale.ROOT));
      return secret
          ? without(found, "segment", "quoted", "single", "value")
          : nested(found, "quoted", "single");
    }
    if (found.group("line") != null) {
      return without(found, "rest");
    }
    String header = found.group("header");
    if (header != null) {
      return isSecret(header) && isLikelySecret(found.group("content"))
          ? without(found, "content")
          : nested(found, "content");
    }
    String group = found.group("said") == null ? "credentials" : "said";
    return isLikelySecret(found.group(group)) ? without(found, group) : found.group();
  }

  /** Masks within a value, which may be a whole command or address. */
  private static String nested(Matcher found, String... groups) {
    for (String group : groups) {
      if (found.group(group) != null) {
        return replaced(found, group, masked(found.group(group)));
      }
    }
    return found.group();
  }

  /** Returns true for a word that is hardly one of a language. */
  private static boolean isLikelySecret(String word) {
    return isClear(word)
        && (word.chars().anyMatch(one -> one >= '0' && one <= '9')
            || word.length() >= 20
            || word.endsWith("="));
  }

  private static String without(Matcher found, String... groups) {
    for (String group : groups) {
      if (found.group(group) != null) {
        return isClear(found.group(group)) ? replaced(found, group, MASK) : found.group();
      }
    }
    return found.group();
  }

  /** Returns false for a variable, and for what is masked already. */
  private static boolean isClear(String value) {
    return !value.isEmpty() && !value.startsWith("${") && !value.startsWith(MASK);
  }

  private static String replaced(Matcher found, String group, String by) {
    int from = found.start(group) - found.start();
    int until = found.end(group) - found.start();
    return found.group().substring(0, from) + by + found.group().substring(until);
  }

  private static String decoded(String name) {
    try {
      return URLDecoder.decode(name, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException notEncoded) {
      return name;
    }
  }
}
