package io.perfline.cli;

import io.perfline.core.command.Fault;
import io.perfline.core.file.Sha256;
import io.perfline.core.git.Checkout;
import io.perfline.deploy.stack.WarContent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
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
    for (String name : names(baseline)) {
      if (!name.equals(artifact) && !equal(candidate.resolve(name), baseline.resolve(name))) {
        differing.add(name);
      }
    }
    return differing;
  }

  /**
   * Returns a digest of the output of a build, with the artifact.
   *
   * @throws Fault exit code 3 if a file can't be read
   */
  static String digest(Path build) {
    Map<String, String> digests = new TreeMap<>();
    names(build).forEach(name -> digests.put(name, digestOfFile(build.resolve(name))));
    return Sha256.of(digests.toString());
  }

  private static List<String> names(Path build) {
    return new Checkout(build)
        .untracked().stream().filter(name -> !NOT_RUNNING.matcher(name).matches()).toList();
  }

  private static String digestOfFile(Path file) {
    if (!Files.isRegularFile(file)) {
      return "not a file";
    }
    if (ARCHIVE.matcher(file.getFileName().toString()).matches()) {
      try {
        return WarContent.of(file).digest();
      } catch (Fault notAnArchive) {
        // Only the name suggests an archive: its bytes identify it.
      }
    }
    try {
      return Sha256.of(file);
    } catch (IOException e) {
      throw Fault.noVerdict("cannot read %s, which a build made: %s".formatted(file, e), e);
    }
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
