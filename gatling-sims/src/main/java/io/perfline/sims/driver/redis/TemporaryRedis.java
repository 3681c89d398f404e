package io.perfline.sims.driver.redis;

import io.perfline.core.environment.Redis;
import io.perfline.deploy.stack.RedisServer;
import io.perfline.sims.driver.TemporaryServers;

/** A Redis that belongs to one case, to be killed under its load. */
final class TemporaryRedis implements AutoCloseable {

  private final TemporaryServers servers;
  private RedisServer server;

  private TemporaryRedis(TemporaryServers servers, RedisServer server) {
    this.servers = servers;
    this.server = server;
  }

  static TemporaryRedis start(String scope) {
    TemporaryServers servers = TemporaryServers.of(scope);
    return new TemporaryRedis(servers, servers.started(RedisServer::start));
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
    servers.close();
  }
}
