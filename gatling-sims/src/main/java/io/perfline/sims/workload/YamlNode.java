package io.perfline.sims.workload;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/** A piece of a YAML file that knows its place; what isn't as asked for becomes a fault. */
final class YamlNode {

  private final Path file;
  private final Node node;
  private final Faults faults;

  private YamlNode(Path file, Node node, Faults faults) {
    this.file = file;
    this.node = node;
    this.faults = faults;
  }

  /** Reads a file; empty when it can't be parsed, which is a fault then. */
  static Optional<YamlNode> read(Path file, Faults faults) {
    try (Reader reader = Files.newBufferedReader(file)) {
      LoaderOptions options = new LoaderOptions();
      options.setAllowDuplicateKeys(false);
      Node root = new Yaml(options).compose(reader);
      if (root == null) {
        faults.add(file, null, "the file is empty");
        return Optional.empty();
      }
      return Optional.of(new YamlNode(file, root, faults));
    } catch (MarkedYAMLException e) {
      faults.add(file, e.getProblemMark(), e.getProblem());
    } catch (IOException e) {
      faults.add(file, null, "cannot be read: " + e);
    }
    return Optional.empty();
  }

  /** The entries of a mapping, in the file's order; keys not in {@code allowed} are faults. */
  Map<String, YamlNode> fields(Collection<String> allowed) {
    Map<String, YamlNode> fields = entries();
    for (NodeTuple tuple : tuples()) {
      String key = ((ScalarNode) tuple.getKeyNode()).getValue();
      if (!allowed.contains(key)) {
        fields.remove(key);
        faults.add(
            file,
            tuple.getKeyNode().getStartMark(),
            "unknown key '%s'; allowed are %s".formatted(key, String.join(", ", allowed)));
      }
    }
    return fields;
  }

  /** The entries of a mapping with keys of the file's choosing. */
  Map<String, YamlNode> entries() {
    Map<String, YamlNode> entries = new LinkedHashMap<>();
    for (NodeTuple tuple : tuples()) {
      String key = ((ScalarNode) tuple.getKeyNode()).getValue();
      if (entries.put(key, with(tuple.getValueNode())) != null) {
        faults.add(file, tuple.getKeyNode().getStartMark(), "'%s' is there twice".formatted(key));
      }
    }
    return entries;
  }

  private List<NodeTuple> tuples() {
    if (!(node instanceof MappingNode mapping)) {
      fault("expected a mapping (key: value), found " + node.getNodeId());
      return List.of();
    }
    return mapping.getValue().stream()
        .filter(tuple -> tuple.getKeyNode() instanceof ScalarNode)
        .toList();
  }

  /** The items of a list. */
  List<YamlNode> items() {
    if (!(node instanceof SequenceNode sequence)) {
      fault("expected a list, found " + node.getNodeId());
      return List.of();
    }
    return sequence.getValue().stream().map(this::with).toList();
  }

  boolean isMapping() {
    return node instanceof MappingNode;
  }

  boolean isList() {
    return node instanceof SequenceNode;
  }

  /** The text of a plain value; a fault and the empty string when it is none. */
  String text() {
    if (node instanceof ScalarNode scalar) {
      return scalar.getValue();
    }
    fault("expected a single value, found a " + node.getNodeId());
    return "";
  }

  /** Says that something is wrong at this place. */
  void fault(String what) {
    faults.add(file, node.getStartMark(), what);
  }

  private YamlNode with(Node other) {
    return new YamlNode(file, other, faults);
  }
}
