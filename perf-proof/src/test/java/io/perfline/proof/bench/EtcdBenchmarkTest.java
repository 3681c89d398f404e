package io.perfline.proof.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.perfline.core.command.Fault;
import io.perfline.core.environment.HostPort;
import io.perfline.proof.bench.EtcdBench.EtcdBenchmark;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EtcdBenchmarkTest {

  private final EtcdBenchmark benchmark =
      new EtcdBenchmark("own", new HostPort("127.0.0.1", 2379), null, null);

  @Test
  void readsTheRateOfPuts() {
    Sample sample =
        benchmark.sample(
            """
            Summary:
              Total:\t0.5102 secs.
              Requests/sec:\t9800.1234
            """,
            5_000);

    assertThat(sample.messages()).isEqualTo(5_000);
    assertThat(sample.perSecond()).isCloseTo(9800.1234, within(1e-6));
  }

  @Test
  void failsWithoutARate() {
    assertThatThrownBy(() -> benchmark.sample("Requests/sec:\t0.0000", 5_000))
        .isInstanceOf(Fault.class)
        .hasMessageContaining("own at 127.0.0.1:2379");
    assertThatThrownBy(() -> benchmark.sample("connection refused", 5_000))
        .isInstanceOf(Fault.class)
        .hasMessageContaining("connection refused");
  }

  @Test
  void findsTheToolByItsVariable() {
    assertThat(EtcdBenchmark.program(Map.of(EtcdBenchmark.VARIABLE, "/opt/benchmark")))
        .hasValue("/opt/benchmark");
  }
}
