package io.perfline.sims.driver.redis;

import io.perfline.core.environment.Redis;
import io.perfline.deploy.stack.RedisServer;
import io.perfline.sims.driver.OwnServers;

/** A Redis that belongs to one case, to be killed under its load. */
final class OwnRedis implements AutoCloseable {

  private final OwnServers place;
  private RedisServer server;

  private OwnRedis(OwnServers place, RedisServer server) {
    this.place = place;
    this.server = server;
  }

  static OwnRedis start(String scope) {
    OwnServers place = OwnServers.of(scope);
    return new OwnRedis(place, place.started(RedisServer::start));
  }

  Redis environment() {
    return server.environment();
  }

  /** Kills it at once and starts it where it was. */
  synchronized void killAndRestart() {
    server.kill();
    RedisServer killed = server;
    server = killed.again();
    killed.close();
  }

  @Override
  public synchronized void close() {
    server.close();
    place.close();
  }
}
