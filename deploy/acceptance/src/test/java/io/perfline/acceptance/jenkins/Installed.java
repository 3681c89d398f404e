package io.perfline.acceptance.jenkins;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;

/**
 * A folder like that of an installed perfline, with the {@code perfline} of this build and a fake
 * {@code k6} that writes recorded results.
 */
final class Installed {

  private static final String RESULTS = "perf-gate/src/test/resources/io/perfline/gate/imported/";

  private Installed() {}

  static String in(Path folder) throws IOException {
    Path bin = Files.createDirectories(folder.resolve("bin"));
    try (InputStream results =
        new GZIPInputStream(
            Files.newInputStream(Jenkinsfile.ROOT.resolve(RESULTS + "k6.json.gz")))) {
      Files.copy(results, folder.resolve("k6.json"));
    }
    program(bin.resolve("k6"), "cat '%s' >\"${3#json=}\"".formatted(folder.resolve("k6.json")));
    program(
        bin.resolve("perfline"),
        "exec '%s' -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Dperf.home=\"$PWD\" -cp '%s' io.perfline.cli.Main \"$@\""
            .formatted(
                Path.of(System.getProperty("java.home"), "bin", "java"),
                System.getProperty("java.class.path")));
    return folder.toString();
  }

  private static void program(Path file, String line) throws IOException {
    Files.writeString(file, "#!/bin/sh\n" + line + "\n");
    if (!file.toFile().setExecutable(true)) {
      throw new IOException("cannot make " + file + " executable");
    }
  }
}
