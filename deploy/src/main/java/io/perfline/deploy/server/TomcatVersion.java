package io.perfline.deploy.server;

import io.perfline.core.command.Fault;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * A release line of Tomcat. Version 7, which perfline was originally made for, has been
 * unmaintained since 2021. Applications for 10.1 and later use {@code jakarta.servlet}.
 */
public enum TomcatVersion {
  V7("7"),
  V9("9"),
  V10_1("10.1"),
  V11("11");

  private final String number;

  TomcatVersion(String number) {
    this.number = number;
  }

  /** Returns the version number, as in {@code PERF_TOMCAT_VERSION}. */
  public String number() {
    return number;
  }

  /**
   * Returns the version with this number.
   *
   * @throws Fault (exit code 2) if there is none
   */
  public static TomcatVersion of(String number) {
    return Arrays.stream(values())
        .filter(tomcatVersion -> tomcatVersion.number.equals(number))
        .findFirst()
        .orElseThrow(
            () ->
                Fault.configuration(
                    "PERF_TOMCAT_VERSION must be one of %s, not '%s'"
                        .formatted(
                            Arrays.stream(values())
                                .map(TomcatVersion::number)
                                .collect(Collectors.joining(", ")),
                            number)));
  }
}
