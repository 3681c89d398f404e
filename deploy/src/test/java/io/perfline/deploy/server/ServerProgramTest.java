package io.perfline.deploy.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.perfline.core.command.Fault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Uses a PATH in which apt-get and dpkg are scripts. */
class ServerProgramTest {

  @TempDir Path folder;

  private Path bin;
  private Path cache;

  @BeforeEach
  void setUp() throws IOException {
    bin = Files.createDirectory(folder.resolve("bin"));
    cache = folder.resolve("cache/perfline/influxdb/usr/bin/influxd");
  }

  @Test
  void usesAnInfluxDb1OnThePath() throws Exception {
    Path influxd = script("influxd", "echo 'InfluxDB v1.8.10 (git: 1.8 x)'");

    assertThat(find()).isEqualTo(influxd);
  }

  @Test
  void doesNotUseAnInfluxDb2() throws Exception {
    script("influxd", "echo 'InfluxDB v2.7.11 (git: 1.8 x) build_date: 2024'");

    assertThatThrownBy(this::find)
        .isInstanceOfSatisfying(Fault.class, f -> assertThat(f.exitCode()).isEqualTo(3))
        .hasMessageContaining("influxd is not InfluxDB 1.x: InfluxDB v2.7.11");
  }

  @Test
  void explainsHowToInstallAMissingProgram() {
    assertThatThrownBy(this::find)
        .isInstanceOf(Fault.class)
        .hasMessageContaining("no influxd on the PATH; there is no dpkg")
        .hasMessageContaining("apt-get install influxdb")
        .hasMessageContaining("dpkg -x PACKAGE.deb " + folder.resolve("cache/perfline"));
  }

  @Test
  void unpacksThePackageOnceForConcurrentCalls() throws Exception {
    packageTools("");
    ExecutorService workers = Executors.newFixedThreadPool(4);
    try {
      List<Callable<Path>> asks = java.util.Collections.nCopies(4, this::find);
      for (Future<Path> found : workers.invokeAll(asks)) {
        assertThat(found.get()).isEqualTo(cache).isExecutable();
      }
    } finally {
      workers.shutdown();
    }
    assertThat(folder.resolve("fetched")).hasContent("download");
    try (var left = Files.list(folder.resolve("cache/perfline"))) {
      assertThat(left.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder("influxdb", "influxdb.lock");
    }
  }

  @Test
  void downloadsPackageListsIfTheMachineHasNone() throws Exception {
    packageTools(
        """
        case "$*" in
          *Dir::State::Lists=*update) exit 0 ;;
          *Dir::State::Lists=*) ;;
          *) echo "E: Unable to locate package influxdb"; exit 100 ;;
        esac
        """);

    assertThat(find()).isEqualTo(cache);
    assertThat(folder.resolve("fetched")).hasContent("download\nupdate\ndownload");
  }

  @Test
  void reportsTheOutputOfAptGet() throws Exception {
    packageTools("echo 'E: Failed to fetch'; exit 100");

    assertThatThrownBy(this::find).hasMessageContaining("E: Failed to fetch");
    assertThat(cache).doesNotExist();
  }

  @Test
  void unpacksIntoTheCheckoutWithoutAUsableHome() throws Exception {
    packageTools("");
    Path noDirectory = Files.writeString(folder.resolve("file"), "");

    assertThat(find(Map.of("PATH", path(), "HOME", noDirectory.toString())))
        .isEqualTo(folder.resolve(".perf/cache/influxdb/usr/bin/influxd"));
    assertThat(find(Map.of("PATH", path())))
        .isEqualTo(folder.resolve(".perf/cache/influxdb/usr/bin/influxd"));
  }

  private void packageTools(String before) throws IOException {
    script(
        "apt-get",
        """
        for last; do case "$last" in download | update) echo $last >> '%s' ;; esac; done
        %s
        : > influxdb_1.6.7_amd64.deb
        """
            .formatted(folder.resolve("fetched"), before));
    script(
        "dpkg",
        """
        /bin/mkdir -p "$3/usr/bin"
        : > "$3/usr/bin/influxd"
        /bin/chmod +x "$3/usr/bin/influxd"
        """);
  }

  private Path script(String name, String text) throws IOException {
    Path script = Files.writeString(bin.resolve(name), "#!/bin/sh\n" + text + "\n");
    return Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
  }

  private Path find() throws IOException, InterruptedException {
    Map<String, String> environment = new HashMap<>();
    environment.put("PATH", path());
    environment.put("XDG_CACHE_HOME", folder.resolve("cache").toString());
    return find(environment);
  }

  private Path find(Map<String, String> environment) throws IOException, InterruptedException {
    return ServerProgram.INFLUXDB.find(folder, environment);
  }

  private String path() {
    return bin.toString();
  }
}
