package io.perfline.core.run;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import io.perfline.core.command.Fault;
import io.perfline.core.file.AtomicFile;
import io.perfline.core.file.FileTree;
import io.perfline.core.file.Json;
import io.perfline.core.file.StateFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The differences between deployments in builds that passed, with one file per run in {@code
 * .perf/deployments}.
 */
public final class DeploymentHistory {

  /** The number of newest builds that count. */
  private static final int NEWEST = 20;

  /** The number of newest builds whose files are kept. */
  private static final int REMAINING = 100;

  /** A file is named by the start of its run, which stays when the run is extended. */
  private static final DateTimeFormatter FILE =
      DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss-SSS'.json'").withZone(ZoneOffset.UTC);

  private final Path folder;

  /**
   * A build that passed.
   *
   * @param fingerprint identifies the machine on which it was measured
   */
  @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
  record Build(String fingerprint, Instant ended, List<BuildCase> cases) {}

  @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
  record BuildCase(String settings, List<EarlierDeployments.Variance> metrics) {}

  /**
   * @param home the project's folder
   */
  public DeploymentHistory(Path home) {
    this.folder = StateFolder.DEPLOYMENTS.in(home);
  }

  /**
   * Returns the variances of the newest builds on a machine. Unreadable files are ignored, which
   * makes comparisons longer, but not wrong.
   *
   * @param settings identifies the case and how it is measured
   */
  public EarlierDeployments of(String fingerprint, String settings) {
    List<EarlierDeployments.Variance> found =
        builds().stream()
            .filter(build -> build.fingerprint().equals(fingerprint))
            .flatMap(build -> build.cases().stream())
            .filter(one -> one.settings().equals(settings))
            .limit(NEWEST)
            .flatMap(one -> one.metrics().stream())
            .toList();
    return new EarlierDeployments(settings, found);
  }

  /** Returns whether no build was measured. */
  public boolean isEmpty() {
    return files().isEmpty();
  }

  /** Returns all readable builds, starting with the newest. */
  private List<Build> builds() {
    List<Build> builds = new ArrayList<>();
    for (Path file : files()) {
      try {
        builds.add(Json.MAPPER.readValue(file.toFile(), Build.class));
      } catch (JsonProcessingException e) {
        continue; // truncated, or of another version
      } catch (IOException e) {
        throw Fault.noVerdict("cannot read %s: %s".formatted(file, e), e);
      }
    }
    builds.sort(Comparator.comparing(Build::ended).reversed());
    return builds;
  }

  /** Returns the files of all builds, starting with the oldest, which have other names. */
  private List<Path> files() {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.toString().endsWith(".json"))
          .sorted(
              Comparator.comparing(DeploymentHistory::isNamedByTime).thenComparing(file -> file))
          .toList();
    } catch (IOException e) {
      throw Fault.noVerdict("cannot list %s: %s".formatted(folder, e), e);
    }
  }

  private static boolean isNamedByTime(Path file) {
    return file.getFileName().toString().matches("\\d{8}-\\d{6}-\\d{3}\\.json");
  }

  /**
   * Adds a build that passed, and deletes the oldest ones.
   *
   * @param measured the variances of its deployments in each case
   */
  public void add(Run run, List<EarlierDeployments> measured) {
    if (measured.isEmpty()) {
      return;
    }
    Build build =
        new Build(
            run.environment().fingerprint(),
            run.ended(),
            measured.stream().map(one -> new BuildCase(one.settings(), one.builds())).toList());
    try {
      FileTree.leaveOutOfGit(folder.getParent());
      Files.createDirectories(folder);
      AtomicFile.write(
          folder.resolve(FILE.format(run.started())), Json.MAPPER.writeValueAsBytes(build));
      List<Path> files = files();
      for (Path old : files.subList(0, Math.max(0, files.size() - REMAINING))) {
        Files.deleteIfExists(old);
      }
    } catch (IOException e) {
      throw Fault.noVerdict("cannot write to %s: %s".formatted(folder, e), e);
    }
  }
}
