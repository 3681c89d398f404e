package io.perfline.cli;

import io.perfline.core.file.FileTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The folder of builds that are kept by commit, those that were used last. */
final class KeptBuilds {

  /** A search by halves of a thousand commits takes ten. */
  static final int KEPT = 20;

  private KeptBuilds() {}

  /**
   * Notes that a build is used, and deletes those of its kind that weren't for longest.
   *
   * @param file {@code COMMIT.ENDING}; with it goes the folder {@code COMMIT} beside it, if any
   */
  static void use(Path file) throws IOException {
    String name = file.getFileName().toString();
    String ending = name.substring(name.indexOf('.'));
    Files.setLastModifiedTime(file, FileTime.from(Instant.now()));
    try (Stream<Path> files = Files.list(file.getParent())) {
      List<Path> oldest =
          files
              .filter(other -> other.getFileName().toString().endsWith(ending))
              .sorted(
                  Comparator.comparing((Path other) -> other.toFile().lastModified()).reversed())
              .skip(KEPT)
              .toList();
      for (Path old : oldest) {
        Files.deleteIfExists(old); // first: a build without its file is none
        FileTree.delete(old.resolveSibling(old.getFileName().toString().replaceFirst("\\..*", "")));
      }
    }
  }
}
