package io.perfline.gate.publish;

import com.fasterxml.jackson.databind.JsonNode;
import io.perfline.core.file.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A dashboard as Grafana loads it. */
public record Dashboard(String file, JsonNode json) {

  /** A query and its position. */
  public record Asked(String where, String query) {
    @Override
    public String toString() {
      return where;
    }
  }

  public static List<Dashboard> all(Path home) throws IOException {
    List<Dashboard> all = new ArrayList<>();
    try (Stream<Path> files = Files.list(home.resolve("dashboards/definitions"))) {
      for (Path file : files.sorted().toList()) {
        all.add(new Dashboard(file.getFileName().toString(), Json.MAPPER.readTree(file.toFile())));
      }
    }
    return all;
  }

  public String uid() {
    return json.path("uid").asText();
  }

  /** Returns all panels, including those in folded rows. */
  public List<JsonNode> panels() {
    List<JsonNode> panels = new ArrayList<>();
    for (JsonNode panel : json.path("panels")) {
      panels.add(panel);
      panel.path("panels").forEach(panels::add);
    }
    return panels;
  }

  public List<JsonNode> annotations() {
    return children(json.path("annotations").path("list"));
  }

  public List<String> variables() {
    return children(json.path("templating").path("list")).stream()
        .map(variable -> variable.path("name").asText())
        .toList();
  }

  /** Returns every query of panels, annotations and variables. */
  public List<Asked> queries() {
    List<Asked> queries = new ArrayList<>();
    for (JsonNode panel : panels()) {
      for (JsonNode target : panel.path("targets")) {
        queries.add(
            asked(panel.path("title").asText() + " " + target.path("refId").asText(), target));
      }
    }
    for (JsonNode annotation : annotations()) {
      queries.add(
          asked("annotation " + annotation.path("name").asText(), annotation.path("target")));
    }
    for (JsonNode variable : json.path("templating").path("list")) {
      if (variable.path("type").asText().equals("query")) {
        queries.add(asked("variable " + variable.path("name").asText(), variable));
      }
    }
    return queries;
  }

  private Asked asked(String where, JsonNode holder) {
    return new Asked(file + ": " + where, holder.path("query").asText());
  }

  private static List<JsonNode> children(JsonNode array) {
    List<JsonNode> children = new ArrayList<>();
    array.forEach(children::add);
    return children;
  }
}
