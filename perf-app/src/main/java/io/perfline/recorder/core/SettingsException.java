package io.perfline.recorder.core;

import java.util.List;

/** Thrown if the recorder can't start with its settings. The message lists one fault per line. */
public final class SettingsException extends Exception {

  private final transient List<String> faults;

  SettingsException(String context, List<String> faults) {
    super(
        "recorder at %s can't start, %d setting%s wrong:\n  - %s"
            .formatted(
                context.isEmpty() ? "/" : context,
                faults.size(),
                faults.size() == 1 ? " is" : "s are",
                String.join("\n  - ", faults)));
    this.faults = List.copyOf(faults);
  }

  /** Returns each fault with the name of its setting. */
  public List<String> faults() {
    return faults;
  }
}
