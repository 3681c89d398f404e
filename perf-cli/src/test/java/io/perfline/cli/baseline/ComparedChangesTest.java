package io.perfline.cli.baseline;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.command.Command;
import io.perfline.core.run.BaselineFile;
import io.perfline.core.sample.SampleRepository;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests changes that no file of a project declares, each in its own commit: what may run is
 * compared, files that only deliver the service cause a warning, documents neither. The build packs
 * {@code src} and {@code lib} into the artifact and generates a file next to it.
 */
class ComparedChangesTest {

  private static final String COMMAND =
      """
      version: 1
      service:
        build: ./build.sh
        command: 'java $(cat jvm.options) -jar target/app.jar ${PORT}'
        artifact: target/app.jar
      load: {all: {connections: 1, requests: [{get: /}]}}
      """;

  private static final String WAR =
      """
      version: 1
      service:
        build: ./build.sh
        war: target/app.war
        server_xml: conf/server.xml
      load: {all: {connections: 1, requests: [{get: /}]}}
      """;

  @TempDir private Path folder;
  private SampleRepository repository;
  private final StringWriter printed = new StringWriter();

  @BeforeEach
  void aProject() throws Exception {
    repository = SampleRepository.create(folder.resolve("home"));
    write(".gitignore", "target/\n"); // .perf needs no entry
    write(
        "build.sh",
        "#!/bin/sh\n"
            + "set -e\n"
            + "rm -rf target; mkdir target\n"
            + "jar --create --no-manifest --date=2020-01-01T00:00:00Z --file target/app.jar src"
            + " lib\n"
            + "cp target/app.jar target/app.war\n"
            + "cat template > target/generated.txt\n");
    assertThat(folder.resolve("home/build.sh").toFile().setExecutable(true)).isTrue();
    write("src/App.java", "class App {}");
    write("src/texts.properties", "hello=Hello");
    write("lib/json-1.jar", "version 1");
    write("template", "a table");
    write("jvm.options", "-Xmx64m");
    write(".env", "CACHE=on");
    write("data/prices.csv", "1,2");
    write("conf/rules.groovy", "limit = 1");
    write("conf/server.xml", "<Connector port=\"${PORT}\"/>");
    write("deploy/k8s/shop.yml", "replicas: 1");
    write("Dockerfile", "FROM temurin:17");
    write("README.md", "A shop.");
  }

  @ParameterizedTest(name = "{0}: {3}")
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      textBlock =
          """
          a JVM flag            | perf.yml             | -jar               | -Xint -jar        | service.command in perf.yml  | -
          a file of JVM flags   | jvm.options          | 64                 | 32                | jvm.options                  | -
          a library's version   | lib/json-1.jar       | 1                  | 2                 | the artifact target/app.jar: lib/json-1.jar | -
          a resource            | src/texts.properties | Hello              | Hi                | src/texts.properties         | -
          an environment file   | .env                 | on                 | off               | .env                         | -
          a data file           | data/prices.csv      | 2                  | 3                 | data/prices.csv              | -
          a script              | conf/rules.groovy    | 1                  | 2                 | conf/rules.groovy            | -
          a generated file      | template             | a table            | a list            | what the build made: target/generated.txt | -
          the build             | build.sh             | set -e             | set -eu           | build.sh                     | -
          a base image          | Dockerfile           | 17                 | 21                | -                            | Dockerfile
          a descriptor          | deploy/k8s/shop.yml  | 1                  | 2                 | -                            | deploy/k8s/shop.yml
          a document            | README.md            | A                  | The               | -                            | -
          """)
  void comparesTheFilesOfACommand(
      String change, String file, String from, String to, String differs, String warned)
      throws Exception {
    BaselineFile found = compare(COMMAND, file, from, to);

    assertDiffers(found, differs, warned);
  }

  @ParameterizedTest(name = "{0}: {3}")
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      textBlock =
          """
          a Tomcat connector  | conf/server.xml      | port=    | maxThreads="1" port= | conf/server.xml | -
          a JVM flag          | perf.yml             | war: t   | jvm_options: -Xint\\n  war: t | service.jvm_options in perf.yml | -
          another Java        | perf.yml             | war: t   | java_home: /usr\\n  war: t | service.java_home in perf.yml | -
          a variable          | perf.yml             | war: t   | variables: {A: b}\\n  war: t | service.variables in perf.yml | -
          a resource          | src/texts.properties | Hello    | Hi | the artifact target/app.war: src/texts.properties | -
          a data file         | data/prices.csv      | 2        | 3  | data/prices.csv | changed, but both builds read the candidate's: data/prices.csv
          a base image        | Dockerfile           | 17       | 21 | -  | Dockerfile
          a document          | README.md            | A        | The | - | -
          """)
  void comparesTheFilesOfAWar(
      String change, String file, String from, String to, String differs, String warned)
      throws Exception {
    BaselineFile found = compare(WAR, file, from, to.replace("\\n", "\n"));

    assertDiffers(found, differs, warned);
  }

  @Test
  void usesTheTrackedWarOfEachCommit() throws Exception {
    String war = WAR.replace("target/app.war", "app.war").replace("  build: ./build.sh\n", "");
    jar("src");
    commit(war);
    write("src/App.java", "class App { int more; }");
    jar("src");
    repository.commit("Second");

    assertDiffers(found(), "the artifact app.war: src/App.java", null);
  }

  private void jar(String folder) throws Exception {
    Process jar =
        new ProcessBuilder("jar", "--create", "--file", "app.war", folder)
            .directory(repository.home().toFile())
            .start();
    assertThat(jar.waitFor()).isZero();
  }

  @Test
  void comparesSubmodules() throws Exception {
    SampleRepository library = SampleRepository.create(folder.resolve("library"));
    library.commit("First");
    repository.git(
        "-c",
        "protocol.file.allow=always",
        "submodule",
        "--quiet",
        "add",
        library.home().toString(),
        "modules/library");
    commit(COMMAND);
    library.commit("Second");
    new SampleRepository(repository.home().resolve("modules/library"))
        .git("-c", "protocol.file.allow=always", "pull", "--quiet");

    assertDiffers(found(), "modules/library", null);
  }

  private static void assertDiffers(BaselineFile found, String differs, String warned) {
    if (differs == null) {
      assertThat(found.baseline().differs()).isEmpty();
      assertThat(found.unchanged()).isNotNull();
    } else {
      assertThat(found.baseline().differs()).contains(differs);
      assertThat(found.unchanged()).as("it is measured").isNull();
    }
    if (warned == null) {
      assertThat(found.baseline().warnings()).isEmpty();
    } else {
      assertThat(found.baseline().warnings()).singleElement().asString().contains(warned);
    }
  }

  private BaselineFile compare(String perf, String file, String from, String to) throws Exception {
    commit(perf);
    String text = Files.readString(repository.home().resolve(file));
    assertThat(text).contains(from);
    write(file, text.replace(from, to));
    return found();
  }

  private void commit(String perf) throws Exception {
    write("perf.yml", perf);
    repository.git("add", ".");
    repository.git("commit", "--quiet", "-m", "Before");
  }

  /** Commits the changes, builds, and finds the baseline. */
  private BaselineFile found() throws Exception {
    repository.git("add", ".");
    repository.git("commit", "--quiet", "-m", "After");
    Process build =
        new ProcessBuilder("./build.sh").directory(repository.home().toFile()).inheritIO().start();
    assertThat(build.waitFor()).isZero();
    PrintWriter both = new PrintWriter(printed, true);
    Path out = folder.resolve("baseline.json");
    int code =
        Command.run(new BaselineCommand(repository.home()), both, both, "--out", out.toString());
    assertThat(code).as(printed.toString()).isZero();
    return BaselineFile.read(out);
  }

  private void write(String name, String text) throws IOException {
    Path file = folder.resolve("home").resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }
}
