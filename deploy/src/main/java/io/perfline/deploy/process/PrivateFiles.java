package io.perfline.deploy.process;

import io.perfline.core.file.AtomicFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/** Creates files and directories that only their owner can read, because some contain passwords. */
public final class PrivateFiles {

  private PrivateFiles() {}

  public static Path directory(Path directory) throws IOException {
    if (Files.isDirectory(directory)) {
      return directory;
    }
    return Files.createDirectories(directory, permissions(directory, "rwx------"));
  }

  /** Replaces a file atomically: readers see either the old or the new content. */
  public static void write(Path file, String content) throws IOException {
    AtomicFile.write(
        file, content.getBytes(StandardCharsets.UTF_8), permissions(file, "rw-------"));
  }

  private static FileAttribute<?>[] permissions(Path path, String permissions) {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
        }
        : new FileAttribute<?>[0];
  }
}
