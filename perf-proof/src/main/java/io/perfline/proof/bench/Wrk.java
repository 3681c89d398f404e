package io.perfline.proof.bench;

import io.perfline.core.command.Fault;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * wrk, a load generator in C: one thread, as many connections as our driver has. Counts, and takes
 * times too coarse to be shown beside ours.
 *
 * @param folder for its output
 */
record Wrk(URI url, int connections, Path folder) implements Contender {

  static final String NAME = "wrk";

  private static final Pattern RESULT = Pattern.compile("(\\d+) requests in ([0-9.]+)(ms|s|m),");
  private static final Duration MORE = Duration.ofSeconds(60);

  @Override
  public Sample run(Duration length) throws InterruptedException, IOException {
    long seconds = Math.max(1, Math.round(length.toMillis() / 1e3));
    String said =
        ExternalTool.run(
            List.of(NAME, "-t1", "-c" + connections, "-d" + seconds + "s", url.toString()),
            folder.resolve("wrk.log"),
            length.plus(MORE));
    Matcher result = RESULT.matcher(said);
    if (!result.find() || said.contains("Non-2xx") || said.contains("Socket errors")) {
      throw Fault.noVerdict("wrk at %s: %s".formatted(url, said.strip()));
    }
    double unit =
        switch (result.group(3)) {
          case "ms" -> 1e-3;
          case "m" -> 60;
          default -> 1;
        };
    return Sample.counted(
        Long.parseLong(result.group(1)), Double.parseDouble(result.group(2)) * unit);
  }
}
