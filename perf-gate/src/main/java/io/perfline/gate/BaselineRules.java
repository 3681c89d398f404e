package io.perfline.gate;

import io.perfline.core.command.Fault;
import io.perfline.core.command.Homes;
import io.perfline.core.file.Sha256;
import io.perfline.core.git.Checkout;
import io.perfline.core.git.CommitId;
import io.perfline.core.run.RunBaseline;
import io.perfline.core.yaml.YamlFile;
import io.perfline.gate.judge.JudgingRules;
import io.perfline.gate.judge.JudgingRules.EarlierRules;
import io.perfline.gate.thresholds.Thresholds;
import io.perfline.gate.thresholds.ThresholdsFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/**
 * Reads the rules of this commit from the work tree, and those of its baseline from git: {@code
 * thresholds.yml}, the sections {@code load} and {@code profiles} of {@code perf.yml}, and the
 * files below {@code workloads}.
 */
final class BaselineRules {

  private static final String PROJECT = "perf.yml";
  private static final String WORKLOADS = "workloads";

  private final Path thresholds;
  private final Path home;
  private final Checkout checkout;

  BaselineRules(Path thresholdsFile) {
    thresholds = thresholdsFile.toAbsolutePath().normalize();
    home =
        Stream.of(thresholds.getParent(), Homes.project().toAbsolutePath().normalize())
            .filter(folder -> Files.exists(folder.resolve(PROJECT)))
            .findFirst()
            .orElse(thresholds.getParent());
    checkout = new Checkout(home);
  }

  /**
   * Reads the rules of this commit.
   *
   * @param sinceRelease true if the run was compared with the last release
   */
  JudgingRules now(Thresholds read, boolean sinceRelease) {
    return new JudgingRules(
        read,
        read.judging(sinceRelease),
        settings(this::inTree, this::digestInTree, this::filesInTree));
  }

  /** Reads the rules of the commit that the run was compared with. */
  EarlierRules of(RunBaseline baseline) {
    if (baseline == null || baseline.problem() != null) {
      return EarlierRules.NONE;
    }
    if (baseline.commit() == null) {
      return new EarlierRules(
          null, "%s has no earlier limits to judge by".formatted(baseline.name()), "");
    }
    String commit = baseline.commit();
    if (checkout.commit(commit).isEmpty()) {
      return unread(commit, "this checkout doesn't contain the commit (git fetch --unshallow?)");
    }
    Optional<String> text = checkout.fileAt(commit, thresholds);
    if (text.isEmpty()) {
      return unread(commit, "it has no " + thresholds.getFileName());
    }
    try {
      String file = "%s of %s".formatted(thresholds.getFileName(), CommitId.shortened(commit));
      Thresholds all = ThresholdsFile.read(file, text.get());
      JudgingRules rules =
          new JudgingRules(
              all,
              all.judging(false),
              settings(
                  path -> checkout.fileAt(commit, path),
                  digests(commit),
                  folder -> checkout.filesAt(commit, folder)));
      return new EarlierRules(rules, "", "");
    } catch (Fault unreadable) {
      return unread(commit, unreadable.getMessage());
    }
  }

  /**
   * Returns whether the limits of a commit compare in pairs, also if its file has another name;
   * true if they can't be read.
   */
  boolean compareInPairs(String commit) {
    try {
      Path named =
          checkout
              .fileAt(commit, home.resolve(PROJECT))
              .flatMap(text -> child(YamlFile.parse(PROJECT, text), "thresholds"))
              .map(BaselineRules::text)
              .flatMap(this::file)
              .orElse(home.resolve("thresholds.yml"));
      return Stream.of(thresholds, named)
          .distinct()
          .flatMap(file -> checkout.fileAt(commit, file).stream())
          .anyMatch(text -> ThresholdsFile.read(commit, text).comparesInPairs());
    } catch (Fault unreadable) {
      return true;
    }
  }

  /** Returns git's digests of the files of a commit. Those outside of the project are rare. */
  private Source digests(String commit) {
    Map<String, String> files = checkout.files(commit);
    return path ->
        path.startsWith(home)
            ? Optional.ofNullable(files.get(home.relativize(path).toString()))
                .map(entry -> entry.substring(entry.lastIndexOf(' ') + 1))
            : Optional.of(path)
                .filter(Files::isRegularFile)
                .flatMap(file -> checkout.digestAt(commit, file));
  }

  private static EarlierRules unread(String commit, String why) {
    return new EarlierRules(
        null,
        "",
        "the limits and loads of commit %s could not be compared with this commit's: %s"
            .formatted(CommitId.shortened(commit), why));
  }

  private interface Source {
    Optional<String> text(Path file);
  }

  private interface Folder {
    List<Path> files(Path folder);
  }

  private Map<List<String>, String> settings(Source source, Source digest, Folder folder) {
    Map<List<String>, String> settings = new HashMap<>();
    Optional<Node> project =
        source.text(home.resolve(PROJECT)).map(text -> YamlFile.parse(PROJECT, text));
    if (project.isEmpty()) {
      return settings;
    }
    child(project.get(), "load").ifPresent(load -> flatten(List.of("load"), load, settings));
    child(project.get(), "profiles").ifPresent(one -> flatten(List.of("profiles"), one, settings));
    if (child(project.get(), WORKLOADS).orElse(null) instanceof ScalarNode path) {
      for (Path file : folder.files(home.resolve(path.getValue()).normalize())) {
        String name = file.getFileName().toString();
        if (name.endsWith(".yml")) {
          String stem = name.substring(0, name.length() - ".yml".length());
          source
              .text(file)
              .map(text -> YamlFile.parse(name, text))
              .ifPresent(root -> flatten(List.of(WORKLOADS, stem), root, settings));
        }
      }
    }
    Map.copyOf(settings).forEach((path, value) -> addContent(digest, path, value, settings));
    return settings;
  }

  /**
   * Adds a digest of each file that a setting names, such as the data of a load. The jar of
   * benchmarks is not added, because it is the build that is measured.
   */
  private void addContent(
      Source digest, List<String> path, String value, Map<List<String>, String> settings) {
    boolean mayBeFile = !value.isEmpty() && !value.startsWith("/");
    if (mayBeFile && !path.get(path.size() - 1).equals("jmh")) {
      file(value)
          .flatMap(digest::text)
          .ifPresent(content -> settings.put(longer(path, "content"), content));
    }
  }

  private Optional<Path> file(String value) {
    try {
      return Optional.of(home.resolve(value).normalize());
    } catch (InvalidPathException noPath) {
      return Optional.empty();
    }
  }

  private Optional<String> inTree(Path file) {
    try {
      return Files.isRegularFile(file)
          ? Optional.of(new String(Files.readAllBytes(file), StandardCharsets.UTF_8).strip())
          : Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }

  /**
   * Returns git's digest of a file. If git has none, the file gets a digest that equals none of
   * git's, so it counts as changed.
   */
  private Optional<String> digestInTree(Path file) {
    if (!Files.isRegularFile(file)) {
      return Optional.empty();
    }
    try {
      Optional<String> known = checkout.digest(file);
      return known.isPresent() ? known : Optional.of(Sha256.of(file));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }

  private List<Path> filesInTree(Path folder) {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot list " + folder, e);
    }
  }

  private static Optional<Node> child(Node node, String key) {
    return node instanceof MappingNode mapping
        ? mapping.getValue().stream()
            .filter(entry -> text(entry.getKeyNode()).equals(key))
            .map(NodeTuple::getValueNode)
            .findFirst()
        : Optional.empty();
  }

  /** Adds the scalars below a node by their paths. A list of scalars is one value. */
  private static void flatten(List<String> path, Node node, Map<List<String>, String> settings) {
    if (node instanceof MappingNode mapping) {
      mapping
          .getValue()
          .forEach(
              entry ->
                  flatten(longer(path, text(entry.getKeyNode())), entry.getValueNode(), settings));
    } else if (node instanceof SequenceNode list
        && !list.getValue().stream().allMatch(ScalarNode.class::isInstance)) {
      for (int i = 0; i < list.getValue().size(); i++) {
        flatten(longer(path, String.valueOf(i)), list.getValue().get(i), settings);
      }
    } else {
      settings.put(path, text(node));
    }
  }

  private static List<String> longer(List<String> path, String key) {
    List<String> longer = new ArrayList<>(path);
    longer.add(key);
    return List.copyOf(longer);
  }

  private static String text(Node node) {
    if (node instanceof SequenceNode list) {
      return String.join(", ", list.getValue().stream().map(BaselineRules::text).toList());
    }
    return node instanceof ScalarNode scalar ? scalar.getValue() : "";
  }
}
