package io.perfline.core.run;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * How a baseline was found.
 *
 * @param name the word for it in {@code run.json}
 * @param equalBuilds true if it equals the candidate and is measured on purpose
 */
public record BaselineSource(String name, boolean equalBuilds) {

  /** The newest earlier commit that may be compared with. */
  public static final BaselineSource FOUND = new BaselineSource("found");

  /** A commit or a file that the option {@code --against} names. */
  public static final BaselineSource REQUESTED = new BaselineSource("--against");

  /** A service at a URL of its own. */
  public static final BaselineSource AT_URL = new BaselineSource("baseline_url");

  /** The last release. */
  public static final BaselineSource RELEASE = new BaselineSource("since-release");

  /** The file that the option {@code --baseline-war} names. */
  public static final BaselineSource GIVEN_WAR = new BaselineSource("the WAR that was given");

  /** A commit that a bisection compares with. */
  public static final BaselineSource BISECTION = new BaselineSource("bisect");

  /** The build itself, with which a proof of the verdict compares it. */
  public static final BaselineSource PROOF = new BaselineSource("prove");

  /** The candidate itself, because there is nothing else to compare it with. */
  public static final BaselineSource ITSELF = new BaselineSource("itself");

  private static final String EQUAL = "A/A: ";

  public BaselineSource(String name) {
    this(name, false);
  }

  /** Reads a source in the form of {@code run.json}; earlier versions used other words. */
  @JsonCreator
  static BaselineSource read(String text) {
    return text.startsWith(EQUAL)
        ? new BaselineSource(text.substring(EQUAL.length()), true)
        : new BaselineSource(text);
  }

  @JsonValue
  @Override
  public String toString() {
    return equalBuilds ? EQUAL + name : name;
  }

  /** Returns whether the baseline was found in the same way as another one. */
  boolean is(BaselineSource other) {
    return name.equals(other.name);
  }
}
