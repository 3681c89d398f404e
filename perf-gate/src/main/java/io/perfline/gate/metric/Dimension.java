package io.perfline.gate.metric;

/** The dimensions of metrics. Units can be converted only within a dimension. */
public enum Dimension {
  TIME("a time"),
  MESSAGES_PER_TIME("messages per time"),
  REQUESTS_PER_TIME("requests per time"),
  BYTES_PER_TIME("bytes per time"),
  TIME_PER_OPERATION("a time per operation"),
  OPERATIONS_PER_TIME("operations per time"),
  BYTES_PER_OPERATION("bytes per operation"),
  BYTES("bytes"),
  SHARE("a share"),
  COUNT("a count"),
  USERS("a number of users");

  private final String what;

  Dimension(String what) {
    this.what = what;
  }

  @Override
  public String toString() {
    return what;
  }
}
