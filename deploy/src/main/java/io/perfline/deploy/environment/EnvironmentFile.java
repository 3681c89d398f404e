package io.perfline.deploy.environment;

import io.perfline.deploy.command.Fault;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/** Reads an environment file into its settings and collects every fault with its line. */
final class EnvironmentFile {

  private final Path file;
  private final List<Found> faults = new ArrayList<>();
  private final Map<String, Map<String, List<Setting>>> sections = new LinkedHashMap<>();
  private String name;

  /** A fault and where it is. */
  private record Found(int line, String fault) {}

  private EnvironmentFile(Path file) {
    this.file = file;
  }

  /**
   * @throws Fault (exit code 2) that lists all faults of the file
   */
  static EnvironmentFile read(Path file) {
    EnvironmentFile read = new EnvironmentFile(file);
    read.document(compose(file));
    if (!read.faults.isEmpty()) {
      throw Fault.configuration("the environment file can't be used:" + read.listed());
    }
    return read;
  }

  String name() {
    return name;
  }

  /** Key to settings (several for a list, several with dotted paths for properties); or null. */
  Map<String, List<Setting>> section(String section) {
    return sections.get(section);
  }

  /** The names of all variables. */
  Set<String> variables() {
    return sections.values().stream()
        .flatMap(settings -> settings.values().stream())
        .flatMap(List::stream)
        .flatMap(setting -> setting.unset(Map.of()).stream())
        .collect(Collectors.toUnmodifiableSet());
  }

  private static Node compose(Path file) {
    try {
      return new Yaml(new LoaderOptions()).compose(new StringReader(Files.readString(file)));
    } catch (NoSuchFileException e) {
      throw Fault.configuration("there is no environment file " + file);
    } catch (MarkedYAMLException e) {
      int line = e.getProblemMark() == null ? 1 : e.getProblemMark().getLine() + 1;
      throw Fault.configuration("%s:%d: not YAML: %s".formatted(file, line, e.getProblem()));
    } catch (IOException | YAMLException e) {
      throw new Fault(
          Fault.CONFIGURATION, "cannot read the environment file " + file + ": " + e, e);
    }
  }

  private void document(Node root) {
    if (!(root instanceof MappingNode mapping)) {
      faults.add(new Found(1, "no sections; needed: name, and any of " + allSections()));
      return;
    }
    Set<String> seen = new HashSet<>();
    for (NodeTuple entry : mapping.getValue()) {
      String key = key(entry, "", seen);
      if (key.equals("name")) {
        name = scalar(new Schema.Key("name", Kind.TEXT, true), "name", entry.getValueNode()).text();
      } else if (!Schema.sections().contains(key)) {
        fault(entry.getKeyNode(), "unknown key '%s'; allowed: name, %s", key, allSections());
      } else {
        section(key, entry);
      }
    }
    if (!seen.contains("name")) {
      fault(root, "name is missing: what this environment is called in the history");
    }
  }

  private void section(String section, NodeTuple entry) {
    Map<String, List<Setting>> settings = new LinkedHashMap<>();
    sections.put(section, settings);
    if (!(entry.getValueNode() instanceof MappingNode mapping)) {
      fault(entry.getKeyNode(), "%s must hold keys: %s", section, names(section));
      return;
    }
    Set<String> seen = new TreeSet<>();
    for (NodeTuple child : mapping.getValue()) {
      String name = key(child, section + ".", seen);
      Schema.key(section, name)
          .ifPresentOrElse(
              key -> settings.put(name, value(key, section + "." + name, child.getValueNode())),
              () ->
                  fault(
                      child.getKeyNode(),
                      "unknown key '%s' in %s; allowed: %s",
                      name,
                      section,
                      names(section)));
    }
    for (Schema.Key key : Schema.keys(section)) {
      if (key.required() && !seen.contains(key.name())) {
        fault(entry.getKeyNode(), "%s.%s is missing", section, key.name());
      }
    }
    together(section, entry.getKeyNode(), seen);
  }

  /** Finds keys that miss those they belong to. */
  private void together(String section, Node where, Set<String> seen) {
    for (String key : seen) {
      Schema.needs(key)
          .filter(needed -> !seen.contains(needed))
          .ifPresent(
              needed ->
                  fault(where, "%1$s.%2$s means nothing without %1$s.%3$s", section, key, needed));
    }
    if (Schema.key(section, "user").filter(key -> !key.required()).isPresent()
        && seen.contains("user") != seen.contains("password")) {
      fault(where, "%s: user and password go together", section);
    }
  }

  private String key(NodeTuple entry, String prefix, Set<String> seen) {
    String key = entry.getKeyNode() instanceof ScalarNode scalar ? scalar.getValue() : "?";
    if (!seen.add(key)) {
      fault(entry.getKeyNode(), "%s%s is there twice", prefix, key);
    }
    return key;
  }

  private List<Setting> value(Schema.Key key, String path, Node node) {
    if (key.kind().isScalar()) {
      return List.of(scalar(key, path, node));
    }
    if (key.kind() == Kind.ADDRESS_LIST && node instanceof SequenceNode list) {
      if (key.required() && list.getValue().isEmpty()) {
        fault(node, "%s is empty; needed: %s", path, key.kind().form());
      }
      return list.getValue().stream().map(item -> scalar(key, path, item)).toList();
    }
    if (key.kind() == Kind.PROPERTIES && node instanceof MappingNode mapping) {
      return properties(key, path, mapping);
    }
    fault(node, "%s must be %s", path, key.kind().form());
    return List.of();
  }

  private List<Setting> properties(Schema.Key key, String path, MappingNode mapping) {
    List<Setting> settings = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (NodeTuple entry : mapping.getValue()) {
      String name = key(entry, path + ".", seen);
      Kind kind = isSecret(name.toLowerCase(Locale.ROOT)) ? Kind.SECRET : key.kind();
      settings.add(
          scalar(new Schema.Key(name, kind, true), path + "." + name, entry.getValueNode()));
    }
    return settings;
  }

  /** Whether a client property of this name holds a password or a private key. */
  private static boolean isSecret(String property) {
    return property.contains("password")
        || property.contains("jaas")
        || property.contains("secret")
        || property.contains("private")
        || property.equals("ssl.keystore.key");
  }

  private Setting scalar(Schema.Key key, String path, Node node) {
    String text = node instanceof ScalarNode scalar ? scalar.getValue() : "";
    Setting setting = new Setting(path, text, node.getStartMark().getLine() + 1);
    boolean literalSecret = key.kind() == Kind.SECRET && !setting.hasVariables();
    boolean wrong = !setting.hasVariables() && !key.kind().accepts(text);
    if (setting.fault().isPresent()) {
      fault(node, "%s", setting.fault().get());
    } else if (!(node instanceof ScalarNode) || wrong || literalSecret) {
      fault(node, "%s must be %s", path, key.kind().form());
    }
    return setting;
  }

  private void fault(Node where, String message, Object... values) {
    int line = where.getStartMark().getLine() + 1;
    faults.add(new Found(line, message.formatted(values)));
  }

  private String listed() {
    return faults.stream()
        .sorted(Comparator.comparingInt(Found::line))
        .map(found -> "%n  %s:%d: %s".formatted(file, found.line(), found.fault()))
        .collect(Collectors.joining());
  }

  private static String names(String section) {
    return String.join(", ", Schema.names(section));
  }

  private static String allSections() {
    return String.join(", ", Schema.sections());
  }
}
