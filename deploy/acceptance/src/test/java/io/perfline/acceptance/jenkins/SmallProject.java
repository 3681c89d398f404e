package io.perfline.acceptance.jenkins;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.perfline.core.run.CaseResult;
import io.perfline.core.run.CatalogueEntry;
import io.perfline.core.run.Generator;
import io.perfline.core.run.Run;
import io.perfline.core.run.RunEnvironment;
import io.perfline.core.run.RunFile;
import io.perfline.core.run.TimeDistribution;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * A project of perfline's pipelines without the slow parts: the run was measured beforehand,
 * servers and load are missing. Jenkinsfile, gate and report are real.
 */
final class SmallProject {

  private static final String COMMIT = "0123456789012345678901234567890123456789";
  private static final Instant START = Instant.parse("2026-01-02T03:00:00Z");

  private final Path folder;

  /** Writes a project that passes. */
  SmallProject(Path folder) throws IOException {
    this.folder = folder;
    for (String file :
        List.of(
            "Jenkinsfile",
            "deploy/jenkins/release.Jenkinsfile",
            "deploy/jenkins/tests.Jenkinsfile",
            "deploy/jenkins/bisect.Jenkinsfile",
            Jenkinsfile.STEP,
            "perf-dist/src/main/archive/bin/perfline-status",
            "perf-dist/src/main/archive/bin/perfline-comment",
            "deploy/environments/local.yml",
            "deploy/environments/compose.yml")) {
      Files.createDirectories(folder.resolve(file).getParent());
      Files.copy(
          Jenkinsfile.ROOT.resolve(file),
          folder.resolve(file),
          StandardCopyOption.COPY_ATTRIBUTES); // some files are executable
    }
    Path measured = Files.createDirectories(folder.resolve("measured"));
    RunFile.write(measured, run("measured", "main", COMMIT, START));
    JsonMapper.builder().build().writeValue(measured.resolve("cases.json").toFile(), catalogue());
    Files.writeString(folder.resolve(".gitignore"), "target/\nruns/\n");
    launcher();
    decide(Verdicts.PASS);
  }

  Path folder() {
    return folder;
  }

  /** Changes the paired and unpaired thresholds so that the gate decides like this. */
  void decide(Verdicts verdict) throws IOException {
    for (String file : List.of("thresholds.yml", "deploy/jenkins/history-thresholds.yml")) {
      Files.writeString(folder.resolve(file), verdict.thresholds());
    }
  }

  /**
   * Writes a launcher that prints the manager's password, which Jenkins must mask, whose soak run
   * never ends, and whose run has the branch and the commit that the build checked out.
   */
  private void launcher() throws IOException {
    Path perf = folder.resolve("perfline");
    Files.writeString(
        perf,
        """
        #!/usr/bin/env bash
        set -euo pipefail
        cd "$(dirname "${BASH_SOURCE[0]}")"
        case "$1 ${2:-}" in
          'run --list') mkdir -p target && cp measured/cases.json "$4" ;;
          'run '*)
            [[ " $* " != *' soak '* ]] || { echo 'a load without an end' && exec sleep 600; }
            shard=none
            while [[ $1 != --out ]]; do [[ $1 != --shard ]] || shard=$2; shift; done
            mkdir -p "$2" && echo "$shard" >"$2/shard"
            branch=${BRANCH_NAME:-${GIT_BRANCH:-HEAD}}
            commit=$(git rev-parse HEAD 2>/dev/null || echo 0123456789012345678901234567890123456789)
            sed -E -e 's|("branch" ?: ?")[^"]*|\\1'"$branch"'|' \\
              -e 's|("commit" ?: ?")[^"]*|\\1'"$commit"'|' measured/run.json >"$2/run.json" ;;
          baseline*)
            echo 'compared with what is found'
            mkdir -p target && echo '{"baseline": {"name": "the last good commit of build #1"}}' >target/baseline.json
            ! git rev-parse --verify --quiet origin/main >/dev/null 2>&1 || echo 'the target is here' ;;
          merge*)
            echo "shards of $(cat "$2/shard") and $(cat "$3/shard") merged"
            mkdir -p "$5" && cp "$2/run.json" "$5/" ;;
          gate* | report*)
            exec '%s' -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Dperf.home="$PWD" -cp '%s' io.perfline.cli.Main "$@" ;;
          *) echo "perfline $*: left out here; the manager's password is ${TOMCAT_PSW:-unknown}" ;;
        esac
        """
            .formatted(
                Path.of(System.getProperty("java.home"), "bin", "java"),
                System.getProperty("java.class.path")));
    if (!perf.toFile().setExecutable(true)) {
      throw new IOException("cannot make " + perf + " executable");
    }
  }

  /** Two planned cases, one of which was measured with 100 batches per second. */
  static Run run(String id, String branch, String commit, Instant start) {
    Histogram times = new Histogram(3);
    times.recordValueWithCount(2_000, 1_000);
    TimeDistribution distribution = TimeDistribution.of(times);
    CaseResult result =
        CaseResult.of("kafka/batch_size/256", "direct")
            .withParameters(Map.of("batch_size", "256"))
            .withPeriod(start.plusSeconds(5), start.plusSeconds(15), 5_000)
            .withCounts(1_000, 1_000, 100_000)
            .withTimes(distribution, distribution)
            .withGenerator(new Generator(0.2, null, 100.0, 1.0));
    return new Run(
        Run.SCHEMA,
        id,
        "7",
        branch,
        commit,
        null,
        "commit",
        new RunEnvironment("local", "ab12", "a processor", 2, 1 << 30, "Linux", "17"),
        start,
        start.plusSeconds(20),
        catalogue(),
        List.of(result),
        null,
        null);
  }

  private static List<CatalogueEntry> catalogue() {
    return List.of(
        new CatalogueEntry("kafka/batch_size/256", "direct", List.of("commit")),
        new CatalogueEntry("kafka/batch_size/1024", "direct", List.of("commit")));
  }
}
