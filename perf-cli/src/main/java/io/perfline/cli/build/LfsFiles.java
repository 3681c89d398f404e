package io.perfline.cli.build;

import io.perfline.core.command.Fault;
import io.perfline.core.git.CommitId;
import io.perfline.core.git.GitProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The files of a commit that are in Git LFS. In git they are pointers: files of a few lines with a
 * digest, described in the <a
 * href="https://github.com/git-lfs/git-lfs/blob/main/docs/spec.md">specification of Git LFS</a>.
 *
 * @param root the checkout that is cloned
 * @param objects the folder with the contents that this checkout has, {@code .git/lfs/objects}
 * @param folder the clone, with the commit checked out
 */
record LfsFiles(Path root, Path objects, Path folder) {

  private static final Pattern POINTER =
      Pattern.compile(
          "version https://git-lfs\\.github\\.com/spec/v1\n(?:.*\n)*?oid sha256:([0-9a-f]{64})\n[^\0]*");

  private static final int MAX_BYTES = 1024;

  /**
   * Replaces the pointers in the clone by the contents. If the checkout itself contains pointers,
   * then the build of this commit got pointers as well, and those of the clone are left.
   *
   * @throws Fault exit code 3 if a content is not available
   */
  void take(String commit) throws IOException {
    List<String> pointers = pointers(folder).toList();
    if (pointers.isEmpty() || pointers(root).findAny().isPresent()) {
      return;
    }
    if (pointers.stream().anyMatch(name -> !Files.exists(content(name)))) {
      new GitProcess(root).output("lfs", "fetch", remote(), commit);
    }
    for (String name : pointers) {
      Path content = content(name);
      if (!Files.isRegularFile(content)) {
        throw Fault.noVerdict(
            ("%s of commit %s is in Git LFS, and its content is not here: 'git lfs fetch %s %s' must"
                    + " succeed before perfline runs")
                .formatted(name, CommitId.shortened(commit), remote(), commit));
      }
      Files.copy(content, folder.resolve(name), StandardCopyOption.REPLACE_EXISTING);
    }
  }

  private String remote() {
    return new GitProcess(root)
        .output("remote")
        .lines()
        .filter(name -> !name.isEmpty())
        .findFirst()
        .orElse("origin");
  }

  /** Returns the tracked files of a work tree that are pointers, with paths relative to it. */
  private static Stream<String> pointers(Path tree) {
    return Stream.of(
            new GitProcess(tree)
                .output("ls-files", "-z", "--", ":(top,attr:filter=lfs)")
                .split("\0"))
        .filter(name -> !name.isEmpty() && oid(tree.resolve(name)).isPresent());
  }

  private Path content(String name) {
    String oid = oid(folder.resolve(name)).orElseThrow();
    return objects.resolve(oid.substring(0, 2)).resolve(oid.substring(2, 4)).resolve(oid);
  }

  /** Returns the digest in a pointer; empty if the file is none. */
  private static Optional<String> oid(Path file) {
    try {
      if (!Files.isRegularFile(file) || Files.size(file) > MAX_BYTES) {
        return Optional.empty();
      }
      Matcher pointer = POINTER.matcher(Files.readString(file, StandardCharsets.ISO_8859_1));
      return pointer.matches() ? Optional.of(pointer.group(1)) : Optional.empty();
    } catch (IOException e) {
      throw Fault.noVerdict("cannot read %s: %s".formatted(file, e), e);
    }
  }
}
