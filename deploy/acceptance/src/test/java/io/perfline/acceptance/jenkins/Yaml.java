package io.perfline.acceptance.jenkins;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/**
 * A position in a YAML file. The caller names the keys that are allowed; anything else is an error.
 *
 * @param path position, for messages
 */
record Yaml(String path, Object value) {

  static Yaml read(String file) throws IOException {
    LoaderOptions options = new LoaderOptions();
    options.setAllowDuplicateKeys(false);
    try (Reader reader = Files.newBufferedReader(Jenkinsfile.ROOT.resolve(file))) {
      return new Yaml(file, new org.yaml.snakeyaml.Yaml(new SafeConstructor(options)).load(reader));
    }
  }

  /** Reads the configuration of Jenkins. */
  static Yaml jenkins() {
    try {
      return read("deploy/jenkins/jenkins.yaml");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns this mapping; fails if it has other keys. */
  Yaml only(String... keys) {
    List<String> allowed = List.of(keys);
    List<String> others =
        map().keySet().stream()
            .map(Object::toString)
            .filter(key -> !allowed.contains(key) && !key.startsWith("x-"))
            .toList();
    if (!others.isEmpty()) {
      throw new AssertionError(path + " knows " + allowed + ", not " + others);
    }
    return this;
  }

  /** Returns the value at the end of nested mappings that contain only these keys. */
  Yaml into(String... keys) {
    Yaml place = this;
    for (String key : keys) {
      place = place.only(key).at(key);
    }
    return place;
  }

  Yaml at(String key) {
    if (!has(key)) {
      throw new AssertionError(path + " has no '" + key + "'");
    }
    return new Yaml(path + "." + key, map().get(key));
  }

  boolean has(String key) {
    return map().containsKey(key);
  }

  Map<?, ?> map() {
    if (value instanceof Map<?, ?> map) {
      return map;
    }
    throw new AssertionError(path + " is not a mapping: " + value);
  }

  /**
   * Returns the values of a mapping with their positions; a key may have no value, as in {@code
   * volumes}.
   */
  Stream<Yaml> values() {
    return map().keySet().stream().map(key -> at(key.toString()));
  }

  List<Yaml> list() {
    if (!(value instanceof List<?> list)) {
      throw new AssertionError(path + " is not a list: " + value);
    }
    List<Yaml> items = new ArrayList<>();
    for (int i = 0; i < list.size(); i++) {
      items.add(new Yaml(path + "[" + i + "]", list.get(i)));
    }
    return items;
  }

  String text() {
    if (value instanceof String text) {
      return text;
    }
    throw new AssertionError(path + " is not a text: " + value);
  }

  int number() {
    if (value instanceof Integer number) {
      return number;
    }
    throw new AssertionError(path + " is not a number: " + value);
  }

  boolean flag() {
    if (value instanceof Boolean flag) {
      return flag;
    }
    throw new AssertionError(path + " is neither true nor false: " + value);
  }

  /** Returns the last part of the path. */
  String name() {
    return path.substring(path.lastIndexOf('.') + 1);
  }
}
