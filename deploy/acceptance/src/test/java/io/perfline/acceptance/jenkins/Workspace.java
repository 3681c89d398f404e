package io.perfline.acceptance.jenkins;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A world in which shell steps are carried out and files are read. */
final class Workspace extends World {

  private final Path folder;
  private final Path log;

  Workspace(Path folder, Path log) {
    this.folder = folder;
    this.log = log;
  }

  @Override
  int exitCode(Shell shell) {
    ProcessBuilder process =
        new ProcessBuilder("sh", "-xe", "-c", shell.script())
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    process.environment().putAll(shell.environment());
    try {
      Process running = process.start();
      running.getOutputStream().close();
      if (!running.waitFor(120, TimeUnit.SECONDS)) {
        running.destroyForcibly();
        throw new AssertionError(shell.script() + " did not end");
      }
      return running.exitValue();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  @Override
  Map<String, Object> json(String file) {
    Path path = folder.resolve(file);
    if (!Files.exists(path)) {
      throw new StepFailed(file + " does not exist");
    }
    try {
      return JsonMapper.builder().build().readValue(path.toFile(), new TypeReference<>() {});
    } catch (IOException e) {
      throw new StepFailed(file + " can't be read: " + e);
    }
  }
}
