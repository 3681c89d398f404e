package io.perfline.sims.server;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * The processes of a PostgreSQL on this machine that serve one database or role. PostgreSQL shows
 * both in the title of each backend, as in {@code postgres: shop shop_candidate 127.0.0.1(54321)
 * idle}. Its other processes work for all databases.
 */
public final class DatabaseBackends implements NeedResources {

  private static final String TITLE = "postgres: ";

  private final String name;
  private final Map<Long, Double> used = new HashMap<>();

  /**
   * @param name the name of the database or of the role
   */
  public DatabaseBackends(String name) {
    this.name = name;
  }

  @Override
  public Stream<ProcessHandle> processes() {
    return ProcessHandle.allProcesses().filter(process -> isOf(name, title(process.pid())));
  }

  /** Returns the CPU time of all backends that were found so far; null if there were none. */
  @Override
  public Double microseconds() {
    processes()
        .forEach(
            backend -> {
              Double now = ProcessTreeCpu.microseconds(backend.pid());
              if (now != null) {
                used.put(backend.pid(), now);
              }
            });
    return used.isEmpty()
        ? null
        : (Double) used.values().stream().mapToDouble(Double::doubleValue).sum();
  }

  /** Returns nothing, because the backends of all databases share most of their memory. */
  @Override
  public OptionalLong residentBytes() {
    return OptionalLong.empty();
  }

  /** Returns whether a process title is that of a backend of this database or role. */
  static boolean isOf(String name, String title) {
    return title.startsWith(TITLE)
        && Arrays.asList(title.substring(TITLE.length()).split(" ")).contains(name);
  }

  private static String title(long pid) {
    try {
      byte[] line = Files.readAllBytes(Path.of("/proc", Long.toString(pid), "cmdline"));
      return new String(line, StandardCharsets.UTF_8).replace('\0', ' ').strip();
    } catch (IOException ended) {
      return "";
    }
  }
}
