package io.perfline.recorder.core;

/** Where messages come in. */
public enum Ingress {
  HTTP("http"),
  KRYONET("kryonet"),
  KAFKA("kafka");

  private final String text;

  Ingress(String text) {
    this.text = text;
  }

  /** Its name in metrics and in the health. */
  @Override
  public String toString() {
    return text;
  }
}
