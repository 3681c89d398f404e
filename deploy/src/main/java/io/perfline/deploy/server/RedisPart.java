package io.perfline.deploy.server;

import io.perfline.deploy.process.PrivateFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A Redis that requires a password. It keeps its data in memory, and in a file from which it is
 * read after a kill.
 */
public record RedisPart(Path home, Path directory, int port, String password) implements Part {

  public static final String NAME = "redis";

  public RedisPart {
    if (!password.matches("[A-Za-z0-9]+")) {
      throw new IllegalArgumentException("the password would need quoting in redis.conf");
    }
  }

  @Override
  public String name() {
    return NAME;
  }

  /**
   * Writes the configuration file with the password, which only its owner can read, and returns the
   * command.
   */
  @Override
  public List<String> prepare() throws IOException, InterruptedException {
    Path program = ServerProgram.REDIS.find(home, System.getenv());
    PrivateFiles.write(
        directory.resolve("redis.conf"),
        Template.fill("redis.conf", Map.of("port", port, "password", password)));
    List<String> command = new ArrayList<>(ServerProgram.REDIS.command(program));
    command.add("redis.conf");
    return command;
  }

  @Override
  public boolean answers() throws IOException {
    return ProtocolProbe.redisAnswers(address(), password);
  }

  /** Omits the password. */
  @Override
  public String toString() {
    return "RedisPart[directory=%s, port=%d, password=***]".formatted(directory, port);
  }
}
