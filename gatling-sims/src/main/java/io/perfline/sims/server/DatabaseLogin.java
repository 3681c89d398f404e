package io.perfline.sims.server;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The address of a database that a service uses, with the user and password that the service has in
 * its own environment variables.
 *
 * @param kind the name with which the address begins, such as {@code postgresql}
 * @param place the address without user and password, such as {@code 127.0.0.1:5432/shop}
 * @param user null if no variable has it
 * @param password null if no variable has it
 */
public record DatabaseLogin(String kind, String place, String user, String password) {

  private static final Pattern URL =
      Pattern.compile(
          "(?:jdbc:)?(?<kind>[a-z]+)://(?:(?<user>[^:@/\\s]+)(?::(?<password>[^@/\\s]*))?@)?"
              + "(?<place>[^/\\s?,]+/[^?\\s\"']+)(?:[?](?<query>[^\\s\"']*))?");

  private static final Pattern USER = Pattern.compile("(?i).*user(_?name)?");

  private static final Pattern PASSWORD = Pattern.compile("(?i).*(password|passwd|pwd)");

  /** The variables that clients of the databases read by themselves. */
  private static final Pattern OF_CLIENTS =
      Pattern.compile("PG(USER|PASSWORD)|(MYSQL|MARIADB)_(USER|PASSWORD|PWD)");

  /**
   * Finds the addresses of databases in the environment variables of a service, in the order of the
   * variables' names.
   */
  static Stream<DatabaseLogin> in(Map<String, String> variables) {
    return variables.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .map(variable -> of(variable.getKey(), variable.getValue(), variables))
        .filter(Objects::nonNull);
  }

  private static DatabaseLogin of(String name, String value, Map<String, String> variables) {
    Matcher url = URL.matcher(value);
    if (!url.find()) {
      return null;
    }
    Map<String, String> query = new HashMap<>();
    for (String parameter : Objects.requireNonNullElse(url.group("query"), "").split("&")) {
      String[] pair = parameter.split("=", 2);
      query.put(pair[0], pair.length == 2 ? decoded(pair[1]) : "");
    }
    String user = first(decoded(url.group("user")), query.get("user"));
    String password = first(decoded(url.group("password")), query.get("password"));
    return new DatabaseLogin(
        url.group("kind"),
        url.group("place"),
        first(user, variable(name, USER, variables)),
        first(password, variable(name, PASSWORD, variables)));
  }

  private static String decoded(String text) {
    return text == null ? null : URLDecoder.decode(text, StandardCharsets.UTF_8);
  }

  private static String first(String one, String other) {
    return one == null ? other : one;
  }

  /** Returns the value of the variable whose name has most in common with that of the address. */
  private static String variable(String name, Pattern kind, Map<String, String> variables) {
    return variables.entrySet().stream()
        .filter(variable -> kind.matcher(variable.getKey()).matches())
        .filter(
            variable ->
                common(name, variable.getKey()) >= 3
                    || OF_CLIENTS.matcher(variable.getKey()).matches())
        .max(Comparator.comparingInt(variable -> common(name, variable.getKey())))
        .map(Map.Entry::getValue)
        .orElse(null);
  }

  private static int common(String one, String other) {
    int length = 0;
    while (length < Math.min(one.length(), other.length())
        && one.charAt(length) == other.charAt(length)) {
      length++;
    }
    return length;
  }

  /**
   * Returns the server, such as {@code 127.0.0.1:5432}.
   *
   * @param port the port of an address without one
   */
  String server(int port) {
    String server = place.substring(0, place.indexOf('/')).toLowerCase(Locale.ROOT);
    return server.matches(".*:\\d+") ? server : server + ":" + port;
  }

  /** Returns user and password, as far as they are known, as properties of a JDBC connection. */
  Properties properties() {
    Properties properties = new Properties();
    Optional.ofNullable(user).ifPresent(value -> properties.setProperty("user", value));
    Optional.ofNullable(password).ifPresent(value -> properties.setProperty("password", value));
    return properties;
  }

  /** Omits user and password. */
  @Override
  public String toString() {
    return place;
  }
}
