package io.perfline.sims.bench;

import io.perfline.deploy.environment.Environment;
import io.perfline.sims.driver.Session;
import io.perfline.sims.driver.Settings;
import io.perfline.sims.driver.Target;
import io.perfline.sims.driver.http.HttpDriver;
import io.perfline.sims.driver.kryonet.Buffers;
import io.perfline.sims.driver.kryonet.KryonetDriver;
import io.perfline.sims.driver.kryonet.Peer;
import io.perfline.sims.engine.Engine;
import io.perfline.sims.engine.Slices;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The recorder's ways in with each of its stores, beside what the same driver reaches against
 * nothing: an empty servlet in the same Tomcat, a bare Kryonet peer.
 */
final class RecorderBench implements Discipline {

  private static final Map<String, Double> HTTP_AIMS = Map.of("memory", 0.85, "kafka", 0.7);
  private static final Map<String, Double> KRYONET_AIMS = Map.of("memory", 0.9);

  /** So many that a store's acknowledgement, some milliseconds, doesn't bound what comes in. */
  private static final long HTTP_CONNECTIONS = 64;

  private static final long KRYONET_CONNECTIONS = 10;
  private static final long KRYONET_IN_FLIGHT = 64;

  @Override
  public List<Row> run(Ground ground) throws InterruptedException, IOException {
    try (Recorders recorders = Recorders.start(ground)) {
      List<Row> rows = new ArrayList<>(http(ground, recorders));
      rows.addAll(kryonet(ground, recorders));
      return rows;
    }
  }

  private static List<Row> http(Ground ground, Recorders recorders)
      throws InterruptedException, IOException {
    DriverSettings settings =
        DriverSettings.of(new HttpDriver(), Map.of("connections", HTTP_CONNECTIONS));
    List<Session> sessions = new ArrayList<>();
    try {
      sessions.add(posts(recorders.empty(), settings.all()));
      for (String store : Recorders.STORES) {
        sessions.add(posts(recorders.url(store), settings.all()));
      }
      ground.say("recorder: HTTP into each store and an empty servlet take turns");
      return rows(
          ground, "http", "empty servlet", sessions, settings, recorders.pid(), 0, HTTP_AIMS);
    } finally {
      sessions.forEach(Session::close);
    }
  }

  private static Session posts(URI application, Settings settings) {
    return HttpDriver.session(application, "bench", settings);
  }

  private static List<Row> kryonet(Ground ground, Recorders recorders)
      throws InterruptedException, IOException {
    KryonetDriver driver = new KryonetDriver();
    DriverSettings settings =
        DriverSettings.of(
            driver, Map.of("connections", KRYONET_CONNECTIONS, "in_flight", KRYONET_IN_FLIGHT));
    Buffers buffers = Buffers.of(settings.all());
    List<Session> sessions = new ArrayList<>();
    try (Peer peer = Peer.start(1, buffers.serverWrite(), buffers.serverObject())) {
      sessions.add(session(ground, driver, settings, Integer.toString(peer.ports().get(0).port())));
      for (String store : Recorders.STORES) {
        sessions.add(session(ground, driver, settings, recorders.kryonetPort(store)));
      }
      ground.say("recorder: Kryonet into each store and a bare peer take turns");
      return rows(
          ground,
          "kryonet",
          "bare peer",
          sessions,
          settings,
          recorders.pid(),
          peer.pid(),
          KRYONET_AIMS);
    } finally {
      sessions.forEach(Session::close);
    }
  }

  private static Session session(
      Ground ground, KryonetDriver driver, DriverSettings settings, String port)
      throws IOException {
    Environment environment =
        ground.environment(
            "recorder: {url: 'http://127.0.0.1/none', kryonet: ['127.0.0.1:%s']}".formatted(port));
    return driver.open(environment, Target.RECORDER, "bench", settings.all());
  }

  /** The first session is of the other side. */
  private static List<Row> rows(
      Ground ground,
      String way,
      String against,
      List<Session> sessions,
      DriverSettings settings,
      long tomcat,
      long peer,
      Map<String, Double> aims)
      throws InterruptedException, IOException {
    List<Engine.Connector> connectors = new ArrayList<>();
    sessions.forEach(session -> connectors.add(session::connect));
    try (Slices slices = new Slices(settings.load(), connectors)) {
      List<EngineSide> sides = new ArrayList<>();
      for (int i = 0; i < sessions.size(); i++) {
        String name = i == 0 ? against : Recorders.STORES.get(i - 1);
        sides.add(new EngineSide("recorder/" + way + "/" + name, slices, i));
      }
      List<Long> servers = peer == 0 ? List.of(tomcat) : List.of(tomcat, peer);
      var samples = ground.contest(servers.toArray(Long[]::new)).run(sides);
      List<Row> rows = new ArrayList<>();
      rows.add(Row.alone(sides.get(0).name(), samples.get(0)));
      for (int i = 1; i < sides.size(); i++) {
        String store = Recorders.STORES.get(i - 1);
        rows.add(
            Row.of(sides.get(i).name(), samples.get(i), samples.get(0), against, aims.get(store)));
      }
      for (EngineSide side : profiled(sides, aims)) {
        ground.profiles().take(side.name(), side, side.index() == 0 && peer != 0 ? peer : tomcat);
      }
      return rows;
    }
  }

  /** What has an aim, and what it is compared with. */
  private static List<EngineSide> profiled(List<EngineSide> sides, Map<String, Double> aims) {
    return sides.stream()
        .filter(
            side -> side.index() == 0 || aims.containsKey(Recorders.STORES.get(side.index() - 1)))
        .toList();
  }
}
