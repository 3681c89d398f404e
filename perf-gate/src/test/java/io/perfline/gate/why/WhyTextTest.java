package io.perfline.gate.why;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.run.LoadUnit;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests which resource is named as the cause of a change. */
class WhyTextTest {

  private static final MethodChange OF_CPU = change("app.Proxy.find", Resource.CPU, 1494, null);

  private static final MethodChange WAITING =
      change("app.Api.view", Resource.WAIT, 65_000, "socket 127.0.0.1:5432");

  private static MethodChange change(String method, Resource resource, double change, String on) {
    return new MethodChange(
        method,
        true,
        resource,
        10,
        10 + change,
        change,
        change - 5,
        change + 5,
        0,
        change,
        change / 200,
        null,
        null,
        on);
  }

  private static CaseWhy why(double time, double cpu, MethodChange... changes) {
    List<TotalChange> totals =
        List.of(
            new TotalChange(Resource.CPU, 500, 500 + cpu, 1, 2, 1),
            new TotalChange(Resource.WAIT, 7000, 7000 + time, 1, 2, 1));
    return new CaseWhy(
        "paired/a", LoadUnit.REQUEST, 20, 1000, totals, List.of(changes), List.of(), null, null);
  }

  @Test
  void additionalWaitingNamesItsObject() {
    assertThat(WhyText.cause(why(65_000, 1500, OF_CPU, WAITING), "service_time.p50"))
        .contains("Api.view +65,000 µs of waiting (socket 127.0.0.1:5432) per request");
  }

  @Test
  void waitingIsNeverExplainedByCpu() {
    assertThat(WhyText.cause(why(65_000, 1500, OF_CPU), "service_time.p50"))
        .contains("+63,500 µs of waiting per request, in no confirmed method");
  }

  @Test
  void additionalCpuIsNamed() {
    assertThat(WhyText.cause(why(1600, 1500, OF_CPU), "response_time.p95"))
        .contains("Proxy.find +1,494 µs of CPU per request");
  }

  @Test
  void cpuNamesCpu() {
    assertThat(WhyText.cause(why(65_000, 1500, OF_CPU, WAITING), "cpu"))
        .contains("Proxy.find +1,494 µs of CPU per request");
  }

  @Test
  void nothingIsNamedWithoutAChange() {
    assertThat(WhyText.cause(why(0, 0), "service_time.p50")).isEmpty();
  }
}
