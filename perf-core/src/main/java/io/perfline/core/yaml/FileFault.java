package io.perfline.core.yaml;

import io.perfline.core.command.Fault;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The mistakes in a file, each with its position. */
public final class FileFault extends Fault {

  /** A mistake at a position. */
  public record Mistake(SourcePosition at, String message) {
    @Override
    public String toString() {
      return at + ": " + message;
    }
  }

  private static final long serialVersionUID = 1;

  private final transient List<Mistake> mistakes;

  FileFault(SourcePosition at, String message) {
    this(at.file(), List.of(new Mistake(at, message)));
  }

  FileFault(String file, List<Mistake> mistakes) {
    super(CONFIGURATION, text(file, mistakes), null);
    this.mistakes = List.copyOf(mistakes);
  }

  private static String text(String file, List<Mistake> mistakes) {
    Stream<String> head =
        mistakes.size() > 1 ? Stream.of(mistakes.size() + " faults in " + file) : Stream.empty();
    return Stream.concat(head, mistakes.stream().map(Mistake::toString))
        .collect(Collectors.joining(System.lineSeparator()));
  }

  /** Returns the mistakes in the order of the file. */
  public List<Mistake> mistakes() {
    return mistakes;
  }
}
