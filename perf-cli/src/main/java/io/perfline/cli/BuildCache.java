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
final class BuildCache {

  /** A search by halves of a thousand commits takes ten. */
  static final int KEPT = 20;

  /** How the name of the file ends that says that a build is whole. */
  static final String BUILT = ".built";

  private BuildCache() {}

  /**
   * Notes that a build is used, and deletes those that weren't for longest.
   *
   * @param built {@code COMMIT.built}, beside the folder {@code COMMIT} that holds it
   */
  static void use(Path built) throws IOException {
    Files.setLastModifiedTime(built, FileTime.from(Instant.now()));
    try (Stream<Path> files = Files.list(built.getParent())) {
      List<Path> oldest =
          files
              .filter(other -> other.getFileName().toString().endsWith(BUILT))
              .sorted(
                  Comparator.comparing((Path other) -> other.toFile().lastModified()).reversed())
              .skip(KEPT)
              .toList();
      for (Path old : oldest) {
        Files.deleteIfExists(old); // first: a build without its file is none
        FileTree.delete(old.resolveSibling(old.getFileName().toString().replace(BUILT, "")));
      }
    }
  }
}
