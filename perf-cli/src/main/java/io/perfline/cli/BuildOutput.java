package io.perfline.cli;

import io.perfline.core.command.Fault;
import io.perfline.core.git.Checkout;
import io.perfline.deploy.stack.WarContent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The files that a build creates in addition to the artifact, such as libraries, classes and
 * generated data. A command may read any of them, so equal builds must also have equal outputs.
 */
final class BuildOutput {

  /** Reports, logs and notes of build tools, and files that contain the commit. */
  private static final Pattern NOT_RUNNING =
      Pattern.compile(
          "(.*/)?(\\.perf|runs|\\.gradle|\\.m2|maven-(status|archiver)|test-classes|reports"
              + "|(surefire|failsafe)-reports|generated-test-sources|test-results|build/tmp|site"
              + "|apidocs)/.*"
              + "|.*\\.(log|lst|pid|exec)"
              + "|(.*/)?((git|build-info)\\.properties|META-INF/MANIFEST\\.MF)");

  private static final Pattern ARCHIVE = Pattern.compile(".*\\.([wj]ar|zip)(\\.original)?");

  private BuildOutput() {}

  /**
   * Compares the output of a fresh build of the baseline with the same files of the candidate.
   *
   * @param artifact the artifact of the baseline, which is compared separately; null if there is
   *     none
   * @return the names of files that differ or are missing in the candidate
   * @throws Fault exit code 3 if a file can't be read
   */
  static List<String> differences(Path candidate, Path baseline, String artifact) {
    List<String> differing = new ArrayList<>();
    for (String name : new Checkout(baseline).untracked()) {
      if (!name.equals(artifact)
          && !NOT_RUNNING.matcher(name).matches()
          && !equal(candidate.resolve(name), baseline.resolve(name))) {
        differing.add(name);
      }
    }
    return differing;
  }

  private static boolean equal(Path one, Path other) {
    if (!Files.isRegularFile(one) || !Files.isRegularFile(other)) {
      return Files.isRegularFile(one) == Files.isRegularFile(other);
    }
    try {
      return Files.mismatch(one, other) < 0
          || (ARCHIVE.matcher(other.getFileName().toString()).matches()
              && WarContent.of(one).differences(WarContent.of(other)).isEmpty());
    } catch (IOException e) {
      throw Fault.noVerdict("cannot compare %s with %s: %s".formatted(one, other, e), e);
    }
  }
}
