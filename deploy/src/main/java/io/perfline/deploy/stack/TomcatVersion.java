package io.perfline.deploy.stack;

import io.perfline.core.command.Fault;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * A line of Tomcat's releases. 7 is what perfline was made for, and past its end since 2021; from
 * 10.1 on applications are written for {@code jakarta.servlet}.
 */
public enum TomcatVersion {
  V7("7"),
  V9("9"),
  V10_1("10.1"),
  V11("11");

  private final String word;

  TomcatVersion(String word) {
    this.word = word;
  }

  /** Its name in {@code PERF_TOMCAT_VERSION}. */
  public String word() {
    return word;
  }

  /**
   * @throws Fault (exit code 2) when there is none of this name
   */
  static TomcatVersion of(String word) {
    return Arrays.stream(values())
        .filter(tomcatVersion -> tomcatVersion.word.equals(word))
        .findFirst()
        .orElseThrow(
            () ->
                Fault.configuration(
                    "PERF_TOMCAT_VERSION must be one of %s, not '%s'"
                        .formatted(
                            Arrays.stream(values())
                                .map(TomcatVersion::word)
                                .collect(Collectors.joining(", ")),
                            word)));
  }
}
