package io.perfline.core.git;

import io.perfline.core.file.FileTree;
import io.perfline.core.file.Sha256;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The files that the build itself changed or created in the work tree, such as a lock file or
 * generated sources. As long as they are as the build wrote them, they don't count as the
 * developer's uncommitted changes. They are stored in {@code .perf/changed-by-build}, with a digest
 * and a path per line.
 */
record BuildChanges(Path root, Path file) {

  /** Stores the files, and replaces those of an earlier build. */
  void write(List<String> names) throws IOException {
    List<String> lines = new ArrayList<>();
    for (String name : names) {
      lines.add(digest(root.resolve(name)) + " " + name);
    }
    FileTree.leaveOutOfGit(file.getParent());
    Files.write(file, lines);
  }

  /** Returns whether a file is still as the build wrote it. */
  boolean contains(String name) {
    if (!Files.exists(file)) {
      return false;
    }
    try (Stream<String> lines = Files.lines(file)) {
      String line = digest(root.resolve(name)) + " " + name;
      return lines.anyMatch(line::equals);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }

  /** Returns the digest of a file's content; a missing file has a special digest. */
  private static String digest(Path file) throws IOException {
    return Files.isRegularFile(file) ? Sha256.of(file) : Sha256.of("gone");
  }
}
