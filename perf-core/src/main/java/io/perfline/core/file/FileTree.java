package io.perfline.core.file;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;

public final class FileTree {

  private FileTree() {}

  /**
   * Deletes a folder with its content, or a file, if it exists. Symbolic links are not followed.
   */
  public static void delete(Path tree) throws IOException {
    try {
      Files.walkFileTree(tree, new Deletion());
    } catch (NoSuchFileException gone) {
      Files.deleteIfExists(tree);
    }
  }

  /** Creates a folder that git ignores, so that results do not count as uncommitted changes. */
  public static void leaveOutOfGit(Path folder) throws IOException {
    Path ignored = Files.createDirectories(folder).resolve(".gitignore");
    if (!Files.exists(ignored)) {
      Files.writeString(ignored, "*\n");
    }
  }

  private static final class Deletion extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      Files.deleteIfExists(file);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path directory, IOException e) throws IOException {
      if (e != null) {
        throw e;
      }
      Files.deleteIfExists(directory);
      return FileVisitResult.CONTINUE;
    }
  }
}
