package io.perfline.acceptance.jenkins;

import java.util.List;
import java.util.function.Supplier;

/** What a pipeline sees of its own build. Public, with accessors: Groovy reads it by name. */
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

  /** Whether the timer started this build: a list that is empty when it didn't. */
  public List<String> getBuildCauses(String type) {
    return atNight && type.equals("hudson.triggers.TimerTrigger$TimerTriggerCause")
        ? List.of("Started by timer")
        : List.of();
  }
}
