package io.perfline.sims.slowed;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;

/** The method that a slowed recorder calls for each message at a slowed entry point. */
public final class SlowdownHook {

  /**
   * The resource next to this class with a {@link SlowedBy} and an amount for each slowed entry
   * point.
   */
  public static final String PROPERTIES = "slowed.properties";

  private static final Map<String, Slowdown> SLOWDOWNS = read();

  private SlowdownHook() {}

  /** Called when a message has arrived at an entry point. */
  public static void message(String way) {
    SLOWDOWNS.get(way).spend();
  }

  private static Map<String, Slowdown> read() {
    Properties ways = new Properties();
    try (InputStream in = SlowdownHook.class.getResourceAsStream(PROPERTIES)) {
      ways.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read what is slowed", e);
    }
    return ways.stringPropertyNames().stream()
        .collect(Collectors.toUnmodifiableMap(way -> way, way -> slowdown(ways.getProperty(way))));
  }

  private static Slowdown slowdown(String text) {
    String[] parts = text.split(" ");
    return SlowedBy.valueOf(parts[0]).slowdown(Long.parseLong(parts[1]));
  }
}
