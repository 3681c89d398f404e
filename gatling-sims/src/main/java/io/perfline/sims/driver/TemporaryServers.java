package io.perfline.sims.driver;

import io.perfline.core.command.Fault;
import io.perfline.core.command.Homes;
import io.perfline.core.file.FileTree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.function.BiFunction;

/** Where a case starts servers that are its own, to break them; removed behind it. */
public record TemporaryServers(Path home, Path folder) implements AutoCloseable {

  /**
   * @param scope of the case, which names the folder
   */
  public static TemporaryServers of(String scope) {
    Path home = Homes.project().toAbsolutePath().normalize();
    return new TemporaryServers(home, home.resolve(".perf/own").resolve(scope));
  }

  /**
   * What {@code start} starts, given the project's home and the folder.
   *
   * @throws DriverException when it doesn't come up; the folder is removed then
   */
  public <S> S started(BiFunction<Path, Path, S> start) {
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
