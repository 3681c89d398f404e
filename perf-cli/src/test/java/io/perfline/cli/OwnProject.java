package io.perfline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.cli.pipeline.CiCommand;
import io.perfline.cli.pipeline.Stages;
import io.perfline.core.command.Command;
import io.perfline.core.git.Checkout;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;

/** A folder with a service and its own git repository. */
final class OwnProject {

  private final Path folder;
  private final StringWriter output = new StringWriter();

  OwnProject(Path folder) throws IOException, InterruptedException {
    this.folder = folder;
    write(".gitignore", ".perf\nruns\ntomcat\n");
    git("init", "-q");
  }

  void write(String file, String text) throws IOException {
    Files.writeString(folder.resolve(file), text);
  }

  void commit(String message) throws IOException, InterruptedException {
    git("add", ".");
    git(
        "-c",
        "user.name=t",
        "-c",
        "user.email=t@localhost",
        "commit",
        "-q",
        "--allow-empty",
        "-m",
        message);
  }

  /** Returns the full id of the commit that is checked out. */
  String head() {
    return new Checkout(folder).commit("HEAD").orElseThrow();
  }

  private void git(String... words) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("git"));
    command.addAll(List.of(words));
    assertThat(new ProcessBuilder(command).directory(folder.toFile()).start().waitFor()).isZero();
  }

  /** Runs ci and returns its exit code. */
  int ci(String run, String... more) {
    PrintWriter out = new PrintWriter(output, true);
    List<String> words =
        new ArrayList<>(List.of("--file", folder.resolve("perf.yml").toString(), "--run-id", run));
    words.addAll(List.of(more));
    return Command.run(
        new CiCommand(folder, Stages::printingTo, Clock.systemUTC()),
        out,
        out,
        words.toArray(String[]::new));
  }

  /** Returns the whole output. */
  String output() {
    return output.toString();
  }
}
