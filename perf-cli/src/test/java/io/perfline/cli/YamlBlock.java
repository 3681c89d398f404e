package io.perfline.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A YAML block of a document, with the rest of a complete file.
 *
 * @param page the document
 * @param line where the block starts
 * @param text of the block as documented
 */
record YamlBlock(Path page, int line, String text) {

  private static final String PERF_YML =
      """
      version: 1
      service:
        war: shop.war
      """;
  private static final String WAIVED =
      """
      baselines: {previous: {paired: true}}
      thresholds:
        - {id: slower, case: paired/*, metric: service_time.mean, pass: "<= +5 %", baseline: previous}
      """;
  private static final String LOAD = "load:\n  home: {connections: 1, requests: [{get: /}]}\n";
  private static final String SCENARIO =
      """
      load:
        browse:
          users: 20
          think_time: 2 s
          requests: [{get: /}, {get: '/search?q=shoes', name: search}]
      """;

  /** The types of files that the documents show. */
  enum Kind {
    PERF_YML,
    THRESHOLDS,
    WORKLOAD
  }

  /** Returns all YAML blocks in the documents of the checkout. */
  static List<YamlBlock> all() throws IOException {
    List<YamlBlock> blocks = new ArrayList<>();
    Path root = Path.of("..").toAbsolutePath().normalize();
    for (String folder :
        List.of("", "docs", "docs/internals", "gatling-sims", "perf-app", "deploy/jenkins")) {
      try (Stream<Path> pages = Files.list(root.resolve(folder))) {
        for (Path page : pages.filter(each -> each.toString().endsWith(".md")).sorted().toList()) {
          addAll(page, blocks);
        }
      }
    }
    return blocks;
  }

  private static void addAll(Path page, List<YamlBlock> blocks) throws IOException {
    List<String> lines = Files.readAllLines(page);
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).strip().matches("```ya?ml")) {
        int first = i + 1;
        for (i++; !lines.get(i).strip().equals("```"); i++) {
          // Skips to the end of the block.
        }
        String text = String.join("\n", lines.subList(first, i)) + "\n";
        if (!text.startsWith("# .git")) { // a workflow of GitHub, which is not perfline's
          blocks.add(new YamlBlock(page, first + 1, text));
        }
      }
    }
  }

  /** Returns the block of a page that contains a text. */
  static YamlBlock with(String page, String text) throws IOException {
    return all().stream()
        .filter(block -> block.page.endsWith(page) && block.text.contains(text))
        .findFirst()
        .orElseThrow();
  }

  Kind kind() {
    if (text.contains("\ndriver: ")) {
      return Kind.WORKLOAD;
    }
    boolean perfYml =
        text.matches("(?s)(service|load|drivers|needs):.*|  (\\w+:).*|    capacity:.*");
    return perfYml ? Kind.PERF_YML : Kind.THRESHOLDS;
  }

  /** Returns a complete file with the block. */
  String file() {
    if (text.startsWith("version:")) {
      return text;
    }
    if (text.startsWith("needs:")) {
      return "version: 1\n" + text + LOAD;
    }
    if (text.startsWith("service:")) {
      return "version: 1\n" + text;
    }
    if (text.startsWith("waivers:")) {
      return "version: 1\n" + WAIVED + text;
    }
    if (kind() == Kind.THRESHOLDS) {
      return "version: 1\n" + (text.startsWith("  - ") ? "thresholds:\n" : "") + text;
    }
    if (text.startsWith("    capacity:")) {
      return PERF_YML + SCENARIO + text;
    }
    if (text.startsWith("  auth:")) {
      return PERF_YML + text + LOAD;
    }
    return PERF_YML + (text.startsWith("  ") ? "load:\n" : "") + text;
  }

  @Override
  public String toString() {
    return page.getFileName() + ", line " + line;
  }
}
