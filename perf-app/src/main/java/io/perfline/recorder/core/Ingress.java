package io.perfline.recorder.core;

import java.util.Locale;

/** An entry point of messages. */
public enum Ingress {
  HTTP,
  KRYONET,
  KAFKA;

  /** Returns the name of this ingress in metrics and in the health report. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
