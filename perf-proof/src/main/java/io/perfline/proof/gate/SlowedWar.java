package io.perfline.proof.gate;

import io.perfline.core.command.Fault;
import io.perfline.proof.slowed.Slowed;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A copy of the recorder's WAR that is slower: the same classes, but for one call in those that
 * handle the messages of a slowed way in, and the classes that are called.
 */
final class SlowedWar {

  private static final String CLASSES = "/WEB-INF/classes/";
  private static final String PACKAGE = Slowed.class.getPackageName().replace('.', '/') + "/";

  /** All of the package. */
  private static final List<String> ADDED =
      List.of(
          "Delay", "Extra", "Garbage", "Leak", "Slowed", "SlowedBy", "Spin", "Turnstile", "Wait");

  private SlowedWar() {}

  /**
   * Writes it.
   *
   * @param war the recorder's
   * @param slowings one for each way in that is slowed
   * @throws Fault exit code 2 when the WAR isn't there or has none of what is slowed
   */
  static Path write(Path war, List<Slowing> slowings, Path copy) {
    try {
      Files.createDirectories(copy.toAbsolutePath().getParent());
      Files.copy(war, copy, StandardCopyOption.REPLACE_EXISTING);
      try (FileSystem zip = FileSystems.newFileSystem(copy)) {
        Path classes = zip.getPath(CLASSES);
        for (Slowing slowing : slowings) {
          Path file = classes.resolve(slowing.way().classFile());
          Files.write(file, SlowedClass.of(Files.readAllBytes(file), slowing.way()));
        }
        Path added = Files.createDirectories(classes.resolve(PACKAGE));
        for (String name : ADDED) {
          try (InputStream code = Slowed.class.getResourceAsStream(name + ".class")) {
            Files.copy(code, added.resolve(name + ".class"));
          }
        }
        Files.writeString(added.resolve(Slowed.PROPERTIES), properties(slowings));
      }
      return copy;
    } catch (IOException e) {
      throw new Fault(
          Fault.CONFIGURATION,
          "cannot make a slowed copy of %s (./perf build makes it): %s".formatted(war, e),
          e);
    }
  }

  private static String properties(List<Slowing> slowings) {
    return slowings.stream()
        .map(one -> "%s=%s %d\n".formatted(one.way().word(), one.by(), one.amount()))
        .collect(Collectors.joining());
  }
}
