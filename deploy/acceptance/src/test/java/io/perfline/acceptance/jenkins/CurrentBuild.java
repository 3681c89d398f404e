package io.perfline.acceptance.jenkins;

import java.util.List;
import java.util.function.Supplier;

/**
 * The variable {@code currentBuild} of a pipeline. Public, because Groovy accesses it by
 * reflection.
 */
public final class CurrentBuild {

  private final boolean atNight;
  private final Supplier<Result> result;
  private String description;

  CurrentBuild(boolean atNight, Supplier<Result> result) {
    this.atNight = atNight;
    this.result = result;
  }

  public String getCurrentResult() {
    return result.get().name();
  }

  public String getDisplayName() {
    return "#7";
  }

  public String getDescription() {
    return description;
  }

  public void setDescription(String description) {
    this.description = description;
  }

  /** Returns the causes of a type; used to detect builds started by the timer. */
  public List<String> getBuildCauses(String type) {
    return atNight && type.equals("hudson.triggers.TimerTrigger$TimerTriggerCause")
        ? List.of("Started by timer")
        : List.of();
  }
}
