package io.perfline.core.project;

public enum ScenarioProtocol {
  /** HTTP/1.1, with one request at a time on a connection. */
  HTTP_1_1("http/1.1"),
  /** HTTP/2 over TLS, chosen by ALPN. */
  H2("h2"),
  /** HTTP/2 without TLS, by prior knowledge. */
  H2C("h2c"),
  /** gRPC calls over HTTP/2, with TLS if the address requires it. */
  GRPC("grpc");

  private final String word;

  ScenarioProtocol(String word) {
    this.word = word;
  }

  /** Returns whether requests share connections. */
  public boolean isShared() {
    return this != HTTP_1_1;
  }

  /** Returns its name in files. */
  @Override
  public String toString() {
    return word;
  }
}
