package io.perfline.sims.driver.http;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/** The same GET over and over, or several behind each other as one: a page and its resources. */
final class Gets implements Requests {

  private final byte[][] requests;

  Gets(List<HttpAddress> addresses) {
    requests = addresses.stream().map(Gets::request).toArray(byte[][]::new);
  }

  private static byte[] request(HttpAddress address) {
    return "GET %s HTTP/1.1\r\nHost: %s\r\n\r\n"
        .formatted(address.path(), address.authority())
        .getBytes(US_ASCII);
  }

  @Override
  public int parts() {
    return requests.length;
  }

  @Override
  public void write(OutputStream out, int part) throws IOException {
    out.write(requests[part]);
  }
}
