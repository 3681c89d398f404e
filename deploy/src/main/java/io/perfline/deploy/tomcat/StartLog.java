package io.perfline.deploy.tomcat;

import io.perfline.core.environment.Tomcat;
import io.perfline.core.environment.Variables;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Why an application did not start, as Tomcat's logs tell: the manager doesn't say. Only what they
 * got since this was made counts.
 */
final class StartLog {

  private static final int REASONS = 12;

  /** Messages of level SEVERE, and the first line of each exception. */
  private static final Pattern REASON =
      Pattern.compile("^(\\S.*\\b)?SEVERE\\b.*|^(Caused by: )?[\\w.$]+(Exception|Error)\\b.*");

  private final Path logs;
  private final Map<Path, Long> before;

  private StartLog(Path logs) throws IOException {
    this.logs = logs;
    this.before = new LinkedHashMap<>();
    for (Path log : files()) {
      before.put(log, Files.size(log));
    }
  }

  /** The logs of the Tomcat of the local stack, if {@code tomcat} is that one. */
  static Optional<StartLog> of(Tomcat tomcat, Path home) throws IOException {
    String port = Variables.of(home, Map.of()).getOrDefault("PERF_TOMCAT_PORT", "");
    boolean local =
        tomcat.manager().getHost().equals("127.0.0.1")
            && String.valueOf(tomcat.manager().getPort()).equals(port);
    return local ? Optional.of(in(home.resolve(".perf/stack/tomcat/logs"))) : Optional.empty();
  }

  static StartLog in(Path logs) throws IOException {
    return new StartLog(logs);
  }

  /** The reasons, one a line; empty when there are none. */
  List<String> reasons() throws IOException {
    List<String> reasons = new ArrayList<>();
    for (Path log : files()) {
      byte[] all = Files.readAllBytes(log);
      int from = (int) Math.min(all.length, before.getOrDefault(log, 0L));
      new String(all, from, all.length - from, StandardCharsets.UTF_8)
          .lines()
          .filter(REASON.asMatchPredicate())
          .limit(REASONS)
          .forEach(reasons::add);
    }
    return reasons;
  }

  Path path() {
    return logs;
  }

  /** The applications' log first: it tells the cause, Tomcat's own tells that there was one. */
  private List<Path> files() throws IOException {
    try (Stream<Path> entries = Files.list(logs)) {
      List<Path> files = new ArrayList<>();
      List<Path> sorted = entries.sorted().toList();
      sorted.stream().filter(log -> name(log).startsWith("localhost.")).forEach(files::add);
      sorted.stream().filter(log -> name(log).equals("out.log")).forEach(files::add);
      return files;
    } catch (NoSuchFileException none) {
      return List.of();
    }
  }

  private static String name(Path log) {
    return log.getFileName().toString();
  }
}
