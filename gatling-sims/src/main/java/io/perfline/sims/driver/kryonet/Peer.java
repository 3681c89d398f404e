package io.perfline.sims.driver.kryonet;

import io.perfline.core.environment.HostPort;
import io.perfline.sims.driver.DriverException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A running {@link PeerMain}. */
public final class Peer implements AutoCloseable {

  private static final int GRACE_SECONDS = 5;

  private final Process process;
  private final List<HostPort> ports = new ArrayList<>();

  private Peer(Process process) {
    this.process = process;
  }

  /**
   * Starts one and waits until it listens.
   *
   * @param writeBuffer bytes of a connection's write buffer
   * @param objectBuffer bytes of its object buffer
   */
  public static Peer start(int ports, int writeBuffer, int objectBuffer) {
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx512m",
            PeerMain.class.getName(),
            Integer.toString(ports),
            Integer.toString(writeBuffer),
            Integer.toString(objectBuffer));
    try {
      ProcessBuilder builder = new ProcessBuilder(command);
      builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
      builder.redirectError(ProcessBuilder.Redirect.INHERIT);
      Peer peer = new Peer(builder.start());
      peer.readPorts();
      return peer;
    } catch (IOException e) {
      throw new DriverException("the bare Kryonet peer could not be started: " + e, e);
    }
  }

  private void readPorts() throws IOException {
    BufferedReader said =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    String line = said.readLine();
    if (line == null || !line.startsWith("ports ")) {
      close();
      throw new IOException("it ended before it listened, saying " + line);
    }
    for (String port : line.substring("ports ".length()).split(" ")) {
      ports.add(new HostPort("127.0.0.1", Integer.parseInt(port)));
    }
  }

  /** Where it listens. */
  public List<HostPort> ports() {
    return List.copyOf(ports);
  }

  public long pid() {
    return process.pid();
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(GRACE_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
