package io.perfline.deploy.server;

import io.perfline.core.environment.Redis;
import io.perfline.deploy.process.Ports;
import io.perfline.deploy.process.Secret;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A Redis that requires a password, and keeps its data when it is killed. */
public final class RedisServer extends Server<RedisPart> {

  private RedisServer(RedisPart part) {
    super(part);
  }

  /**
   * Starts Redis on a free port, with a generated password, and waits until it answers.
   *
   * @param home root of the checkout
   * @param directory the folder of Redis's configuration and log; created if it is missing
   * @throws io.perfline.core.command.Fault with the end of Redis's log if it does not start, or
   *     with the ways to get Redis if it is not installed
   */
  public static RedisServer start(Path home, Path directory) {
    return new RedisServer(
        new RedisPart(home, Server.directory(directory), Ports.free(), Secret.generate()));
  }

  /** Starts a killed Redis again with its address and password. */
  public RedisServer again() {
    return new RedisServer(part());
  }

  /**
   * Returns the command that starts redis-benchmark; empty if it is not installed with this Redis.
   */
  public Optional<List<String>> benchmark() throws IOException, InterruptedException {
    Path found = ServerProgram.REDIS.find(part().home(), System.getenv());
    return ServerProgram.REDIS.tool(found, "redis-benchmark");
  }

  /** Returns the address and password in the form of an environment file. */
  public Redis environment() {
    return new Redis(address(), part().password());
  }
}
