package io.perfline.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A clone of the checkout, with its submodules, in which a commit is built.
 *
 * @param checkout the project's folder in the checkout that is cloned
 */
record BaselineClone(Path checkout, Path folder) {

  void make(BuildShell shell, String commit) throws InterruptedException, IOException {
    String root = output(checkout, "rev-parse", "--show-toplevel");
    shell.run(checkout, "git", "clone", "-q", "--shared", "--no-checkout", root, folder.toString());
    shell.run(folder, "git", "checkout", "-q", "--force", "--detach", commit);
    if (Files.exists(folder.resolve(".gitmodules"))) {
      takeSubmodules(shell, root);
    }
  }

  /**
   * Copies submodules that exist in this checkout, and fetches others from their addresses in
   * {@code .gitmodules}, relative to the origin of this checkout.
   */
  private void takeSubmodules(BuildShell shell, String root)
      throws InterruptedException, IOException {
    String origin = output(checkout, "config", "--get", "remote.origin.url");
    if (!origin.isEmpty()) {
      shell.run(folder, "git", "config", "remote.origin.url", origin);
    }
    Path modules =
        Path.of(root)
            .resolve(output(Path.of(root), "rev-parse", "--git-common-dir"))
            .resolve("modules");
    String paths =
        output(folder, "config", "-f", ".gitmodules", "--name-only", "--get-regexp", "\\.path$");
    for (String key : paths.lines().toList()) {
      String name = key.replaceFirst("^submodule\\.(.*)\\.path$", "$1");
      if (Files.isDirectory(modules.resolve(name))) {
        shell.run(
            folder,
            "git",
            "config",
            "submodule." + name + ".url",
            modules.resolve(name).toString());
      }
    }
    shell.run(
        folder,
        "git",
        "-c",
        "protocol.file.allow=always", // for the submodules of this checkout
        "submodule",
        "update",
        "-q",
        "--init",
        "--recursive");
  }

  /** Returns what git prints in a folder; empty if it fails. */
  static String output(Path folder, String... words) throws IOException {
    ProcessBuilder git = new ProcessBuilder("git", "-C", folder.toString());
    git.command().addAll(List.of(words));
    Process process = git.redirectError(ProcessBuilder.Redirect.DISCARD).start();
    process.getOutputStream().close();
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
  }
}
