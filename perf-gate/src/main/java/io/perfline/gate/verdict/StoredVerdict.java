package io.perfline.gate.verdict;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.List;

/** The content of {@code verdict.json}, whose components are its keys. */
record StoredVerdict(
    int schema,
    String run,
    String build,
    String branch,
    String commit,
    String profile,
    String environment,
    Instant judged,
    Outcome outcome,
    String summary,
    List<String> problems,
    List<StoredLine> lines,
    @JsonProperty("not_judged") List<String> notJudged) {

  private static final String FIRST = "; the first is ";

  static StoredVerdict of(Verdict verdict) {
    return new StoredVerdict(
        verdict.schema(),
        verdict.run(),
        verdict.build(),
        verdict.branch(),
        verdict.commit(),
        verdict.profile(),
        verdict.environment(),
        verdict.judged(),
        verdict.outcome(),
        verdict.summary(),
        verdict.problems(),
        verdict.lines().stream().map(StoredLine::of).toList(),
        verdict.notJudged());
  }

  Verdict verdict() {
    return new Verdict(
        schema,
        run,
        build,
        branch,
        commit,
        profile,
        environment,
        judged,
        outcome,
        summary,
        brief(),
        problems,
        lines.stream().map(StoredLine::line).toList(),
        notJudged);
  }

  private String brief() {
    int first = outcome == Outcome.WARN ? summary.indexOf(FIRST) : -1;
    return first > 0 ? summary.substring(0, first) + "." : summary;
  }
}
