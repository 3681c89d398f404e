package io.perfline.core.project;

import io.perfline.core.yaml.ParseContext;
import io.perfline.core.yaml.Schema;
import io.perfline.core.yaml.Schemas;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.yaml.snakeyaml.nodes.Node;

/**
 * A file that must be there, read whole.
 *
 * @param home folder that its path is meant from
 */
record PathKind(Path home) implements Schema<byte[]> {

  /** The longest that is read. */
  static final long MOST = 16L << 20;

  /** The path alone. */
  static final Schema<String> TEXT =
      Schemas.text(
          "a path",
          "^.+$",
          text -> {
            try {
              return Path.of(text).toString();
            } catch (InvalidPathException e) {
              throw new IllegalArgumentException("'%s' is not a path".formatted(text), e);
            }
          });

  @Override
  public byte[] read(Node node, ParseContext context) {
    String path = TEXT.read(node, context);
    if (path == null) {
      return null;
    }
    Path file = home.resolve(path);
    try {
      if (Files.isRegularFile(file) && Files.size(file) <= MOST) {
        return Files.readAllBytes(file);
      }
      String why =
          Files.isRegularFile(file)
              ? "is longer than %d MiB".formatted(MOST >> 20)
              : "is not there";
      context.fault(context.place(node), "the file %s %s".formatted(path, why));
    } catch (IOException e) {
      context.fault(context.place(node), "the file %s can't be read: %s".formatted(path, e));
    }
    return null;
  }

  @Override
  public String what() {
    return "a file";
  }
}
