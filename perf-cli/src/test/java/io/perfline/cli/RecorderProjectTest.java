package io.perfline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.command.Command;
import io.perfline.core.project.Project;
import io.perfline.core.project.ProjectFile;
import io.perfline.gate.GateCommand;
import io.perfline.sims.run.RunCommand;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The recorder, described as any team describes its service. */
class RecorderProjectTest {

  private static final Path FILE = Path.of("../perf.yml");

  @TempDir private Path folder;
  private final StringWriter said = new StringWriter();

  @Test
  void isMeasuredByItsFileAndEveryLimitFindsItsCase() {
    Project project = ProjectFile.read(FILE);
    PrintWriter out = new PrintWriter(said, true);
    Path cases = folder.resolve("cases.json");
    String[] list = {"--file", FILE.toString(), "--list", "--json", cases.toString()};
    String[] check = {
      "--check", "--cases", cases.toString(), "--thresholds", project.thresholds().toString()
    };

    assertThat(Command.run(new RunCommand(), out, out, list)).as(said.toString()).isZero();
    assertThat(said.toString()).contains("http/record", "paired/record ", "paired/pages ");
    assertThat(Command.run(new GateCommand(), out, out, check)).as(said.toString()).isZero();
    assertThat(said.toString()).doesNotContain("no case");
  }
}
