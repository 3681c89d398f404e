package io.perfline.sims.driver.http;

import java.io.IOException;

/**
 * Thrown if a request can't be sent because of its values. Its message is the kind of the error. It
 * has no stack trace because it may be thrown often.
 */
final class UnsentRequest extends IOException {

  private static final long serialVersionUID = 1;

  UnsentRequest(String kind) {
    super(kind);
  }

  @Override
  public synchronized Throwable fillInStackTrace() {
    return this;
  }
}
