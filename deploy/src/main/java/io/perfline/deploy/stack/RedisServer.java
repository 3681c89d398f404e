package io.perfline.deploy.stack;

import io.perfline.core.environment.Redis;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A Redis with a password. */
public final class RedisServer extends Server<RedisPart> {

  private RedisServer(RedisPart part) {
    super(part);
  }

  /**
   * Starts it on a free port, with a password of its own, and waits until it answers.
   *
   * @param home root of the checkout
   * @param directory the folder of its configuration and log; created if it is missing
   * @throws io.perfline.core.command.Fault with the end of its log if it does not start, or with
   *     the ways to get Redis if it is not installed
   */
  public static RedisServer start(Path home, Path directory) {
    return new RedisServer(
        new RedisPart(home, Server.directory(directory), Ports.free(), Secret.generate()));
  }

  /** Starts a killed one again with its address and password. */
  public RedisServer again() {
    return new RedisServer(part());
  }

  /** Returns the command of redis-benchmark if it is installed with this Redis. */
  public Optional<List<String>> benchmark() throws IOException, InterruptedException {
    Path found = ServerProgram.REDIS.find(part().home(), System.getenv());
    return ServerProgram.REDIS.tool(found, "redis-benchmark");
  }

  /** Returns its address and password as an environment file contains them. */
  public Redis environment() {
    return new Redis(address(), part().password());
  }
}
