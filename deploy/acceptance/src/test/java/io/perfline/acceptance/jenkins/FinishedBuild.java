package io.perfline.acceptance.jenkins;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;

/**
 * A finished build.
 *
 * @param path of its pages
 */
record FinishedBuild(JenkinsClient jenkins, String path, String result, String description) {

  int number() {
    return Integer.parseInt(path.replaceAll(".*/([0-9]+)/", "$1"));
  }

  String log() throws IOException, InterruptedException {
    return jenkins.text(path + "consoleText");
  }

  JsonNode tests() throws IOException, InterruptedException {
    return jenkins.json(path + "testReport/api/json?depth=3");
  }

  /** Returns the commits listed under <em>Changes</em>. */
  Iterable<String> changes() throws IOException, InterruptedException {
    return jenkins
        .json(path + "api/json?tree=changeSets%5Bitems%5BcommitId%5D%5D")
        .findValuesAsText("commitId");
  }

  /** Returns the paths of archived files. */
  Iterable<String> artifacts() throws IOException, InterruptedException {
    return jenkins
        .json(path + "api/json?tree=artifacts%5BrelativePath%5D")
        .findValuesAsText("relativePath");
  }

  /** Returns the run.json that it archived. */
  JsonNode run() throws IOException, InterruptedException {
    for (String artifact : artifacts()) {
      if (artifact.endsWith("/run.json")) {
        return jenkins.json(path + "artifact/" + artifact);
      }
    }
    throw new AssertionError(path + " archived no run.json");
  }

  /** Returns the values of its parameters. */
  Map<String, String> parameters() throws IOException, InterruptedException {
    Map<String, String> values = new TreeMap<>();
    jenkins
        .json(path + "api/json?tree=actions%5Bparameters%5Bname,value%5D%5D")
        .findValues("parameters")
        .forEach(
            list ->
                list.forEach(
                    one -> values.put(one.path("name").asText(), one.path("value").asText())));
    return values;
  }

  int statusOfReport() throws InterruptedException {
    return jenkins.status(path + "Performance/");
  }
}
