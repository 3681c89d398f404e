package io.perfline.cli;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import io.perfline.core.command.Fault;
import io.perfline.core.file.AtomicFile;
import io.perfline.core.file.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a search has found so far, kept in a file so that it goes on where it was interrupted.
 *
 * @param good the commit that is fast
 * @param bad the commit that is slow
 * @param measured how each commit is measured: cases, profile, thresholds
 * @param steps commits that were judged
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record SearchState(String good, String bad, String measured, List<JudgedCommit> steps) {

  public SearchState {
    steps = List.copyOf(steps);
  }

  /** That in {@code file} when it is of the same search; empty otherwise. */
  public Optional<SearchState> keptIn(Path file) {
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try {
      SearchState read = Json.MAPPER.readValue(Files.readAllBytes(file), SearchState.class);
      return Optional.of(read)
          .filter(one -> one.good.equals(good) && one.bad.equals(bad))
          .filter(one -> one.measured.equals(measured));
    } catch (IOException e) {
      throw Fault.configuration(
          "cannot read how far the search was in %s: %s; without that file it begins anew"
              .formatted(file, e.getMessage()));
    }
  }

  /** The same with one step more. */
  public SearchState with(JudgedCommit commit) {
    return new SearchState(
        good, bad, measured, Stream.concat(steps.stream(), Stream.of(commit)).toList());
  }

  public void write(Path file) {
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      AtomicFile.write(file, Json.MAPPER.writeValueAsBytes(this));
    } catch (IOException e) {
      throw Fault.noVerdict("cannot keep how far the search is in %s: %s".formatted(file, e), e);
    }
  }
}
