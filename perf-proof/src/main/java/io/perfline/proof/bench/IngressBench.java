package io.perfline.proof.bench;

import io.perfline.sims.driver.Connector;
import io.perfline.sims.driver.Session;
import io.perfline.sims.engine.Slices;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * One way into the recorder: the same driver takes turns at something bare and at the recorder of
 * each store. Owns the sessions that it is given.
 */
final class IngressBench implements AutoCloseable {

  /** What it is compared with comes first. */
  private record Aimed(String name, Session session, List<Long> servers) {}

  private final String name;
  private final DriverSettings settings;
  private final Map<String, Double> aims;
  private final List<Aimed> all = new ArrayList<>();

  /**
   * @param name of the way in
   * @param aims the least ratios, by store; those are profiled
   */
  IngressBench(String name, DriverSettings settings, Map<String, Double> aims) {
    this.name = name;
    this.settings = settings;
    this.aims = aims;
  }

  /**
   * Adds a side; the first is what all others are compared with.
   *
   * @param side the store, or what is bare
   * @param servers process ids of those that it loads, the one to profile first
   */
  void add(String side, Session session, List<Long> servers) {
    all.add(new Aimed(side, session, servers));
  }

  /** Measures all sides, adds their rows, and takes the profiles. */
  void run(BenchContext context, BenchResults results) throws InterruptedException, IOException {
    List<Connector> connectors = new ArrayList<>();
    all.forEach(side -> connectors.add(side.session()));
    try (Slices slices = new Slices(settings.load(), connectors)) {
      List<EngineContender> sides = new ArrayList<>();
      for (Aimed side : all) {
        String row = "recorder/" + name + "/" + side.name();
        sides.add(new EngineContender(row, slices, sides.size(), new ServerCpu(side.servers())));
      }
      context.say("recorder: by %s, %s and each store".formatted(name, all.get(0).name()));
      List<List<Sample>> samples = context.pairedRun().run(sides);
      results.add(BenchRow.alone(sides.get(0).name(), samples.get(0)));
      for (int i = 1; i < sides.size(); i++) {
        results.add(
            BenchRow.of(
                sides.get(i).name(),
                samples.get(i),
                samples.get(0),
                all.get(0).name(),
                aims.get(all.get(i).name())));
      }
      profile(context, sides);
    }
  }

  private void profile(BenchContext context, List<EngineContender> sides)
      throws InterruptedException, IOException {
    for (int i = 0; i < sides.size(); i++) {
      if (i == 0 ? !aims.isEmpty() : aims.containsKey(all.get(i).name())) {
        context.profiles().take(sides.get(i).name(), sides.get(i), all.get(i).servers().get(0));
      }
    }
  }

  @Override
  public void close() {
    RuntimeException failed = null;
    for (Aimed side : all) {
      try {
        side.session().close();
      } catch (RuntimeException e) {
        if (failed == null) {
          failed = e;
        } else {
          failed.addSuppressed(e);
        }
      }
    }
    if (failed != null) {
      throw failed;
    }
  }
}
