package io.perfline.proof.bench;

import io.perfline.core.command.Fault;
import io.perfline.deploy.stack.TomcatServer;
import io.perfline.deploy.tomcat.ContextPath;
import io.perfline.deploy.tomcat.TextInterface;
import io.perfline.sims.driver.http.HttpDriver;
import io.perfline.sims.driver.http.HttpSession;
import io.perfline.sims.engine.Slices;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Our HTTP driver beside wrk, GETs of an empty servlet in Tomcat. */
final class HttpBench implements Benchmark {

  static final String EMPTY = "/empty";

  private static final double AIM = 0.7;
  private static final int CONNECTIONS = 8;

  @Override
  public void run(BenchContext ground, BenchResults results)
      throws InterruptedException, IOException {
    if (!ExternalTool.isThere(Wrk.NAME)) {
      throw Fault.noVerdict("wrk is not in the PATH: apt-get install wrk, or build it");
    }
    ground.say("starting Tomcat");
    try (TomcatServer tomcat =
        TomcatServer.start(ground.home(), ground.folder().resolve("tomcat-http"))) {
      new TextInterface(tomcat.environment())
          .deploy(
              EmptyWar.write(ground.folder().resolve("empty.war")),
              new ContextPath(EMPTY),
              Optional.empty());
      results.add(row(ground, tomcat));
    }
  }

  private static BenchRow row(BenchContext ground, TomcatServer tomcat)
      throws InterruptedException, IOException {
    URI page = URI.create(tomcat.url() + EMPTY + "/");
    DriverSettings settings =
        DriverSettings.of(new HttpDriver(), Map.of("connections", (long) CONNECTIONS));
    try (HttpSession session = HttpSession.gets(page, settings.all().duration("timeout"));
        Slices slices = new Slices(settings.load(), List.of(session::connect))) {
      EngineContender ours =
          new EngineContender("the HTTP driver", slices, 0, ServerCpu.of(tomcat.pid()));
      ground.say("http: the driver and wrk take turns");
      var samples =
          ground.contest().run(List.of(ours, new Wrk(page, CONNECTIONS, ground.folder())));
      ground.profiles().take("http-driver", ours, tomcat.pid());
      return BenchRow.of("http", samples.get(0), samples.get(1), Wrk.NAME, AIM);
    }
  }
}
