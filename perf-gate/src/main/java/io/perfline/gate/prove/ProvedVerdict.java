package io.perfline.gate.prove;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import io.perfline.core.command.Fault;
import io.perfline.core.file.AtomicFile;
import io.perfline.core.file.Json;
import io.perfline.core.run.Run;
import io.perfline.gate.prove.ProvedCase.Decision;
import io.perfline.gate.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * One verdict of a proof, as its file contains it. The file is written when the verdict is
 * complete, so a proof that was interrupted continues with the first verdict without a file.
 *
 * @param seconds the time that the verdict took in seconds, including restarts and warm-up
 * @param perfline the version of perfline that measured and judged
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record ProvedVerdict(
    String change, double seconds, String perfline, List<ProvedCase> cases) {

  /** The name of the file in the folder of the run. */
  public static final String NAME = "proof.json";

  public ProvedVerdict {
    cases = List.copyOf(cases);
  }

  /**
   * Summarizes a verdict.
   *
   * @param perfline the version of perfline
   */
  public static ProvedVerdict of(
      ProvedChange change, double seconds, String perfline, Verdict verdict, Run run) {
    return new ProvedVerdict(change.name(), seconds, perfline, ProvedCase.of(verdict, run));
  }

  /** Returns the decision on all cases, which is the worst one, as for a build. */
  @JsonIgnore
  public Decision decision() {
    for (Decision decision : List.of(Decision.FAILED, Decision.NO_VERDICT, Decision.UNDECIDED)) {
      if (cases.stream().anyMatch(one -> one.decision() == decision)) {
        return decision;
      }
    }
    return cases.isEmpty() ? Decision.NO_VERDICT : Decision.PASSED;
  }

  void write(Path folder) throws IOException {
    AtomicFile.write(folder.resolve(NAME), Json.MAPPER.writeValueAsBytes(this));
  }

  /**
   * Reads the verdict in a folder; empty if there is none.
   *
   * @throws Fault exit code 3 if the file can't be read
   */
  static Optional<ProvedVerdict> readIfPresent(Path folder) {
    Path file = folder.resolve(NAME);
    try {
      return Files.exists(file)
          ? Optional.of(Json.MAPPER.readValue(Files.readAllBytes(file), ProvedVerdict.class))
          : Optional.empty();
    } catch (IOException e) {
      throw Fault.noVerdict(
          "cannot read the verdict in %s: %s; delete the file to measure it again"
              .formatted(file, e.getMessage()),
          e);
    }
  }
}
