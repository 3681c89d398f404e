package io.perfline.deploy.stack;

import io.perfline.core.file.AtomicFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/** Files and directories that nobody but their owner can read: passwords are among them. */
final class PrivateFiles {

  private PrivateFiles() {}

  static Path directory(Path directory) throws IOException {
    if (Files.isDirectory(directory)) {
      return directory;
    }
    return Files.createDirectories(directory, permissions(directory, "rwx------"));
  }

  /** Replaces the file as a whole: a reader sees the old or the new content. */
  static void write(Path file, String content) throws IOException {
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
