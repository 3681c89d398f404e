package io.perfline.deploy.needs;

import io.perfline.core.environment.HostPort;
import io.perfline.core.project.needs.NeedReadyCheck;
import io.perfline.deploy.process.ServiceProcess;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;

/** Waits until a need is ready. */
record NeedReadiness(NeedReadyCheck check, HostPort address, NeedShell shell) {

  private static final long POLL_MILLIS = 50;
  private static final int TIMEOUT_MILLIS = 2_000;

  /**
   * Waits.
   *
   * @param process the process of the need; null if it isn't perfline's
   * @throws NeedFailure if it ends, or isn't ready in time
   */
  void await(ServiceProcess process) throws InterruptedException {
    long end = System.nanoTime() + check.within().toNanos();
    while (!isReady()) {
      requireAlive(process);
      if (System.nanoTime() > end) {
        String log = process == null ? "" : "; " + process.lastWords();
        throw new NeedFailure(
            "%s was not ready at %s within %d s: %s%s"
                .formatted(shell.what(), address, check.within().toSeconds(), asked(), log),
            null);
      }
      Thread.sleep(POLL_MILLIS);
    }
    requireAlive(process); // otherwise another process may have taken its port
  }

  private void requireAlive(ServiceProcess process) throws InterruptedException {
    if (process == null || process.isAlive()) {
      return;
    }
    boolean detached = process.await(Duration.ZERO).orElse(1) == 0;
    throw new NeedFailure(
        "%s ended before it was ready%s: %s"
            .formatted(
                shell.what(),
                detached
                    ? " (its command must run in the foreground, as 'postgres' does and 'pg_ctl"
                        + " start' doesn't)"
                    : "",
                process.ended().orElse("")),
        null);
  }

  private String asked() {
    if (check.command() != null) {
      return "'%s' does not succeed".formatted(check.command());
    }
    return check.get() == null
        ? "its port accepts no connection"
        : "%s does not return 200".formatted(check.get());
  }

  private boolean isReady() throws InterruptedException {
    if (check.command() != null) {
      return shell.succeeds(check.command());
    }
    try {
      return check.get() == null ? accepts() : returnsOk();
    } catch (IOException notYet) {
      return false;
    }
  }

  private boolean accepts() throws IOException {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(address.host(), address.port()), TIMEOUT_MILLIS);
      return true;
    }
  }

  private boolean returnsOk() throws IOException {
    URI url = URI.create("http://%s%s".formatted(address, check.get()));
    HttpURLConnection request = (HttpURLConnection) url.toURL().openConnection();
    request.setConnectTimeout(TIMEOUT_MILLIS);
    request.setReadTimeout(TIMEOUT_MILLIS);
    try {
      return request.getResponseCode() == HttpURLConnection.HTTP_OK;
    } finally {
      request.disconnect();
    }
  }
}
