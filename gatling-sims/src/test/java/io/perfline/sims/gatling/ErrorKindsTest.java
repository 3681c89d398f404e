package io.perfline.sims.gatling;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ErrorKindsTest {

  private final ErrorKinds kinds = new ErrorKinds();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          status.find.is(201), found 503 | status 503
          status.find.in([200, 209], 304), found 404 | status 404
          i.n.c.AbstractChannel$AnnotatedConnectException: finishConnect(..) failed: Connection refused: /127.0.0.1:4711 | connect refused
          i.n.c.ConnectTimeoutException: connection timed out: /10.0.0.1:80 | connect timeout
          i.g.h.c.i.RequestTimeoutException: Request timeout to localhost/127.0.0.1:80 after 2000 ms | timeout
          j.i.IOException: Premature close | connection closed
          j.n.SocketException: Connection reset | connection reset
          i.n.c.u.Errors$NativeIoException: recvAddress(..) failed: Connection reset by peer | connection reset
          j.n.UnknownHostException: no.such.host: Name or service not known | unknown host
          j.n.s.SSLHandshakeException: PKIX path building failed | TLS
          i.n.c.u.Errors$NativeIoException: newSocketStream(..) failed: Too many open files | too many open files
          jsonPath($.id).find.exists, found nothing | check jsonPath($.id)
          a.b.c.StrangeException: whatever | StrangeException
          something else | other
          """)
  void namesErrorsWithoutAddressesAndTimes(String message, String kind) {
    assertThat(kinds.of(message)).isEqualTo(kind);
  }

  @Test
  void boundsTheNumberOfKinds() {
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < 1000; i++) {
      seen.add(kinds.of("a.b.Strange" + i + "Exception: no"));
    }
    assertThat(seen).hasSizeLessThan(20).contains("other", "Strange0Exception");
  }
}
