package io.perfline.sims.fault;

import io.perfline.core.command.Fault;
import io.perfline.core.command.Homes;
import io.perfline.core.file.FileTree;
import io.perfline.core.file.StateFolder;
import io.perfline.sims.driver.DriverException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.function.BiFunction;

/** The folder of the servers that belong to one case; it is deleted after the case. */
record TemporaryServers(Path home, Path folder) implements AutoCloseable {

  static TemporaryServers of(String scope) {
    Path home = Homes.project().toAbsolutePath().normalize();
    return new TemporaryServers(home, StateFolder.CASE_SERVERS.in(home).resolve(scope));
  }

  /**
   * Starts a server in the folder, and returns it.
   *
   * @param start receives the project's home and the folder
   * @throws DriverException if the server does not start; the folder has been deleted by then
   */
  <S> S started(BiFunction<Path, Path, S> start) {
    try {
      return start.apply(home, folder);
    } catch (Fault e) {
      close();
      throw new DriverException(e.getMessage(), e);
    }
  }

  @Override
  public void close() {
    try {
      FileTree.delete(folder);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot remove " + folder, e);
    }
  }
}
