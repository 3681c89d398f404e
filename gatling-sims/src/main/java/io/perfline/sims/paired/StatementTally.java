package io.perfline.sims.paired;

import io.perfline.core.command.Fault;
import io.perfline.core.run.Statements;
import io.perfline.core.run.Statements.Use;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Counts the statements that the databases of both builds execute while a case is measured. */
final class StatementTally {

  private final PairedDeployment builds;
  private final PairedLoader loader;
  private Reading before;
  private Statements sum; // Null if the builds are not known to use such databases.

  StatementTally(PairedDeployment builds, PairedLoader loader) {
    this.builds = builds;
    this.loader = loader;
  }

  /** The counters of both databases, and the requests until then. */
  private record Reading(
      Map<String, Use> candidate,
      Map<String, Use> baseline,
      long candidateRequests,
      long baselineRequests) {}

  /** Begins to count. */
  void begin() {
    before = read().orElse(null);
  }

  /** Adds what was executed since {@link #begin}. */
  void end() {
    if (before != null) {
      read().map(this::since).ifPresent(this::add);
      before = null;
    }
  }

  private Optional<Reading> read() {
    try {
      Optional<Map<String, Use>> candidate = builds.statements(true);
      Optional<Map<String, Use>> baseline = builds.statements(false);
      return candidate.isEmpty() || baseline.isEmpty()
          ? Optional.empty()
          : Optional.of(
              new Reading(
                  candidate.get(),
                  baseline.get(),
                  loader.sentTo(Pairs.CANDIDATE),
                  loader.sentTo(Pairs.BASELINE)));
    } catch (Fault unreadable) {
      add(Statements.unknown(unreadable.getMessage()));
      return Optional.empty();
    }
  }

  private void add(Statements more) {
    sum = sum == null ? more : sum.plus(more);
  }

  private Statements since(Reading now) {
    Set<String> texts = new TreeSet<>(now.candidate().keySet());
    texts.addAll(now.baseline().keySet());
    List<Statements.Statement> statements = new ArrayList<>();
    for (String text : texts) {
      Use ofCandidate = since(text, now.candidate(), before.candidate());
      Use ofBaseline = since(text, now.baseline(), before.baseline());
      if (ofCandidate.calls() + ofBaseline.calls() > 0) {
        statements.add(new Statements.Statement(text, ofCandidate, ofBaseline));
      }
    }
    return new Statements(
        now.candidateRequests() - before.candidateRequests(),
        now.baselineRequests() - before.baselineRequests(),
        statements,
        null);
  }

  private static Use since(String text, Map<String, Use> now, Map<String, Use> before) {
    return now.getOrDefault(text, Use.NONE).since(before.getOrDefault(text, Use.NONE));
  }

  /** Returns the statements of all deployments; null if they cannot be known. */
  Statements result() {
    return sum;
  }
}
