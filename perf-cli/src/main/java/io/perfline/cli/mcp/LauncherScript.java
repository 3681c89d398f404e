package io.perfline.cli.mcp;

import io.perfline.core.command.Fault;
import io.perfline.core.command.Homes;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The script that starts perfline with the Java options that a command needs. */
record LauncherScript(Path script) {

  /** Returns the script of the installation, or that of a checkout. */
  static LauncherScript of(Path home) {
    Path tool = Homes.tool(home).toAbsolutePath().normalize();
    return Stream.of(tool.resolve("bin/perfline"), tool.resolve("perfline"))
        .filter(Files::isRegularFile)
        .findFirst()
        .map(LauncherScript::new)
        .orElseThrow(
            () ->
                Fault.noVerdict(
                    "there is no script 'perfline' in %s: install it again".formatted(tool)));
  }
}
