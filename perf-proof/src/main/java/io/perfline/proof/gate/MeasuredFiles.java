package io.perfline.proof.gate;

import io.perfline.core.command.Fault;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/** The files that decide what a self-test measures: while they stay, what it measured holds. */
final class MeasuredFiles {

  private MeasuredFiles() {}

  /**
   * A word for all of them.
   *
   * @throws Fault exit code 2 when one isn't there
   */
  static String digest(String profile, List<Path> files) throws IOException {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(profile.getBytes(StandardCharsets.UTF_8));
      for (Path file : files) {
        if (!Files.isRegularFile(file)) {
          throw Fault.configuration("there is no %s: build it with ./perf build".formatted(file));
        }
        digest.update(Files.readAllBytes(file));
      }
      return HexFormat.of().formatHex(digest.digest()).substring(0, 10);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
