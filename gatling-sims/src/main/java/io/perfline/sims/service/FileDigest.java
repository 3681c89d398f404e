package io.perfline.sims.service;

import io.perfline.core.command.Fault;
import io.perfline.core.run.Run;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/** SHA-256 digests of files, as {@code run.json} shows them. */
final class FileDigest {

  private FileDigest() {}

  /**
   * Returns the digest of a file.
   *
   * @throws Fault (exit code 3) when it can't be read
   */
  static String of(Path file) {
    return of(List.of(file));
  }

  /**
   * Returns one digest of several files, in their order.
   *
   * @throws Fault (exit code 3) when one can't be read
   */
  static String of(List<Path> files) {
    MessageDigest digest = sha256();
    for (Path file : files) {
      try (InputStream in = new DigestInputStream(Files.newInputStream(file), digest)) {
        in.transferTo(OutputStream.nullOutputStream());
      } catch (IOException e) {
        throw Fault.noVerdict(
            "cannot read %s, which the service runs: %s; does 'build' make it?".formatted(file, e),
            e);
      }
    }
    return Run.DIGEST + HexFormat.of().formatHex(digest.digest());
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
