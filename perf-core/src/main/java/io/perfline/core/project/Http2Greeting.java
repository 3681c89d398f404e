package io.perfline.core.project;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.ByteBuffer;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/** Finds out whether a server speaks HTTP/2, as every gRPC server does. */
final class Http2Greeting {

  /** The connection preface of a client (RFC 9113, 3.4). */
  private static final byte[] PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(US_ASCII);

  private static final int FRAME_HEADER = 9;
  private static final int TYPE = 3;
  private static final byte SETTINGS = 4;

  private Http2Greeting() {}

  /** Returns whether the server answers the preface with its settings. */
  static boolean isAnswered(URI server, Duration timeout) {
    boolean tls = "https".equals(server.getScheme());
    int port = server.getPort() >= 0 ? server.getPort() : tls ? 443 : 80;
    int millis = (int) timeout.toMillis();
    try (Socket plain = new Socket()) {
      plain.connect(new InetSocketAddress(server.getHost(), port), millis);
      plain.setSoTimeout(millis);
      try (Socket socket = tls ? secured(plain, server.getHost(), port) : plain) {
        OutputStream out = socket.getOutputStream();
        ByteBuffer greeting = ByteBuffer.allocate(PREFACE.length + FRAME_HEADER).put(PREFACE);
        greeting.put(PREFACE.length + TYPE, SETTINGS); // an empty frame
        out.write(greeting.array());
        out.flush();
        byte[] answer = socket.getInputStream().readNBytes(FRAME_HEADER);
        return answer.length == FRAME_HEADER && answer[TYPE] == SETTINGS;
      }
    } catch (IOException e) {
      return false;
    }
  }

  private static SSLSocket secured(Socket plain, String host, int port) throws IOException {
    try {
      SSLSocket socket =
          (SSLSocket)
              SSLContext.getDefault().getSocketFactory().createSocket(plain, host, port, true);
      SSLParameters parameters = socket.getSSLParameters();
      parameters.setEndpointIdentificationAlgorithm("HTTPS");
      parameters.setApplicationProtocols(new String[] {"h2"});
      socket.setSSLParameters(parameters);
      return socket;
    } catch (NoSuchAlgorithmException e) {
      throw new IOException("this Java has no TLS", e);
    }
  }
}
