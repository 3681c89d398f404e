package io.perfline.core.git;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/**
 * Files that the build itself rewrote or left in the work tree, such as a lock file or generated
 * sources: they are not uncommitted changes of the developer, as long as they are as the build
 * wrote them. Kept in {@code .perf/changed-by-build}, a line with digest and path for each file.
 *
 * @param root of the work tree
 * @param file where they are kept
 */
record BuildChanges(Path root, Path file) {

  /** Records the files in place of those of an earlier build. */
  void write(List<String> names) throws IOException {
    List<String> lines = new ArrayList<>();
    for (String name : names) {
      lines.add(digest(root.resolve(name)) + " " + name);
    }
    Path ignored = Files.createDirectories(file.getParent()).resolve(".gitignore");
    if (!Files.exists(ignored)) {
      Files.writeString(ignored, "*\n");
    }
    Files.write(file, lines);
  }

  /** Returns whether the file is still as the build wrote it. */
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

  /** Returns the digest of a file's content; a missing file has a digest of its own. */
  private static String digest(Path file) throws IOException {
    byte[] content =
        Files.isRegularFile(file)
            ? Files.readAllBytes(file)
            : "gone".getBytes(StandardCharsets.UTF_8);
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
