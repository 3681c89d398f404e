package io.perfline.sims.driver.http;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.OutputStream;

/** The same GET over and over. */
final class Gets implements Requests {

  private static final int OK = 200;

  private final byte[] request;

  Gets(HttpAddress address) {
    request =
        "GET %s HTTP/1.1\r\nHost: %s\r\n\r\n"
            .formatted(address.path(), address.authority())
            .getBytes(US_ASCII);
  }

  @Override
  public void write(OutputStream out) throws IOException {
    out.write(request);
  }

  @Override
  public int expectedStatus() {
    return OK;
  }

  @Override
  public int messages() {
    return 1;
  }

  @Override
  public long payloadBytes() {
    return 0;
  }
}
