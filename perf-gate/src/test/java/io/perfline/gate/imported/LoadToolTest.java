package io.perfline.gate.imported;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.project.ProgramLoad;
import io.perfline.core.project.ProjectFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import picocli.CommandLine;

/** Compares the tools with the help and with those whose files a load may write. */
class LoadToolTest {

  @TempDir private Path folder;

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"HEY", "OHA", "WRK2"}) // rejected
  void theHelpListsTheTool(LoadTool tool) {
    String description = new CommandLine(new ImportCommand()).getUsageMessage();

    assertThat(description.split("\\W+")).contains(tool.id());
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"HEY", "OHA", "WRK2", "HDR"}) // HDR needs a unit, which perf.yml can't give
  void aLoadMayWriteTheFormatOfTheTool(LoadTool tool) throws IOException {
    String columns = tool == LoadTool.CSV ? ", columns: 'name=label,end=ts'" : "";
    Path file =
        Files.writeString(
            folder.resolve("perf.yml"),
            """
            version: 1
            service: {command: 'run ${PORT}'}
            load: {all: {command: './load.sh ${results}', results: %s%s}}
            """
                .formatted(tool.id(), columns));

    assertThat(ProjectFile.read(file).loads(ProgramLoad.class)).containsOnlyKeys("all");
  }
}
