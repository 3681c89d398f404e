package io.perfline.deploy.stack;

import io.perfline.core.environment.Redis;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A Redis with a password. */
public final class RedisServer extends Server {

  private final RedisPart part;

  private RedisServer(RedisPart part) {
    super(part);
    this.part = part;
  }

  /**
   * Starts it on a free port, with a password of its own, and waits until it answers.
   *
   * @param home root of the checkout
   * @param directory for its configuration and log; made if need be
   * @throws io.perfline.core.command.Fault with the end of its log when it doesn't come up, and
   *     with the ways to get it when there is no Redis
   */
  public static RedisServer start(Path home, Path directory) {
    return new RedisServer(
        new RedisPart(home, Server.directory(directory), Ports.free(), Secret.generate()));
  }

  /** Starts one again that was killed, where it was, with its password. */
  public RedisServer again() {
    return new RedisServer(part);
  }

  /** What starts redis-benchmark where that came with it. */
  public Optional<List<String>> benchmark() throws IOException, InterruptedException {
    Path found = ServerProgram.REDIS.find(part.home(), System.getenv());
    return ServerProgram.REDIS.tool(found, "redis-benchmark");
  }

  /** Its address and password, as an environment file would say. */
  public Redis environment() {
    return new Redis(address(), part.password());
  }
}
