package io.perfline.sims.fault;

import io.perfline.core.environment.Redis;
import io.perfline.deploy.server.RedisServer;

/** A Redis server that belongs to one case, to be killed under its load. */
public final class TemporaryRedis implements AutoCloseable {

  private final TemporaryServers servers;
  private RedisServer server;

  /** Starts the server. */
  public TemporaryRedis(String scope) {
    servers = TemporaryServers.of(scope);
    server = servers.started(RedisServer::start);
  }

  public Redis environment() {
    return server.environment();
  }

  /** Kills the server and restarts it at once at the same address. */
  public synchronized void killAndRestart() {
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
