package io.perfline.core.yaml;

import io.perfline.core.command.Fault;
import io.perfline.core.yaml.FileFault.Mistake;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.yaml.snakeyaml.DumperOptions.ScalarStyle;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeId;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.resolver.Resolver;

/** The state of reading a file: its name, the current position, and all errors so far. */
public final class ParseContext {

  private record Reference(SourcePosition position, String kind, String name) {}

  private final String file;
  private final boolean secret;
  private final Map<String, String> variables;
  private final List<Mistake> faults = new ArrayList<>();
  private final Map<String, Map<String, SourcePosition>> defined = new HashMap<>();
  private final List<Reference> references = new ArrayList<>();
  private final Deque<String> path = new ArrayDeque<>();

  public ParseContext(String file) {
    this(file, false, null);
  }

  private ParseContext(String file, boolean secret, Map<String, String> variables) {
    this.file = file;
    this.secret = secret;
    this.variables = variables;
  }

  /**
   * Creates the context of a file that may contain secrets, so error messages of schemas contain no
   * values.
   *
   * @param variables the values of the variables in the file; null while they are not replaced
   */
  public static ParseContext ofSecrets(String file, Map<String, String> variables) {
    return new ParseContext(file, true, variables);
  }

  /**
   * Creates the context of a file in which some values are variables of the process.
   *
   * @param variables the values of the variables that are set
   */
  public static ParseContext withVariables(String file, Map<String, String> variables) {
    return new ParseContext(file, false, variables);
  }

  /** Returns the file's name as the user gave it. */
  public String file() {
    return file;
  }

  /** Returns the folder of the file, from which paths in it are resolved. */
  public Path home() {
    return Path.of(file).toAbsolutePath().normalize().getParent();
  }

  /** Returns the values of the variables in the file; null while they are not replaced. */
  public Map<String, String> variables() {
    return variables;
  }

  /**
   * Returns a scalar's text as a template if this context can replace all names in it; null
   * otherwise.
   */
  TextTemplate templateIn(Node node) {
    if (variables == null || !(node instanceof ScalarNode scalar)) {
      return null;
    }
    TextTemplate text = TextTemplate.of(scalar.getValue(), position(node));
    boolean filled =
        text.isWellFormed() && text.names().stream().allMatch(TextTemplate::isVariable);
    return filled && !text.names().isEmpty() ? text : null;
  }

  /** Replaces the variables in a scalar; null after reporting an error if one isn't set. */
  Node fill(ScalarNode node, TextTemplate text) {
    List<String> unset =
        text.names().stream().filter(name -> variables.getOrDefault(name, "").isEmpty()).toList();
    unset.forEach(
        name ->
            fault(
                text.position(), "the variable %s is not set: export %s=…".formatted(name, name)));
    String value = text.fill(name -> variables.getOrDefault(name, ""));
    Tag tag = new Resolver().resolve(NodeId.scalar, value, true);
    return unset.isEmpty()
        ? new ScalarNode(tag, value, node.getStartMark(), node.getEndMark(), ScalarStyle.PLAIN)
        : null;
  }

  /**
   * Reads a value that may be a secret. If there are errors, which may contain it, {@code fault} is
   * reported instead of them.
   */
  <T> T hidingFaults(String fault, SourcePosition position, Supplier<T> read) {
    int before = faults.size();
    T value = read.get();
    if (faults.size() > before) {
      faults.subList(before, faults.size()).clear();
      fault(position, fault);
    }
    return value;
  }

  /** Returns the path of the key that is being read, as in {@code tomcat.user}. */
  public String path() {
    return String.join(".", path);
  }

  /** Returns the last name of the path. */
  public String name() {
    return path.isEmpty() ? "" : path.getLast();
  }

  <T> T below(String key, Supplier<T> read) {
    path.addLast(key);
    try {
      return read.get();
    } finally {
      path.removeLast();
    }
  }

  /** Reports an error, and continues. */
  public void fault(SourcePosition position, String message) {
    faults.add(new Mistake(position, message));
  }

  /** Returns whether any error was reported. */
  public boolean failed() {
    return !faults.isEmpty();
  }

  /** Records that {@code name} is defined; a second definition is an error. */
  void define(String kind, String name, SourcePosition position) {
    SourcePosition first = names(kind).putIfAbsent(name, position);
    if (first != null) {
      fault(
          position,
          "the %s '%s' is already defined in line %d".formatted(kind, name, first.line()));
    }
  }

  /** Records that {@code name} must be defined somewhere in the file. */
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
            reference.position(),
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
   * Ends reading.
   *
   * @throws Fault (configuration) with all errors, in the order of the file
   */
  public void finish() {
    resolve();
    if (failed()) {
      Comparator<Mistake> inOrder =
          Comparator.comparingInt((Mistake one) -> one.at().line())
              .thenComparingInt(one -> one.at().column());
      throw new FileFault(file, faults.stream().distinct().sorted(inOrder).toList());
    }
  }

  /** Returns the position where a node starts. */
  public SourcePosition position(Node node) {
    Mark mark = node.getStartMark();
    return new SourcePosition(file, mark.getLine() + 1, mark.getColumn() + 1);
  }

  String describe(Node node) {
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
}
