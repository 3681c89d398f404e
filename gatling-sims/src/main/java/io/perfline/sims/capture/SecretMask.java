package io.perfline.sims.capture;

import static io.perfline.sims.driver.http.CapturedExchange.MASK;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.perfline.core.command.Secrets;
import io.perfline.core.yaml.SecretNames;
import io.perfline.sims.driver.http.JsonText;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Replaces secrets in traffic, by their names, before it is stored. */
final class SecretMask {

  private static final Pattern PARAMETER = Pattern.compile("(^|[?&;#])([^=?&;#]+)=([^&;#]*)");
  private static final Pattern QUERY_OR_FRAGMENT = Pattern.compile("[?#]|$");

  /** Matches a parameter of a segment of a path, as in {@code /cart;jsessionid=1}. */
  private static final Pattern OF_SEGMENT = Pattern.compile("(;)([^=;/]+)=([^;/]*)");

  /** The names of sessions that a service writes into its addresses. */
  private static final Set<String> SESSIONS = Set.of("jsessionid", "phpsessid");

  private static final Pattern CREDENTIALS =
      Pattern.compile("(?i)(basic|bearer|digest|negotiate) .*");
  private static final String ENCODED = URLEncoder.encode(MASK, StandardCharsets.UTF_8);

  private final Set<String> names;

  /**
   * @param names the names of further headers, parameters and JSON keys to be masked, in addition
   *     to those that are known to be secrets
   */
  SecretMask(List<String> names) {
    this.names = names.stream().map(SecretMask::lower).collect(Collectors.toSet());
  }

  private static String lower(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  private boolean masks(String name) {
    return SecretNames.isSecret(name)
        || SESSIONS.contains(lower(name))
        || names.contains(lower(name));
  }

  /** Returns headers with the values of secrets masked, even those within addresses. */
  Map<String, List<String>> headers(Map<String, List<String>> headers) {
    Map<String, List<String>> masked = new TreeMap<>();
    headers.forEach(
        (name, values) ->
            masked.put(name, values.stream().map(value -> header(name, value)).toList()));
    return masked;
  }

  private String header(String name, String value) {
    if (masks(name) || CREDENTIALS.matcher(value).matches()) {
      return MASK;
    }
    return target(value);
  }

  /** Returns a path or an address with the secrets in its parameters and fragment masked. */
  String target(String target) {
    String own = Secrets.withoutUserInfo(target);
    Matcher begin = QUERY_OR_FRAGMENT.matcher(own);
    int path = begin.find() ? begin.start() : own.length();
    return masked(OF_SEGMENT, own.substring(0, path)) + form(own.substring(path));
  }

  /** Returns the fields of a form, or a query, with the secrets masked. */
  String form(String form) {
    return masked(PARAMETER, form);
  }

  private String masked(Pattern parameter, String text) {
    return parameter
        .matcher(text)
        .replaceAll(
            found ->
                Matcher.quoteReplacement(
                    masks(decoded(found.group(2)))
                        ? found.group(1) + found.group(2) + "=" + ENCODED
                        : found.group()));
  }

  private static String decoded(String name) {
    try {
      return java.net.URLDecoder.decode(name, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException notEncoded) {
      return name;
    }
  }

  /**
   * Returns JSON with the values of secrets masked, at any depth.
   *
   * @throws JsonProcessingException if it is not JSON
   */
  String json(String text) throws JsonProcessingException {
    JsonNode content = JsonText.whole(text);
    return mask(content) ? content.toString() : text;
  }

  /** Masks the secrets in a node, and returns whether there were any. */
  private boolean mask(JsonNode node) {
    boolean masked = false;
    if (node instanceof ObjectNode object) {
      for (String name : names(object)) {
        JsonNode value = object.get(name);
        if (masks(name) && !value.isNull()) {
          object.set(name, TextNode.valueOf(MASK));
          masked = true;
        } else {
          masked |= mask(value);
        }
      }
    } else if (node instanceof ArrayNode array) {
      for (JsonNode one : array) {
        masked |= mask(one);
      }
    }
    return masked;
  }

  private static List<String> names(ObjectNode object) {
    List<String> names = new ArrayList<>();
    object.fieldNames().forEachRemaining(names::add);
    return names;
  }
}
