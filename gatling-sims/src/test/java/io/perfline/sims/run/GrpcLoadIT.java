package io.perfline.sims.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.perfline.core.command.Command;
import io.perfline.core.run.BaselineFile;
import io.perfline.core.run.BaselineSource;
import io.perfline.core.run.CaseResult;
import io.perfline.core.run.RunBaseline;
import io.perfline.core.run.RunFile;
import io.perfline.sims.driver.grpc.OrdersServer;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests gRPC calls in each model and in pairs, with services that only support HTTP/2. */
@Timeout(60)
class GrpcLoadIT {

  private static final String PERF_YML =
      """
      version: 1
      name: orders
      service: {url: '%s', baseline_url: '%s'}
      load:
        open: {rate: 100/s, protocol: grpc, requests: CALLS}
        closed: {connections: 2, streams: 2, protocol: grpc, requests: CALLS}
      profiles: {commit: {warm_up: 500 ms, duration: 1 s}}
      """
          .replace(
              "CALLS",
              "[{grpc: shop.v1.Orders/Place, message: {item: '${uuid}', count: 2},"
                  + " expect: {json: {/total/cents: '200'}}}]");

  @TempDir private Path home;
  private String before;

  @BeforeEach
  void useHome() {
    before = System.getProperty("perf.home", "");
    System.setProperty("perf.home", home.toString());
  }

  @AfterEach
  void useOtherHome() {
    System.setProperty("perf.home", before);
  }

  @Test
  void measuresCallsInEachModelAndInPairs() throws Exception {
    try (OrdersServer candidate = OrdersServer.start();
        OrdersServer baseline = OrdersServer.start()) {
      Files.writeString(
          home.resolve("perf.yml"), PERF_YML.formatted(candidate.url(), baseline.url()));
      RunBaseline compared =
          new RunBaseline(baseline.url().toString(), null, BaselineSource.AT_URL, null);
      new BaselineFile(compared, null, home.toString(), null).write(home.resolve("baseline.json"));

      String output = run();

      Map<String, CaseResult> cases =
          RunFile.read(home.resolve("run")).cases().stream()
              .collect(Collectors.toMap(CaseResult::name, Function.identity()));
      for (String name : new String[] {"open", "closed", "paired/open"}) {
        assertThat(cases.get(name).requests()).as(output).isPositive();
        assertThat(cases.get(name).errors()).as(output).isEmpty();
        assertThat(cases.get(name).parameters()).containsEntry("protocol", "grpc");
      }
      assertThat(cases.get("paired/open").pairs())
          .as(output)
          .isNotEmpty()
          .allMatch(pair -> pair.candidate().requests() > 0 && pair.baseline().requests() > 0);
    }
  }

  private String run() {
    String[] arguments = {
      "open",
      "closed",
      "paired/open",
      "--file",
      home.resolve("perf.yml").toString(),
      "--baseline",
      home.resolve("baseline.json").toString(),
      "--out",
      home.resolve("run").toString()
    };
    StringWriter output = new StringWriter();
    PrintWriter print = new PrintWriter(output);
    Command.run(new RunCommand(), print, print, arguments);
    return output.toString();
  }
}
