package io.perfline.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Starts the launchers with a Java that can't run perfline. Exit code 1 would be taken for a
 * regression.
 */
class JavaStartTest {

  private static final String START = "perf-dist/src/main/archive/bin/start-java";

  @TempDir Path folder;

  private record Ended(int exitCode, String printed) {}

  @BeforeEach
  void copyTheCheckoutsLauncher() throws IOException {
    for (String file :
        List.of(
            "perfline", "perfline-dev", START, "pom.xml", "perf-cli/src/main/help/perfline.txt")) {
      copy(file, file);
    }
  }

  @Test
  void anOldJavaIsAConfigurationError() throws Exception {
    java("echo 'openjdk version \"11.0.2\" 2019-01-15' >&2");

    assertThat(run("perfline", "build"))
        .isEqualTo(
            new Ended(
                2,
                "perfline: %s/jdk/bin/java is Java 11: install JDK 17 or later, or set JAVA_HOME\n"
                    .formatted(folder)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"bench", "acceptance"})
  void anOldJavaIsAConfigurationErrorForTheMaintainersCommandToo(String command) throws Exception {
    java("echo 'openjdk version \"11.0.2\" 2019-01-15' >&2");
    Files.writeString(folder.resolve("mvnw"), "#!/bin/sh\nexit 1\n");
    assertThat(folder.resolve("mvnw").toFile().setExecutable(true)).isTrue();

    Ended ended = run("perfline-dev", command);

    assertThat(ended.exitCode).isEqualTo(2);
    assertThat(ended.printed).contains("is Java 11: install JDK 17 or later");
  }

  @Test
  void aJavaThatDoesNotStartGivesNoVerdict() throws Exception {
    java("echo 'Could not reserve enough space for object heap' >&2; exit 1");

    Ended ended = run("perfline", "build");

    assertThat(ended.exitCode).isEqualTo(3);
    assertThat(ended.printed)
        .contains("Java can't start: ", "Could not reserve enough space for object heap");
  }

  @Test
  void aMissingJavaIsAConfigurationError() throws Exception {
    Ended ended = run("perfline", "build");

    assertThat(ended.exitCode).isEqualTo(2);
    assertThat(ended.printed).contains("no Java found in JAVA_HOME=" + folder.resolve("jdk"));
  }

  @Test
  void anUnknownOptionInAnUnbuiltCheckoutIsWrongUsage() throws Exception {
    Ended ended = run("perfline", "--foo");

    assertThat(ended.exitCode).isEqualTo(2);
    assertThat(ended.printed).contains("there is no command or option '--foo'");
  }

  @Test
  void aCheckoutWithoutClassesIsRebuilt() throws Exception {
    copy("perf-cli/src/main/help/gate.txt", "perf-cli/src/main/help/gate.txt");
    java("echo 'openjdk version \"17.0.1\" 2021-10-19' >&2");
    Files.createDirectories(folder.resolve("target"));
    Files.writeString(folder.resolve("target/built"), "none\n");
    Files.writeString(folder.resolve("mvnw"), "#!/bin/sh\nexit 1\n");
    assertThat(folder.resolve("mvnw").toFile().setExecutable(true)).isTrue();

    Ended ended = run("perfline", "gate");

    assertThat(ended.exitCode).isEqualTo(3);
    assertThat(ended.printed).contains("building first, once", "build: ./mvnw package");
  }

  @Test
  void anArchiveWithoutItsJarsGivesNoVerdict() throws Exception {
    copy("perf-dist/src/main/archive/bin/perfline", "bin/perfline");
    copy(START, "bin/start-java");

    Ended ended = run("bin/perfline", "gate");

    assertThat(ended.exitCode).isEqualTo(3);
    assertThat(ended.printed).contains("lib has no perf-cli: unpack the archive again");
  }

  @Test
  void anArchiveWithoutALibraryGivesNoVerdict() throws Exception {
    Process java =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-cp",
                startAlone(),
                "io.perfline.cli.Start",
                "gate")
            .redirectErrorStream(true)
            .start();

    Ended ended = end(java);

    assertThat(ended.exitCode).isEqualTo(3);
    assertThat(ended.printed).contains("this installation is incomplete");
  }

  /** Returns a class path with only the starting class. */
  private String startAlone() throws IOException {
    String file = "io/perfline/cli/Start.class";
    Path copy = folder.resolve("alone").resolve(file);
    Files.createDirectories(copy.getParent());
    try (var original = JavaStartTest.class.getClassLoader().getResourceAsStream(file)) {
      Files.copy(original, copy);
    }
    return folder.resolve("alone").toString();
  }

  private void java(String line) throws IOException {
    Path java = folder.resolve("jdk/bin/java");
    Files.createDirectories(java.getParent());
    Files.writeString(java, "#!/bin/sh\n" + line + "\n");
    assertThat(java.toFile().setExecutable(true)).isTrue();
  }

  private void copy(String from, String to) throws IOException {
    Path copy = folder.resolve(to);
    Files.createDirectories(copy.getParent());
    Files.copy(Checkout.home().resolve(from), copy);
    assertThat(copy.toFile().setExecutable(true)).isTrue();
  }

  private Ended run(String launcher, String argument) throws Exception {
    ProcessBuilder shell =
        new ProcessBuilder(folder.resolve(launcher).toString(), argument).redirectErrorStream(true);
    shell.environment().put("JAVA_HOME", folder.resolve("jdk").toString());
    return end(shell.start());
  }

  private static Ended end(Process process) throws IOException, InterruptedException {
    process.getOutputStream().close();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return new Ended(process.exitValue(), printed);
  }
}
