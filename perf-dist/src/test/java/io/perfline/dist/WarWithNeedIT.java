package io.perfline.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.run.CaseResult;
import java.nio.file.Files;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Compares two versions of a WAR, of which each has a database server of its own. */
@Tag("acceptance")
class WarWithNeedIT extends OwnServiceContract {

  private static final String PROJECT =
      """
      version: 1
      name: shop
      needs:
        db:
          command: exec '%s/bin/java' -cp '%s' org.h2.tools.Server -tcp -tcpPort ${db.port} -ifNotExists
          setup: echo ${SIDE} >> '%3$s/set-up.txt'
          teardown: echo ${SIDE} >> '%3$s/torn-down.txt'
      service:
        war: shop.war
        build: cp %4$s/$(cat which.txt) shop.war
        jvm_options: -Dshop.db=tcp://127.0.0.1:${db.port}/mem:shop
        ready: {get: /, within: 60 s}
      load: {orders: {connections: 1, requests: [{get: /}]}}
      profiles: {commit: {warm_up: 2 s, duration: 5 s, at_most: 15 s}}
      """;

  private static final String THRESHOLDS =
      """
      version: 1
      defaults: {min_samples: 20}
      valid_run: {generator_cpu: "<= 100 %", foreign_cpu: "<= 100 %"}
      baselines: {previous: {paired: true}}
      thresholds:
        - {id: errors, case: "**", metric: error_rate, pass: "<= 0 %"}
        - {id: slower, case: paired/*, metric: service_time.mean, pass: "<= +200 %", baseline: previous}
        - {id: busier, case: paired/*, metric: need_cpu, need: db, pass: "<= +200 %", baseline: previous}
      """;

  @Test
  void eachTomcatHasTheDatabaseOfItsBuild() throws Exception {
    NewcomersIT.war(5, "shop-5.war");
    NewcomersIT.war(6, "shop-6.war");
    NewcomersIT.war(60, "shop-60.war");
    project.write(".gitignore", "*.war\n*.txt\n!which.txt\n.perf\nruns\n");
    project.write("perf.yml", PROJECT.formatted(JAVA, NewcomersIT.h2(), home, folder));
    project.write("thresholds.yml", THRESHOLDS);
    project.withoutMethods();
    version("shop-5.war");
    version("shop-6.war");

    project.ci(0, "compared with the parent commit");

    CaseResult compared = project.lastRun().cases().get(1);
    assertThat(compared.name()).isEqualTo("paired/orders");
    assertThat(compared.pairs())
        .allMatch(pair -> pair.candidate().needCpu() > 0 && pair.baseline().needCpu() > 0);
    assertThat(Files.readAllLines(home.resolve("torn-down.txt")))
        .containsExactlyInAnyOrderElementsOf(Files.readAllLines(home.resolve("set-up.txt")))
        .contains("candidate", "baseline");
    assertThat(home.resolve(".perf/needs/1")).doesNotExist();
    assertThat(home.resolve(".perf/needs/2")).doesNotExist();

    version("shop-60.war");
    project.ci(1, "FAIL", "slower");
  }

  private void version(String war) throws Exception {
    project.write("which.txt", war + "\n");
    project.commit(war);
  }
}
