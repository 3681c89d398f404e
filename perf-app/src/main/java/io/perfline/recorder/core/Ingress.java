package io.perfline.recorder.core;

import java.util.Locale;

/** Where messages come in. */
public enum Ingress {
  HTTP,
  KRYONET,
  KAFKA;

  /** Its name in metrics and in the health. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
