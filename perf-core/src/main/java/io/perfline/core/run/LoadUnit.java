package io.perfline.core.run;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The unit in which a kind of load is counted, and to which the server's cost refers. */
public enum LoadUnit {
  MESSAGE("msg/s"),
  REQUEST("req/s");

  /** The parameter of loads that send messages of a given size. */
  private static final String MESSAGE_BYTES = "message_bytes";

  /** The requests of such loads that contain no message. */
  private static final Set<String> WITHOUT_MESSAGE = Set.of("visit", "version");

  private final String rate;

  LoadUnit(String rate) {
    this.rate = rate;
  }

  /** Returns the unit of a case: messages if its requests contain them. */
  public static LoadUnit of(CaseResult result) {
    boolean batches = result.messages() != result.requests();
    return batches || result.consumer() != null ? MESSAGE : of(result.parameters());
  }

  public static LoadUnit of(Map<String, String> parameters) {
    return parameters.containsKey(MESSAGE_BYTES)
            && !WITHOUT_MESSAGE.contains(parameters.getOrDefault("request", ""))
        ? MESSAGE
        : REQUEST;
  }

  /** Returns the unit of the rates of all these cases, such as {@code messages/s}. */
  public static String rates(Collection<CaseResult> cases) {
    List<String> words =
        cases.stream().map(result -> of(result).noun()).distinct().sorted().toList();
    return String.join("s or ", words) + "s/s";
  }

  /** Parses the word in a JSON file. */
  @JsonCreator
  static LoadUnit read(String name) {
    return valueOf(name.toUpperCase(Locale.ROOT));
  }

  /** Returns the word in JSON files and texts. */
  @JsonValue
  public String noun() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns {@code per message} or {@code per request}. */
  public String each() {
    return "per " + noun();
  }

  public String rate() {
    return rate;
  }
}
