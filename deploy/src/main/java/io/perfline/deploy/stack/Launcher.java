package io.perfline.deploy.stack;

import io.perfline.deploy.command.Fault;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Starts a part as a process that outlives this one and its terminal. */
final class Launcher {

  private Launcher() {}

  /** Starts {@code part}; doesn't wait for it to answer. */
  static RunningProcess launch(Part part) throws InterruptedException {
    try {
      OwnerOnly.directory(part.directory());
      keepOneLogOfBefore(part);
      Part.Launch launch = part.prepare();
      Process process = process(part, launch).start();
      return RunningProcess.of(process.pid()).orElseThrow(() -> new EndedEarly(part).fault());
    } catch (IOException e) {
      throw Fault.noVerdict("cannot start %s in %s".formatted(part.name(), part.directory()), e);
    }
  }

  private static ProcessBuilder process(Part part, Part.Launch launch) {
    List<String> command = new ArrayList<>();
    // Its own session: an interrupt of the terminal is not for it. setsid keeps the process id.
    onPath("setsid").or(() -> onPath("nohup")).ifPresent(detach -> command.add(detach.toString()));
    command.addAll(launch.command());
    ProcessBuilder builder = new ProcessBuilder(command);
    Map<String, String> environment = builder.environment();
    String path = environment.getOrDefault("PATH", "/usr/bin:/bin");
    String home = environment.get("HOME");
    environment.clear();
    environment.put("PATH", path);
    environment.put("LANG", "C.UTF-8");
    if (home != null) {
      environment.put("HOME", home);
    }
    environment.putAll(launch.variables());
    return builder
        .directory(part.directory().toFile())
        .redirectInput(Redirect.from(new File("/dev/null")))
        .redirectErrorStream(true)
        .redirectOutput(part.log().toFile());
  }

  private static void keepOneLogOfBefore(Part part) throws IOException {
    Path logs = part.log().getParent();
    Path before = part.directory().resolve("logs.before");
    if (Files.exists(logs)) {
      OwnerOnly.delete(before);
      Files.move(logs, before);
    }
    OwnerOnly.directory(logs);
  }

  /** The program {@code name} as the PATH of this process has it. */
  static Optional<Path> onPath(String name) {
    return onPath(name, System.getenv().getOrDefault("PATH", ""));
  }

  static Optional<Path> onPath(String name, String path) {
    return List.of(path.split(File.pathSeparator)).stream()
        .filter(folder -> !folder.isEmpty())
        .map(folder -> Path.of(folder, name))
        .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
        .findFirst();
  }
}
