package io.perfline.sims.service;

import io.perfline.core.command.Fault;
import io.perfline.core.project.ProcessVariables;
import io.perfline.core.project.Project;
import io.perfline.core.project.ServiceUnderTest;
import io.perfline.core.run.Run;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;

/**
 * A build of the service.
 *
 * @param name for messages and logs: {@code candidate} or {@code baseline}
 * @param folder the project's, of the commit that was built
 * @param archive what runs, when it is a file that was named; null when it is that of the folder
 * @param project whose service section says how this build runs: that of its own commit
 * @param commit it was built from; null where nobody knows, or the same build is meant twice
 */
public record BuildOfService(
    String name, Path folder, Path archive, Project project, String commit) {

  /** How it runs. */
  ServiceUnderTest service() {
    return project.service();
  }

  /** The environment variables of its process. */
  Map<String, String> variables() {
    return new ProcessVariables(project.file(), System.getenv()).fill(service().variables());
  }

  /** The header {@code Authorization} of requests to it; null for none. */
  String authorization() {
    return project.authorization(System.getenv());
  }

  /** A file of it. */
  Path file(String below) {
    return archive == null ? folder.resolve(below) : archive;
  }

  /**
   * What tells it from other builds by a file of it.
   *
   * @throws Fault exit code 3 when it can't be read
   */
  String digest(String file) {
    Path path = file(file);
    try (InputStream in = new DigestInputStream(Files.newInputStream(path), sha256())) {
      in.transferTo(java.io.OutputStream.nullOutputStream());
      return Run.DIGEST
          + HexFormat.of().formatHex(((DigestInputStream) in).getMessageDigest().digest());
    } catch (IOException e) {
      throw Fault.noVerdict(
          "cannot read %s, which 'service' names: %s; does 'build' make it?".formatted(path, e), e);
    }
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
