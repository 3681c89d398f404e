package io.perfline.deploy.stack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** Where programs that are fetched once are kept. */
final class Cache {

  private Cache() {}

  /**
   * {@code $XDG_CACHE_HOME/perfline}, else {@code $HOME/.cache/perfline}, else {@code .perf/cache}
   * of the checkout: the first of these that can be written.
   */
  static Path of(Path home, Map<String, String> environment) throws IOException {
    Optional<Path> ofUser =
        absolute(environment.get("XDG_CACHE_HOME"))
            .or(() -> absolute(environment.get("HOME")).map(user -> user.resolve(".cache")));
    if (ofUser.isPresent()) {
      try {
        Path cache = PrivateFiles.directory(ofUser.get().resolve("perfline"));
        if (Files.isWritable(cache)) {
          return cache;
        }
      } catch (IOException noUsableHome) {
        return ofCheckout(home);
      }
    }
    return ofCheckout(home);
  }

  private static Path ofCheckout(Path home) throws IOException {
    return PrivateFiles.directory(home.toAbsolutePath().normalize().resolve(".perf/cache"));
  }

  private static Optional<Path> absolute(String path) {
    return Optional.ofNullable(path)
        .filter(text -> !text.isEmpty())
        .map(Path::of)
        .filter(Path::isAbsolute);
  }
}
