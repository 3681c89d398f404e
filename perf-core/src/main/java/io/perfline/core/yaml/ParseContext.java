package io.perfline.core.yaml;

import io.perfline.core.command.Fault;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/** One reading of one file: its name, and every fault that was found on the way. */
public final class ParseContext {

  private record At(SourcePosition place, String message) {}

  private record Reference(SourcePosition place, String kind, String name) {}

  private final String file;
  private final boolean secret;
  private final List<At> faults = new ArrayList<>();
  private final Map<String, Map<String, SourcePosition>> defined = new HashMap<>();
  private final List<Reference> references = new ArrayList<>();

  public ParseContext(String file) {
    this(file, false);
  }

  private ParseContext(String file, boolean secret) {
    this.file = file;
    this.secret = secret;
  }

  /** Of a file that may hold secrets: no fault that is noted by the kinds here shows a value. */
  public static ParseContext ofSecrets(String file) {
    return new ParseContext(file, true);
  }

  /** Notes a fault and reads on. */
  public void fault(SourcePosition position, String message) {
    faults.add(new At(position, message));
  }

  public boolean failed() {
    return !faults.isEmpty();
  }

  /** Notes that {@code name} stands for something of {@code kind}; twice is a fault. */
  void define(String kind, String name, SourcePosition position) {
    SourcePosition first = names(kind).putIfAbsent(name, position);
    if (first != null) {
      fault(
          position, "the %s '%s' is there already, in line %d".formatted(kind, name, first.line()));
    }
  }

  /** Notes that {@code name} must stand for something of {@code kind}, somewhere in the file. */
  void refer(String kind, String name, SourcePosition position) {
    references.add(new Reference(position, kind, name));
  }

  private Map<String, SourcePosition> names(String kind) {
    return defined.computeIfAbsent(kind, key -> new LinkedHashMap<>());
  }

  private void resolve() {
    for (Reference reference : references) {
      Map<String, SourcePosition> known = names(reference.kind());
      if (!known.containsKey(reference.name())) {
        fault(
            reference.place(),
            "unknown %s '%s'%s; known: %s"
                .formatted(
                    reference.kind(),
                    reference.name(),
                    Suggestion.of(reference.name(), known.keySet()),
                    known.isEmpty() ? "none" : String.join(", ", known.keySet())));
      }
    }
    references.clear();
  }

  /**
   * @throws Fault (configuration) with every fault, in the order of the file
   */
  public void finish() {
    resolve();
    if (failed()) {
      throw Fault.configuration(String.join(System.lineSeparator(), messages()));
    }
  }

  private List<String> messages() {
    List<String> lines = new ArrayList<>();
    if (faults.size() > 1) {
      lines.add(faults.size() + " faults in " + file);
    }
    faults.stream()
        .sorted(
            Comparator.comparingInt((At at) -> at.place().line())
                .thenComparingInt(at -> at.place().column()))
        .map(at -> at.place() + ": " + at.message())
        .distinct()
        .forEach(lines::add);
    return lines;
  }

  /** Where a node starts. */
  public SourcePosition place(Node node) {
    Mark mark = node.getStartMark();
    return new SourcePosition(file, mark.getLine() + 1, mark.getColumn() + 1);
  }

  /** A node in words. */
  String tell(Node node) {
    if (node instanceof MappingNode) {
      return "a mapping";
    }
    if (node instanceof SequenceNode) {
      return "a list";
    }
    ScalarNode scalar = (ScalarNode) node;
    if (Tag.NULL.equals(scalar.getTag())) {
      return "nothing";
    }
    return secret ? "a text" : "'" + scalar.getValue() + "'";
  }

  int faultCount() {
    return faults.size();
  }
}
