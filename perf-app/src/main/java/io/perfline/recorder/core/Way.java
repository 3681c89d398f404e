package io.perfline.recorder.core;

/** The ways in. */
public enum Way {
  HTTP("http"),
  KRYONET("kryonet"),
  KAFKA("kafka");

  private final String text;

  Way(String text) {
    this.text = text;
  }

  /** Its name in metrics and in the health. */
  @Override
  public String toString() {
    return text;
  }
}
