package io.perfline.sims.service;

import io.perfline.core.command.Secrets;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The address of a database in a text, such as {@code jdbc:postgresql://127.0.0.1:5432/shop}.
 *
 * @param server the server as connections show it, such as {@code 127.0.0.1:5432}
 * @param place the whole address without user and password, which identifies the database
 */
record DatabaseAddress(String server, String place) {

  /** The default ports of servers of databases, by the names that their addresses begin with. */
  private static final Map<String, Integer> PORTS =
      Map.ofEntries(
          Map.entry("postgresql", 5432),
          Map.entry("postgres", 5432),
          Map.entry("mysql", 3306),
          Map.entry("mariadb", 3306),
          Map.entry("oracle", 1521),
          Map.entry("sqlserver", 1433),
          Map.entry("mssql", 1433),
          Map.entry("db2", 50000),
          Map.entry("mongodb", 27017),
          Map.entry("redis", 6379),
          Map.entry("rediss", 6379));

  /** Matches an address with a known name, or any that begins with {@code jdbc:}. */
  private static final Pattern ADDRESS =
      Pattern.compile(
          "(?i)(?:(?:jdbc|r2dbc):(?:pool:)?(?:tc:)?)?(?<name>[a-z0-9]+)(?:[+:][a-z]+)?:(?:thin:)?"
              + "(?:@?//|@)(?:[^@/\\s\"']*@)?"
              + "(?<host>\\[[0-9a-f:.]+]|[\\w.-]+)(?::(?<port>\\d+))?(?<rest>[^\\s\"'<>]*)");

  /** Returns the addresses of databases in a text; those that contain a variable are left out. */
  static List<DatabaseAddress> in(String text) {
    List<DatabaseAddress> found = new ArrayList<>();
    Matcher address = ADDRESS.matcher(text);
    while (address.find()) {
      String whole = Secrets.withoutUserInfo(address.group());
      boolean java = whole.toLowerCase(Locale.ROOT).matches("(jdbc|r2dbc):.*");
      Integer port = PORTS.get(address.group("name").toLowerCase(Locale.ROOT));
      if ((port != null || java) && !whole.contains("$")) {
        String given = address.group("port");
        found.add(
            new DatabaseAddress(
                numeric(address.group("host")) + ":" + (given == null ? port : given),
                Secrets.masked(whole)));
      }
    }
    return found;
  }

  /** Returns whether a port is the default one of a server of databases. */
  static boolean isDefault(int port) {
    return PORTS.containsValue(port);
  }

  private static String numeric(String host) {
    try {
      String address = InetAddress.getByName(host).getHostAddress();
      return address.contains(":") ? "[" + address + "]" : address;
    } catch (UnknownHostException e) {
      return host;
    }
  }
}
