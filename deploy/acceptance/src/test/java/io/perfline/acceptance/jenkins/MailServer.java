package io.perfline.acceptance.jenkins;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** An SMTP server on loopback that keeps what it receives. */
final class MailServer implements AutoCloseable {

  private final ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final BlockingQueue<String> mails = new LinkedBlockingQueue<>();

  MailServer() throws IOException {
    Thread thread = new Thread(this::serve, "mail server");
    thread.setDaemon(true);
    thread.start();
  }

  int port() {
    return socket.getLocalPort();
  }

  /** Waits for a mail, with its headers and recipients, that contains a text; drops others. */
  String await(String text, Duration limit) throws InterruptedException {
    long end = System.nanoTime() + limit.toNanos();
    List<String> others = new ArrayList<>();
    while (true) {
      String mail = mails.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
      if (mail == null) {
        throw new AssertionError("no mail contains '%s'; others: %s".formatted(text, others));
      }
      if (mail.contains(text)) {
        return mail;
      }
      others.add(mail);
    }
  }

  private void serve() {
    while (!socket.isClosed()) {
      try (Socket client = socket.accept()) {
        receive(client);
      } catch (IOException e) {
        // a client that went away, or the end of this server
      }
    }
  }

  private void receive(Socket client) throws IOException {
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(client.getInputStream(), UTF_8));
    OutputStream out = client.getOutputStream();
    answer(out, "220 ready");
    List<String> mail = new ArrayList<>();
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      switch (line.split("[ :]", 2)[0]) {
        case "RCPT" -> {
          mail.add(line);
          answer(out, "250 ok");
        }
        case "DATA" -> {
          answer(out, "354 send it");
          for (line = lines.readLine(); !line.equals("."); line = lines.readLine()) {
            mail.add(line);
          }
          mails.add(String.join("\n", mail));
          mail.clear();
          answer(out, "250 ok");
        }
        case "QUIT" -> {
          answer(out, "221 bye");
          return;
        }
        default -> answer(out, "250 ok");
      }
    }
  }

  private static void answer(OutputStream out, String line) throws IOException {
    out.write((line + "\r\n").getBytes(UTF_8));
    out.flush();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
