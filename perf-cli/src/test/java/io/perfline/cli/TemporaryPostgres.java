package io.perfline.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.perfline.core.file.FileTree;
import io.perfline.deploy.process.Ports;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A PostgreSQL of the distribution's package on a free port, which counts statements. If this
 * process belongs to root, the server belongs to nobody, because PostgreSQL refuses root.
 */
final class TemporaryPostgres implements AutoCloseable {

  private static final Path INSTALLED = Path.of("/usr/lib/postgresql");

  private final Path folder;
  private final int port = Ports.free();
  private final Process server;

  private TemporaryPostgres(Path programs) throws IOException, InterruptedException {
    folder = Files.createTempDirectory("postgres");
    if (isRoot()) {
      run(List.of("chown", "nobody", folder.toString()));
    }
    Path data = folder.resolve("data");
    run(asNobody(programs + "/initdb", "-D", "" + data, "-U", "shop", "-A", "trust", "--no-sync"));
    server =
        new ProcessBuilder(
                asNobody(
                    programs + "/postgres",
                    "-D",
                    data.toString(),
                    "-p",
                    "" + port,
                    "-h",
                    "127.0.0.1",
                    "-k",
                    "",
                    "-F",
                    "-c",
                    "shared_preload_libraries=pg_stat_statements"))
            .redirectErrorStream(true)
            .redirectOutput(Files.createTempFile(folder, "postgres", ".log").toFile())
            .start();
  }

  /** Starts the server; skips the test if PostgreSQL is not installed. */
  static TemporaryPostgres start() throws Exception {
    assumeTrue(Files.isDirectory(INSTALLED), "no PostgreSQL: apt-get install postgresql");
    try (Stream<Path> versions = Files.list(INSTALLED)) {
      Path programs = versions.sorted().reduce((one, later) -> later).orElseThrow().resolve("bin");
      TemporaryPostgres postgres = new TemporaryPostgres(programs);
      postgres.await();
      return postgres;
    }
  }

  private void await() throws InterruptedException {
    for (int i = 0; i < 300; i++) {
      try (Connection ready = connect("postgres")) {
        assertThat(ready.isValid(1)).isTrue();
        return;
      } catch (SQLException notYet) {
        Thread.sleep(50);
      }
    }
    throw new AssertionError("PostgreSQL is not ready: " + folder);
  }

  private static boolean isRoot() {
    return System.getProperty("user.name").equals("root");
  }

  private static List<String> asNobody(String... command) {
    List<String> words = new ArrayList<>();
    if (isRoot()) {
      words.addAll(List.of("setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"));
    }
    words.addAll(Arrays.asList(command));
    return words;
  }

  private static void run(List<String> command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as("%s: %s", command, output).isZero();
  }

  /** Returns the server's address, such as {@code 127.0.0.1:5432}. */
  String address() {
    return "127.0.0.1:" + port;
  }

  String url(String database) {
    return "jdbc:postgresql://%s/%s?user=shop".formatted(address(), database);
  }

  private Connection connect(String database) throws SQLException {
    return DriverManager.getConnection(url(database));
  }

  /** Executes a statement, and returns the first column of its first row, if it has one. */
  String sql(String database, String sql) throws SQLException {
    try (Connection connection = connect(database);
        Statement statement = connection.createStatement()) {
      if (!statement.execute(sql)) {
        return "";
      }
      try (ResultSet rows = statement.getResultSet()) {
        return rows.next() ? rows.getString(1) : "";
      }
    }
  }

  /** Ends the server at once, with all connections. */
  void stop() throws IOException, InterruptedException {
    run(List.of("kill", "-QUIT", Long.toString(server.pid())));
    assertThat(server.waitFor(20, TimeUnit.SECONDS)).isTrue();
  }

  @Override
  public void close() throws IOException, InterruptedException {
    if (server.isAlive()) {
      stop();
    }
    FileTree.delete(folder);
  }
}
