package io.perfline.gate.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.environment.EnvironmentOption;
import io.perfline.core.environment.InfluxDb;
import io.perfline.core.file.FileTree;
import io.perfline.gate.sample.OneInfluxDb;
import io.perfline.gate.verdict.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.influxdb.InfluxDB;
import org.influxdb.InfluxDBFactory;
import org.influxdb.dto.Query;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Uses a real InfluxDB. */
class CommitVerdictsIT {

  private static final String COMMIT = "a".repeat(40);

  @Test
  void findsTheNewestVerdictWithAnEmptyWorkspace(@TempDir Path home) throws IOException {
    InfluxDb influxDb = OneInfluxDb.database();
    createUser(influxDb, System.getenv("HOME"));
    Path environment =
        Files.writeString(
            home.resolve("ci.yml"),
            """
            name: ci
            influxdb: {url: '%s', database: %s, user: verdicts, password: '${HOME}'}
            """
                .formatted(influxDb.url(), influxDb.database()));
    assertThat(verdicts(home, environment).of(COMMIT)).isEmpty();
    verdicts(home, environment).add(verdict("first", Outcome.FAIL, Instant.now()));
    CommitVerdict again = verdict("again", Outcome.PASS, Instant.now().plusSeconds(60));
    verdicts(home, environment).add(again);
    verdicts(home, environment).add(verdict("first", Outcome.FAIL, Instant.now().minusSeconds(60)));

    CommitVerdict nightly = verdict("night", "nightly", Outcome.PASS, Instant.now());
    verdicts(home, environment).add(nightly);

    FileTree.delete(home.resolve(".perf"));

    assertThat(verdicts(home, environment).of(COMMIT)).contains(again);
    assertThat(verdicts(home, environment).letThrough(COMMIT, nightly::equals)).isPresent();
    assertThat(verdicts(home, environment).of("b".repeat(40))).isEmpty();
  }

  /** Creates a user for the environment file, whose password must be a variable. */
  private static void createUser(InfluxDb influxDb, String password) {
    try (InfluxDB client =
        InfluxDBFactory.connect(influxDb.url().toString(), influxDb.user(), influxDb.password())) {
      client.query(
          new Query(
              "CREATE USER verdicts WITH PASSWORD '%s' WITH ALL PRIVILEGES".formatted(password)));
    }
  }

  private static CommitVerdicts verdicts(Path home, Path environment) {
    return new CommitVerdicts(home, new HistoryOption(new EnvironmentOption(environment), null));
  }

  private static CommitVerdict verdict(String run, Outcome outcome, Instant judged) {
    return verdict(run, "commit", outcome, judged);
  }

  private static CommitVerdict verdict(
      String run, String profile, Outcome outcome, Instant judged) {
    return new CommitVerdict(
        COMMIT,
        "main",
        "ci",
        profile,
        run,
        "7",
        judged,
        outcome,
        "A sentence, \"quoted\".",
        outcome == Outcome.PASS,
        "profile " + profile);
  }
}
